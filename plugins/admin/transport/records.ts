// Lists, reads, creates, changes and deletes records. Writes support a dry run, and a conflict returns the current record.
import type { App } from '#core/app.js'
import { NotFoundError, ServiceError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { gather } from '#core/storage/pipeline/remove.js'
import { prepareRichTexts } from '#core/storage/pipeline/rich-texts.js'
import { momentOf } from '#core/storage/record/moment.js'
import type { Finding } from '#core/storage/record/results.js'
import { problemReply } from '../../http/problem.js'
import { recordLanguage } from '../../http/record-query.js'
import { etagOf, expectedRevision, precondition } from '../../http/record-tag.js'
import { requireId, requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { tellIn } from '../wording/told.js'
import { callFor } from './called.js'
import { readFormFields } from './form-fields.js'
import { listOf } from './list-query.js'
import { type RecordOptions, recordOf } from './record.js'
import { requireFields } from './rights.js'
import type { DeleteReply, DryRun, RecordList, RecordReply, WireRow } from './shape.js'
import { shopEffects } from './save-effects.js'
import { keepNotes, takeOut } from './undo.js'

export async function listRecords(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const name = request.params['entity'] ?? ''
  if (name.endsWith('.csv')) return (await import('./csv.js')).csvOf(scope, name.slice(0, -'.csv'.length))
  const entity = requireTarget(app, request, 'list')
  const { records, meta } = await app.list(entity.name, listOf(scope), { moment: request.moment ?? undefined })
  const { total, limit, offset } = meta
  return json({ data: records, meta: { total, limit, offset } } satisfies RecordList)
}

const dryRun = 'dry_run'

function optionsOf({ request }: AdminScope): RecordOptions & { readonly rehearsed: boolean } {
  const language = recordLanguage(request, [dryRun])
  return { language, moment: request.moment ?? undefined, rehearsed: /^(1|true)$/.test(request.query.values.get(dryRun) ?? '') }
}

const reply = (record: RecordReply, status = 200): Reply => json(record, status, { etag: etagOf(record.revision) })

async function withName(scope: AdminScope, entity: Entity, record: RecordReply): Promise<RecordReply> {
  const called = (await callFor(scope, entity, [{ id: record.id, values: record.record }])).get(record.id)
  return called === undefined ? record : { ...record, called }
}

export async function readRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTarget(app, request, 'read')
  return reply(await withName(scope, entity, await recordOf(app, entity, requireId(entity, request), optionsOf(scope))))
}

/** A write to the store's own settings may have changed the languages, so the snapshot of the settings is read again. */
const afterwards = (entity: Entity, { moment, ...options }: RecordOptions): RecordOptions =>
  entity.topic === 'store' ? options : { ...options, moment }

/** Findings of a write, in the caller's language. */
function toldFindings({ app, language }: AdminScope, findings: readonly Finding[] | undefined): Pick<RecordReply, 'findings'> {
  const tell = tellIn(app.registry, language)
  return findings === undefined ? {} : { findings: findings.map((one) => tell.finding(one)) }
}

export async function createRecord(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const entity = requireTarget(app, request, 'create')
  const { rehearsed, ...options } = optionsOf(scope)
  const fields = await readFormFields(entity, request.fields, scope.language)
  requireFields(app.registry, visitor.grant, entity, fields)
  const { id, findings } = await app.write(entity.name, fields, { ...options, dryRun: rehearsed })
  if (rehearsed) {
    const effects = await shopEffects(app, entity, null, fields)
    return json({ would: 'create', changed: Object.keys(fields), affected: {}, ...effects } satisfies DryRun)
  }
  const record = await recordOf(app, entity, id, afterwards(entity, options))
  return reply({ ...(await withName(scope, entity, record)), ...toldFindings(scope, findings) }, 201)
}

/** Adds the current record to the refusal of an outdated write. */
async function orCurrent(scope: AdminScope, entity: Entity, id: number, run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PRECONDITION_FAILED') throw error
    const current = await recordOf(scope.app, entity, id)
    const told = tellIn(scope.app.registry, scope.language).error(error)
    const problem = problemReply(told, scope.server.errorTypeBase(), scope.request.id)
    const body = JSON.stringify({ ...(JSON.parse(problem.body) as object), current })
    return { ...problem, body, headers: { ...problem.headers, etag: etagOf(current.revision) } }
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields with different values, in the order of the record after the write. */
export const changedFields = (before: WireRow, after: WireRow): readonly string[] =>
  Object.keys(after).filter((name) => !same(before[name], after[name]))

export async function changeRecord(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const entity = requireTarget(app, request, 'update')
  const id = requireId(entity, request)
  const { rehearsed, ...options } = optionsOf(scope)
  const fields = await readFormFields(entity, request.fields, scope.language)
  requireFields(app.registry, visitor.grant, entity, fields)
  return orCurrent(scope, entity, id, async () => {
    const present = async (): Promise<number> => (await app.read(entity.name, id)).revision
    const revision = await expectedRevision(precondition(request), present)
    if (rehearsed) return json(await rehearseChange(scope, entity, id, fields, { ...options, revision }))
    const { findings } = await app.write(entity.name, fields, { ...options, id, revision })
    const record = await recordOf(app, entity, id, afterwards(entity, options))
    return reply({ ...(await withName(scope, entity, record)), ...toldFindings(scope, findings) })
  })
}

/** Open quotes keep their frozen lines, but the author of the change may want to know about them. */
async function openQuotesWith(app: App, product: number): Promise<number> {
  const [row] = await app.context.database.query(
    `SELECT COUNT(DISTINCT q.id) AS held FROM svc_quote q JOIN svc_quote_line l ON l.quote_id = q.id
      WHERE l.product_id = ? AND q.status IN ('requested', 'sent')`,
    [product],
  )
  return Number(row?.['held'] ?? 0)
}

async function rehearseChange(
  scope: AdminScope,
  entity: Entity,
  id: number,
  fields: WireRow,
  { language, revision }: RecordOptions & { readonly revision: number | undefined },
): Promise<DryRun> {
  const { app } = scope
  const { performDryRun } = await import('#core/action/dry-run.js')
  const place = { entity: entity.name, id }
  await prepareRichTexts(app.context, entity, fields)
  const { result, findings, affected } = await performDryRun({ context: app.context, records: app }, place, async (records) => {
    const unit = records.unitOfWork
    const before = await recordOf(app, entity, id, { language, unit })
    const written = await records.write(entity.name, fields, { id, language, revision })
    const after = await recordOf(app, entity, id, { language, unit })
    return { written, before: before.record, after: after.record }
  })
  const quotes = affected && (await openQuotesWith(app, affected.product_id))
  const more = {
    ...(findings.length > 0 && toldFindings(scope, findings)),
    ...(affected && { touches: affected }),
    ...(quotes !== undefined && quotes > 0 && { quotes }),
  }
  const { before, after } = result
  const effects = await shopEffects(app, entity, before, after)
  return { would: 'change', changed: changedFields(before, after), affected: {}, ...more, ...effects }
}

export async function deleteRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTarget(app, request, 'delete')
  const id = requireId(entity, request)
  const { rehearsed } = optionsOf(scope)
  return orCurrent(scope, entity, id, async () => {
    const present = async (): Promise<number> => (await app.read(entity.name, id)).revision
    const revision = await expectedRevision(precondition(request), present)
    const gone = await takeOut(scope, entity, id, { revision, dryRun: rehearsed })
    if (rehearsed) return json(await rehearseDelete(scope, entity, id))
    return json({ undo: await keepNotes(scope, entity, [gone]) } satisfies DeleteReply)
  })
}

/** Counts the other records that the delete would remove or change, by entity. */
function rehearseDelete({ app }: AdminScope, entity: Entity, id: number): Promise<DryRun> {
  return app.unit(
    async ({ unitOfWork: u }) => {
      const { snapshot } = await momentOf(app.context, u)
      const leaving = await gather({ context: app.context, u, snapshot }, entity, id, new Map())
      const affected: Record<string, number> = {}
      for (const { entity: other, record } of leaving.values()) {
        if (other === entity && record.id === id) continue
        affected[other.name] = (affected[other.name] ?? 0) + 1
      }
      return { would: 'delete', changed: [], affected }
    },
    { dryRun: true },
  )
}

/** Unknown addresses below the API get a JSON error, not a page. */
export function noSuchAddress({ request }: AdminScope): never {
  throw new NotFoundError(`There is no address '${request.path.slice(0, 200)}' in the admin's API.`)
}
