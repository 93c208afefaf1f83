// A bounded cache with least-recently-used eviction. The only place that imports the cache library.
import { LRUCache } from 'lru-cache'

export interface LruCache<K, V> {
  get(key: K): V | undefined
  /** Reads without counting as a use. */
  peek(key: K): V | undefined
  set(key: K, value: V): unknown
  /** Keys, the most recently used first. */
  keys(): Iterable<K>
  delete(key: K): boolean
  /** Number of entries. */
  readonly size: number
  clear(): void
}

/** A bound on the total size of the entries. */
export interface LruSize<V> {
  readonly total: number
  /** At least 1. */
  sizeOf(value: V): number
}

/** Creates a cache of at most `maximum` entries. A further entry evicts the least recently used one. */
export function createLruCache<K extends {}, V extends {}>(maximum: number, size?: LruSize<V>): LruCache<K, V> {
  if (size !== undefined) return new LRUCache<K, V>({ max: maximum, maxSize: size.total, sizeCalculation: size.sizeOf })
  // Unlike `max`, a size reserves no memory for entries that do not exist yet.
  return new LRUCache<K, V>({ maxSize: maximum, sizeCalculation: () => 1 })
}
