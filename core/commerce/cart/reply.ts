// Builds the reply of a cart: its settled positions, its price, and a preview of delivery, payment and total before the checkout.
import { getProductTitles, translateShopMessage } from '../../shop/language.js'
import { fromAmount } from '../../engine/money/amount.js'
import type { Discount, GoodsPrice, Total } from '../../engine/money/goods.js'
import type { DocumentLinePrice, PricedDocument, DocumentRate } from '../../engine/money/document.js'
import { computeUnitTotals } from '../../engine/program/state.js'
import { findMissing } from '../../engine/program/configuration.js'
import { formatIsoTime, dayOf } from '../../foundation/clock.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { toCurrencyView, type Shop } from '../../shop/shop.js'
import { toPlaceView } from '../../shop/destination.js'
import { calculateAmount } from '../../shop/price.js'
import { getConfigurationPicture } from '../../shop/configured-picture.js'
import { listOptions, readUploadNames, findUploadIds } from '../configuration/rows.js'
import { type ShopperContext } from '../shopper-context.js'
import type {
  CartRateReply,
  CartReply,
  CartTotalReply,
  LineReply,
  PositionReply,
  DeliveryPreview,
  EstimateReply,
  PaymentPreview,
} from './define.js'
import { computeCartExpiry, type StoredCart, type StoredPosition } from './rows.js'
import {
  isOrderable,
  priceCart,
  settleCart,
  computePositionWeight,
  type SettledCart,
  type SettledPosition,
  findOrderBlockers,
  findPositionNotices,
  toAmountReply,
  translateDeletedNotice,
} from './settle.js'
import {
  computeDeliveryDates,
  type DeliveryDates,
  isDeliveryEnabled,
  type DeliveryOffer,
  findDeliveryOffers,
  type PaymentOffer,
  findPaymentOffers,
} from '../checkout/offers.js'

/**
 * Preview of a cart before checkout: offered methods, estimated total, notices on positions, and reasons that block an order.
 */
interface CartPreview {
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  /** null if an amount is too large. */
  readonly estimate: PricedDocument | null
}

export function toRateReplies(rows: readonly DocumentRate[], recurring: boolean): readonly CartRateReply[] {
  return rows
    .filter((row) => row.recurring === recurring)
    .map(({ rate, code, net, tax }) => ({ rate, code, net: fromAmount(net), tax: fromAmount(tax) }))
}

/** Why no shipping method is offered; null if one is offered or none is needed. */
function explainMissingDelivery({ work, shop, sold }: SettledCart, country: string | null, isOffered: boolean): string | null {
  if (isOffered || !isDeliveryEnabled(shop) || sold.length === 0) return null
  const { registry } = work.context
  if (country === null) return translateShopMessage(registry, shop.language, 'shop.countryNeededForShipping')
  return translateShopMessage(registry, shop.language, 'shop.weightNotShipped', { country })
}

/** The expected delivery of the sold positions if they are ordered today. @param deliveryDays of the shipping method */
export function computeCartDeliveryDates({ work, shop, sold }: SettledCart, deliveryDays: number | null): DeliveryDates | null {
  const dispatchTimes = sold.map(({ product }) => product.dispatchTime)
  return computeDeliveryDates({ dispatchTimes, deliveryDays }, dayOf(work.now, shop.timeZone), shop.language)
}

async function buildDeliveryPreview(settled: SettledCart, offers: readonly DeliveryOffer[]): Promise<DeliveryPreview> {
  const { work, shop } = settled
  const { country } = await toPlaceView(work, shop.destination)
  return {
    required: isDeliveryEnabled(shop),
    country,
    methods: offers.map(({ id, title, shipper, days, ...price }) => ({
      id,
      title,
      shipper,
      days,
      dates: computeCartDeliveryDates(settled, days),
      price: shop.maySeePrices ? toAmountReply(price) : null,
    })),
    message: explainMissingDelivery(settled, country, offers.length > 0),
  }
}

const toPaymentPreview = (offers: readonly PaymentOffer[], maySeePrices: boolean): PaymentPreview => ({
  methods: offers.map(({ id, title, description, connector, ...price }) => ({
    id,
    title,
    description,
    connector,
    price: maySeePrices ? toAmountReply(price) : null,
  })),
})

/** Uses the default shipping and payment methods. An empty cart gets no offers. */
async function buildCartPreview(settled: SettledCart): Promise<CartPreview> {
  const { work, shop, weight, sold } = settled
  const ways = sold.length > 0 ? await findDeliveryOffers(work, shop, weight) : []
  const delivery = ways[0]?.terms ?? null
  const goods = sold.length > 0 ? priceCart(settled, { delivery }) : null
  const means = goods ? await findPaymentOffers(work, shop, { billingCountryId: null, goods }) : []
  const payment = means[0]?.terms ?? null
  return {
    delivery: await buildDeliveryPreview(settled, ways),
    payment: toPaymentPreview(means, shop.maySeePrices),
    estimate: goods !== null && payment === null ? goods : priceCart(settled, { delivery, payment }),
  }
}

const toEstimateReply = (estimate: PricedDocument): EstimateReply => ({
  ...toAmountReply(estimate),
  rates: toRateReplies(estimate.rates, false),
})

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

/** The reply for the visitor. @param storedPositions as `lockedPositions` of `settleCart` */
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
