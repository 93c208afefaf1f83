// Splits a price into the product's base price and the amount of each question. The parts add up to the price exactly.
import { type Amount, fromAmount, currencyStep, sumAmounts, toAmount } from '../engine/money/amount.js'
import { nullIfOverflow } from '../engine/money/amount-overflow.js'
import { priceGoods, type Total } from '../engine/money/goods.js'
import { combineTaxRates } from '../engine/money/tax.js'
import { measureNode } from '../engine/program/program.js'
import type { ConfigurationState } from '../engine/program/state.js'
import type { AmountReply } from './price.js'
import type { Shop } from './shop.js'

export interface PriceBreakdown {
  /** The product's base price. */
  readonly base: AmountReply
  /** By question index; null if the question's price has no value. Questions without a selection are left out. */
  readonly parts: ReadonlyMap<number, AmountReply | null>
}

/**
 * Rounds each weight × factor to the step. Distributes the remainder in single steps, starting at the parts with the largest
 * opposite rounding error. The parts then add up to the total.
 */
function distributeAmount(total: Amount, weights: readonly Amount[], factor: number, step: Amount): readonly Amount[] {
  const shares = weights.map((weight) => (weight * factor) / step)
  const steps = shares.map(Math.round)
  let rest = total / step - sumAmounts(steps)
  const sign = Math.sign(rest)
  const taking = [...shares.keys()]
    .filter((i) => weights[i] !== 0)
    .sort((a, b) => sign * (shares[b]! - steps[b]! - (shares[a]! - steps[a]!)) || Math.abs(shares[b]!) - Math.abs(shares[a]!))
  for (let place = 0; rest !== 0 && taking.length > 0; place = (place + 1) % taking.length) {
    steps[taking[place]!]! += sign
    rest -= sign
  }
  // Converts a negative zero to 0.
  return steps.map((count) => count * step || 0)
}

function toAmountReplies(nets: readonly Amount[], grosses: readonly Amount[]): readonly AmountReply[] {
  return nets.map((net, i) => {
    const gross = grosses[i]!
    return { net: fromAmount(net), tax: fromAmount(gross - net), gross: fromAmount(gross) }
  })
}

/** The amount to split, its tax class and the quantity. */
export interface PartTerms {
  /** The one-time price (0) or the recurring price (1). */
  readonly figure: 0 | 1
  readonly taxClassId: number | null
  readonly quantity: number
}

/** For the given quantity, in the shop's currency; null if an amount is too large. The caller checks whether it may be shown. */
export function splitPrice(
  state: ConfigurationState,
  shop: Shop,
  { figure, taxClassId, quantity }: PartTerms,
): PriceBreakdown | null {
  const { program, group } = state
  const questions = program.questions.filter(({ index }) => state.text[index] !== null)
  const amounts = questions.map(({ index }) => toAmount(state.value(measureNode(program, index, figure))))
  const weights = [toAmount(figure === 0 ? group.basePrice : group.baseRecurring), ...amounts.map((amount) => amount || 0)]
  return nullIfOverflow(() => {
    const { currency, prices: entry } = shop
    const rates = shop.taxRates(taxClassId)
    const line = { unit: sumAmounts(weights), quantity, rates }
    const { net, gross }: Total = priceGoods([line], { currency, entry })
    const taxed = 1 + combineTaxRates(rates).rate / 100
    const entered = currency.multiplicator * quantity
    const step = currencyStep(currency.decimals)
    const nets = distributeAmount(net, weights, entry === 'net' ? entered : entered / taxed, step)
    const grosses = distributeAmount(gross, weights, entry === 'net' ? entered * taxed : entered, step)
    const [base, ...rest] = toAmountReplies(nets, grosses)
    const parts = questions.map(({ index }, i) => [index, Number.isNaN(amounts[i]) ? null : rest[i]!] as const)
    return { base: base!, parts: new Map(parts) }
  })
}
