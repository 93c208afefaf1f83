// Finds the saved configurations and carts that a catalogue change would affect, by comparing each one before and after the change.
import { cartPosition as cartPositionEntity } from '../../model/entities/orders/cart-position.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { resolveLanguage } from '../../shop/language.js'
import { resolveCurrency, openShop, type Shop } from '../../shop/shop.js'
import { type PricingSession, createPricingSession } from '../../shop/pricing-session.js'
import { resumeConfiguration, type MissingEntry, findMissing } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { Context } from '../../storage/context.js'
import { ServiceContext } from '../../storage/service-context.js'
import { calculateLinePrice } from '../../shop/price.js'
import { type CompiledProduct, loadCompiledProduct, toProductTopic } from '../../product/compiled-products.js'
import { isClosedConfiguration, toStoredConfiguration, type StoredConfiguration } from './rows.js'
import { toEnteredPlace } from '../../shop/destination.js'

/** Result of opening a configuration again: unchanged, another price or selection, or entries that the shopper must complete. */
type AffectedOutcome = 'valid' | 'changed' | 'refused'

interface AffectedConfiguration {
  readonly id: number
  readonly state: 'open' | 'in_cart'
  readonly outcome: Exclude<AffectedOutcome, 'valid'>
  /** Selections that the service would remove or replace when the configuration is opened again. */
  readonly changes: readonly AutomaticChange[]
  /** Entries that would be missing after the change and are not missing now; absent if there are none. */
  readonly missing?: readonly MissingEntry[]
  /** Net unit price for its shopper, in its currency, before and after; absent if the price does not change. */
  readonly price?: { readonly before: number | null; readonly after: number | null }
  /** True if the configuration could no longer be opened because the product is unpublished or deleted. */
  readonly lost?: true
}

export interface AffectedReport {
  readonly product_id: number
  /** Number of configurations checked: the latest ones, at most 500. */
  readonly checked: number
  /** Number of configurations per outcome. */
  readonly outcomes: Readonly<Record<AffectedOutcome, number>>
  /** The configurations whose outcome is not `valid`. */
  readonly configurations: readonly AffectedConfiguration[]
  /** Ids of the carts that contain an affected configuration. */
  readonly carts: readonly number[]
}

const maxChecked = 500

interface SettledSummary {
  readonly changes: readonly AutomaticChange[]
  readonly missing: readonly MissingEntry[]
  readonly net: number | null
}

/** Opens configurations with the shopper's own customer group, taxes and currency. */
class ShopCache {
  private readonly shops = new Map<string, Promise<Shop>>()
  private readonly sessions = new Map<CompiledProduct, Map<Shop, Promise<PricingSession>>>()

  constructor(private readonly work: ServiceContext) {}

  private shopOf(configuration: StoredConfiguration): Promise<Shop> {
    const { work } = this
    const { customer_id, customer_group_id, currency_id, tax_context } = configuration
    const enteredPlace = toEnteredPlace(configuration)
    const key = JSON.stringify([customer_id, customer_group_id, currency_id, tax_context, enteredPlace])
    const shopper = { customerId: customer_id, customerGroupId: customer_group_id, ...(tax_context && { tax: tax_context }) }
    const open = async (): Promise<Shop> =>
      openShop(work, shopper, resolveLanguage(work, undefined), await resolveCurrency(work, currency_id), { enteredPlace })
    const shop = this.shops.get(key) ?? open()
    this.shops.set(key, shop)
    return shop
  }

  async summarize(configuration: StoredConfiguration, product: CompiledProduct): Promise<SettledSummary> {
    const shop = await this.shopOf(configuration)
    const sessions = this.sessions.get(product) ?? new Map<Shop, Promise<PricingSession>>()
    this.sessions.set(product, sessions)
    const session = sessions.get(shop) ?? createPricingSession(this.work, product, shop)
    sessions.set(shop, session)
    const { state, automatic } = resumeConfiguration(product.program, (await session).evaluation, configuration.selections)
    return { changes: automatic, missing: findMissing(state), net: calculateLinePrice(state, product, shop, 1)?.net ?? null }
  }
}

/** The items of the second list that are not in the first. */
function findAddedItems<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const existingItems = new Set(before.map((item) => JSON.stringify(item)))
  return after.filter((item) => !existingItems.has(JSON.stringify(item)))
}

/** The difference between two states of a configuration; null if there is none. */
function compareSummaries(before: SettledSummary, after: SettledSummary): Omit<AffectedConfiguration, 'id' | 'state'> | null {
  const changes = findAddedItems(before.changes, after.changes)
  const addedMissing = findAddedItems(before.missing, after.missing)
  const price = before.net === after.net ? {} : { price: { before: before.net, after: after.net } }
  if (addedMissing.length > 0) return { outcome: 'refused', changes, missing: addedMissing, ...price }
  return changes.length > 0 || before.net !== after.net ? { outcome: 'changed', changes, ...price } : null
}

async function listLatestConfigurations(work: ServiceContext, productId: number): Promise<readonly StoredConfiguration[]> {
  const records = await work.list(configurationEntity, { column: 'product_id', values: [productId] })
  return records
    .map(toStoredConfiguration)
    .filter((candidate) => !isClosedConfiguration(candidate))
    .slice(-maxChecked)
}

async function listCartIds(work: ServiceContext, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const positions = await work.list(cartPositionEntity, { column: 'configuration_id', values: ids })
  return [...new Set(positions.map(({ values }) => values.cart_id))].sort((a, b) => a - b)
}

/**
 * Compares the stored product with its changed version. `after` is null if the product would be deleted. Reads outside a
 * transaction, so the change must be rolled back before the call.
 */
export async function findAffectedConfigurations(
  context: Context,
  productId: number,
  after: CompiledProduct | null,
): Promise<AffectedReport> {
  const work = await new ServiceContext(context).at(toProductTopic(productId))
  const before = await loadCompiledProduct(work, productId)
  const unaffected = { valid: 0, changed: 0, refused: 0 }
  if (!before) return { product_id: productId, checked: 0, outcomes: unaffected, configurations: [], carts: [] }
  const configurations = await listLatestConfigurations(work, productId)
  const shops = new ShopCache(work)
  const affected: AffectedConfiguration[] = []
  for (const configuration of configurations) {
    const { id } = configuration
    // The list holds no ordered configurations: `listLatestConfigurations` filters them out.
    const state = configuration.state === 'in_cart' ? 'in_cart' : 'open'
    if (after?.isPublished) {
      const difference = compareSummaries(
        await shops.summarize(configuration, before),
        await shops.summarize(configuration, after),
      )
      if (difference) affected.push({ id, state, ...difference })
    } else if (before.isPublished) affected.push({ id, state, outcome: 'refused', changes: [], lost: true })
  }
  const carts = await listCartIds(
    work,
    affected.map(({ id }) => id),
  )
  const checked = configurations.length
  const refused = affected.filter(({ outcome }) => outcome === 'refused').length
  const outcomes = { valid: checked - affected.length, changed: affected.length - refused, refused }
  return { product_id: productId, checked, outcomes, configurations: affected, carts }
}
