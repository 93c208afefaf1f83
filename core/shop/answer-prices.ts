// Current prices of answers with a calculated price. Fixed prices are part of the catalogue.
import { toAmount } from '../engine/money/amount.js'
import { answerCalculation } from '../engine/program/measures.js'
import { measuresPerQuestion } from '../engine/program/program.js'
import type { ConfigurationState } from '../engine/program/state.js'
import { calculateAmount, type AmountReply, type PricedProduct, type PricingShop } from './price.js'

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
