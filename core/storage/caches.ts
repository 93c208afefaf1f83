// What an app keeps in memory between requests: versioned caches by the topic that they depend on.
import { createLruCache } from '../foundation/lru-cache.js'
import { type Topic, VersionedCache } from './database/versions.js'

/** A cache that a part of core declares once; every app holds its own. The key is the topic that the value depends on. */
export interface CacheDefinition<V> {
  readonly name: string
  /** Values held at most. */
  readonly size: number
  create(): VersionedCache<Topic, V>
}

export function defineCache<V>(name: string, size: number): CacheDefinition<V> {
  return Object.freeze({ name, size, create: () => new VersionedCache<Topic, V>(size) })
}

/** Topics that are looked at with every other: with the store's they fill a list whose statement is one for all. */
const mostLately = 7

export class Caches {
  /** What units looked at last beside the store: the next one will most likely look at it too. */
  readonly lately = createLruCache<Topic, true>(mostLately)
  private readonly held = new Map<CacheDefinition<unknown>, VersionedCache<Topic, unknown>>()

  of<V>(definition: CacheDefinition<V>): VersionedCache<Topic, V> {
    const cache = this.held.get(definition) ?? definition.create()
    this.held.set(definition, cache)
    return cache as VersionedCache<Topic, V>
  }

  /** Those that were asked so far. */
  *list(): Generator<readonly [name: string, cache: Pick<VersionedCache<Topic, unknown>, 'size' | 'asked'>]> {
    for (const [{ name }, cache] of this.held) yield [name, cache]
  }

  /** Frees what depends on the topic; the next reader would have found it out of date. */
  forget(topic: Topic): void {
    for (const cache of this.held.values()) cache.delete(topic)
  }

  clear(): void {
    for (const cache of this.held.values()) cache.clear()
  }
}
