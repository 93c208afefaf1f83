// The flat keys of an entity's translatable fields in the active languages: `title_en_GB` is the field `title` in en-GB.
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { getLayout } from './layout.js'

export interface FlatKey {
  readonly key: string
  readonly property: Property
  readonly tag: string
}

const flatKeyCache = new WeakMap<Entity, { readonly languages: readonly string[]; readonly keys: ReadonlyMap<string, FlatKey> }>()

/** By key, in declaration order, then in the order of the languages. */
export function getFlatKeys(entity: Entity, languages: readonly string[]): ReadonlyMap<string, FlatKey> {
  const cachedKeys = flatKeyCache.get(entity)
  if (cachedKeys?.languages === languages) return cachedKeys.keys
  const keys = new Map<string, FlatKey>()
  for (const property of getLayout(entity).translatable) {
    for (const tag of languages) {
      const key = flatKey(property.name, tag)
      keys.set(key, { key, property, tag })
    }
  }
  flatKeyCache.set(entity, { languages, keys })
  return keys
}
