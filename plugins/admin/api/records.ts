// Lists, reads, creates, changes and deletes records. Writes support a dry run, and a conflict returns the current record.
import { type App, createMessage, NotFoundError, ServiceError } from '#core/contract.js'
import { type Entity, type Finding, recordGraphs, requireEntity, entities } from '#core/surface.js'
import { createProblemReply } from '../../http/problem-reply.js'
import { readRecordLanguage, requireRecordId, requireTargetEntity } from '../../http/record-query.js'
import { formatRevisionTag, resolveExpectedRevision, parsePrecondition } from '../../http/entity-tag.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, toCountedLabel, toHeading } from '../wording/label-translator.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { loadGeneratedNames, loadChoicesById } from './choices.js'
import { readFormFields, type RecordOptions, readFormRecord, requireFieldRights } from './form-record.js'
import { parseRecordListQuery, exportCsv } from './record-list.js'
import { addOrderSummaries, orderEntity } from './order-list.js'
import { addPaymentSummaries } from './payments.js'
import { fillStoredParams } from './provider-params.js'
import type { DeleteReply, DeleteBlocker, DryRun, RecordList, RecordReply, WireRow } from './shape.js'
import { listLanguagesWithGaps, type ShopEffects, findLanguageEffects } from './translations.js'
import { canDeleteContents, canStoreUndo, contentLinks, storeUndoNotes, deleteForUndo } from './undo.js'

/** Columns of lists that the entity does not have. */
const rowSummaries: Readonly<Record<string, (scope: AdminScope, rows: readonly WireRow[]) => Promise<readonly WireRow[]>>> = {
  [orderEntity]: addOrderSummaries,
  payment: addPaymentSummaries,
}

export async function listRecords(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const name = request.params['entity'] ?? ''
  if (name.endsWith('.csv')) return exportCsv(scope, name.slice(0, -'.csv'.length))
  const entity = requireTargetEntity(app, request, 'list')
  const { records, meta } = await app.records.list(entity.name, parseRecordListQuery(scope), {
    versionedSnapshot: request.versionedSnapshot ?? undefined,
  })
  const { total, limit, offset } = meta
  const addSummaries = app.host.commerce ? rowSummaries[entity.name] : undefined
  const data = addSummaries ? await addSummaries(scope, records) : records
  const missing = await listLanguagesWithGaps(
    scope,
    entity,
    records.map(({ id }) => Number(id)),
  )
  return createJsonReply({
    data,
    meta: { total, limit, offset },
    ...(missing.size > 0 && { missing: Object.fromEntries(missing) }),
  } satisfies RecordList)
}

const dryRun = 'dry_run'
/** Present with the value 1: a delete includes the contents of the record. Otherwise its contents prevent the delete. */
const withContents = 'contents'

function parseWriteOptions({ request }: AdminScope): RecordOptions & { readonly rehearsed: boolean } {
  const language = readRecordLanguage(request, [dryRun, withContents])
  return {
    language,
    versionedSnapshot: request.versionedSnapshot ?? undefined,
    rehearsed: /^(1|true)$/.test(request.query.values.get(dryRun) ?? ''),
  }
}

const toRecordReply = (record: RecordReply, status = 200): Reply =>
  createJsonReply(record, status, { etag: formatRevisionTag(record.revision) })

async function addGeneratedName(scope: AdminScope, entity: Entity, record: RecordReply): Promise<RecordReply> {
  const called = (await loadGeneratedNames(scope, entity, [{ id: record.id, values: record.record }])).get(record.id)
  return called === undefined ? record : { ...record, called }
}

export async function readRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'read')
  return toRecordReply(
    await addGeneratedName(
      scope,
      entity,
      await readFormRecord(app, entity, requireRecordId(entity, request), parseWriteOptions(scope)),
    ),
  )
}

/** A write to the store's own settings may have changed the languages, so the snapshot of the settings is read again. */
const toReadOptions = (entity: Entity, { versionedSnapshot: settingsSnapshot, ...options }: RecordOptions): RecordOptions =>
  entity.topic === 'store' ? options : { ...options, versionedSnapshot: settingsSnapshot }

/** Findings of a write, in the caller's language. */
function translateFindings(
  { app, language }: AdminScope,
  findings: readonly Finding[] | undefined,
): Pick<RecordReply, 'findings'> {
  const tell = createMessageTranslator(app.context.registry, language)
  return findings === undefined ? {} : { findings: findings.map((finding) => tell.finding(finding)) }
}

async function findBaseChange(app: App, before: WireRow | null, after: WireRow): Promise<ShopEffects> {
  if (after['is_base'] !== true || before?.['is_base'] === true) return {}
  const all = await app.shop.createContext({}).list(entities.currency)
  const from = all.find(({ values }) => values.is_base === true)?.values.code ?? ''
  return { base: { from, to: String(after['code']), multiplicator: Number(after['multiplicator'] ?? 0) } }
}

/**
 * Reads the state before the save, so call it outside of the transaction that rehearses the save.
 * @param before null for a new record
 */
export async function findShopEffects(app: App, entity: Entity, before: WireRow | null, after: WireRow): Promise<ShopEffects> {
  if (entity.name === entities.settings.name && before !== null) return findLanguageEffects(app, before, after)
  return entity.name === entities.currency.name ? findBaseChange(app, before, after) : {}
}

export async function createRecord(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const entity = requireTargetEntity(app, request, 'create')
  const { rehearsed, ...options } = parseWriteOptions(scope)
  const fields = await readFormFields(entity, request.fields, scope.language, async () => null)
  requireFieldRights(app.context.registry, caller.grant, entity, fields)
  const { id, findings } = await app.records.write(entity.name, fields, { ...options, dryRun: rehearsed })
  if (rehearsed) {
    const effects = await findShopEffects(app, entity, null, fields)
    return createJsonReply({ would: 'create', changed: Object.keys(fields), affected: {}, ...effects } satisfies DryRun)
  }
  const record = await readFormRecord(app, entity, id, toReadOptions(entity, options))
  return toRecordReply({ ...(await addGeneratedName(scope, entity, record)), ...translateFindings(scope, findings) }, 201)
}

/** Adds the current record to the refusal of an outdated write. */
async function addCurrentToError(scope: AdminScope, entity: Entity, id: number, run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PRECONDITION_FAILED') throw error
    const current = await readFormRecord(scope.app, entity, id)
    const translatedError = createMessageTranslator(scope.app.context.registry, scope.language).error(error)
    const problem = createProblemReply(translatedError, scope.server.errorTypeBase(), scope.request.id)
    const body = JSON.stringify({ ...(JSON.parse(problem.body) as object), current })
    return { ...problem, body, headers: { ...problem.headers, etag: formatRevisionTag(current.revision) } }
  }
}

const isSameValue = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other)

/** Fields with different values, in the order of the record after the write. */
export const findChangedFields = (before: WireRow, after: WireRow): readonly string[] =>
  Object.keys(after).filter((name) => !isSameValue(before[name], after[name]))

export async function changeRecord(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const id = requireRecordId(entity, request)
  const { rehearsed, ...options } = parseWriteOptions(scope)
  const readStored = async (): Promise<WireRow> => (await app.records.read(entity.name, id)).record
  const fields = await fillStoredParams(app, entity, id, await readFormFields(entity, request.fields, scope.language, readStored))
  requireFieldRights(app.context.registry, caller.grant, entity, fields)
  return addCurrentToError(scope, entity, id, async () => {
    const present = async (): Promise<number> => (await app.records.read(entity.name, id)).revision
    const revision = await resolveExpectedRevision(parsePrecondition(request), present)
    if (rehearsed) return createJsonReply(await previewChange(scope, entity, id, fields, { ...options, revision }))
    const { findings } = await app.records.write(entity.name, fields, { ...options, id, revision })
    const record = await readFormRecord(app, entity, id, toReadOptions(entity, options))
    return toRecordReply({ ...(await addGeneratedName(scope, entity, record)), ...translateFindings(scope, findings) })
  })
}

/** Open quotes keep their frozen lines, but the author of the change may want to know about them. */
async function countOpenQuotes(app: App, product: number): Promise<number> {
  const [row] = await app.context.database.query(
    `SELECT COUNT(DISTINCT q.id) AS held FROM svc_quote q JOIN svc_quote_line l ON l.quote_id = q.id
      WHERE l.product_id = ? AND q.status IN ('requested', 'sent')`,
    [product],
  )
  return Number(row?.['held'] ?? 0)
}

async function previewChange(
  scope: AdminScope,
  entity: Entity,
  id: number,
  fields: WireRow,
  { language, revision }: RecordOptions & { readonly revision: number | undefined },
): Promise<DryRun> {
  const { app } = scope
  const place = { entity: entity.name, id }
  await recordGraphs.prepareRichTexts(app.context, entity, fields)
  const { result, findings, affected } = await recordGraphs.performDryRun(
    { context: app.context, records: app.records },
    place,
    async (records) => {
      const unit = records.unitOfWork
      const before = await readFormRecord(app, entity, id, { language, unit })
      const writeResult = await records.write(entity.name, fields, { id, language, revision })
      const after = await readFormRecord(app, entity, id, { language, unit })
      return { written: writeResult, before: before.record, after: after.record }
    },
  )
  const quotes = affected && (await countOpenQuotes(app, affected.product_id))
  const more = {
    ...(findings.length > 0 && translateFindings(scope, findings)),
    ...(affected && { touches: affected }),
    ...(quotes !== undefined && quotes > 0 && { quotes }),
  }
  const { before, after } = result
  const effects = await findShopEffects(app, entity, before, after)
  return { would: 'change', changed: findChangedFields(before, after), affected: {}, ...more, ...effects }
}

export async function deleteRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'delete')
  const id = requireRecordId(entity, request)
  const { rehearsed } = parseWriteOptions(scope)
  const contents = canDeleteContents(entity) && request.query.values.get(withContents) === '1'
  return addCurrentToError(scope, entity, id, async () => {
    const present = async (): Promise<number> => (await app.records.read(entity.name, id)).revision
    const revision = await resolveExpectedRevision(parsePrecondition(request), present)
    if (rehearsed) return createJsonReply(await previewDelete(scope, entity, id, { revision, contents }))
    const deletion = await deleteForUndo(scope, entity, id, { revision, contents })
    return createJsonReply({ undo: await storeUndoNotes(scope, entity, [deletion]) } satisfies DeleteReply)
  })
}

async function countCurrencyUse({ context }: App, id: number, code: unknown): Promise<NonNullable<DryRun['currencyUse']>> {
  const count = async (sql: string, value: unknown): Promise<number> => {
    const [row] = await context.database.query<{ readonly uses: number | string }>(sql, [String(value)])
    return Number(row?.uses ?? 0)
  }
  const openOrders = "number IS NOT NULL AND status NOT IN ('cancelled', 'refunded', 'shipped')"
  return {
    carts: await count('SELECT COUNT(*) AS uses FROM svc_cart WHERE currency_id = ?', id),
    quotes: await count(
      "SELECT COUNT(*) AS uses FROM svc_quote WHERE currency_code = ? AND status IN ('requested', 'sent')",
      code,
    ),
    orders: await count(`SELECT COUNT(*) AS uses FROM svc_sales_order WHERE currency_code = ? AND ${openOrders}`, code),
  }
}

/** Names the records that prevent a delete. */
export async function describeBlockers(
  scope: AdminScope,
  blockers: readonly Pick<DeleteBlocker, 'entity' | 'id'>[],
): Promise<readonly DeleteBlocker[]> {
  const { registry } = scope.app.context
  const translate = createLabelTranslator(registry, scope.language)
  const titles = new Map<string, ReadonlyMap<number, string>>()
  for (const name of new Set(blockers.map(({ entity }) => entity))) {
    const ids = blockers.filter(({ entity }) => entity === name).map(({ id }) => id)
    const choices = await loadChoicesById(scope, requireEntity(registry, name), ids)
    titles.set(name, new Map(choices.map((choice) => [choice.id, choice.label])))
  }
  return blockers.map(({ entity, id }) => ({
    entity,
    id,
    title: titles.get(entity)?.get(id) ?? '',
    label: toHeading(translate(requireEntity(registry, entity).label, `labels.entity.${entity}`)),
  }))
}

/** Counts the other records that the delete would remove or change, by entity, and names the records that prevent it. */
async function previewDelete(
  scope: AdminScope,
  entity: Entity,
  id: number,
  { revision, contents }: { readonly revision: number | undefined; readonly contents: boolean },
): Promise<DryRun> {
  const { app, language } = scope
  const { registry } = app.context
  // Without contents, records inside the record are a reason to refuse.
  if (!contents) await deleteForUndo(scope, entity, id, { revision, dryRun: true })
  const { records, blockers } = await recordGraphs.removeGraph(app.context, entity.name, id, {
    revision,
    dryRun: true,
    links: contentLinks,
  })
  const affected = Object.fromEntries(
    [...records]
      .map(([name, ids]) => [name, ids.filter((other) => name !== entity.name || other !== id).length] as const)
      .filter(([, count]) => count > 0),
  )
  const translate = createLabelTranslator(registry, language)
  const isFree = blockers.length === 0
  return {
    would: 'delete',
    changed: [],
    affected,
    contents: Object.entries(affected).map(([name, count]) => ({
      entity: name,
      label: toCountedLabel(requireEntity(registry, name), count, translate),
      count,
    })),
    blockers: await describeBlockers(scope, blockers),
    ...(entity.name === entities.currency.name && {
      currencyUse: await countCurrencyUse(app, id, (await app.records.read(entity.name, id)).record['code']),
    }),
    undoable: !isFree || canStoreUndo([await deleteForUndo(scope, entity, id, { revision, contents, dryRun: true })]),
  }
}

/** Unknown addresses below the API get a JSON error, not a page. */
export function refuseUnknownAddress({ request }: AdminScope): never {
  throw new NotFoundError(createMessage('errors.noAdminAddress', { path: request.path.slice(0, 200) }))
}
