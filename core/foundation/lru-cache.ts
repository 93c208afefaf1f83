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

/** Creates a cache of at most `maximum` entries. A further entry evicts the least recently used one. */
export function createLruCache<K extends {}, V extends {}>(maximum: number): LruCache<K, V> {
  return new LRUCache<K, V>({ max: maximum })
}
