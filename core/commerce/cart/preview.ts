// Delivery and payment preview of a cart before checkout: offered methods, estimated total, and reasons that block an order.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import type { Total } from '../../engine/money/goods.js'
import type { DocumentRate } from '../../engine/money/rate-rows.js'
import { placeView } from '../../shop/place.js'
import type { AmountReply } from '../../shop/price.js'
import { said } from '../../shop/texts.js'
import { asksForDelivery, type DeliveryOffer, deliveryOffers } from '../delivery/offers.js'
import { type PaymentOffer, paymentOffers } from '../payment/offers.js'
import { refusalOf } from '../rights.js'
import type { Blocked, CartRateReply, DeliveryPreview, EstimateReply, PaymentPreview } from './define.js'
import type { StoredCart } from './rows.js'
import { priceCart, type SettledCart } from './settle.js'

export interface CartPreview {
  readonly delivery: DeliveryPreview
  readonly payment: PaymentPreview
  /** null if an amount is too large. */
  readonly estimate: PricedDocument | null
}

export const amountsOf = ({ net, tax, gross }: Total): AmountReply => ({
  net: fromAmount(net),
  tax: fromAmount(tax),
  gross: fromAmount(gross),
})

export function ratesOf(rows: readonly DocumentRate[], recurring: boolean): readonly CartRateReply[] {
  return rows
    .filter((row) => row.recurring === recurring)
    .map(({ rate, code, net, tax }) => ({ rate, code, net: fromAmount(net), tax: fromAmount(tax) }))
}

/** Why no shipping method is offered; null if one is offered or none is needed. */
function silence({ work, shop, sold }: SettledCart, country: string | null, isOffered: boolean): string | null {
  if (isOffered || !asksForDelivery(shop) || sold.length === 0) return null
  const { registry } = work.context
  if (country === null) return said(registry, shop.language, 'Choose your country to see the shipping costs.')
  return said(registry, shop.language, 'We do not ship orders of this weight to {country}.', { country })
}

async function deliveryPreview(settled: SettledCart, offers: readonly DeliveryOffer[]): Promise<DeliveryPreview> {
  const { work, shop } = settled
  const { country } = await placeView(work, shop.destination)
  return {
    required: asksForDelivery(shop),
    country,
    methods: offers.map(({ id, title, shipper, days, ...price }) => ({
      ...{ id, title, shipper, days },
      price: shop.maySeePrices ? amountsOf(price) : null,
    })),
    message: silence(settled, country, offers.length > 0),
  }
}

const paymentPreview = (offers: readonly PaymentOffer[], maySeePrices: boolean): PaymentPreview => ({
  methods: offers.map(({ id, title, description, connector, ...price }) => ({
    ...{ id, title, description, connector },
    price: maySeePrices ? amountsOf(price) : null,
  })),
})

/** Uses the default shipping and payment methods. An empty cart gets no offers. */
export async function previewOf(settled: SettledCart): Promise<CartPreview> {
  const { work, shop, weight, sold } = settled
  const ways = sold.length > 0 ? await deliveryOffers(work, shop, weight) : []
  const delivery = ways[0]?.terms ?? null
  const goods = sold.length > 0 ? priceCart(settled, { delivery }) : null
  const means = goods ? await paymentOffers(work, shop, { billingCountryId: null, goods }) : []
  const payment = means[0]?.terms ?? null
  return {
    delivery: await deliveryPreview(settled, ways),
    payment: paymentPreview(means, shop.maySeePrices),
    estimate: goods !== null && payment === null ? goods : priceCart(settled, { delivery, payment }),
  }
}

export const estimateReply = (estimate: PricedDocument): EstimateReply => ({
  ...amountsOf(estimate),
  rates: ratesOf(estimate.rates, false),
})

/** Reasons that prevent an order of the cart as a whole. */
export function blockedBy({ work, shop }: SettledCart, { currencyId }: StoredCart, isCountable: boolean): readonly Blocked[] {
  const { registry } = work.context
  const right = refusalOf(work, shop, 'may_order')
  const blocked: Blocked[] = right ? [right] : []
  if (!right && !shop.maySeePrices) {
    const sentence = 'Prices are available on request only. Please request a quote.'
    blocked.push({ code: 'PRICES_HIDDEN', message: said(registry, shop.language, sentence) })
  }
  if (!shop.currencies.some(({ id }) => id === currencyId)) {
    const sentence = '{currency} is no longer available. Please choose another currency.'
    const message = said(registry, shop.language, sentence, { currency: shop.currency.code })
    blocked.push({ code: 'CURRENCY_NOT_OFFERED', message })
  }
  if (!isCountable) {
    blocked.push({
      code: 'TOO_LARGE',
      message: said(registry, shop.language, 'This quantity is too large. Please order fewer pieces.'),
    })
  }
  return blocked
}
