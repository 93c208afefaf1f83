// Checks that several entities make of two fields that belong together.
import { Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from './define.js'

type WholeRecord = Readonly<Record<string, unknown>>

/** Refuses a lower bound above its upper one; a bound that is null is open. */
export function ordered(
  record: WholeRecord,
  low: string,
  high: string,
  labels: readonly [string, string],
): readonly FieldRefusal[] {
  const [least, most] = [record[low], record[high]]
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return []
  return [
    {
      field: high,
      refusal: new Refusal(`Field ${labels[1]} cannot be less than ${labels[0]}, which is ${least}.`, 'OUT_OF_RANGE'),
    },
  ]
}

/** Refuses anything but exactly one filled field of several; the issue stands at the first. */
export function exactlyOne(record: WholeRecord, fields: readonly string[]): readonly FieldRefusal[] {
  const filled = fields.filter((field) => record[field] !== null && record[field] !== undefined)
  if (filled.length === 1) return []
  const names = fields.map((field) => `'${field}'`).join(', ')
  const found = filled.length === 0 ? 'none was sent' : `${filled.length} were sent`
  return [{ field: filled[1] ?? fields[0]!, refusal: new Refusal(`Exactly one of ${names} must be given; ${found}.`) }]
}
