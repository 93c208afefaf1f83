// Builds the reply of a checkout: input, offered and chosen methods, current price, and missing inputs.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import type { Charge, Total } from '../../engine/money/goods.js'
import { sumTotals } from '../../engine/money/goods.js'
import { amountsOf, ratesOf } from '../cart/preview.js'
import { currencyView } from '../../shop/currency.js'
import type { Shop } from '../../shop/shop.js'
import { positionReplies, totalReply } from '../cart/reply.js'
import type { DeliveryOffer } from '../delivery/offers.js'
import type { AddressTexts, ChargeReply } from '../document/define.js'
import type { PaymentOffer } from '../payment/offers.js'
import { inWords } from './address.js'
import { type Assessed, deliveryAddress } from './assess.js'
import type { CheckoutReply, CheckoutTotals, Costs } from './define.js'
import { missingOf } from './missing.js'
import type { Draft } from './rows.js'

function chargeReply(title: string | undefined, charge: Charge | null): ChargeReply | null {
  return charge && title !== undefined ? { title, ...amountsOf(charge) } : null
}

function totalsReply(priced: PricedDocument, { delivery, payment }: Assessed): CheckoutTotals {
  const { recurring, discount, recurringDiscount, rates, lines } = priced
  return {
    ...totalReply(priced, discount, ratesOf(rates, false)),
    goods: amountsOf(sumTotals(lines)),
    delivery: chargeReply(delivery.chosen?.title, priced.delivery),
    payment: chargeReply(payment.chosen?.title, priced.payment),
    recurring: totalReply(recurring, recurringDiscount, ratesOf(rates, true)),
  }
}

const unseen: Costs = { net: null, tax: null, gross: null }

const costsOf = (offer: Total, { maySeePrices }: Shop): Costs => (maySeePrices ? amountsOf(offer) : unseen)

function shippingReply(offer: DeliveryOffer, shop: Shop): CheckoutReply['shipping_methods'][number] {
  const { id, title, shipper, days } = offer
  const { net, tax, gross } = costsOf(offer, shop)
  return { id, title, shipper, days, net, tax, gross }
}

function paymentReply(offer: PaymentOffer, shop: Shop): CheckoutReply['payment_methods'][number] {
  const { id, title, description, connector } = offer
  const { net, tax, gross } = costsOf(offer, shop)
  return { id, title, description, connector, net, tax, gross }
}

export async function checkoutReply(draft: Draft, assessed: Assessed): Promise<CheckoutReply> {
  const { settled, delivery, payment, priced } = assessed
  const { work, shop, weight } = settled
  const { order, cart, billing } = draft
  const told = (address: Draft['billing']): Promise<AddressTexts> | null => address && inWords(work, address, shop.language)
  return {
    checkout: order.token,
    cart: cart.token,
    account: cart.customerId !== null,
    language: shop.language,
    currency: currencyView(shop.currency),
    currencies: shop.currencies.map(currencyView),
    b2b: shop.b2b,
    email: order.email,
    phone: order.phone,
    vat_id: order.vat_id,
    note: order.note,
    billing: await told(billing),
    delivery: delivery.isAsked ? await told(deliveryAddress(draft)) : null,
    same_address: draft.delivery === null,
    positions: await positionReplies(settled, priced),
    asks_for_delivery: delivery.isAsked,
    shipping_methods: delivery.offers.map((offer) => shippingReply(offer, shop)),
    shipping_method_id: delivery.isAsked ? (delivery.wanted ?? delivery.chosen?.id ?? null) : null,
    asks_for_payment: payment.isAsked,
    payment_methods: payment.isAsked ? payment.offers.map((offer) => paymentReply(offer, shop)) : [],
    payment_method_id: payment.isAsked ? (payment.wanted ?? payment.chosen?.id ?? null) : null,
    asks_for_terms: shop.settings.explicit_agreement_terms === true,
    terms_agreed: order.terms_agreed !== null,
    totals: priced && shop.maySeePrices ? totalsReply(priced, assessed) : null,
    weight: fromAmount(weight),
    weight_unit: shop.settings.weight_unit ?? '',
    missing: await missingOf(assessed, draft),
  }
}
