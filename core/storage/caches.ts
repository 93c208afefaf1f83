// In-memory caches between requests, the versions by topic that they depend on, and the shop snapshot of a request.
import { type Topic, toRowsTopic } from './unit-of-work/identity-map.js'
import { type Snapshot, loadSnapshot } from './record/snapshot.js'
import { createLruCache, type LruCache } from '../foundation/lru-cache.js'
import { type Queryable, toInList, type Row, type SqlParameter, quoteName, type RecordRow } from './database/dialect.js'
import type { Entity } from '../model/entity/define.js'
import { type Registry, requireEntity } from '../model/registry.js'
import type { Database } from './database/connection.js'
import type { Unit } from './unit-of-work/transaction.js'
import { type AdditionalColumns, SharedLoad } from './record/load.js'

const columnCache = new Map<number, string>()

/** Columns `$version0`, `$version1`, … with the topics' versions, for use in another SELECT. No property has such a name. */
function toVersionColumns(topics: readonly Topic[]): {
  readonly columns: string
  readonly params: readonly SqlParameter[]
} {
  // Padded like an `IN` list, so any number of topics shares few prepared statements.
  const { params } = toInList(topics)
  const columns =
    columnCache.get(params.length) ?? params.map((_, n) => `${toVersionSubquery('?')} AS \`$version${n}\``).join(', ')
  columnCache.set(params.length, columns)
  return { columns, params }
}

/** A subquery for the version of one topic. `topic` is an SQL expression. */
const toVersionSubquery = (topic: string): string => `(SELECT version FROM svc_versions WHERE topic = ${topic})`

/** Reads the topics' versions from the columns of `toVersionColumns`; 0 for a topic that was never raised. */
function parseVersions(row: Row, topics: readonly Topic[]): Map<Topic, number> {
  return new Map(topics.map((topic, index) => [topic, Number(row[`$version${index}`] ?? 0)]))
}

/** Loads the topics' versions in one statement; 0 for a topic that was never raised. */
export async function loadVersions(on: Queryable, topics: readonly Topic[]): Promise<ReadonlyMap<Topic, number>> {
  const versions = new Map<Topic, number>()
  for (const topic of topics) versions.set(topic, 0)
  const { sql, params } = toInList(topics)
  const rows = await on.query<{ topic: string; version: number }>(
    `SELECT topic, version FROM svc_versions WHERE topic IN ${sql}`,
    params,
  )
  for (const row of rows) versions.set(row.topic, row.version)
  return versions
}

/**
 * Cached values that are valid while their topic's version is unchanged. `get` takes a version that the caller read before any other
 * data of the request. The loaded value can then be newer than its version, but never older.
 */
export class VersionedCache<K extends {}, V> {
  private readonly entries: LruCache<K, { readonly version: number; readonly load: SharedLoad<V> }>
  /** Cache hits (`found`) and misses (`made`) since the process started. */
  readonly asked = { found: 0, made: 0 }

  /** Stores the `size` most recently used entries. */
  constructor(size: number) {
    this.entries = createLruCache(size)
  }

  /** @param on what `load` reads through, if it reads the database */
  get(key: K, version: number, load: () => Promise<V>, on?: Queryable): Promise<V> {
    const cachedEntry = this.entries.get(key)
    if (cachedEntry?.version === version && cachedEntry.load.isAwaitable(on)) {
      this.asked.found++
      return cachedEntry.load.value
    }
    this.asked.made++
    const entry = { version, load: new SharedLoad(load, on) }
    this.entries.set(key, entry)
    entry.load.value.catch(() => {
      if (this.entries.peek(key) === entry) this.entries.delete(key)
    })
    return entry.load.value
  }

  /** The cached entry, without a version check. The caller must compare the version before using the result. */
  peek(key: K): { readonly version: number; readonly value: Promise<V> } | undefined {
    const entry = this.entries.get(key)
    return entry && { version: entry.version, value: entry.load.value }
  }

  /** Number of cached values. */
  get size(): number {
    return this.entries.size
  }

  delete(key: K): void {
    this.entries.delete(key)
  }

  clear(): void {
    this.entries.clear()
  }
}

/** A cache that core declares once and each app creates for itself. The key is the topic that the value depends on. */
export interface CacheDefinition<V> {
  readonly name: string
  /** The maximum number of values. */
  readonly size: number
  create(): VersionedCache<Topic, V>
}

export function defineCache<V>(name: string, size: number): CacheDefinition<V> {
  return Object.freeze({ name, size, create: () => new VersionedCache<Topic, V>(size) })
}

/**
 * The number of additional topics to read with each request. Together with the store topic they fill a fixed parameter list, so
 * all requests share one statement.
 */
const maximumRecentTopics = 7

export class Caches {
  /** Recently requested topics besides the store. The next request will probably need them too. */
  readonly recentTopics = createLruCache<Topic, true>(maximumRecentTopics)
  private readonly cachesByDefinition = new Map<CacheDefinition<unknown>, VersionedCache<Topic, unknown>>()

  of<V>(definition: CacheDefinition<V>): VersionedCache<Topic, V> {
    const cache = this.cachesByDefinition.get(definition) ?? definition.create()
    this.cachesByDefinition.set(definition, cache)
    return cache as VersionedCache<Topic, V>
  }

  /** The caches used so far. */
  *list(): Generator<readonly [name: string, cache: Pick<VersionedCache<Topic, unknown>, 'size' | 'asked'>]> {
    for (const [{ name }, cache] of this.cachesByDefinition) yield [name, cache]
  }

  /** Frees the values of the topic. Readers would otherwise detect that they are out of date. */
  forget(topic: Topic): void {
    for (const cache of this.cachesByDefinition.values()) cache.delete(topic)
  }

  clear(): void {
    for (const cache of this.cachesByDefinition.values()) cache.clear()
  }
}

/** The topic of languages, settings and all other store-wide caches. */
export const storeTopic: Topic = 'store'

const snapshotCache = defineCache<Snapshot>('snapshot', 1)

export type TopicVersions = ReadonlyMap<Topic, number>

/** The snapshot of a request: version counters, read first with one query, and the cached data of these versions. */
export interface VersionedSnapshot {
  readonly versions: TopicVersions
  readonly snapshot: Snapshot
}

/** The services with which a snapshot is loaded: a part of `Context`. */
export interface SnapshotSources {
  readonly registry: Registry
  readonly database: Database
  readonly caches: Caches
}

/** The unit's own snapshot. Reloads it only if the unit has changed a record that the snapshot has read. */
async function loadUnitSnapshot({ registry }: SnapshotSources, u: Unit, load: () => Promise<Snapshot>): Promise<Snapshot> {
  const stateOf = (entity: Entity): string =>
    `${u.changeSet.countChanges(entity.table)} ${u.changeSet.countRaises(toRowsTopic(entity))}`
  const { ownSnapshot } = u.identityMap
  if (ownSnapshot !== null) {
    const { snapshot, states } = ownSnapshot
    const isSo = [...snapshot.read()].every((name) => states.get(name) === stateOf(requireEntity(registry, name)))
    if (isSo) return snapshot
  }
  const states = new Map(
    [...registry.entities.values()].filter(({ topic }) => topic === storeTopic).map((entity) => [entity.name, stateOf(entity)]),
  )
  const snapshot = await load()
  u.identityMap.ownSnapshot = { snapshot, states }
  return snapshot
}

/**
 * The topics to read: the store, `topics`, and recently requested topics. Most units request a product topic later, which then
 * needs no query. Data loaded later can be newer than its version, but never older.
 */
function listTopicsToRead({ caches }: SnapshotSources, unit: Unit | undefined, topics: readonly Topic[]): ReadonlySet<Topic> {
  const requestedTopics = [storeTopic, ...topics]
  if (unit === undefined) return new Set(requestedTopics)
  for (const topic of topics) caches.recentTopics.set(topic, true)
  return new Set([...requestedTopics, ...caches.recentTopics.keys()])
}

/** A topic for each record of an entity: a prefix, and the column with the rest of the topic's name. */
export interface RecordTopic {
  readonly prefix: string
  readonly column: string
}

/** Reads the version counters in the same query that finds a record. `also` has the additional columns. */
export interface VersionLookup {
  readonly also: AdditionalColumns
  readSnapshot(row: RecordRow): Promise<VersionedSnapshot>
}

/**
 * Reads the versions of the store and of the record's own topic, else of recently requested topics. null if the unit has loaded
 * its snapshot already. The row waits for its lock, so its data can be newer than the versions, but never older.
 */
export function createVersionLookup(
  context: SnapshotSources,
  unit: Unit | undefined,
  entity: Entity,
  own?: RecordTopic,
): VersionLookup | null {
  if (unit !== undefined && (unit.changeSet.isVersionRaised(storeTopic) || unit.identityMap.sharedSnapshot)) return null
  // With its own topic, the caller needs no guess.
  const topics = own ? [storeTopic] : [storeTopic, ...context.caches.recentTopics.keys()]
  const { columns, params } = toVersionColumns(topics)
  const versionSql =
    own && toVersionSubquery(`REPLACE('${own.prefix}#', '#', ${quoteName(entity.table)}.${quoteName(own.column)})`)
  return {
    also: { columns: versionSql === undefined ? columns : `${columns}, ${versionSql} AS \`$version\``, params },
    readSnapshot(row) {
      const versions = parseVersions(row, topics)
      if (own) versions.set(`${own.prefix}${row[own.column]}`, Number(row['$version'] ?? 0))
      return loadSnapshotAt(context, unit, versions)
    },
  }
}

/** The snapshot of the shop at these versions. */
async function loadSnapshotAt(
  context: SnapshotSources,
  unit: Unit | undefined,
  versions: TopicVersions,
): Promise<VersionedSnapshot> {
  const on = unit ?? context.database
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, on)
  const snapshot = await context.caches.of(snapshotCache).get(storeTopic, versions.get(storeTopic) ?? 0, load, on)
  const versionedSnapshot = { versions, snapshot }
  if (unit) unit.identityMap.sharedSnapshot = versionedSnapshot
  return versionedSnapshot
}

/**
 * Reads the versions of `store` and the given topics in one query. If the unit has changed the store, the snapshot belongs to
 * the unit and is not cached, because other requests must not see it yet.
 */
export async function getVersionedSnapshot(
  context: SnapshotSources,
  unit?: Unit,
  topics: readonly Topic[] = [],
): Promise<VersionedSnapshot> {
  const on = unit ?? context.database
  const isOwn = unit !== undefined && unit.changeSet.isVersionRaised(storeTopic)
  const cachedSnapshot = unit && !isOwn ? unit.identityMap.sharedSnapshot : null
  if (cachedSnapshot && topics.every((topic) => cachedSnapshot.versions.has(topic))) return cachedSnapshot
  // A unit raises its counters at its end. Until then, the versions that it has read are current.
  const before = isOwn ? unit.identityMap.sharedSnapshot?.versions : undefined
  const isCurrent = before?.has(storeTopic) && topics.every((topic) => before.has(topic))
  const versions = isCurrent ? before! : await loadVersions(on, [...listTopicsToRead(context, unit, topics)])
  if (!isOwn) return await loadSnapshotAt(context, unit, versions)
  return { versions, snapshot: await loadUnitSnapshot(context, unit, () => loadSnapshot(context.registry, on)) }
}
