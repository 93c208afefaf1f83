// What single answers cost as things stand, where that is calculated: fixed prices stand in the catalogue.
import { toAmount } from '../engine/money/amount.js'
import { answerCalculation } from '../engine/program/measures.js'
import { measuresPerQuestion } from '../engine/program/program.js'
import type { ConfigurationState } from '../engine/program/state.js'
import { amountReply, type AmountReply, type Priced, type Till } from './price.js'

export interface AnswerPriceReply {
  readonly answer_id: number
  /** null where it is not calculated, or the calculation yields nothing with these selections. */
  readonly price: AmountReply | null
  /** The same of what it costs again and again. */
  readonly price_recurring: AmountReply | null
}

/** Those that apply and have a calculated figure; none where the shopper's group may not see prices. */
export function answerPrices(state: ConfigurationState, product: Priced, shop: Till): readonly AnswerPriceReply[] {
  if (!shop.maySeePrices) return []
  const { program } = state
  const figureOf = (answer: number, figure: 0 | 1, taxClassId: number | null): AmountReply | null => {
    const question = program.questionOfAnswer[answer]!
    const calculation = answerCalculation(program, state, answer, figure)
    // A question that prices itself does not ask its answers.
    if (calculation < 0 || program.figureCalculation[question * measuresPerQuestion + figure]! >= 0) return null
    const units = state.value(calculation)
    return Number.isNaN(units) ? null : amountReply(toAmount(units), shop, taxClassId)
  }
  return program.answers.flatMap(({ id }, answer): readonly AnswerPriceReply[] => {
    if (!state.ownRule(answer) || !state.applies(program.questionOfAnswer[answer]!)) return []
    const price = figureOf(answer, 0, product.taxClassId)
    const again = program.source.use_recurring_pricing ? figureOf(answer, 1, product.taxClassRecurringId) : null
    return price === null && again === null ? [] : [{ answer_id: id, price, price_recurring: again }]
  })
}
