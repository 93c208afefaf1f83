// Whether two values of JSON say the same, whatever the order of their keys.
import { isObject } from '../../ground/object.js'
import type { Property } from '../../ground/property/kind.js'
import { emptyValue } from '../../storage/record/values.js'

export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
}

/** What an emptied field holds, of what is empty. */
export function orEmpty(property: Property, value: unknown): unknown {
  return value === null || value === undefined || value === '' ? emptyValue(property) : value
}

/** Pairs say the same in any order, a raw rule whatever reason stands beside it. */
export function sameNaming(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const told = (list: readonly unknown[]): readonly string[] => list.map((one) => JSON.stringify(one)).sort()
    return sameValue(told(a), told(b))
  }
  return sameValue(withoutReason(a), withoutReason(b))
}

function withoutReason(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value)) return value
  return value.raw
}
