// Runs the calls of a draft preview in a transaction that is always rolled back.
import { appRecordsToken, contextToken, shopRulesToken } from '../boot/tokens.js'
import { guideLoadedConfiguration } from '../commerce/configuration/guidance.js'
import { loadConfiguration, type LoadedConfiguration } from '../commerce/configuration/load-configuration.js'
import { ShopperContext, type ShopRules } from '../commerce/shopper-context.js'
import { sha256 } from '../foundation/digest.js'
import { NotFoundError, type ServiceError, ValidationError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import { createLruCache } from '../foundation/lru-cache.js'
import { createMessage } from '../foundation/message.js'
import { entities } from '../model/entities/index.js'
import { loadCompiledProduct, toProductTopic } from '../product/compiled-products.js'
import { readPicture } from '../shop/catalogue/service.js'
import { Caches, getVersionedSnapshot, storeTopic } from '../storage/caches.js'
import type { Context } from '../storage/context.js'
import { prepareRichTexts } from '../storage/pipeline/prepare-for-storage.js'
import type { AppRecords, UnitRecords } from '../storage/records.js'
import { ServiceContext } from '../storage/service-context.js'
import type { Verb } from './define-verb.js'
import type { DraftPreview, PreviewCall, PreviewReply, PreviewRequest, PreviewState, RecordDraft } from './draft-preview.js'
import { requireVerb, runVerb } from './run-verb.js'

const stateFields = ['selections', 'history', 'currency_id', 'country_id', 'state_id'] as const

const startVerb = 'start-configuration'
const guidanceVerb = 'guide-configuration'

/**
 * The calls of the configurator. They send, pay and store nothing outside of the transaction. Guidance is calculated after it, so
 * no transaction waits for the solver.
 */
const previewVerbs = [
  'show-product',
  startVerb,
  'read-configuration',
  'change-configuration',
  'undo-change',
  'redo-change',
  'preview-change',
  'price-configuration',
  'explain-selection',
  guidanceVerb,
] as const

/** Maximum number of cached draft products. */
const maxCachedDrafts = 8

/** A draft cannot be written, so there is no preview. */
class DraftRefusal extends Error {
  override readonly name = 'DraftRefusal'
  constructor(readonly refused: ServiceError) {
    super(refused.message, { cause: refused })
  }
}

async function writeDraft(records: UnitRecords, { entity, id, fields }: RecordDraft): Promise<void> {
  try {
    await records.write(entity, fields, id === null ? {} : { id })
  } catch (error) {
    if (error instanceof ValidationError || error instanceof NotFoundError) throw new DraftRefusal(error)
    throw error
  }
}

/** Compiles the stored product before the transaction starts, because the transaction blocks all other writers. */
async function compileStoredProduct(context: Context, product: number): Promise<void> {
  const [row] = await context.database.query('SELECT published FROM svc_product WHERE id = ?', [product])
  // An unpublished product changes within the transaction, so compiling it now is useless.
  if (!row || Number(row['published']) !== 1) return
  await loadCompiledProduct(await new ServiceContext(context).at(toProductTopic(product)), product)
}

interface AddressedVerb {
  readonly verb: Verb
  readonly params: Readonly<Record<string, string>>
}

async function readState(
  shopperContext: ShopperContext,
  token: string,
): Promise<{ readonly id: number; readonly state: PreviewState }> {
  const [row] = await shopperContext.list(entities.configuration, { column: 'token', values: [token] })
  if (!row) throw new NotFoundError(createMessage('errors.previewExpired'))
  const state = Object.fromEntries(stateFields.map((name) => [name, row.values[name]])) as unknown as PreviewState
  return { id: row.id, state }
}

/** Each call has a token of its own. Replaces it by the token that the caller chose. */
const replaceToken = (data: unknown, token: string, replacement: string): unknown =>
  JSON.parse(JSON.stringify(data ?? null).replaceAll(token, replacement)) as unknown

type StoredReply = Pick<PreviewReply, 'data' | 'state'>

interface UnguidedReply extends StoredReply {
  /** The selections of a call for guidance. null for other calls. */
  readonly guided: LoadedConfiguration | null
}

@injectable()
export class DraftPreviewService implements DraftPreview {
  private readonly draftCaches = createLruCache<string, Caches>(maxCachedDrafts)

  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(appRecordsToken) private readonly records: AppRecords,
    @inject(shopRulesToken) private readonly rules: ShopRules,
  ) {}

  async run(request: PreviewRequest): Promise<PreviewReply> {
    try {
      return { ...(await this.runWithDrafts(request)), refused: null }
    } catch (error) {
      if (!(error instanceof DraftRefusal)) throw error
      return { ...(await this.runWithDrafts({ ...request, drafts: [] })), refused: error.refused }
    }
  }

  readPicture(product: number, name: string): Promise<Uint8Array> {
    return this.inTransaction(product, [], (context, { unitOfWork }) =>
      readPicture(new ServiceContext(context, { unit: unitOfWork }), product, name, 'staff'),
    )
  }

  /**
   * The app's context with caches of its own: drafts compiled in this transaction must not reach other requests. The caches last until
   * the product, the store or the drafts change.
   */
  private async createDraftContext(product: number, drafts: readonly RecordDraft[]): Promise<Context> {
    const topic = toProductTopic(product)
    const { versions } = await getVersionedSnapshot(this.context, undefined, [topic])
    const key = sha256(JSON.stringify([product, versions.get(topic) ?? 0, versions.get(storeTopic) ?? 0, drafts]))
    const caches = this.draftCaches.get(key) ?? new Caches()
    this.draftCaches.set(key, caches)
    return { ...this.context, caches }
  }

  /** Runs `work` in a transaction with the drafts written and the product published. Always rolls back. */
  private async inTransaction<T>(
    product: number,
    drafts: readonly RecordDraft[],
    work: (context: Context, records: UnitRecords) => Promise<T>,
  ): Promise<T> {
    const context = await this.createDraftContext(product, drafts)
    if (drafts.length === 0) await compileStoredProduct(context, product)
    return this.records.unit(
      async (records) => {
        for (const draft of drafts) await writeDraft(records, draft)
        const { record } = await records.read('product', product)
        if (record['published'] !== true) await records.write('product', { published: true }, { id: product })
        return work(context, records)
      },
      { dryRun: true },
    )
  }

  private requireVerb(name: string): Verb {
    return requireVerb(this.context.registry, name)
  }

  /** The verb of a storefront address. Throws NOT_FOUND for verbs that the preview does not serve. */
  private findVerb({ path, body }: PreviewCall): AddressedVerb {
    const segments = path.split('/').filter((segment) => segment !== '')
    for (const name of previewVerbs) {
      const verb = this.requireVerb(name)
      const parts = verb.path.split('/')
      const fits = parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at])
      if (!fits || (verb.method === 'GET') !== (body === undefined)) continue
      const params = parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at]!] as const] : []))
      return { verb, params: Object.fromEntries(params) }
    }
    throw new NotFoundError(createMessage('errors.nothingInPreview', { path: path.slice(0, 100) }))
  }

  private async runWithDrafts({ product, drafts, group, currency, state, call }: PreviewRequest): Promise<StoredReply> {
    const { verb, params } = this.findVerb(call)
    const { language, ...query } = call.query
    // Only this transaction sees the configuration, so no revision check is needed.
    const { revision: _revision, ...body } = call.body ?? {}
    const input = { ...query, ...params, ...body }
    for (const { entity, fields } of drafts) {
      const drafted = this.context.registry.entities.get(entity)
      if (drafted) await prepareRichTexts(this.context, drafted, fields)
    }
    const { guided, ...reply } = await this.inTransaction(
      product,
      drafts,
      async (context, { unitOfWork }): Promise<UnguidedReply> => {
        const shopper = { customerId: null, customerGroupId: group }
        const shopperContext = new ShopperContext(context, this.rules, { unit: unitOfWork, shopper, language })
        const isStart = verb.name === startVerb
        if (!isStart && params['token'] === undefined && query['configuration'] === undefined)
          return { data: await runVerb(verb, shopperContext, input), state: null, guided: null }
        const startInput = { ...(isStart ? input : currency !== null && { currency }), product_id: product }
        const started = (await runVerb(this.requireVerb(startVerb), shopperContext, startInput)) as {
          readonly configuration: string
        }
        const { configuration: token } = started
        const readReply = async (data: unknown): Promise<UnguidedReply> => ({
          data: replaceToken(data, token, call.token),
          state: (await readState(shopperContext, token)).state,
          guided: null,
        })
        if (isStart) return readReply(started)
        if (state !== null)
          await shopperContext.write(entities.configuration, state, { id: (await readState(shopperContext, token)).id })
        if (verb.name === guidanceVerb) return { data: null, state, guided: await loadConfiguration(shopperContext, token) }
        const own = {
          ...(params['token'] !== undefined && { token }),
          ...(query['configuration'] !== undefined && { configuration: token }),
        }
        return readReply(await runVerb(verb, shopperContext, { ...input, ...own }))
      },
    )
    if (guided === null) return reply
    return { ...reply, data: replaceToken(await guideLoadedConfiguration(guided), guided.row.token, call.token) }
  }
}
