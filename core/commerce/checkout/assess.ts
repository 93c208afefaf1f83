// What a draft comes to now: the cart under the catalogue of now, what is offered, what was chosen of it, and what it costs.
import type { PricedDocument } from '../../engine/money/document.js'
import { priceCart, type SettledCart, settleCart, type Settling } from '../cart/settle.js'
import { costsMoney } from '../costs-money.js'
import { asksForDelivery, type DeliveryOffer, deliveryOffers } from '../delivery/offers.js'
import { type PaymentOffer, paymentOffers } from '../payment/offers.js'
import type { Visit } from '../visit.js'
import type { Draft, StoredAddress } from './rows.js'

/** One kind of offer, and which of it counts. */
export interface Choice<Offer> {
  readonly isAsked: boolean
  readonly offers: readonly Offer[]
  /** What the shopper chose, or was kept for him; null where neither is. */
  readonly wanted: number | null
  /** That, where it is still offered: nothing else takes its place. Where nothing is wanted, the default, if there is one. */
  readonly chosen: Offer | null
}

/** What was chosen of each kind; left out where nothing is to be said of it. */
export interface Choices {
  readonly shipping_method_id?: number | undefined
  readonly payment_method_id?: number | undefined
}

export interface Assessed {
  readonly settled: SettledCart
  readonly delivery: Choice<DeliveryOffer>
  readonly payment: Choice<PaymentOffer>
  /** With what was chosen; null where it is too large to be counted. */
  readonly priced: PricedDocument | null
}

/** Where the goods go, by the draft; null while it does not say. */
export const deliveryAddress = ({ billing, delivery }: Draft): StoredAddress | null => delivery ?? billing

function choose<Offer extends { readonly id: number }>(
  isAsked: boolean,
  offers: readonly Offer[],
  wanted: number | null,
  hasDefault: boolean,
): Choice<Offer> {
  const chosen = wanted === null ? hasDefault && offers[0] : offers.find(({ id }) => id === wanted)
  return { isAsked, offers, wanted, chosen: (isAsked && chosen) || null }
}

/** @param how see `settleCart` */
export async function assess(visit: Visit, draft: Draft, how: Omit<Settling, 'held'> = {}): Promise<Assessed> {
  const { order, cart, billing } = draft
  const { disable_delivery: isDeliveryOff } = (await visit.at()).moment.snapshot.settings
  // Without delivery there is no delivery address, so that the shop's own country decides.
  const address = isDeliveryOff === true ? null : deliveryAddress(draft)
  const settled = await settleCart(visit, cart, { address, vatId: order.vat_id }, how)
  const { work, shop, weight } = settled
  const ways = await deliveryOffers(work, shop, weight)
  // The first way of delivery is the default (domain §5.1, 18), the first way to pay as soon as it is known who pays.
  const delivery = choose(asksForDelivery(shop), ways, order.shipping_method_id, true)
  const goods = priceCart(settled, { delivery: delivery.chosen?.terms ?? null })
  const means = goods ? await paymentOffers(work, shop, { billingCountryId: billing?.country_id ?? null, goods }) : []
  const payment = choose(
    goods !== null && costsMoney(goods.gross, goods.recurring.gross),
    means,
    order.payment_method_id,
    billing !== null,
  )
  const paid = payment.chosen?.terms
  // Who chooses no way to pay pays for the goods and their delivery.
  const priced = paid ? priceCart(settled, { delivery: delivery.chosen?.terms ?? null, payment: paid }) : goods
  return { settled, delivery, payment, priced }
}

/**
 * The defaults that take the place of choices which nobody has made. Once it is known who pays they are kept with the draft, so
 * that it is never another one without the shopper's knowledge.
 */
export function defaultsOf({ delivery, payment }: Assessed, { billing }: Draft): Choices {
  const standard = ({ wanted, chosen }: Choice<{ readonly id: number }>): number | undefined =>
    wanted === null ? chosen?.id : undefined
  return billing === null ? {} : { shipping_method_id: standard(delivery), payment_method_id: standard(payment) }
}
