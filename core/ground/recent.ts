// What was used last, of a bounded number: the home of the cache library.
import { LRUCache } from 'lru-cache'

export interface Recent<K, V> {
  get(key: K): V | undefined
  /** The same without counting as a use. */
  peek(key: K): V | undefined
  set(key: K, value: V): unknown
  /** The one that was used last comes first. */
  keys(): Iterable<K>
  delete(key: K): boolean
  /** How many there are. */
  readonly size: number
  clear(): void
}

/** Holds the `most` entries that were used last; what is put in beyond drives out the one that was not asked for the longest. */
export function createRecent<K extends {}, V extends {}>(most: number): Recent<K, V> {
  return new LRUCache<K, V>({ max: most })
}
