// Builds the reply of a checkout: input, offered and chosen methods, current price, and missing inputs.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import type { Charge, Total } from '../../engine/money/goods.js'
import { sumTotals } from '../../engine/money/goods.js'
import { toAmountReply, toRateReplies } from '../cart/preview.js'
import { toCurrencyView } from '../../shop/currency.js'
import type { Shop } from '../../shop/shop.js'
import { buildPositionReplies, toCartTotalReply } from '../cart/reply.js'
import type { DeliveryOffer } from '../delivery/offers.js'
import type { AddressTexts, ChargeReply } from '../document/define.js'
import type { PaymentOffer } from '../payment/offers.js'
import { toAddressTexts } from './address.js'
import { type CheckoutAssessment, getDestinationAddress } from './assess.js'
import type { CheckoutReply, CheckoutTotals, MethodPrice } from './define.js'
import { findMissingInputs } from './missing-inputs.js'
import type { OrderDraft } from './rows.js'

function toChargeReply(title: string | undefined, charge: Charge | null): ChargeReply | null {
  return charge && title !== undefined ? { title, ...toAmountReply(charge) } : null
}

function toCheckoutTotals(priced: PricedDocument, { delivery, payment }: CheckoutAssessment): CheckoutTotals {
  const { recurring, discount, recurringDiscount, rates, lines } = priced
  return {
    ...toCartTotalReply(priced, discount, toRateReplies(rates, false)),
    goods: toAmountReply(sumTotals(lines)),
    delivery: toChargeReply(delivery.chosen?.title, priced.delivery),
    payment: toChargeReply(payment.chosen?.title, priced.payment),
    recurring: toCartTotalReply(recurring, recurringDiscount, toRateReplies(rates, true)),
  }
}

const hiddenPrice: MethodPrice = { net: null, tax: null, gross: null }

const toMethodPrice = (offer: Total, { maySeePrices }: Shop): MethodPrice => (maySeePrices ? toAmountReply(offer) : hiddenPrice)

function toShippingMethodReply(offer: DeliveryOffer, shop: Shop): CheckoutReply['shipping_methods'][number] {
  const { id, title, shipper, days } = offer
  const { net, tax, gross } = toMethodPrice(offer, shop)
  return { id, title, shipper, days, net, tax, gross }
}

function toPaymentMethodReply(offer: PaymentOffer, shop: Shop): CheckoutReply['payment_methods'][number] {
  const { id, title, description, connector } = offer
  const { net, tax, gross } = toMethodPrice(offer, shop)
  return { id, title, description, connector, net, tax, gross }
}

export async function buildCheckoutReply(draft: OrderDraft, assessed: CheckoutAssessment): Promise<CheckoutReply> {
  const { settled, delivery, payment, priced } = assessed
  const { work, shop, weight } = settled
  const { order, cart, billing } = draft
  const toTexts = (address: OrderDraft['billing']): Promise<AddressTexts> | null =>
    address && toAddressTexts(work, address, shop.language)
  return {
    checkout: order.token,
    cart: cart.token,
    account: cart.customerId !== null,
    language: shop.language,
    currency: toCurrencyView(shop.currency),
    currencies: shop.currencies.map(toCurrencyView),
    b2b: shop.b2b,
    email: order.email,
    phone: order.phone,
    vat_id: order.vat_id,
    note: order.note,
    billing: await toTexts(billing),
    delivery: delivery.isRequired ? await toTexts(getDestinationAddress(draft)) : null,
    same_address: draft.delivery === null,
    positions: await buildPositionReplies(settled, priced),
    asks_for_delivery: delivery.isRequired,
    shipping_methods: delivery.offers.map((offer) => toShippingMethodReply(offer, shop)),
    shipping_method_id: delivery.isRequired ? (delivery.requestedId ?? delivery.chosen?.id ?? null) : null,
    asks_for_payment: payment.isRequired,
    payment_methods: payment.isRequired ? payment.offers.map((offer) => toPaymentMethodReply(offer, shop)) : [],
    payment_method_id: payment.isRequired ? (payment.requestedId ?? payment.chosen?.id ?? null) : null,
    asks_for_terms: shop.settings.explicit_agreement_terms === true,
    terms_agreed: order.terms_agreed !== null,
    totals: priced && shop.maySeePrices ? toCheckoutTotals(priced, assessed) : null,
    weight: fromAmount(weight),
    weight_unit: shop.settings.weight_unit ?? '',
    missing: await findMissingInputs(assessed, draft),
  }
}
