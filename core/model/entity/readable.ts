// Decides which properties are stored in columns and which ones may be returned.
import type { Property } from '../../foundation/property/kind.js'

/** True if the entity's own table has a column for the property. Translatable texts and child lists have none. */
export function hasColumn(property: Property): boolean {
  return !property.translatable && property.kind.column(property) !== null
}

/** True if reads return the property, so it is not `apiSensitive`. Only such properties can be filtered, sorted and counted. */
export function isReadable(property: Property): boolean {
  if (property.apiSensitive || property.kind.schema(property, 'read') === null) return false
  return property.translatable === true || hasColumn(property)
}
