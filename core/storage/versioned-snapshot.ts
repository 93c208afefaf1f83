// Loads the shop snapshot of a request: first the version counters, then the settings and records at those versions.
import type { Entity } from '../model/entity/define.js'
import { requireEntity } from '../model/registry.js'
import {
  defineCache,
  loadVersions,
  type Topic,
  toVersionColumns,
  toVersionSubquery,
  parseVersions,
  toRowsTopic,
} from './caches.js'
import type { Context, VersionedSnapshot, TopicVersions } from './context.js'
import { quoteName } from './database/dialect.js'
import type { RecordRow } from './database/statement.js'
import type { Unit } from './unit-of-work/transaction.js'
import type { AdditionalColumns } from './record/load.js'
import { loadSnapshot, type Snapshot } from './record/snapshot.js'

/** The topic of languages, settings and all other store-wide caches. */
export const storeTopic: Topic = 'store'

const snapshotCache = defineCache<Snapshot>('snapshot', 1)

/** The unit's own snapshot. Reloads it only if the unit has changed a record that the snapshot has read. */
async function loadUnitSnapshot({ registry }: Context, u: Unit, load: () => Promise<Snapshot>): Promise<Snapshot> {
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
function listTopicsToRead({ caches }: Context, unit: Unit | undefined, topics: readonly Topic[]): ReadonlySet<Topic> {
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
  context: Context,
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
async function loadSnapshotAt(context: Context, unit: Unit | undefined, versions: TopicVersions): Promise<VersionedSnapshot> {
  const load = (): Promise<Snapshot> => loadSnapshot(context.registry, unit ?? context.database)
  const snapshot = await context.caches.of(snapshotCache).get(storeTopic, versions.get(storeTopic) ?? 0, load)
  const versionedSnapshot = { versions, snapshot }
  if (unit) unit.identityMap.sharedSnapshot = versionedSnapshot
  return versionedSnapshot
}

/**
 * Reads the versions of `store` and the given topics in one query. If the unit has changed the store, the snapshot belongs to
 * the unit and is not cached, because other requests must not see it yet.
 */
export async function getVersionedSnapshot(
  context: Context,
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
