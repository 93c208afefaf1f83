// Cross-field checks that several entities share.
import { listQuoted, createMessage, createLabel } from '../../foundation/message.js'
import { type CheckScope, Refusal } from '../../foundation/property/kind.js'
import type { FieldRefusal } from './define.js'

type WholeRecord = Readonly<Record<string, unknown>>

/** Refuses a lower bound above the upper bound. A bound that is null is open. */
export function checkRange(
  record: WholeRecord,
  low: string,
  high: string,
  labels: readonly [string, string],
): readonly FieldRefusal[] {
  const [lower, upper] = [record[low], record[high]]
  if (typeof lower !== 'number' || typeof upper !== 'number' || lower <= upper) return []
  return [
    {
      field: high,
      refusal: new Refusal(
        createMessage('fields.rangeReversed', {
          field: createLabel('field', labels[1]),
          field2: createLabel('field', labels[0]),
          least: lower,
        }),
        'OUT_OF_RANGE',
      ),
    },
  ]
}

/** Requires exactly one filled field of several. Reports the refusal at the surplus field, or at the first if none is filled. */
export function requireExactlyOne(record: WholeRecord, fields: readonly string[]): readonly FieldRefusal[] {
  const filled = fields.filter((field) => record[field] !== null && record[field] !== undefined)
  if (filled.length === 1) return []
  const message = createMessage('fields.exactlyOne', { names: listQuoted(fields), count: filled.length })
  return [{ field: filled[1] ?? fields[0]!, refusal: new Refusal(message) }]
}

/** A geographical area, listed from the largest to the smallest: join property, joined entity and label. */
export type GeographicLevel = readonly [field: string, entity: string, label: string]

/**
 * Refuses an area that is not part of the next larger area of the record, for example a county of another state. The area's own
 * record refers to the larger one under the same field. Tax rates depend on these fields.
 */
export async function checkGeographicLevels(
  { record, read }: CheckScope,
  places: readonly GeographicLevel[],
): Promise<readonly FieldRefusal[]> {
  const issues: FieldRefusal[] = []
  for (const [index, [field, entity, label]] of places.entries()) {
    const parentLevel = places[index - 1]
    const id = record[field]
    if (parentLevel === undefined || typeof id !== 'number' || record[parentLevel[0]] === null) continue
    const area = await read(entity, id)
    if (area?.[parentLevel[0]] === record[parentLevel[0]]) continue
    const message = createMessage('fields.areaElsewhere', {
      field: createLabel('field', label),
      entity: createLabel('entity', entity),
      field2: createLabel('field', parentLevel[2]),
    })
    issues.push({ field, refusal: new Refusal(message, 'NOT_WITHIN') })
  }
  return issues
}
