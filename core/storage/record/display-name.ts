// Builds the display name of a record: the first text of its listing columns, else its id.
import type { Entity } from '../../model/entity/define.js'
import { isReadable } from '../../model/entity/readable.js'

/** `page "Frame"`, or `page 12` if the record has no text. */
export function formatDisplayName(entity: Entity, values: Readonly<Record<string, unknown>>): string {
  const text = findNameText(entity, values)
  return text === null ? `${entity.label} ${String(values.id)}` : `${entity.label} "${text}"`
}

function findNameText(entity: Entity, values: Readonly<Record<string, unknown>>): string | null {
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !isReadable(property) || property.kind.filter !== 'search') continue
    const value = values[name]
    if (typeof value === 'string' && value !== '') return value.length > 100 ? `${value.slice(0, 100)}…` : value
  }
  return null
}
