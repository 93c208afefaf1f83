// What a record is known by where ids do not count: the texts and codes by which people tell it from its neighbours.
import type { Entity } from '../../model/entity/define.js'
import { isReadable } from '../../model/entity/readable.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'

/** Texts at most; a record is known by a few. */
const longest = 200

/** By field or flat key; empty for a record without any. */
export function namesOf(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  const keep = (key: string): void => {
    const value = values[key]
    if (typeof value === 'string' && value !== '' && value.length <= longest) names[key] = value
  }
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !isReadable(property) || property.kind.filter !== 'search') continue
    if (!property.translatable) keep(name)
    else
      for (const { key } of [...flatKeysOf(entity, languages).values()].filter((flat) => flat.property.name === name)) keep(key)
  }
  return names
}

/** How many of the texts are the same: 0 for another record. */
export function likeness(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): number {
  return Object.entries(a).filter(([key, text]) => Object.hasOwn(b, key) && b[key] === text).length
}
