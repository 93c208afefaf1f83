// Between prepared values and columns: what a column gets, and what an emptied field is.
import { foldText } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import type { SqlParameter } from '../database/statement.js'
import { presentValue } from './present.js'

const textColumns = new WeakMap<Property, boolean>()

/** True where the column holds '' for nothing: texts are NOT NULL, everything else may be null (spec 2.4). */
export function isTextColumn(property: Property): boolean {
  const known = textColumns.get(property)
  if (known !== undefined) return known
  const column = property.kind.column(property)
  const isText = column !== null && !column.nullable && ['key', 'string', 'text'].includes(column.type)
  textColumns.set(property, isText)
  return isText
}

/** What a field holds that was emptied: null, or what its kind makes of ''. */
export function emptyValue(property: Property): unknown {
  if (property.translatable) return ''
  return presentValue(property, isTextColumn(property) ? '' : null)
}

/** True for what `required` refuses. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** True where there is nothing for the property's kind to judge; an empty list is nothing only where lists are taken. */
export function isUnset(property: Property, value: unknown): boolean {
  return isEmpty(value) && (!Array.isArray(value) || Array.isArray(emptyValue(property)))
}

/** A column value as its hidden companion holds it. */
export function toFolded(stored: SqlParameter): string {
  return typeof stored === 'string' ? foldText(stored) : ''
}

/** A prepared value as its column holds it. */
export function toColumn(property: Property, value: unknown): SqlParameter {
  if (value === null || value === undefined || value === '') return isTextColumn(property) ? '' : null
  return (property.kind.store ? property.kind.store(value, property) : value) as SqlParameter
}
