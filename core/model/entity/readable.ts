// Which of an entity's properties lie in columns, and which may leave storage at all.
import type { Property } from '../../ground/property/kind.js'

/** True where the entity's own table has a column for it: texts of translatable fields and child lists have none. */
export function hasColumn(property: Property): boolean {
  return !property.translatable && property.kind.column(property) !== null
}

/** True for what reads return, and what may therefore be filtered, sorted and counted by (spec 2.3 `apiSensitive`). */
export function isReadable(property: Property): boolean {
  if (property.apiSensitive || property.kind.schema(property, 'read') === null) return false
  return property.translatable === true || hasColumn(property)
}
