// In-memory caches of an app between requests, and the versions by topic that they depend on.
import { createLruCache, type LruCache } from '../foundation/lru-cache.js'
import type { Queryable } from './database/dialect.js'
import { toInList, type Row, type SqlParameter } from './database/statement.js'

/** `store`, `access` or `product:<id>`. Entities declare their own topics. */
export type Topic = string

/** The version counter of the entity's rows. Every write of the entity raises it, if the entity has a topic. */
export function toRowsTopic(entity: { readonly name: string }): Topic {
  return `rows:${entity.name}`
}

const columnCache = new Map<number, string>()

/** Columns `$version0`, `$version1`, … with the topics' versions, for use in another SELECT. No property has such a name. */
export function toVersionColumns(topics: readonly Topic[]): {
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
export const toVersionSubquery = (topic: string): string => `(SELECT version FROM svc_versions WHERE topic = ${topic})`

/** Reads the topics' versions from the columns of `toVersionColumns`; 0 for a topic that was never raised. */
export function parseVersions(row: Row, topics: readonly Topic[]): Map<Topic, number> {
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
  private readonly entries: LruCache<K, { readonly version: number; readonly value: Promise<V> }>
  /** Cache hits (`found`) and misses (`made`) since the process started. */
  readonly asked = { found: 0, made: 0 }

  /** Stores the `size` most recently used entries. */
  constructor(size: number) {
    this.entries = createLruCache(size)
  }

  get(key: K, version: number, load: () => Promise<V>): Promise<V> {
    const cachedEntry = this.entries.get(key)
    if (cachedEntry?.version === version) {
      this.asked.found++
      return cachedEntry.value
    }
    this.asked.made++
    const value = load()
    const entry = { version, value }
    this.entries.set(key, entry)
    value.catch(() => {
      if (this.entries.peek(key) === entry) this.entries.delete(key)
    })
    return value
  }

  /** The cached entry, without a version check. The caller must compare the version before using the result. */
  peek(key: K): { readonly version: number; readonly value: Promise<V> } | undefined {
    return this.entries.get(key)
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
