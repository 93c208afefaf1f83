// Builds the reply of a cart: settles every position under the current catalogue and prices the positions in one call.
import { getProductTitles } from '../../shop/language.js'
import { fromAmount } from '../../engine/money/amount.js'
import type { Discount } from '../../engine/money/discount.js'
import type { DocumentLinePrice, PricedDocument } from '../../engine/money/document.js'
import type { GoodsPrice, Total } from '../../engine/money/goods.js'
import { computeUnitTotals } from '../../engine/program/unit-totals.js'
import { findMissing } from '../../engine/program/configuration-view.js'
import { formatIsoTime } from '../../foundation/clock.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { toCurrencyView } from '../../shop/currency.js'
import { toPlaceView } from '../../shop/destination.js'
import { calculateAmount } from '../../shop/price.js'
import { getConfigurationPicture } from '../../shop/configured-picture.js'
import type { Shop } from '../../shop/shop.js'
import { listOptions } from '../configuration/summary.js'
import { findUploadIds, readUploadNames } from '../configuration/uploads.js'
import type { ShopperContext } from '../shopper-context.js'
import type { CartRateReply, CartReply, CartTotalReply, LineReply, PositionReply } from './define.js'
import { translateDeletedNotice, findPositionNotices } from './notices.js'
import { toAmountReply, findOrderBlockers, toEstimateReply, buildCartPreview, toRateReplies } from './preview.js'
import { computeCartExpiry, type StoredCart, type StoredPosition } from './rows.js'
import { isOrderable, priceCart, type SettledCart, settleCart, type SettledPosition, computePositionWeight } from './settle.js'

function toLineReply({ net, tax, gross, netBeforeDiscount }: GoodsPrice): LineReply {
  return { net: fromAmount(net), tax: fromAmount(tax), gross: fromAmount(gross), discount: fromAmount(netBeforeDiscount - net) }
}

function toLinePrice(line: DocumentLinePrice): NonNullable<PositionReply['price']> {
  const { net, tax, gross, discount } = toLineReply(line)
  return { net, tax, gross, discount, recurring: toLineReply(line.recurring) }
}

export function toCartTotalReply(total: Total, discount: Discount | null, rates: readonly CartRateReply[]): CartTotalReply {
  const { net, tax, gross } = toAmountReply(total)
  return { net, tax, gross, discount: discount && { title: discount.title, net: fromAmount(discount.net) }, rates }
}

function toCartTotals(document: PricedDocument, estimate: PricedDocument): NonNullable<CartReply['totals']> {
  const { recurring, discount, recurringDiscount, rates } = document
  return {
    ...toCartTotalReply(document, discount, toRateReplies(rates, false)),
    recurring: toCartTotalReply(recurring, recurringDiscount, toRateReplies(rates, true)),
    estimate: toEstimateReply(estimate),
  }
}

async function buildPositionReply(
  work: ServiceContext,
  settled: SettledPosition,
  shop: Shop,
  price: PositionReply['price'],
): Promise<PositionReply> {
  const { position, configuration, product, state, automatic } = settled
  const { quantities } = product
  const titles = getProductTitles(product, shop.language)
  const ids = findUploadIds(product.program, configuration.selections)
  const uploads = await readUploadNames(work, configuration.id, ids)
  const { net } = computeUnitTotals(state)
  const notices = findPositionNotices(settled, work, shop)
  return {
    id: position.id,
    configuration: configuration.token,
    product_id: configuration.product_id,
    title: titles.product,
    sku: product.sku || null,
    image: getConfigurationPicture(work.context, state, product),
    quantity: position.quantity,
    min_quantity: quantities.min,
    max_quantity: quantities.max,
    quantity_step: quantities.step,
    note: position.note,
    options: listOptions(state, product, titles, uploads),
    missing: findMissing(state),
    automatic,
    notices,
    unavailable: notices.find(({ code }) => code === 'UNAVAILABLE')?.message ?? null,
    unit: price && calculateAmount(net, shop, product.taxClassId),
    price,
    weight: fromAmount(computePositionWeight(settled)),
  }
}

/** The positions, with prices if the shopper may see them. */
export async function buildPositionReplies(
  { work, shop, positions, sold }: SettledCart,
  priced: PricedDocument | null,
): Promise<readonly PositionReply[]> {
  const replies: PositionReply[] = []
  for (const settledPosition of positions) {
    const own = shop.maySeePrices ? priced?.lines[sold.indexOf(settledPosition)] : undefined
    replies.push(await buildPositionReply(work, settledPosition, shop, own ? toLinePrice(own) : null))
  }
  return replies
}

/** The reply for the visitor; for `held` see `settleCart`. */
export async function buildCartReply(
  shopperContext: ShopperContext,
  cart: StoredCart,
  storedPositions?: readonly StoredPosition[],
): Promise<CartReply> {
  const settled = await settleCart(shopperContext, cart, undefined, { lockedPositions: storedPositions })
  const { work, shop, weight } = settled
  const sums = shop.maySeePrices ? priceCart(settled) : null
  const { delivery, payment, estimate } = await buildCartPreview(settled)
  const blocked = findOrderBlockers(settled, cart, estimate !== null)
  const expiry = computeCartExpiry(cart, work)
  const { country, state } = await toPlaceView(work, cart.enteredPlace)
  return {
    cart: cart.token,
    saved: cart.customerId !== null,
    currency: toCurrencyView(shop.currency),
    language: shop.language,
    country,
    state,
    note: cart.note,
    created: cart.created,
    changed: cart.changed,
    expires: expiry === null ? null : formatIsoTime(expiry),
    positions: await buildPositionReplies(settled, sums),
    gone: settled.gone.map((deletedPosition) => ({
      id: deletedPosition.id,
      title: deletedPosition.title,
      message: translateDeletedNotice(deletedPosition, work, shop),
    })),
    totals: sums && estimate && toCartTotals(sums, estimate),
    delivery,
    payment,
    weight: fromAmount(weight),
    orderable: isOrderable(settled) && blocked.length === 0,
    blocked,
  }
}
