// Proven lowest prices of products for one shopper.
import type { Amount } from '../../engine/money/amount.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { readLeastPrice } from '../../product/optimum/least-price.js'
import { toProductTopic } from '../../product/compiled-products.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../shop.js'

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
