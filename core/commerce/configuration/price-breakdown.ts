// Price breakdown of a configuration: amount per question, taxes, former price and group discount.
import type { priceBreakdownShape } from './define.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import { fromAmount, toAmount, currencyStep, sumAmounts, nullIfOverflow, type Amount } from '../../engine/money/amount.js'
import { priceGoods, combineTaxRates, type Total } from '../../engine/money/goods.js'
import { measureNode } from '../../engine/program/program.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { computeUnitTotals } from '../../engine/program/state.js'
import { toCurrencyView, type Shop } from '../../shop/shop.js'
import { calculateAmount, calculateLinePrice, type AmountReply } from '../../shop/price.js'
import { getProductTitles } from '../../shop/language.js'
import { getDiscountLevels, requireAllowedQuantity } from '../cart/settle.js'
import type { ShopperContext } from '../shopper-context.js'
import { loadSelectedUploads } from './uploads.js'
import { listOptions } from './rows.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'

/** A one-time price and a recurring price. */
export type PartAmounts = PriceBreakdownReply['base']

export type PricePart = PriceBreakdownReply['parts'][number]

type DiscountReply = NonNullable<PriceBreakdownReply['discount']>

export type PriceBreakdownReply = ShapeValue<typeof priceBreakdownShape>

const hiddenAmounts: PartAmounts = { amount: null, recurring: null }

function computeDiscountReply(
  { state, shop, product }: LoadedConfiguration,
  quantity: number,
  figure: 0 | 1,
): DiscountReply | null {
  const { customerGroup, currency, prices: entry, language } = shop
  if (customerGroup === null) return null
  const levels = getDiscountLevels(customerGroup, figure === 0 ? 'discount' : 'discount_recurring', language)
  const { net, recurring } = computeUnitTotals(state)
  const rates = shop.taxRates(figure === 0 ? product.taxClassId : product.taxClassRecurringId)
  const line = { unit: figure === 0 ? net : recurring, quantity, rates }
  return nullIfOverflow(() => {
    const before = priceGoods([line], { currency, entry })
    const { discount, ...after } = priceGoods([line], { currency, entry, levels })
    if (discount === null) return null
    const off = (name: 'net' | 'tax' | 'gross'): number => fromAmount(before[name] - after[name])
    return { title: discount.title, net: off('net'), tax: off('tax'), gross: off('gross') }
  })
}

function toFormerPrices({ shop, product }: LoadedConfiguration, quantity: number): PartAmounts {
  const { once: nonRecurring, recurring } = product.formerPrices
  const reply = (price: number | null, taxClassId: number | null): AmountReply | null =>
    price === null ? null : calculateAmount(toAmount(price), shop, taxClassId, quantity)
  return { amount: reply(nonRecurring, product.taxClassId), recurring: reply(recurring, product.taxClassRecurringId) }
}

function toTaxView(shop: Shop, taxClassId: number | null): { readonly rate: number; readonly code: string | null } {
  const { rate, code } = combineTaxRates(shop.taxRates(taxClassId))
  return { rate, code }
}

interface PriceBreakdown {
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
interface PartTerms {
  /** The one-time price (0) or the recurring price (1). */
  readonly figure: 0 | 1
  readonly taxClassId: number | null
  readonly quantity: number
}

/** For the given quantity, in the shop's currency; null if an amount is too large. The caller checks whether it may be shown. */
function splitPrice(state: ConfigurationState, shop: Shop, { figure, taxClassId, quantity }: PartTerms): PriceBreakdown | null {
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

/** @param quantity default: the product's smallest quantity; ValidationError on `quantity` if it cannot be ordered */
export async function priceConfiguration(
  shopperContext: ShopperContext,
  token: string,
  quantity?: number,
): Promise<PriceBreakdownReply> {
  const loadedConfiguration = await loadConfiguration(shopperContext, token)
  const { state, shop, product } = loadedConfiguration
  const pieces = quantity ?? product.quantities.min
  requireAllowedQuantity(pieces, product.quantities)
  const recurs = product.program.source.use_recurring_pricing
  const partsOf = (figure: 0 | 1, taxClassId: number | null): PriceBreakdown | null =>
    splitPrice(state, shop, { figure, taxClassId, quantity: pieces })
  const price = shop.maySeePrices ? calculateLinePrice(state, product, shop, pieces) : null
  const nonRecurring = price && partsOf(0, product.taxClassId)
  const again = price && recurs ? partsOf(1, product.taxClassRecurringId) : null
  const options = listOptions(
    state,
    product,
    getProductTitles(product, shop.language),
    await loadSelectedUploads(loadedConfiguration),
  )
  return {
    configuration: token,
    quantity: pieces,
    currency: toCurrencyView(shop.currency),
    price,
    base: { amount: nonRecurring?.base ?? null, recurring: again?.base ?? null },
    parts: options.map(({ question_id, question, text }) => {
      const index = product.program.questionIndex.get(question_id)!
      const amounts = { amount: nonRecurring?.parts.get(index) ?? null, recurring: again?.parts.get(index) ?? null }
      return { question_id, title: question, text, ...amounts }
    }),
    tax: { ...toTaxView(shop, product.taxClassId), recurring: toTaxView(shop, product.taxClassRecurringId) },
    old_price: price ? toFormerPrices(loadedConfiguration, pieces) : hiddenAmounts,
    discount: price && computeDiscountReply(loadedConfiguration, pieces, 0),
    discount_recurring: price && recurs ? computeDiscountReply(loadedConfiguration, pieces, 1) : null,
  }
}
