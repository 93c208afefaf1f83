// Proven lowest prices of products for one shopper.
import type { Amount } from '../../engine/money/amount.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { leastPrice } from '../../product/optimum/least-price.js'
import { productTopic } from '../../product/programs.js'
import type { Work } from '../../storage/work.js'
import type { Shop } from '../shop.js'

/** By product id, in the base currency. Unknown and hidden prices are left out. One statement for all products. */
export async function fromPrices(
  fresh: Work,
  ids: readonly number[],
  shop: Shop,
  optimiser: Optimiser | null,
): Promise<ReadonlyMap<number, Amount>> {
  const found = new Map<number, Amount>()
  if (optimiser === null || !shop.maySeePrices) return found
  const work = await fresh.at(...ids.map(productTopic))
  const group = { customerGroupId: shop.customerGroupId, customerGroup: shop.customerGroup ?? {} }
  for (const id of ids) {
    const least = await leastPrice(work, id, group, optimiser)
    if (least !== null) found.set(id, least)
  }
  return found
}
