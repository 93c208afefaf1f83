// Checks that several entities make of two fields that belong together.
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
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

/** A place, from the largest to the smallest: the join that names it, what it joins, and what it is called. */
export type Place = readonly [field: string, entity: string, label: string]

/** Refuses a place that does not lie in the one that is given above it; its record names that under the same field. Taxes follow them. */
export async function within({ record, read }: CheckScope, places: readonly Place[]): Promise<readonly FieldRefusal[]> {
  const issues: FieldRefusal[] = []
  for (const [index, [field, entity, label]] of places.entries()) {
    const above = places[index - 1]
    const id = record[field]
    if (above === undefined || typeof id !== 'number' || record[above[0]] === null) continue
    const found = await read(entity, id)
    if (found?.[above[0]] === record[above[0]]) continue
    const message = `Field ${label} takes a ${entity} that lies in what Field ${above[2]} names.`
    issues.push({ field, refusal: new Refusal(message, 'NOT_WITHIN') })
  }
  return issues
}
