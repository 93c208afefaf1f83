// Builds the reply of a cart: every position settled under the catalogue of now, all of them through the one price function.
import { shopLanguage } from '../../shop/language.js'
import { shopCurrency } from '../../shop/currency.js'
import { titlesOf } from '../../shop/texts.js'
import { deskOf } from '../../shop/desk.js'
import type { AutomaticChange } from '../../engine/program/settle.js'
import { type Amount, AmountOverflow, fromAmount } from '../../engine/money/amount.js'
import type { DiscountLevel } from '../../engine/money/discount.js'
import { type Line, priceGoods, type PricedGoods, type PricedLine } from '../../engine/money/total.js'
import { resume } from '../../engine/program/configure.js'
import { unitFigures } from '../../engine/program/price.js'
import type { State } from '../../engine/program/state.js'
import { missing } from '../../engine/program/view.js'
import { isoTime } from '../../ground/clock.js'
import type { Work } from '../../storage/work.js'
import { amountReply } from '../../shop/price.js'
import { type CompiledProduct, compiledProduct, productTopic } from '../../product/programs.js'
import type { StoredConfiguration } from '../configuration/rows.js'
import { openShop, type Shop } from '../../shop/shop.js'
import { optionsOf } from '../configuration/summary.js'
import { uploadIds, uploadNames } from '../configuration/uploads.js'
import type { Visit } from '../visit.js'
import type { CartReply, CartTotalReply, LineReply, PositionReply } from './define.js'
import { discountLevels } from './discount-levels.js'
import { configurationsIn, expiryOf, positionsOf, type StoredCart, type StoredPosition } from './rows.js'

/** A position with all that is needed to show and to price it. */
interface Settled {
  readonly position: StoredPosition
  readonly configuration: StoredConfiguration
  readonly product: CompiledProduct
  readonly state: State
  readonly automatic: readonly AutomaticChange[]
}

/** The two sums of a cart; null where prices are not to be seen or are too large to be counted. */
interface Priced {
  readonly once: PricedGoods
  readonly recurring: PricedGoods
}

async function settle(
  work: Work,
  shop: Shop,
  position: StoredPosition,
  configuration: StoredConfiguration,
): Promise<Settled | null> {
  const product = await compiledProduct(work, configuration.product_id)
  if (product === null) return null
  const { evaluation } = await deskOf(work, product, shop)
  return { position, configuration, product, ...resume(product.program, evaluation, configuration.selections) }
}

function priced(settled: readonly Settled[], shop: Shop): Priced | null {
  if (!shop.maySeePrices) return null
  const sold = settled.filter(({ product }) => product.isPublished)
  const lines = (unit: (state: State) => Amount, taxClass: (product: CompiledProduct) => number | null): readonly Line[] =>
    sold.map(({ state, product, position }) => ({
      unit: unit(state),
      quantity: position.quantity,
      rates: shop.taxRates(taxClass(product)),
    }))
  const { customerGroup } = shop
  const levels = (prefix: 'discount' | 'discount_recurring'): readonly DiscountLevel[] =>
    customerGroup ? discountLevels(customerGroup, prefix, shop.language) : []
  const once = lines(
    (state) => unitFigures(state).net,
    (product) => product.taxClassId,
  )
  const regular = lines(
    (state) => unitFigures(state).recurring,
    (product) => product.taxClassRecurringId,
  )
  try {
    return {
      once: priceGoods(once, shop.currency, levels('discount'), shop.prices),
      recurring: priceGoods(regular, shop.currency, levels('discount_recurring'), shop.prices),
    }
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

function totalWeight(settled: readonly Settled[]): number {
  const sold = settled.filter(({ product }) => product.isPublished)
  return fromAmount(sold.reduce((sum, { state, position }) => sum + unitFigures(state).weight * position.quantity, 0))
}

function lineReply({ net, tax, gross, discount }: PricedLine): LineReply {
  return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross), discount: fromAmount(discount) }
}

function totalReply({ net, tax, gross, discount, rates }: PricedGoods): CartTotalReply {
  return {
    net: fromAmount(net),
    tax: fromAmount(tax),
    gross: fromAmount(gross),
    discount: discount && { title: discount.title, net: fromAmount(discount.amount) },
    rates: rates.map((rate) => ({ rate: rate.rate, code: rate.code, net: fromAmount(rate.net), tax: fromAmount(rate.tax) })),
  }
}

async function positionReply(work: Work, settled: Settled, shop: Shop, price: PositionReply['price']): Promise<PositionReply> {
  const { position, configuration, product, state, automatic } = settled
  const { quantities } = product
  const titles = titlesOf(product, shop.language)
  const ids = uploadIds(product.program, configuration.selections)
  const uploads = await uploadNames(work, configuration.id, ids)
  const { net, weight } = unitFigures(state)
  return {
    id: position.id,
    configuration: configuration.token,
    product_id: configuration.product_id,
    title: titles.product,
    sku: product.sku || null,
    quantity: position.quantity,
    min_quantity: quantities.min,
    max_quantity: quantities.max,
    quantity_step: quantities.step,
    note: position.note,
    options: optionsOf(state, product, titles, uploads),
    missing: missing(state),
    automatic,
    unavailable: product.isPublished ? null : `'${titles.product}' is no longer sold.`,
    unit: price && amountReply(net, shop, product.taxClassId),
    price,
    weight: fromAmount(weight * position.quantity),
  }
}

/** The cart for its visitor. */
export async function cartReply(visit: Visit, cart: StoredCart): Promise<CartReply> {
  const positions = await positionsOf(visit, cart.id)
  const configurations = await configurationsIn(visit, positions)
  const work = await visit.at(...[...configurations.values()].map((one) => productTopic(one.product_id)))
  const language = shopLanguage(work, visit.language)
  const shop = await openShop(work, visit.shopper, language, await shopCurrency(work, cart.currencyId))
  const settled: Settled[] = []
  for (const position of positions) {
    const configuration = configurations.get(position.configurationId)
    const one = configuration && (await settle(work, shop, position, configuration))
    if (one) settled.push(one)
  }
  const sums = priced(settled, shop)
  const replies: PositionReply[] = []
  let line = 0
  for (const one of settled) {
    const at = one.product.isPublished ? line++ : -1
    const once = sums?.once.lines[at]
    const recurring = sums?.recurring.lines[at]
    const price = once && recurring ? { ...lineReply(once), recurring: lineReply(recurring) } : null
    replies.push(await positionReply(work, one, shop, price))
  }
  const expiry = expiryOf(cart, work)
  const { code, symbol, decimals } = shop.currency
  return {
    cart: cart.token,
    saved: cart.customerId !== null,
    currency: { code, symbol, decimals },
    language: shop.language,
    created: cart.created,
    changed: cart.changed,
    expires: expiry === null ? null : isoTime(expiry),
    positions: replies,
    totals: sums && { ...totalReply(sums.once), recurring: totalReply(sums.recurring) },
    weight: totalWeight(settled),
    orderable: replies.length > 0 && replies.every((reply) => reply.missing.length === 0 && reply.unavailable === null),
  }
}
