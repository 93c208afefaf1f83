// Price breakdown of a configuration: amount per question, taxes, former price and group discount.
import { fromAmount } from '../../engine/money/amount.js'
import { nullIfOverflow } from '../../engine/money/amount-overflow.js'
import { priceGoods } from '../../engine/money/goods.js'
import { combineTaxRates } from '../../engine/money/tax.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { toAmount } from '../../engine/money/amount.js'
import { type CurrencyView, toCurrencyView } from '../../shop/currency.js'
import { calculateAmount, type AmountReply, calculateLinePrice, type PriceReply } from '../../shop/price.js'
import { type PriceBreakdown, splitPrice } from '../../shop/price-parts.js'
import type { Shop } from '../../shop/shop.js'
import { getProductTitles } from '../../shop/texts.js'
import { getDiscountLevels } from '../cart/discount-levels.js'
import { requireAllowedQuantity } from '../cart/quantity.js'
import type { ShopperContext } from '../shopper-context.js'
import { loadSelectedUploads } from './upload-ownership.js'
import { listOptions } from './summary.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'

/** A one-time price and a recurring price. */
export interface PartAmounts {
  readonly amount: AmountReply | null
  readonly recurring: AmountReply | null
}

export interface PricePart extends PartAmounts {
  readonly question_id: number
  readonly title: string
  /** The selection as text. */
  readonly text: string
}

export interface TaxView {
  /** In per cent. */
  readonly rate: number
  readonly code: string | null
}

export interface DiscountReply extends AmountReply {
  readonly title: string | null
}

export interface PriceBreakdownReply {
  readonly configuration: string
  readonly quantity: number
  readonly currency: CurrencyView
  /** For all pieces; `base` and `parts` add up to it exactly. null, like all amounts, if the group may not see prices. */
  readonly price: PriceReply | null
  readonly base: PartAmounts
  readonly parts: readonly PricePart[]
  readonly tax: TaxView & { readonly recurring: TaxView }
  /** The product's former price, without selections. */
  readonly old_price: PartAmounts
  /** Amounts that the group's discount takes off these pieces if nothing else is ordered; null if there is no discount. */
  readonly discount: DiscountReply | null
  readonly discount_recurring: DiscountReply | null
}

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

function toTaxView(shop: Shop, taxClassId: number | null): TaxView {
  const { rate, code } = combineTaxRates(shop.taxRates(taxClassId))
  return { rate, code }
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
