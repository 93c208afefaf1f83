// Current prices: the price and weight of a configuration, and prices of answers with a calculated price.
import type { amountShape, priceShape } from './shape.js'
import type { ShapeValue } from '../model/verb/shape.js'
import { type Amount, fromAmount, toAmount, nullIfOverflow } from '../engine/money/amount.js'
import { priceGoods } from '../engine/money/goods.js'
import { computeUnitTotals } from '../engine/program/state.js'
import type { ConfigurationState } from '../engine/program/state.js'
import type { CompiledProduct } from '../product/compiled-products.js'
import type { Shop } from './shop.js'
import { answerCalculation, measuresPerQuestion } from '../engine/program/program.js'

/** In the shopper's currency, rounded to its decimals. */
export type AmountReply = ShapeValue<typeof amountShape>

export type PriceReply = ShapeValue<typeof priceShape>

/** The part of the shop that pricing needs, on the server and in a browser. */
export interface PricingShop extends Pick<Shop, 'maySeePrices' | 'prices' | 'taxRates'> {
  readonly currency: Omit<Shop['currency'], 'id'>
}

/** The part of a product that pricing needs. */
export type PricedProduct = Pick<CompiledProduct, 'program' | 'taxClassId' | 'taxClassRecurringId'>

const zeroAmount: AmountReply = { net: 0, tax: 0, gross: 0 }

/** Converts an entered amount of the base currency to the shop's currency with tax; null if it exceeds exact amounts. */
export function calculateAmount(unit: Amount, shop: PricingShop, taxClassId: number | null, quantity = 1): AmountReply | null {
  return nullIfOverflow(() => {
    const line = { unit, quantity, rates: shop.taxRates(taxClassId) }
    const { net, tax, gross } = priceGoods([line], { currency: shop.currency, entry: shop.prices })
    return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross) }
  })
}

/** For one piece; null if the group may not see prices or the price is too large. */
export function calculatePrice(state: ConfigurationState, product: PricedProduct, shop: PricingShop): PriceReply | null {
  return shop.maySeePrices ? calculateLinePrice(state, product, shop, 1) : null
}

/** For `quantity` pieces, without a check whether prices may be shown; null if the price is too large. */
export function calculateLinePrice(
  state: ConfigurationState,
  product: PricedProduct,
  shop: PricingShop,
  quantity: number,
): PriceReply | null {
  const { net, recurring } = computeUnitTotals(state)
  const nonRecurring = calculateAmount(net, shop, product.taxClassId, quantity)
  const regular = product.program.source.use_recurring_pricing
    ? calculateAmount(recurring, shop, product.taxClassRecurringId, quantity)
    : zeroAmount
  return nonRecurring && regular && { ...nonRecurring, recurring: regular }
}

/** In the settings' weight unit. */
export function calculateWeight(state: ConfigurationState): number {
  return fromAmount(computeUnitTotals(state).weight)
}

export interface AnswerPriceReply {
  readonly answer_id: number
  /** null if the answer has no calculated price, or the calculation gives no value for the current selections. */
  readonly price: AmountReply | null
  /** The recurring price. */
  readonly price_recurring: AmountReply | null
}

/** Prices of applicable answers with a calculated price; empty if the shopper's group may not see prices. */
export function calculateAnswerPrices(
  state: ConfigurationState,
  product: PricedProduct,
  shop: PricingShop,
): readonly AnswerPriceReply[] {
  if (!shop.maySeePrices) return []
  const { program } = state
  const figureOf = (answer: number, figure: 0 | 1, taxClassId: number | null): AmountReply | null => {
    const question = program.questionOfAnswer[answer]!
    const calculation = answerCalculation(program, state, answer, figure)
    // If the question has its own calculation, the prices of its answers do not count.
    if (calculation < 0 || program.figureCalculation[question * measuresPerQuestion + figure]! >= 0) return null
    const units = state.value(calculation)
    return Number.isNaN(units) ? null : calculateAmount(toAmount(units), shop, taxClassId)
  }
  return program.answers.flatMap(({ id }, answer): readonly AnswerPriceReply[] => {
    if (!state.ownRule(answer) || !state.applies(program.questionOfAnswer[answer]!)) return []
    const price = figureOf(answer, 0, product.taxClassId)
    const again = program.source.use_recurring_pricing ? figureOf(answer, 1, product.taxClassRecurringId) : null
    return price === null && again === null ? [] : [{ answer_id: id, price, price_recurring: again }]
  })
}
