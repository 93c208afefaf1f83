// Whether what two fields hold says the same: empty in any way, or with names in any order.
import type { Property } from '../../foundation/property/kind.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { emptyValue } from '../../storage/record/values.js'

/** What an emptied field holds, of what is empty. */
export function orEmpty(property: Property, value: unknown): unknown {
  return value === null || value === undefined || value === '' ? emptyValue(property) : value
}

/** Pairs say the same in any order, a raw rule whatever reason stands beside it. */
export function sameNaming(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const told = (list: readonly unknown[]): readonly string[] => list.map((one) => JSON.stringify(one)).sort()
    return isSameJson(told(a), told(b))
  }
  return isSameJson(withoutReason(a), withoutReason(b))
}

function withoutReason(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value
  return value.raw
}
