// Builds the reply of a cart: every position settled under the catalogue of now, all of them through the one price function.
import { shopLanguage } from '../../shop/language.js'
import { shopCurrency } from '../../shop/currency.js'
import { titlesOf } from '../../shop/texts.js'
import { deskOf } from '../../shop/desk.js'
import type { AutomaticChange } from '../../engine/program/settle.js'
import { AmountOverflow, fromAmount } from '../../engine/money/amount.js'
import type { Discount, DiscountLevel } from '../../engine/money/discount.js'
import { type DocumentLine, priceDocument, type PricedDocument } from '../../engine/money/document.js'
import type { GoodsPrice, Total } from '../../engine/money/goods.js'
import type { DocumentRate } from '../../engine/money/rate-rows.js'
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

/** null where prices are not to be seen or are too large to be counted. */
function priced(settled: readonly Settled[], shop: Shop): PricedDocument | null {
  if (!shop.maySeePrices) return null
  const sold = settled.filter(({ product }) => product.isPublished)
  const lines = sold.map(({ state, product, position }): DocumentLine => {
    const { net, recurring } = unitFigures(state)
    return {
      unit: net,
      recurring,
      quantity: position.quantity,
      rates: shop.taxRates(product.taxClassId),
      recurringRates: shop.taxRates(product.taxClassRecurringId),
    }
  })
  const { customerGroup, currency, prices: entry } = shop
  const levels = (prefix: 'discount' | 'discount_recurring'): readonly DiscountLevel[] =>
    customerGroup ? discountLevels(customerGroup, prefix, shop.language) : []
  try {
    return priceDocument(lines, {
      currency,
      entry,
      levels: levels('discount'),
      recurringLevels: levels('discount_recurring'),
    })
  } catch (error) {
    if (error instanceof AmountOverflow) return null
    throw error
  }
}

function totalWeight(settled: readonly Settled[]): number {
  const sold = settled.filter(({ product }) => product.isPublished)
  return fromAmount(sold.reduce((sum, { state, position }) => sum + unitFigures(state).weight * position.quantity, 0))
}

function lineReply({ net, tax, gross, netBeforeDiscount }: GoodsPrice): LineReply {
  return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross), discount: fromAmount(netBeforeDiscount - net) }
}

function totalReply({ net, tax, gross }: Total, discount: Discount | null, rates: readonly DocumentRate[]): CartTotalReply {
  return {
    net: fromAmount(net),
    tax: fromAmount(tax),
    gross: fromAmount(gross),
    discount: discount && { title: discount.title, net: fromAmount(discount.net) },
    rates: rates.map((rate) => ({ rate: rate.rate, code: rate.code, net: fromAmount(rate.net), tax: fromAmount(rate.tax) })),
  }
}

function totalsReply(document: PricedDocument): NonNullable<CartReply['totals']> {
  const { recurring, discount, recurringDiscount, rates } = document
  const rows = (again: boolean): readonly DocumentRate[] => rates.filter((row) => row.recurring === again)
  return { ...totalReply(document, discount, rows(false)), recurring: totalReply(recurring, recurringDiscount, rows(true)) }
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
    const own = sums?.lines[at]
    const price = own ? { ...lineReply(own), recurring: lineReply(own.recurring) } : null
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
    totals: sums && totalsReply(sums),
    weight: totalWeight(settled),
    orderable: replies.length > 0 && replies.every((reply) => reply.missing.length === 0 && reply.unavailable === null),
  }
}
