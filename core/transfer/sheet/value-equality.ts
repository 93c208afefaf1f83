// Compares field values for equality, ignoring the form of empty values and the order of references.
import type { Property } from '../../foundation/property/kind.js'
import { isSameJson } from '../../foundation/json.js'
import { emptyValue } from '../../storage/record/layout.js'

/** Replaces any empty value with the field's own empty value. */
export function toOwnEmptyValue(property: Property, value: unknown): unknown {
  return value === null || value === undefined || value === '' ? emptyValue(property) : value
}

/** True for equal values. The order of list entries and the reason next to a raw rule do not matter. */
export function isSameReferenceValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const toSortedTexts = (list: readonly unknown[]): readonly string[] => list.map((item) => JSON.stringify(item)).sort()
    return isSameJson(toSortedTexts(a), toSortedTexts(b))
  }
  return isSameJson(removeReason(a), removeReason(b))
}

function removeReason(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value
  return value.raw
}
