// Changes or deletes many records. Each record is written separately, so one refusal stops no other, and undo is possible.
import { boolean, createMessage, json as jsonProperty, type Message, string, ValidationError } from '#core/contract.js'
import { type Entity, type ListQuery, requireEntity, inputForms, recordGraphs } from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { loadChoicesById } from './choices.js'
import { addImpliedValues, readFormRecord, requireFieldRights, readTypedNumbers } from './form-record.js'
import { describeBlockers, findChangedFields, findShopEffects } from './records.js'
import { createInputWords } from './session.js'
import { createLabelTranslator, toCountedLabel } from '../wording/label-translator.js'
import {
  toBulkRefusal,
  type ChangeUndo,
  type DeletionUndo,
  storeUndoNotes,
  deleteForUndo,
  canDeleteContents,
  contentLinks,
} from './undo.js'
import type { BulkRequest, BulkReply, DeletedRecords, RefusedRecord, WireRow } from './shape.js'

/** Maximum number of records per request. */
const maxBulkRecords = 1_000
/** The target records of a request, and whether it only reports its effects. */
export const bulkTargetInput = {
  ids: jsonProperty('Ids', { content: inputForms.createStructuredContent({ type: 'array' }) }),
  filter: jsonProperty('Filter', { content: inputForms.createStructuredContent({ type: 'object' }) }),
  search: string('Search'),
  dry_run: boolean('Dry run'),
}
/** The dry run of a delete names the blockers of this number of refused records. */
const describedRefusals = 20

const bulkInput = {
  ...bulkTargetInput,
  change: jsonProperty('Change', { content: inputForms.createStructuredContent({ type: 'object' }) }),
  delete: boolean('Delete'),
  contents: boolean('Contents'),
}

/** Adds the search to a query. */
type SearchReader = (query: ListQuery, search: string) => ListQuery

const filterBySearch: SearchReader = (query, search) =>
  search === '' ? query : { ...query, filters: new Map(query.filters).set('search', search) }

interface TargetOptions {
  readonly addSearch?: SearchReader
  readonly most?: number
  /** The refusal above the maximum. Default: with the number of records. */
  readonly tooMany?: Message
}

/** The ids of the target records: the named ones, or all matches of a list. VALIDATION_FAILED above the maximum. */
export async function listTargetIds(
  { app }: AdminScope,
  entity: Entity,
  { ids, filter, search }: Pick<BulkRequest, 'ids' | 'filter' | 'search'>,
  { addSearch = filterBySearch, most = maxBulkRecords, tooMany }: TargetOptions = {},
): Promise<readonly number[]> {
  if (ids !== undefined) {
    if (!Array.isArray(ids) || !ids.every(inputForms.isId))
      throw ValidationError.of('ids', createMessage('errors.idListRequired'))
    if (ids.length > most) throw createTooManyError('ids', ids.length, most, tooMany)
    return [...new Set(ids as readonly number[])]
  }
  if (filter === undefined && search === undefined) {
    throw ValidationError.of('ids', createMessage('errors.recordsRequired'))
  }
  const query = {
    filters: new Map<string, unknown>(Object.entries(filter ?? {})),
    limit: most,
    unbounded: true,
    sort: 'id',
  }
  const { records, meta } = await app.records.list(entity.name, addSearch(query, search ?? ''))
  if (meta.total > most) throw createTooManyError('filter', meta.total, most, tooMany)
  return records.map(({ id }) => Number(id))
}

function createTooManyError(field: string, count: number, most: number, tooMany?: Message): ValidationError {
  return ValidationError.of(field, tooMany ?? createMessage('errors.tooManyRecords', { most, count }))
}

export async function changeRecords(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  const bulkRequest = inputForms.prepareInput(
    bulkInput,
    request.fields,
    createInputWords(createMessage('errors.ownerChange')),
  ) as BulkRequest
  const { change: changeFields, delete: deletes = false, dry_run: dryRun = false } = bulkRequest
  const contents = bulkRequest.contents === true
  const entity = requireTargetEntity(app, request, deletes ? 'delete' : 'update')
  if ((changeFields !== undefined) === deletes) throw ValidationError.of('change', createMessage('errors.changeOrDelete'))
  const change = changeFields && (await readTypedNumbers(entity.properties, changeFields, language))
  if (change) requireFieldRights(app.context.registry, caller.grant, entity, change)
  const ids = await listTargetIds(scope, entity, bulkRequest)
  if (change) await recordGraphs.prepareRichTexts(app.context, entity, change)
  const refusals: ReturnType<typeof toBulkRefusal>[] = []
  const former: ChangeUndo[] = []
  const deletions: DeletionUndo[] = []
  let changed = 0
  let deleted = 0
  for (const id of ids) {
    try {
      if (change) {
        const before = await changeOneRecord(scope, entity, id, change, dryRun)
        if (before === null) continue
        former.push(before)
        changed += 1
      } else {
        deletions.push(await deleteForUndo(scope, entity, id, { dryRun, contents }))
        deleted += 1
      }
    } catch (error) {
      refusals.push(toBulkRefusal(scope, id, error))
    }
  }
  const undo = dryRun ? null : await storeUndoNotes(scope, entity, change ? former : deletions)
  const last = ids.at(-1)
  const effects = dryRun && change && last !== undefined ? await readShopEffects(scope, entity, last, change) : {}
  const choices = await loadChoicesById(
    scope,
    entity,
    refusals.map(({ id }) => id),
  )
  const titles = new Map(choices.map(({ id, label }) => [id, label]))
  const refused = refusals.map((refusal): RefusedRecord => ({ ...refusal, title: titles.get(refusal.id) ?? '' }))
  if (dryRun && contents) {
    for (const [index, refusal] of refused.slice(0, describedRefusals).entries())
      refused[index] = await addBlockers(scope, entity, refusal)
  }
  const inside = dryRun && contents ? { contents: countContents(scope, entity, deletions) } : {}
  return createJsonReply({ changed, deleted, refused, undo, ...effects, ...inside } satisfies BulkReply)
}

/** Adds the records that prevent the delete, if that is why it was refused. */
async function addBlockers(scope: AdminScope, entity: Entity, refusal: RefusedRecord): Promise<RefusedRecord> {
  if (refusal.code !== 'VALIDATION_FAILED' || !canDeleteContents(entity)) return refusal
  try {
    const { blockers } = await recordGraphs.removeGraph(scope.app.context, entity.name, refusal.id, {
      dryRun: true,
      links: contentLinks,
    })
    return blockers.length === 0 ? refusal : { ...refusal, blockers: await describeBlockers(scope, blockers) }
  } catch (error) {
    // The record refuses the delete itself.
    if (error instanceof ValidationError) return refusal
    throw error
  }
}

/** The records inside of the deleted ones, by entity. */
function countContents(
  { app, language }: AdminScope,
  entity: Entity,
  deletions: readonly DeletionUndo[],
): readonly DeletedRecords[] {
  const translate = createLabelTranslator(app.context.registry, language)
  const counts = new Map<string, number>()
  for (const { id, kept } of deletions) {
    for (const record of kept)
      if (record.entity !== entity.name || record.id !== id) counts.set(record.entity, (counts.get(record.entity) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => ({
    entity: name,
    label: toCountedLabel(requireEntity(app.context.registry, name), count, translate),
    count,
  }))
}

/** Effects on the whole shop. A flag that only one record can have ends up on the last record. */
async function readShopEffects(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  change: WireRow,
): Promise<Pick<BulkReply, 'base'>> {
  const { record } = await readFormRecord(app, entity, id)
  return findShopEffects(app, entity, record, { ...record, ...change })
}

/** Changes one record. Returns its previous values, or null if nothing changed. */
async function changeOneRecord(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  change: WireRow,
  dryRun: boolean,
): Promise<ChangeUndo | null> {
  return app.records.unit(
    async (records) => {
      const unit = records.unitOfWork
      const before = await readFormRecord(app, entity, id, { unit })
      await records.write(entity.name, addImpliedValues(entity, change, before.record), { id })
      const after = await readFormRecord(app, entity, id, { unit })
      const fields = findChangedFields(before.record, after.record).filter((name) => isWritableField(entity, name))
      if (fields.length === 0) return null
      const values = Object.fromEntries(fields.map((name) => [name, before.record[name] ?? null]))
      return { id, revision: after.revision, before: values }
    },
    { dryRun },
  )
}

/** True for keys that a record is written with. Translated texts have one key per language; their plain key is read-only. */
function isWritableField(entity: Entity, name: string): boolean {
  const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
  if (property) return !property.translatable && !property.readOnly && !property.locked
  return name !== 'id'
}
