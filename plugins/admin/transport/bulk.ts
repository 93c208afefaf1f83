// Changes or deletes many records. Each record is written separately, so one refusal stops no other, and undo is possible.
import { createStructuredContent } from '#core/action/arguments.js'
import { prepareInput } from '#core/action/input.js'
import { ValidationError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { boolean } from '#core/model/properties/boolean.js'
import { json as jsonProperty } from '#core/model/properties/json.js'
import { isId } from '#core/model/properties/join.js'
import { string } from '#core/model/properties/string.js'
import { prepareRichTexts } from '#core/storage/pipeline/rich-texts.js'
import { requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { readFormFields } from './form-fields.js'
import { recordOf } from './record.js'
import { requireFields } from './rights.js'
import { changedFields } from './records.js'
import { words } from './session.js'
import { refusalOf } from './refusal.js'
import { shopEffects } from './save-effects.js'
import type { Bulk, BulkReply, WireRow } from './shape.js'
import { type Former, type Gone, keepNotes, takeOut } from './undo.js'

/** Maximum number of records per request. */
export const mostRecords = 1_000
const input = {
  ids: jsonProperty('Ids', { content: createStructuredContent({ type: 'array' }) }),
  filter: jsonProperty('Filter', { content: createStructuredContent({ type: 'object' }) }),
  search: string('Search'),
  change: jsonProperty('Change', { content: createStructuredContent({ type: 'object' }) }),
  delete: boolean('Delete'),
  dry_run: boolean('Dry run'),
}

async function idsOf({ app }: AdminScope, entity: Entity, { ids, filter, search }: Bulk): Promise<readonly number[]> {
  if (ids !== undefined) {
    if (!Array.isArray(ids) || !ids.every(isId)) throw ValidationError.of('ids', "Field 'ids' takes a list of ids.")
    if (ids.length > mostRecords) throw tooMany('ids', ids.length)
    return [...new Set(ids as readonly number[])]
  }
  if (filter === undefined && search === undefined) {
    throw ValidationError.of('ids', "Name the records by 'ids', or by the 'filter' and 'search' of a list.")
  }
  const filters = new Map<string, unknown>(Object.entries(filter ?? {}))
  if (search !== undefined && search !== '') filters.set('search', search)
  const { records, meta } = await app.list(entity.name, { filters, limit: mostRecords, unbounded: true, sort: 'id' })
  if (meta.total > mostRecords) throw tooMany('filter', meta.total)
  return records.map(({ id }) => Number(id))
}

function tooMany(field: string, count: number): ValidationError {
  const most = mostRecords.toLocaleString('en')
  return ValidationError.of(field, `One request changes ${most} records at most, and these are ${count.toLocaleString('en')}.`)
}

export async function bulk(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor, language } = scope
  const given = prepareInput(input, request.fields, words('the change')) as Bulk
  const { change: sent, delete: deletes = false, dry_run: dryRun = false } = given
  const entity = requireTarget(app, request, deletes ? 'delete' : 'update')
  if ((sent !== undefined) === deletes) throw ValidationError.of('change', "Send either 'change' with fields, or 'delete': true.")
  const change = sent && (await readFormFields(entity, sent, language))
  if (change) requireFields(app.registry, visitor.grant, entity, change)
  const ids = await idsOf(scope, entity, given)
  if (change) await prepareRichTexts(app.context, entity, change)
  const refused: BulkReply['refused'][number][] = []
  const former: Former[] = []
  const gone: Gone[] = []
  let changed = 0
  let deleted = 0
  for (const id of ids) {
    try {
      if (change) {
        const before = await changeOne(scope, entity, id, change, dryRun)
        if (before === null) continue
        former.push(before)
        changed += 1
      } else {
        gone.push(await takeOut(scope, entity, id, { dryRun }))
        deleted += 1
      }
    } catch (error) {
      refused.push(refusalOf(scope, id, error))
    }
  }
  const undo = dryRun ? null : await keepNotes(scope, entity, change ? former : gone)
  const last = ids.at(-1)
  const effects = dryRun && change && last !== undefined ? await effectsOf(scope, entity, last, change) : {}
  return json({ changed, deleted, refused, undo, ...effects } satisfies BulkReply)
}

/** Effects on the whole shop. A flag that only one record can have ends up on the last record. */
async function effectsOf({ app }: AdminScope, entity: Entity, id: number, change: WireRow): Promise<Pick<BulkReply, 'base'>> {
  const { record } = await recordOf(app, entity, id)
  return shopEffects(app, entity, record, { ...record, ...change })
}

/** Changes one record. Returns its previous values, or null if nothing changed. */
async function changeOne(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  change: WireRow,
  dryRun: boolean,
): Promise<Former | null> {
  return app.unit(
    async (records) => {
      const unit = records.unitOfWork
      const before = await recordOf(app, entity, id, { unit })
      await records.write(entity.name, change, { id })
      const after = await recordOf(app, entity, id, { unit })
      const fields = changedFields(before.record, after.record).filter((name) => isWritable(entity, name))
      if (fields.length === 0) return null
      const values = Object.fromEntries(fields.map((name) => [name, before.record[name] ?? null]))
      return { id, revision: after.revision, before: values }
    },
    { dryRun },
  )
}

/** True for keys that a record is written with. Translated texts have one key per language; their plain key is read-only. */
function isWritable(entity: Entity, name: string): boolean {
  const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
  if (property) return !property.translatable && !property.readOnly && !property.locked
  return name !== 'id'
}
