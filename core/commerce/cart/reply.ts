// Builds the reply of a cart: settles every position under the current catalogue and prices the positions in one call.
import { titlesOf } from '../../shop/texts.js'
import { fromAmount } from '../../engine/money/amount.js'
import type { Discount } from '../../engine/money/discount.js'
import type { DocumentLinePrice, PricedDocument } from '../../engine/money/document.js'
import type { GoodsPrice, Total } from '../../engine/money/goods.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { findMissing } from '../../engine/program/configuration-view.js'
import { formatIsoTime } from '../../foundation/clock.js'
import type { Work } from '../../storage/work.js'
import { currencyView } from '../../shop/currency.js'
import { placeView } from '../../shop/place.js'
import { amountReply } from '../../shop/price.js'
import type { Shop } from '../../shop/shop.js'
import { optionsOf } from '../configuration/summary.js'
import { uploadIds, uploadNames } from '../configuration/uploads.js'
import type { Visit } from '../visit.js'
import type { CartRateReply, CartReply, CartTotalReply, LineReply, PositionReply } from './define.js'
import { goneNotice, noticesOf } from './notices.js'
import { amountsOf, blockedBy, estimateReply, previewOf, ratesOf } from './preview.js'
import { expiryOf, type StoredCart, type StoredPosition } from './rows.js'
import { isOrderable, priceCart, type SettledCart, settleCart, type SettledPosition, weightOfPosition } from './settle.js'

function lineReply({ net, tax, gross, netBeforeDiscount }: GoodsPrice): LineReply {
  return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross), discount: fromAmount(netBeforeDiscount - net) }
}

function linePrice(line: DocumentLinePrice): NonNullable<PositionReply['price']> {
  const { net, tax, gross, discount } = lineReply(line)
  return { net, tax, gross, discount, recurring: lineReply(line.recurring) }
}

export function totalReply(total: Total, discount: Discount | null, rates: readonly CartRateReply[]): CartTotalReply {
  const { net, tax, gross } = amountsOf(total)
  return { net, tax, gross, discount: discount && { title: discount.title, net: fromAmount(discount.net) }, rates }
}

function totalsReply(document: PricedDocument, estimate: PricedDocument): NonNullable<CartReply['totals']> {
  const { recurring, discount, recurringDiscount, rates } = document
  return {
    ...totalReply(document, discount, ratesOf(rates, false)),
    recurring: totalReply(recurring, recurringDiscount, ratesOf(rates, true)),
    estimate: estimateReply(estimate),
  }
}

async function positionReply(
  work: Work,
  settled: SettledPosition,
  shop: Shop,
  price: PositionReply['price'],
): Promise<PositionReply> {
  const { position, configuration, product, state, automatic } = settled
  const { quantities } = product
  const titles = titlesOf(product, shop.language)
  const ids = uploadIds(product.program, configuration.selections)
  const uploads = await uploadNames(work, configuration.id, ids)
  const { net } = computeUnitTotals(state)
  const notices = noticesOf(settled, work, shop)
  return {
    id: position.id,
    configuration: configuration.token,
    product_id: configuration.product_id,
    title: titles.product,
    sku: product.sku || null,
    image: product.image || null,
    quantity: position.quantity,
    min_quantity: quantities.min,
    max_quantity: quantities.max,
    quantity_step: quantities.step,
    note: position.note,
    options: optionsOf(state, product, titles, uploads),
    missing: findMissing(state),
    automatic,
    notices,
    unavailable: notices.find(({ code }) => code === 'UNAVAILABLE')?.message ?? null,
    unit: price && amountReply(net, shop, product.taxClassId),
    price,
    weight: fromAmount(weightOfPosition(settled)),
  }
}

/** The positions, with prices if the shopper may see them. */
export async function positionReplies(
  { work, shop, positions, sold }: SettledCart,
  priced: PricedDocument | null,
): Promise<readonly PositionReply[]> {
  const replies: PositionReply[] = []
  for (const one of positions) {
    const own = shop.maySeePrices ? priced?.lines[sold.indexOf(one)] : undefined
    replies.push(await positionReply(work, one, shop, own ? linePrice(own) : null))
  }
  return replies
}

/** The reply for the visitor; for `held` see `settleCart`. */
export async function cartReply(visit: Visit, cart: StoredCart, held?: readonly StoredPosition[]): Promise<CartReply> {
  const settled = await settleCart(visit, cart, undefined, { held })
  const { work, shop, weight } = settled
  const sums = shop.maySeePrices ? priceCart(settled) : null
  const { delivery, payment, estimate } = await previewOf(settled)
  const blocked = blockedBy(settled, cart, estimate !== null)
  const expiry = expiryOf(cart, work)
  const { country, state } = await placeView(work, cart.told)
  return {
    cart: cart.token,
    saved: cart.customerId !== null,
    currency: currencyView(shop.currency),
    language: shop.language,
    country,
    state,
    note: cart.note,
    created: cart.created,
    changed: cart.changed,
    expires: expiry === null ? null : formatIsoTime(expiry),
    positions: await positionReplies(settled, sums),
    gone: settled.gone.map((one) => ({ id: one.id, title: one.title, message: goneNotice(one, work, shop) })),
    totals: sums && estimate && totalsReply(sums, estimate),
    delivery,
    payment,
    weight: fromAmount(weight),
    orderable: isOrderable(settled) && blocked.length === 0,
    blocked,
  }
}
