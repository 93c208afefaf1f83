// Lists records of an entity: listing columns, filters, and the number of records.
import { entityArgument, languageArgument, suggestRecordStep, createStructuredContent } from './arguments.js'
import { defineAction } from './define-action.js'
import { json } from '../model/properties/json.js'
import { number } from '../model/properties/number.js'
import type { ListField, WireRecord } from '../storage/record/results.js'

interface Output {
  readonly entity: string
  readonly records: readonly WireRecord[]
  readonly fields: readonly ListField[]
  /** Number of all records. */
  readonly total: number
  /** Number of records that match the filters. */
  readonly matching: number
  readonly offset: number
  readonly returned: number
  /** Offset of the next page; absent on the last page. */
  readonly next_offset?: number
}

/** Maximum size of the rows in one reply, in characters of JSON. Longer rows mean fewer rows. */
const rowLimit = 34_000

export const listEntities = defineAction({
  name: 'list-entities',
  description:
    'Lists records of an entity, at most 200 per call; use it to find ids. Rows contain the listing columns only; ' +
    'read one record with the action get-entity.',
  input: {
    entity: entityArgument('Name of the entity.'),
    filters: json('Filters', {
      content: createStructuredContent({ type: 'object' }),
      help: 'Names and values as listed by the action describe-entity, for example {"product_id": 12}.',
    }),
    limit: number('Limit', { min: 0, help: 'Maximum number of rows. Default 50, at most 200.' }),
    offset: number('Offset', { min: 0, help: 'Rows to skip. Default 0.' }),
    language: languageArgument(),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:read'] },
  entity: { argument: 'entity', operation: 'list' },
  example: { entity: 'page', filters: { product_id: 1 }, limit: 20 },
  nextStep: suggestRecordStep,
  async run({ records }, { entity, filters = {}, limit, offset, language }): Promise<Output> {
    const entries = new Map(Object.entries(filters))
    const page = await records.list(entity, { filters: entries, limit, offset, language })
    const matching = page.meta.total
    const total = entries.size === 0 ? matching : (await records.list(entity, { limit: 0 })).meta.total
    const rows = takeFittingRows(page.records)
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

/** As many rows as fit, but at least one. */
function takeFittingRows(rows: readonly WireRecord[]): readonly WireRecord[] {
  let length = 0
  const end = rows.findIndex((row) => (length += JSON.stringify(row).length) > rowLimit)
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}
