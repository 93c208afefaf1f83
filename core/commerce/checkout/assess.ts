// Assesses a checkout under the current catalogue: settled cart, offered methods, the shopper's choices and the price.
import type { PricedDocument } from '../../engine/money/document.js'
import { priceCart, type SettledCart, settleCart, type SettleOptions } from '../cart/settle.js'
import { isPaymentDue } from '../payment-due.js'
import { isDeliveryEnabled, type DeliveryOffer, findDeliveryOffers } from '../delivery/offers.js'
import { type PaymentOffer, findPaymentOffers } from '../payment/offers.js'
import type { ShopperContext } from '../shopper-context.js'
import type { OrderDraft, OrderAddressRecord } from './rows.js'

/** The offers of one kind and the choice among them. */
export interface MethodChoice<Offer> {
  readonly isRequired: boolean
  readonly offers: readonly Offer[]
  /** The id that the shopper chose or that was stored as a default; null if there is none. */
  readonly requestedId: number | null
  /** The offer with the id `wanted`, if it is still offered. If `wanted` is null: the default offer, if there is one. */
  readonly chosen: Offer | null
}

/** The chosen ids of shipping and payment method; omitted fields stay unchanged. */
export interface ChosenMethodIds {
  readonly shipping_method_id?: number | undefined
  readonly payment_method_id?: number | undefined
}

export interface CheckoutAssessment {
  readonly settled: SettledCart
  readonly delivery: MethodChoice<DeliveryOffer>
  readonly payment: MethodChoice<PaymentOffer>
  /** The price with the chosen methods; null if an amount is too large. */
  readonly priced: PricedDocument | null
}

/** The draft's destination address; null if it has none. */
export const getDestinationAddress = ({ billing, delivery }: OrderDraft): OrderAddressRecord | null => delivery ?? billing

function chooseOffer<Offer extends { readonly id: number }>(
  isNeeded: boolean,
  offers: readonly Offer[],
  preferredId: number | null,
  hasDefault: boolean,
): MethodChoice<Offer> {
  const chosen = preferredId === null ? hasDefault && offers[0] : offers.find(({ id }) => id === preferredId)
  return { isRequired: isNeeded, offers, requestedId: preferredId, chosen: (isNeeded && chosen) || null }
}

/** @param how see `settleCart` */
export async function assessCheckout(
  shopperContext: ShopperContext,
  draft: OrderDraft,
  how: Omit<SettleOptions, 'held'> = {},
): Promise<CheckoutAssessment> {
  const { order, cart, billing } = draft
  const { disable_delivery: isDeliveryOff } = (await shopperContext.at()).versionedSnapshot.snapshot.settings
  // Without delivery there is no delivery address: the shop's own country determines the taxes.
  const address = isDeliveryOff === true ? null : getDestinationAddress(draft)
  const settled = await settleCart(shopperContext, cart, { address, vatId: order.vat_id }, how)
  const { work, shop, weight } = settled
  const ways = await findDeliveryOffers(work, shop, weight)
  // The first shipping method is the default. The first payment method is the default once the billing address is known.
  const delivery = chooseOffer(isDeliveryEnabled(shop), ways, order.shipping_method_id, true)
  const goods = priceCart(settled, { delivery: delivery.chosen?.terms ?? null })
  const means = goods ? await findPaymentOffers(work, shop, { billingCountryId: billing?.country_id ?? null, goods }) : []
  const payment = chooseOffer(
    goods !== null && isPaymentDue(goods.gross, goods.recurring.gross),
    means,
    order.payment_method_id,
    billing !== null,
  )
  const paid = payment.chosen?.terms
  // Without a chosen payment method, the price is that of the goods and their delivery.
  const priced = paid ? priceCart(settled, { delivery: delivery.chosen?.terms ?? null, payment: paid }) : goods
  return { settled, delivery, payment, priced }
}

/**
 * Default methods for choices that the shopper has not made. They are stored once the billing address is known. From then on they
 * change only with the shopper's knowledge.
 */
export function getDefaultMethods({ delivery, payment }: CheckoutAssessment, { billing }: OrderDraft): ChosenMethodIds {
  const standard = ({ requestedId, chosen }: MethodChoice<{ readonly id: number }>): number | undefined =>
    requestedId === null ? chosen?.id : undefined
  return billing === null ? {} : { shipping_method_id: standard(delivery), payment_method_id: standard(payment) }
}
