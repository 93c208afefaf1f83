// Delivery and payment preview of a cart before checkout: offered methods, estimated total, and reasons that block an order.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument, DocumentRate } from '../../engine/money/document.js'
import type { Total } from '../../engine/money/goods.js'
import { dayOf } from '../../foundation/time-zone.js'
import { toPlaceView } from '../../shop/destination.js'
import type { AmountReply } from '../../shop/price.js'
import { translateShopMessage } from '../../shop/language.js'
import { computeDeliveryDates, type DeliveryDates } from '../delivery/delivery-dates.js'
import { isDeliveryEnabled, type DeliveryOffer, findDeliveryOffers } from '../delivery/offers.js'
import { type PaymentOffer, findPaymentOffers } from '../payment/offers.js'
import { findRightRefusal } from '../rights.js'
import type { OrderBlocker, CartRateReply, DeliveryPreview, EstimateReply, PaymentPreview } from './define.js'
import type { StoredCart } from './rows.js'
import { priceCart, type SettledCart } from './settle.js'

export interface CartPreview {
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  /** null if an amount is too large. */
  readonly estimate: PricedDocument | null
}

export const toAmountReply = ({ net, tax, gross }: Total): AmountReply => ({
  net: fromAmount(net),
  tax: fromAmount(tax),
  gross: fromAmount(gross),
})

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
export async function buildCartPreview(settled: SettledCart): Promise<CartPreview> {
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

export const toEstimateReply = (estimate: PricedDocument): EstimateReply => ({
  ...toAmountReply(estimate),
  rates: toRateReplies(estimate.rates, false),
})

/** Reasons that prevent an order of the cart as a whole. */
export function findOrderBlockers(
  { work, shop }: SettledCart,
  { currencyId }: StoredCart,
  isCountable: boolean,
): readonly OrderBlocker[] {
  const { registry } = work.context
  const right = findRightRefusal(work, shop, 'may_order')
  const blocked: OrderBlocker[] = right ? [right] : []
  if (!right && !shop.maySeePrices) {
    const messageKey = 'shop.pricesOnRequest'
    blocked.push({ code: 'PRICES_HIDDEN', message: translateShopMessage(registry, shop.language, messageKey) })
  }
  if (!shop.currencies.some(({ id }) => id === currencyId)) {
    const messageKey = 'shop.currencyUnavailable'
    const message = translateShopMessage(registry, shop.language, messageKey, { currency: shop.currency.code })
    blocked.push({ code: 'CURRENCY_NOT_OFFERED', message })
  }
  if (!isCountable) {
    blocked.push({
      code: 'TOO_LARGE',
      message: translateShopMessage(registry, shop.language, 'shop.quantityTooLarge'),
    })
  }
  return blocked
}
