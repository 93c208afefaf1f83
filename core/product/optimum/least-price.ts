// The proven price of the cheapest complete configuration of a product, cached and computed in the background.
import type { Amount } from '../../engine/money/amount.js'
import type { OptimumRequest } from '../../engine/optimum/optimum-request.js'
import type { EvaluationContext } from '../../engine/program/evaluation-context.js'
import { day } from '../../foundation/clock.js'
import { dayOf } from '../../foundation/time-zone.js'
import { defineCache } from '../../storage/caches.js'
import { readTimeZone } from '../../storage/record/time-zone.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { loadProductSource } from '../load-product-source.js'
import { hasExternalData } from '../external-data.js'
import { getCatalogVersion, toProductTopic } from '../compiled-products.js'
import type { Optimiser } from './define.js'

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
export type GroupContext = Pick<EvaluationContext, 'customerGroupId' | 'customerGroup'>

/**
 * Net price per piece in the base currency; null if it is not computed yet or not proven. Starts a background search if needed. The
 * caller has loaded the product's topic.
 */
export async function readLeastPrice(
  work: ServiceContext,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser | null,
): Promise<Amount | null> {
  if (optimiser === null) return null
  const { context, moment: shopSnapshot } = work
  const version = getCatalogVersion(shopSnapshot, productId)
  const empty = (): Promise<LeastPrices> => Promise.resolve(new Map())
  const least = await context.caches.of(leastPriceCache).get(toProductTopic(productId), version, empty)
  const key = group.customerGroupId ?? ''
  const cachedPrice = least.get(key)
  if (cachedPrice && cachedPrice.until > work.now) return cachedPrice.net
  if (cachedPrice === undefined && least.size >= maxGroups) return null
  const until = work.now + day
  least.set(key, { net: cachedPrice?.net ?? null, until })
  findLeastPrice(work, productId, group, optimiser).then(
    (net) => (net === undefined ? least.delete(key) : least.set(key, { net, until })),
    (error: unknown) => context.log.warn({ product: productId, error }, 'No least price was found.'),
  )
  return cachedPrice?.net ?? null
}

/** null if nothing is proven; undefined if the search was rejected for now. The next call then tries again. */
async function findLeastPrice(
  { context, moment, now }: ServiceContext,
  productId: number,
  group: GroupContext,
  optimiser: Optimiser,
): Promise<Amount | null | undefined> {
  const asker = `product ${productId} ${group.customerGroupId ?? ''}`
  const report = await optimiser.searchInBackground(asker, async () => {
    const source = await loadProductSource(context, productId)
    // External data changes independently of the product, so a proof would not stay valid.
    if (hasExternalData(source, context.registry)) return null
    const today = dayOf(now, await readTimeZone(moment.snapshot, context.database))
    return { source, context: { ...group, now, today }, request: leastPriceRequest }
  })
  if (report === 'later') return undefined
  const best = report?.configurations[0]
  return best?.proven ? best.net : null
}
