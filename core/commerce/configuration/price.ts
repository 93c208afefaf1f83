// What a configuration costs and weighs now: the engine's sums through the one price function, as callers read them (domain §5).
import { type Amount, AmountOverflow, fromAmount, toAmount } from '../../engine/money/amount.js'
import { lineAmounts } from '../../engine/money/line.js'
import type { State } from '../../engine/program/state.js'
import type { AmountReply, PriceReply } from './define.js'
import type { CompiledProduct } from './programs.js'
import type { Shop } from './shop.js'

const nothing: AmountReply = { net: 0, tax: 0, gross: 0 }

/** A net figure of the base currency in the shop's currency, with tax; null beyond what can be counted exactly. */
export function amountReply(unitNet: Amount, shop: Shop, taxClassId: number | null): AmountReply | null {
  try {
    const { net, tax, gross } = lineAmounts(unitNet, 1, shop.currency, shop.taxRate(taxClassId))
    return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross) }
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

/** Of one piece; null where the group may not see prices, or the price is too large to be counted. */
export function priceOf(state: State, product: CompiledProduct, shop: Shop): PriceReply | null {
  if (!shop.maySeePrices) return null
  const { source } = product.program
  const once = amountReply(toAmount(state.group.basePrice) + state.sum(0), shop, product.taxClassId)
  const recurring = source.use_recurring_pricing
    ? amountReply(toAmount(state.group.baseRecurring) + state.sum(1), shop, product.taxClassRecurringId)
    : nothing
  return once && recurring && { ...once, recurring }
}

/** In the settings' weight unit. */
export function weightOf(state: State): number {
  return fromAmount(toAmount(state.program.source.baseweight) + state.sum(2))
}
