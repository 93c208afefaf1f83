// Lists records of an entity: listing columns, what matches the filters, and how many there are at all (spec 4.4).
import { entityArgument, languageArgument, recordStep, structure } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import type { ListField, WireRecord } from '../storage/record/results.js'

interface Output {
  readonly entity: string
  readonly records: readonly WireRecord[]
  readonly fields: readonly ListField[]
  /** All records of the entity. */
  readonly total: number
  /** Those that match the filters. */
  readonly matching: number
  readonly offset: number
  readonly returned: number
  /** Where the next call begins; absent with the last row. */
  readonly next_offset?: number
}

/** Characters of JSON that the rows of one reply may take; fewer rows come where they are long. */
const room = 34_000

export const listEntities = defineAction({
  name: 'list-entities',
  description:
    'Lists records of an entity, at most 200 a call; use it to find ids. Rows hold the listing columns only; ' +
    'read one record with the action get-entity.',
  input: {
    entity: entityArgument('Name of the entity.'),
    filters: json('Filters', {
      content: structure({ type: 'object' }),
      help: 'Names and values as the action describe-entity lists them, e.g. {"product_id": 12}.',
    }),
    limit: number('Limit', { min: 0, help: 'Rows at most; 50 if left out, never more than 200.' }),
    offset: number('Offset', { min: 0, help: 'Rows to skip; 0 if left out.' }),
    language: languageArgument(),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:read'] },
  entity: { argument: 'entity', operation: 'list' },
  example: { entity: 'page', filters: { product_id: 1 }, limit: 20 },
  nextStep: recordStep,
  async run({ records }, { entity, filters = {}, limit, offset, language }): Promise<Output> {
    const entries = new Map(Object.entries(filters))
    const page = await records.list(entity, { filters: entries, limit, offset, language })
    const matching = page.meta.total
    const total = entries.size === 0 ? matching : (await records.list(entity, { limit: 0 })).meta.total
    const rows = fitting(page.records)
    const next = page.meta.offset + rows.length
    return {
      entity,
      records: rows,
      fields: page.fields,
      total,
      matching,
      offset: page.meta.offset,
      returned: rows.length,
      ...(next < matching && rows.length > 0 ? { next_offset: next } : {}),
    }
  },
})

/** As many rows as fit, the first one always. */
function fitting(rows: readonly WireRecord[]): readonly WireRecord[] {
  let length = 0
  const end = rows.findIndex((row) => (length += JSON.stringify(row).length) > room)
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}
