// Serves the storefront preview next to the tree: the configurator's calls, answered with unsaved changes, published or not.
import {
  createLabel,
  createMessage,
  ServiceContext,
  ValidationError,
  type Message,
  type App,
  type Context,
  createLruCache,
  getVersionedSnapshot,
  type LruCache,
  NotFoundError,
  sha256,
  type UnitRecords,
} from '#core/contract.js'
import {
  isObject,
  requiredScopes,
  requireEntity,
  requireScopes,
  storedFiles,
  entities,
  shopperCalls,
  recordGraphs,
} from '#core/surface.js'
import { createPictureReply, createJsonReply, type Reply } from '../../../http/reply.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { readFormFields, requireFieldRights } from '../form-record.js'
import { createMessageTranslator } from '../../wording/message-translator.js'
import { type WorkshopDraft, type PreviewState, type ShopCall, type ShopReply, requireProduct } from './workshop-tree.js'
import type { WireRow } from '../shape.js'

type VerbInput = Readonly<Record<string, unknown>>

const guidanceVerb = 'guide-configuration'

/**
 * The calls of the configurator. They send, pay and store nothing outside of the transaction. Guidance is calculated after it, so
 * no transaction waits for the solver.
 */
const previewVerbs = [
  'show-product',
  'start-configuration',
  'read-configuration',
  'change-configuration',
  'undo-change',
  'redo-change',
  'preview-change',
  'price-configuration',
  'explain-selection',
  guidanceVerb,
] as const

const startVerb = 'start-configuration'

/** Maximum number of cached draft products. */
const maxCachedDrafts = 8
const draftCaches = new WeakMap<App, LruCache<string, shopperCalls.Caches>>()

/**
 * The app's context with caches of its own: drafts compiled in this transaction must not reach other requests. The caches last until the
 * product, the store or the drafts change.
 */
async function createDraftContext(app: App, product: number, drafts: readonly WorkshopDraft[]): Promise<Context> {
  const { versions } = await getVersionedSnapshot(app.context, undefined, [shopperCalls.toProductTopic(product)])
  const versionKey = [
    product,
    versions.get(shopperCalls.toProductTopic(product)) ?? 0,
    versions.get(shopperCalls.storeTopic) ?? 0,
  ]
  const key = sha256(JSON.stringify([versionKey, drafts]))
  const draftCache = draftCaches.get(app) ?? createLruCache<string, shopperCalls.Caches>(maxCachedDrafts)
  draftCaches.set(app, draftCache)
  const caches = draftCache.get(key) ?? new shopperCalls.Caches()
  draftCache.set(key, caches)
  return { ...app.context, caches }
}

/** A draft cannot be written, so there is no preview. */
class DraftRefusal extends Error {
  override readonly name = 'DraftRefusal'
}

async function writeDraft(records: UnitRecords, { entity, id, fields }: WorkshopDraft): Promise<void> {
  try {
    await records.write(entity, fields, id === null ? {} : { id })
  } catch (error) {
    if (error instanceof ValidationError || error instanceof NotFoundError)
      throw new DraftRefusal(error.message, { cause: error })
    throw error
  }
}

/** Compiles the stored product before the transaction starts, because the transaction blocks all other writers. */
async function compileStoredProduct(context: Context, product: number): Promise<void> {
  const [row] = await context.database.query('SELECT published FROM svc_product WHERE id = ?', [product])
  // An unpublished product changes within the transaction, so compiling it now is useless.
  if (!row || Number(row['published']) !== 1) return
  const work = await new ServiceContext(context).at(shopperCalls.toProductTopic(product))
  await shopperCalls.loadCompiledProduct(work, product)
}

/** Runs `work` in a transaction with the drafts written and the product published. Always rolls back. */
async function runWithDrafts<T>(
  app: App,
  product: number,
  drafts: readonly WorkshopDraft[],
  work: (context: Context, records: UnitRecords) => Promise<T>,
): Promise<T> {
  const context = await createDraftContext(app, product, drafts)
  if (drafts.length === 0) await compileStoredProduct(context, product)
  return app.records.unit(
    async (records) => {
      for (const draft of drafts) await writeDraft(records, draft)
      const { record } = await records.read('product', product)
      if (record['published'] !== true) await records.write('product', { published: true }, { id: product })
      return work(context, records)
    },
    { dryRun: true },
  )
}

interface PreviewVerb {
  readonly verb: ReturnType<typeof shopperCalls.requireVerb>
  readonly params: Readonly<Record<string, string>>
}

/** The verb of a storefront address. Throws NOT_FOUND for verbs that the workshop does not serve. */
function findPreviewVerb({ context: { registry } }: App, { path, body }: ShopCall): PreviewVerb {
  const segments = path.split('/').filter((segment) => segment !== '')
  for (const name of previewVerbs) {
    const verb = shopperCalls.requireVerb(registry, name)
    const parts = verb.path.split('/')
    const fits = parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at])
    if (!fits || (verb.method === 'GET') !== (body === undefined)) continue
    const params = parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at]!] as const] : []))
    return { verb, params: Object.fromEntries(params) }
  }
  throw new NotFoundError(createMessage('errors.nothingInPreview', { path: path.slice(0, 100) }))
}

const previewStateFields = ['selections', 'history', 'currency_id', 'country_id', 'state_id'] as const

async function readPreviewState(
  shopperContext: shopperCalls.ShopperContext,
  token: string,
): Promise<{ readonly id: number; readonly state: PreviewState }> {
  const [row] = await shopperContext.list(entities.configuration, { column: 'token', values: [token] })
  if (!row) throw new NotFoundError(createMessage('errors.previewExpired'))
  const previewState = Object.fromEntries(previewStateFields.map((name) => [name, row.values[name]])) as unknown as PreviewState
  return { id: row.id, state: previewState }
}

/** Previews unsaved changes: runs a storefront call in a transaction with the drafts applied, then rolls it back. */
interface PreviewRequest {
  readonly product: number
  readonly drafts: readonly WorkshopDraft[]
  readonly group: number | null
  readonly currency: string | null
  /** The configuration after the previous call. null to start a new one. */
  readonly state: PreviewState | null
  readonly call: ShopCall
}

interface PreviewReply {
  readonly data: unknown
  readonly state: PreviewState | null
}

interface GuidanceInput {
  /** The selections for guidance. null for other calls. */
  readonly taken: shopperCalls.LoadedConfiguration | null
}

/** The verb's reply, and the configuration after it. Errors are the same as in the storefront. */
async function runPreviewCall(app: App, request: PreviewRequest): Promise<PreviewReply> {
  const { product, drafts, group, currency, state: previewState, call } = request
  const { verb, params } = findPreviewVerb(app, call)
  const { language, ...query } = call.query
  // Only this transaction sees the configuration, so no revision check is needed.
  const { revision: _revision, ...body } = call.body ?? {}
  const verbInput: VerbInput = { ...query, ...params, ...body }
  const publicToken = params['token'] ?? query['configuration']
  const is = (name: string): boolean => verb === shopperCalls.requireVerb(app.context.registry, name)
  for (const { entity, fields } of drafts) {
    const drafted = app.context.registry.entities.get(entity)
    if (drafted) await recordGraphs.prepareRichTexts(app.context, drafted, fields)
  }
  const served = await runWithDrafts(
    app,
    product,
    drafts,
    async (context, { unitOfWork }): Promise<PreviewReply & GuidanceInput> => {
      const shopper = { customerId: null, customerGroupId: group }
      const shopperContext = new shopperCalls.ShopperContext(context, app.shop.createContext({}).rules, {
        unit: unitOfWork,
        shopper,
        language,
      })
      const isStart = is(startVerb)
      if (!isStart && publicToken === undefined)
        return { data: await shopperCalls.runVerb(verb, shopperContext, verbInput), state: null, taken: null }
      const startInput = isStart
        ? { ...verbInput, product_id: product }
        : { product_id: product, ...(currency !== null && { currency }) }
      const first = (await shopperCalls.runVerb(
        shopperCalls.requireVerb(app.context.registry, startVerb),
        shopperContext,
        startInput,
      )) as {
        readonly configuration: string
      }
      const token = first.configuration
      if (isStart)
        return {
          data: replaceToken(first, token, call.token),
          state: (await readPreviewState(shopperContext, token)).state,
          taken: null,
        }
      if (previewState !== null)
        await shopperContext.write(entities.configuration, previewState, {
          id: (await readPreviewState(shopperContext, token)).id,
        })
      if (is(guidanceVerb))
        return { taken: await shopperCalls.loadConfiguration(shopperContext, token), state: previewState, data: null }
      const own = {
        ...(params['token'] !== undefined && { token }),
        ...(query['configuration'] !== undefined && { configuration: token }),
      }
      const data: unknown = await shopperCalls.runVerb(verb, shopperContext, { ...verbInput, ...own })
      return {
        data: replaceToken(data, token, call.token),
        state: (await readPreviewState(shopperContext, token)).state,
        taken: null,
      }
    },
  )
  const { taken: loadedConfiguration, ...rest } = served
  return loadedConfiguration === null
    ? rest
    : {
        ...rest,
        data: replaceToken(
          await shopperCalls.guideLoadedConfiguration(loadedConfiguration),
          loadedConfiguration.row.token,
          call.token,
        ),
      }
}

/** Each call has a token of its own. Replaces it by the token that the caller chose. */
function replaceToken(data: unknown, token: string, replacement: string): unknown {
  return JSON.parse(JSON.stringify(data ?? null).replaceAll(token, replacement)) as unknown
}

const maxDrafts = 20

const refuse = (field: string, message: Message): ValidationError => ValidationError.of(field, message)

function parseTexts(value: unknown): Readonly<Record<string, string>> {
  const pairs = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function parseShopCall(value: unknown): ShopCall {
  const { path, query, body, token }: Readonly<Record<string, unknown>> = isObject(value) ? value : {}
  if (typeof path !== 'string' || typeof token !== 'string' || !/^[\w-]{32}$/.test(token))
    throw refuse('call', createMessage('errors.previewCallRequired'))
  return { path, token, query: parseTexts(query), ...(isObject(body) && { body }) }
}

/** Drafts need the same rights as writes. */
function parseDrafts({ app, caller }: AdminScope, value: unknown): readonly WorkshopDraft[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length > maxDrafts) throw refuse('drafts', createMessage('errors.tooManyDrafts', { most: maxDrafts }))
  return list.map((draft) => {
    const { entity: name, id, fields }: Readonly<Record<string, unknown>> = isObject(draft) ? draft : {}
    if (typeof name !== 'string' || !isObject(fields) || !(id === null || Number.isSafeInteger(id)))
      throw refuse('drafts', createMessage('errors.draftsRequired'))
    const entity = requireEntity(app.context.registry, name)
    if (entity.topic !== 'product')
      throw refuse('drafts', createMessage('errors.notOfProduct', { entity: createLabel('entity', entity.label) }))
    requireScopes(caller.grant, requiredScopes(entity, id === null ? 'create' : 'update'))
    requireFieldRights(app.context.registry, caller.grant, entity, fields)
    return { entity: entity.name, id: id as number | null, fields }
  })
}

async function readDraftFields({ app, language }: AdminScope, draft: WorkshopDraft): Promise<WorkshopDraft> {
  try {
    const { id, fields } = draft
    const entity = requireEntity(app.context.registry, draft.entity)
    const readStored = async (): Promise<WireRow | null> =>
      id === null ? null : (await app.records.read(entity.name, id)).record
    return { ...draft, fields: await readFormFields(entity, fields, language, readStored) }
  } catch (error) {
    if (error instanceof ValidationError) throw new DraftRefusal(error.message, { cause: error })
    throw error
  }
}

function parsePreviewState(value: unknown): PreviewState | null {
  if (!isObject(value)) return null
  const { selections, history, currency_id, country_id, state_id } = value as unknown as PreviewState
  return { selections, history, currency_id, country_id, state_id }
}

const parseCustomerGroup = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Returns the storefront's errors. If a draft cannot be written, the reply says so and shows the stored product. */
export async function answerShopCall(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const { fields } = request
  const product = requireProduct(scope)
  const drafts = parseDrafts(scope, fields['drafts'])
  const previewRequest: PreviewRequest = {
    product,
    drafts: [],
    group: parseCustomerGroup(fields['customer_group_id']),
    currency: typeof fields['currency'] === 'string' ? fields['currency'] : null,
    state: parsePreviewState(fields['state']),
    call: parseShopCall(fields['call']),
  }
  try {
    const readDrafts: WorkshopDraft[] = []
    for (const draft of drafts) readDrafts.push(await readDraftFields(scope, draft))
    return createJsonReply({
      ...(await runPreviewCall(app, { ...previewRequest, drafts: readDrafts })),
      refused: null,
    } satisfies ShopReply)
  } catch (error) {
    if (!(error instanceof DraftRefusal)) throw error
    const translated = createMessageTranslator(app.context.registry, scope.language).error(error.cause)
    const refused = translated instanceof Error ? translated.message : error.message
    return createJsonReply({ ...(await runPreviewCall(app, previewRequest)), refused } satisfies ShopReply)
  }
}

/** A picture of the product, published or not. */
export async function readProductPicture(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const product = requireProduct(scope)
  const name = request.params['name'] ?? ''
  const bytes = await runWithDrafts(app, product, [], (context, { unitOfWork }) =>
    storedFiles.readPicture(new ServiceContext(context, { unit: unitOfWork }), product, name, 'staff'),
  )
  return createPictureReply(bytes, 'private, no-store')
}
