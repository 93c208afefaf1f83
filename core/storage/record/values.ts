// Converts between prepared values and columns, and defines the empty value of a field.
import { foldText } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import type { SqlParameter } from '../database/statement.js'
import { presentValue } from './present.js'

const textColumnCache = new WeakMap<Property, boolean>()

/** True if the empty value of the column is ''. Texts are NOT NULL, all other columns can be null. */
export function isTextColumn(property: Property): boolean {
  const cachedResult = textColumnCache.get(property)
  if (cachedResult !== undefined) return cachedResult
  const column = property.kind.column(property)
  const isText = column !== null && !column.nullable && ['key', 'string', 'text'].includes(column.type)
  textColumnCache.set(property, isText)
  return isText
}

/** The value of an emptied field: null, or what its kind makes of ''. */
export function emptyValue(property: Property): unknown {
  if (property.translatable) return ''
  return presentValue(property, isTextColumn(property) ? '' : null)
}

/** True for values that `required` rejects. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** True if there is no value to validate. An empty list counts as unset only if the property takes lists. */
export function isUnset(property: Property, value: unknown): boolean {
  return isEmpty(value) && (!Array.isArray(value) || Array.isArray(emptyValue(property)))
}

/** The folded form of a column value, for the hidden folded column. */
export function toFoldedValue(stored: SqlParameter): string {
  return typeof stored === 'string' ? foldText(stored) : ''
}

/** The column value of a prepared value. */
export function toColumnValue(property: Property, value: unknown): SqlParameter {
  if (value === null || value === undefined || value === '') return isTextColumn(property) ? '' : null
  return (property.kind.store ? property.kind.store(value, property) : value) as SqlParameter
}
