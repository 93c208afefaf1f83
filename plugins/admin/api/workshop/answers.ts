// Creates many answers of one question from spreadsheet rows: all or none, with an optional dry run.
import { createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import { isObject, requiredScopes, requireEntity, requireScopes, entities, entityModel, textGaps } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import type { AnswerRow, AnswersReply } from './shape.js'
import { requireProduct } from './workshop-tree.js'

const maxAnswerRows = 1_000

type RowRefusals = { readonly row: number; readonly message: string }[]

/** Rolls back the rows that were already written. */
class RefusedRowsError extends Error {}

function parseAnswerRows(value: unknown): readonly AnswerRow[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  if (rows.length === 0 || rows.length > maxAnswerRows)
    throw ValidationError.of('rows', createMessage('errors.answerRowsRequired', { most: maxAnswerRows }))
  return rows.map((row) => {
    const { title, sku, price }: Readonly<Record<string, unknown>> = isObject(row) ? row : {}
    return {
      title: typeof title === 'string' ? title : '',
      ...(typeof sku === 'string' && { sku }),
      ...(typeof price === 'number' && { price }),
    }
  })
}

/** The question for the answers. Throws NOT_FOUND unless it belongs to the product. */
export async function requireProductQuestion({ app }: AdminScope, product: number, value: unknown): Promise<number> {
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

export async function addAnswers(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const { fields } = request
  const product = requireProduct(scope)
  requireScopes(caller.grant, requiredScopes(requireEntity(app.context.registry, entities.answer), 'create'))
  const rows = parseAnswerRows(fields['rows'])
  const question_id = await requireProductQuestion(scope, product, fields['question_id'])
  const { languages } = (await loadSettingsSnapshot(scope)).snapshot
  const dryRun = fields['dry_run'] === true
  let refused: RowRefusals = []
  let ids: number[] = []
  try {
    await app.records.unit(
      async (records) => {
        refused = []
        ids = []
        for (const [row, { title, ...rest }] of rows.entries()) {
          const titles = Object.fromEntries(languages.map((tag) => [textGaps.flatKey('title', tag), title]))
          try {
            ids.push((await records.write('answer', { question_id, ...titles, ...rest })).id)
          } catch (error) {
            if (!(error instanceof ValidationError)) throw error
            // A missing title is missing in every language, so one message is enough.
            refused.push({ row, message: error.issues[0]?.message ?? error.message })
          }
        }
        if (refused.length > 0) throw new RefusedRowsError()
      },
      { dryRun },
    )
  } catch (error) {
    if (!(error instanceof RefusedRowsError)) throw error
  }
  const createdCount = refused.length > 0 ? 0 : ids.length
  return createJsonReply({ made: createdCount, refused, ids: dryRun || createdCount === 0 ? [] : ids } satisfies AnswersReply)
}
