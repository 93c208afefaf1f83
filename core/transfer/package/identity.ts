// Identifies records by texts and codes instead of ids, to find the same record in another shop.
import { type Entity, isReadable } from '../../model/entity/define.js'
import { getFlatKeys } from '../../storage/record/layout.js'

/** Maximum length of an identifying text. */
const maxNameLength = 200

/** By field or flat key; empty for a record without identifying texts. */
export function toIdentifyingTexts(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  const keep = (key: string): void => {
    const value = values[key]
    if (typeof value === 'string' && value !== '' && value.length <= maxNameLength) names[key] = value
  }
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !isReadable(property) || property.kind.filter !== 'search') continue
    if (!property.translatable) keep(name)
    else
      for (const { key } of [...getFlatKeys(entity, languages).values()].filter((flat) => flat.property.name === name)) keep(key)
  }
  return names
}
