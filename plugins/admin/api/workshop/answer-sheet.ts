// All answers of a question as one sheet: read, and stored with changes, new answers and order in one transaction with one undo.
import { createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import {
  entities,
  entityModel,
  isObject,
  recordGraphs,
  requiredScopes,
  requireEntity,
  requireScopes,
  inputForms,
} from '#core/surface.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import { toBulkRefusal, type ChangeUndo, type SheetUndo, storeUndoNotes } from '../undo.js'
import { readFormFields, readFormRecord } from '../form-record.js'
import type { WireRow } from '../shape.js'
import { requireProduct } from './workshop-tree.js'
import { maxSheetRows, type AnswerSheet, type AnswerSheetReply, type AnswerSheetRow } from './workshop-shape.js'

const entityName = entities.answer.name
const pictureField = 'picker_image'
const plainColumns = ['sku', 'price', 'weight', 'published'] as const

/** Rolls back the rows that were already written. */
class RefusedRowsError extends Error {}

async function listSheetColumns(scope: AdminScope): Promise<readonly string[]> {
  const { registry } = scope.app.context
  const { languages } = (await loadSettingsSnapshot(scope)).snapshot
  const titleKeys = inputForms.toFormField(requireEntity(registry, entityName).properties['title']!, registry, languages).keys
  return [...titleKeys, ...plainColumns]
}

/** The question for the answers. Throws NOT_FOUND unless it belongs to the product. */
async function requireProductQuestion({ app }: AdminScope, product: number, value: unknown): Promise<number> {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? value : 0
  const missing = new NotFoundError(createMessage('errors.noQuestionNamed', { id: String(value).slice(0, 20) }))
  const path =
    entityModel.findOwnerPath(app.context.registry.entities, requireEntity(app.context.registry, 'question'), 'product') ?? []
  let at = id
  for (const { entity, property } of path) {
    if (at === 0) throw missing
    const owner = (await app.records.read(entity, at)).record[property]
    at = typeof owner === 'number' ? owner : 0
  }
  if (at !== product) throw missing
  return id
}

async function requireSheetQuestion(scope: AdminScope): Promise<number> {
  return requireProductQuestion(scope, requireProduct(scope), Number(scope.request.params['question']))
}

interface PositionedAnswer {
  readonly id: number
  readonly ordering: number | null
}

const compareByPosition = (a: PositionedAnswer, b: PositionedAnswer): number =>
  (a.ordering ?? Infinity) - (b.ordering ?? Infinity) || a.id - b.id

/** `GET workshop/<product id>/answer-sheet/<question id>` */
export async function readAnswerSheet(scope: AdminScope): Promise<Reply> {
  const { app, caller } = scope
  const entity = requireEntity(app.context.registry, entityName)
  requireScopes(caller.grant, requiredScopes(entity, 'read'))
  const question = await requireSheetQuestion(scope)
  const columns = await listSheetColumns(scope)
  const { languages } = (await loadSettingsSnapshot(scope)).snapshot
  const filter = { column: 'question_id', values: [question] }
  const answers = await recordGraphs.loadRecords(app.context.database, entity, languages, filter)
  const inOrder = answers
    .map(({ id, values }) => ({ id, ordering: typeof values['ordering'] === 'number' ? values['ordering'] : null }))
    .toSorted(compareByPosition)
  const rows: AnswerSheetRow[] = []
  for (const { id } of inOrder) {
    const { record, revision } = await app.records.read(entityName, id)
    const picture = answers.find((answer) => answer.id === id)?.values[pictureField]
    rows.push({
      id,
      revision,
      fields: Object.fromEntries(columns.map((name) => [name, record[name] ?? null])),
      picture: typeof picture === 'string' && picture !== '' ? picture : null,
    })
  }
  return createJsonReply({ columns, rows } satisfies AnswerSheet)
}

interface ParsedRow {
  readonly id: number | null
  readonly revision: number | undefined
  readonly fields: WireRow
}

function parseSheetRows(value: unknown, columns: readonly string[]): readonly ParsedRow[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  if (rows.length === 0 || rows.length > maxSheetRows)
    throw ValidationError.of('rows', createMessage('errors.sheetRowsRequired', { most: maxSheetRows }))
  return rows.map((row) => {
    const { id, revision, fields }: WireRow = isObject(row) ? row : {}
    const values: WireRow = isObject(fields) ? fields : {}
    return {
      id: typeof id === 'number' ? id : null,
      revision: typeof revision === 'number' ? revision : undefined,
      fields: Object.fromEntries(Object.entries(values).filter(([name]) => columns.includes(name))),
    }
  })
}

/**
 * `POST workshop/<product id>/answer-sheet/<question id>`: the rows in their new order. Rows without id become answers, the others
 * change the fields that they contain. Answers that are no row stay unchanged, after all rows.
 */
export async function storeAnswerSheet(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  const entity = requireEntity(app.context.registry, entityName)
  requireScopes(caller.grant, requiredScopes(entity, 'update'))
  const rows = parseSheetRows(request.fields['rows'], await listSheetColumns(scope))
  if (rows.some(({ id }) => id === null)) requireScopes(caller.grant, requiredScopes(entity, 'create'))
  const question = await requireSheetQuestion(scope)
  const dryRun = request.fields['dry_run'] === true
  let refused: { readonly row: number; readonly message: string }[] = []
  let created: number[] = []
  let changed = 0
  let note: SheetUndo | null = null
  try {
    note = await app.records.unit(
      async (records) => {
        const unit = records.unitOfWork
        const filter = { column: 'question_id', values: [question] }
        const listPositions = async (): Promise<readonly PositionedAnswer[]> =>
          (await recordGraphs.loadRecords(unit, entity, [], filter)).map(({ id, values }) => ({
            id,
            ordering: typeof values['ordering'] === 'number' ? values['ordering'] : null,
          }))
        const before = new Map((await listPositions()).map(({ id, ordering }) => [id, ordering]))
        const former: Omit<ChangeUndo, 'revision'>[] = []
        const sequence: number[] = []
        refused = []
        created = []
        for (const [at, { id, revision, fields }] of rows.entries()) {
          try {
            if (id === null) {
              const written = await readFormFields(entity, fields, language, async () => null)
              created.push((await records.write(entityName, { question_id: question, ...written })).id)
              sequence.push(created.at(-1)!)
              continue
            }
            if (!before.has(id)) throw ValidationError.of('id', createMessage('errors.noAnswerOfQuestion'))
            sequence.push(id)
            if (Object.keys(fields).length === 0) continue
            const { record } = await readFormRecord(app, entity, id, { unit })
            const written = await readFormFields(entity, fields, language, async () => record)
            await records.write(entityName, written, { id, ...(revision !== undefined && { revision }) })
            former.push({ id, before: Object.fromEntries(Object.keys(written).map((name) => [name, record[name] ?? null])) })
          } catch (error) {
            refused.push({ row: at, message: toBulkRefusal(scope, at, error).detail })
          }
        }
        if (refused.length > 0) throw new RefusedRowsError()
        changed = former.length
        // The positions only change if the sequence does, so that a changed price writes one record.
        const present = await listPositions()
        const isListed = new Set(sequence)
        const rest = present.filter(({ id }) => !isListed.has(id)).toSorted(compareByPosition)
        const target = [...sequence, ...rest.map(({ id }) => id)]
        const isMoved = present.toSorted(compareByPosition).some(({ id }, at) => id !== target[at])
        const positions: { readonly id: number; readonly ordering: number | null }[] = []
        for (const [at, id] of isMoved ? target.entries() : []) {
          const ordering = present.find((answer) => answer.id === id)?.ordering ?? null
          if (ordering === at + 1) continue
          if (before.has(id)) positions.push({ id, ordering })
          // Trusted: every position is written, so none has to be freed.
          await records.write(entityName, { ordering: at + 1 }, { id, trusted: true })
        }
        const withRevision = async <T extends { readonly id: number }>(list: readonly T[]) => {
          const result: (T & { readonly revision: number })[] = []
          for (const item of list) result.push({ ...item, revision: (await records.read(entityName, item.id)).revision })
          return result
        }
        return {
          created: await withRevision(created.map((id) => ({ id }))),
          changed: await withRevision(former),
          positions: await withRevision(positions),
        }
      },
      { dryRun },
    )
  } catch (error) {
    if (!(error instanceof RefusedRowsError)) throw error
  }
  const isStored = note !== null && !dryRun
  const undo = note && !dryRun ? await storeUndoNotes(scope, entity, [note]) : null
  return createJsonReply({
    created: refused.length > 0 ? 0 : created.length,
    changed: refused.length > 0 ? 0 : changed,
    moved: note?.positions.length ?? 0,
    refused,
    ids: isStored ? created : [],
    undo,
  } satisfies AnswerSheetReply)
}
