// Proven lowest prices of products for one shopper, cached and computed within a time budget.
import type { Amount } from '../../engine/money/amount.js'
import type { OptimumRequest } from '../../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../../engine/program/program.js'
import { day, dayOf } from '../../foundation/clock.js'
import { createLruCache, type LruCache } from '../../foundation/lru-cache.js'
import { hasExternalData, toProductTopic, getCatalogVersion } from '../../product/compiled-products.js'
import { loadProductSource } from '../../product/source.js'
import type { Optimiser } from '../../product/optimiser.js'
import { defineCache } from '../../storage/caches.js'
import { readTimeZone } from '../../storage/record/snapshot.js'
import type { Context } from '../../storage/context.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../shop.js'

interface LeastPriceEntry {
  /** null if it is not computed yet or not proven. */
  readonly net: Amount | null
  /** Milliseconds since the epoch. Then it is computed again, because rules can depend on the date. */
  readonly until: number
}

/** Least prices of a product version by customer group; '' for none. */
type LeastPrices = Map<number | '', LeastPriceEntry>

/** Maximum number of groups per product. */
const maxGroups = 20

const leastPriceCache = defineCache<LeastPrices>('least prices', 1_000)

/** The price that was last shown or found, by product and group. Filters and sorting read it for all products without waiting. */
type ShownPrices = LruCache<string, Amount>
const shownPricesCache = new WeakMap<Context, ShownPrices>()
const maximumShownPrices = 20_000

function getShownPrices(context: Context): ShownPrices {
  const existing = shownPricesCache.get(context)
  if (existing) return existing
  const prices: ShownPrices = createLruCache(maximumShownPrices)
  shownPricesCache.set(context, prices)
  return prices
}

const toShownPriceKey = (productId: number, customerGroupId: number | null): string => `${productId} ${customerGroupId ?? ''}`

function rememberShownPrice(context: Context, key: string, net: Amount | null): void {
  if (net === null) getShownPrices(context).delete(key)
  else getShownPrices(context).set(key, net)
}

/** The price that a product card shows, as far as it is known; net per piece in the base currency. */
export function peekLowestPrice({ context }: ServiceContext, productId: number, customerGroupId: number | null): Amount | null {
  return getShownPrices(context).peek(toShownPriceKey(productId, customerGroupId)) ?? null
}

const leastPriceRequest: OptimumRequest = {
  aim: 'cheapest',
  from: null,
  wishes: [],
  ceilings: { net: null, recurring: null, weight: null },
  mostChanges: null,
  alternatives: 0,
  ties: false,
}

/** The fields of the shopper's group that prices and rules read. */
type GroupContext = Pick<EvaluationContext, 'customerGroupId' | 'customerGroup'>

/**
 * Net price per piece in the base currency; null if it is not computed yet or not proven. Starts a background search if needed. The
 * caller has loaded the product's topic.
 */
async function readLeastPrice(
  work: ServiceContext,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser | null,
): Promise<Amount | null> {
  if (optimiser === null) return null
  const { context, versionedSnapshot: shopSnapshot } = work
  const version = getCatalogVersion(shopSnapshot, productId)
  const empty = (): Promise<LeastPrices> => Promise.resolve(new Map())
  const least = await context.caches.of(leastPriceCache).get(toProductTopic(productId), version, empty)
  const key = group.customerGroupId ?? ''
  const cachedPrice = least.get(key)
  const priceKey = toShownPriceKey(productId, group.customerGroupId)
  rememberShownPrice(context, priceKey, cachedPrice?.net ?? null)
  if (cachedPrice && cachedPrice.until > work.now) return cachedPrice.net
  if (cachedPrice === undefined && least.size >= maxGroups) return null
  const until = work.now + day
  least.set(key, { net: cachedPrice?.net ?? null, until })
  findLeastPrice(work, productId, group, optimiser).then(
    (net) => {
      if (net === undefined) return least.delete(key)
      rememberShownPrice(context, priceKey, net)
      return least.set(key, { net, until })
    },
    (error: unknown) => context.log.warn({ product: productId, error }, 'No lowest price was found.'),
  )
  return cachedPrice?.net ?? null
}

/** null if nothing is proven; undefined if the search was rejected for now. The next call then tries again. */
async function findLeastPrice(
  { context, versionedSnapshot, now }: ServiceContext,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser,
): Promise<Amount | null | undefined> {
  const asker = `product ${productId} ${group.customerGroupId ?? ''}`
  const report = await optimiser.searchInBackground(asker, async () => {
    const source = await loadProductSource(context, productId)
    // External data changes independently of the product, so a proof would not stay valid.
    if (hasExternalData(source, context.registry)) return null
    const today = dayOf(now, await readTimeZone(versionedSnapshot.snapshot, context.database))
    return { source, context: { ...group, now, today }, request: leastPriceRequest }
  })
  if (report === 'later') return undefined
  const best = report?.configurations[0]
  return best?.proven ? best.net : null
}

/** By product id, in the base currency. Unknown and hidden prices are left out. One statement for all products. */
export async function loadLowestPrices(
  fresh: ServiceContext,
  ids: readonly number[],
  shop: Shop,
  optimiser: Optimiser | null,
): Promise<ReadonlyMap<number, Amount>> {
  const lowestPrices = new Map<number, Amount>()
  if (optimiser === null || !shop.maySeePrices) return lowestPrices
  const work = await fresh.at(...ids.map(toProductTopic))
  const group = { customerGroupId: shop.customerGroupId, customerGroup: shop.customerGroup ?? {} }
  for (const id of ids) {
    const least = await readLeastPrice(work, id, group, optimiser)
    if (least !== null) lowestPrices.set(id, least)
  }
  return lowestPrices
}
