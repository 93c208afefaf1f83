// Previews unsaved changes: runs a storefront call in a transaction with the drafts applied, then rolls it back.
import {
  type App,
  type Context,
  createLruCache,
  createMessage,
  getVersionedSnapshot,
  type LruCache,
  NotFoundError,
  ServiceContext,
  sha256,
  type UnitRecords,
  ValidationError,
} from '#core/contract.js'
import { entities, shopperCalls, recordGraphs } from '#core/surface.js'
import type { WorkshopDraft, PreviewState, ShopCall } from './shape.js'

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
export class DraftRefusal extends Error {
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
export async function runWithDrafts<T>(
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

export interface PreviewRequest {
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
export async function runPreviewCall(app: App, request: PreviewRequest): Promise<PreviewReply> {
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
