// What products cost at least as a shopper sees it, where that is proven.
import type { Amount } from '../../engine/money/amount.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { leastPrice } from '../../product/optimum/least-price.js'
import { productTopic } from '../../product/programs.js'
import type { Work } from '../../storage/work.js'
import type { Shop } from '../shop.js'

/** By product, in the base currency; what is not known, or not to be seen, is left out. One statement, however many there are. */
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
