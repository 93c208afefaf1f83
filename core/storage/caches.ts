// In-memory caches of an app between requests. Each entry has a version and depends on one topic.
import { createLruCache } from '../foundation/lru-cache.js'
import { type Topic, VersionedCache } from './database/versions.js'

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
