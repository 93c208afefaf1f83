// Checkout: an order draft that is created from a cart and completed step by step, in any order. Every reply is complete.
import { fromAmount } from '../../engine/money/amount.js'
import type { PricedDocument } from '../../engine/money/document.js'
import { type Charge, type Total, sumTotals } from '../../engine/money/goods.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError } from '../../foundation/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { toCurrencyView, type Shop } from '../../shop/shop.js'
import { resolveLanguage } from '../../shop/language.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { requireCartRules, type ShopperContext, isToken, createToken } from '../shopper-context.js'
import { computeCartDeliveryDates, toRateReplies, buildPositionReplies, toCartTotalReply } from '../cart/reply.js'
import {
  toCartReference,
  type CartContents,
  loadCartContents,
  findCart,
  renewCart,
  type StoredCart,
  createUnknownCartError,
} from '../cart/rows.js'
import { type SettledCart, toAmountReply } from '../cart/settle.js'
import { type DeliveryOffer, createNotOfferedIssue, type PaymentOffer } from './offers.js'
import type { AddressTexts, ChargeReply } from '../document/define.js'
import { changeState } from '../state/change-state.js'
import {
  findMissingInputs,
  assessCheckout,
  type CheckoutAssessment,
  type MethodChoice,
  type ChosenMethodIds,
  getDefaultMethods,
  getDestinationAddress,
  toCheckoutCartReference,
  type OrderDraft,
  loadDraft,
  findDraft,
  isExpiredDraft,
  lockDraft,
  findCartOrderId,
  storeDraftAddress,
  createUnknownCheckoutError,
  switchToOrderLanguage,
} from './draft.js'
import { readDefaultAddresses, validateSubmittedAddress, type AddressKind } from './address.js'
import type { CheckoutChange, CheckoutReply, CheckoutTotals, MethodPrice } from './define.js'
import { createMessage } from '../../foundation/message.js'
import { toAddressTexts } from '../document/rows.js'

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

function toShippingMethodReply(offer: DeliveryOffer, settled: SettledCart): CheckoutReply['shipping_methods'][number] {
  const { id, title, shipper, days } = offer
  const { net, tax, gross } = toMethodPrice(offer, settled.shop)
  return { id, title, shipper, days, dates: computeCartDeliveryDates(settled, days), net, tax, gross }
}

function toPaymentMethodReply(offer: PaymentOffer, shop: Shop): CheckoutReply['payment_methods'][number] {
  const { id, title, description, connector } = offer
  const { net, tax, gross } = toMethodPrice(offer, shop)
  return { id, title, description, connector, net, tax, gross }
}

/** Builds the reply of a checkout: input, offered and chosen methods, current price, and missing inputs. */
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
    shipping_methods: delivery.offers.map((offer) => toShippingMethodReply(offer, settled)),
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

/** NOT_FOUND for unknown, expired, placed and other shoppers' checkouts alike. */
export async function readCheckout(shopperContext: ShopperContext, token: string): Promise<CheckoutReply> {
  const draft = await findDraft(await shopperContext.at(), token)
  return buildCheckoutReply(draft, await assessCheckout(await switchToOrderLanguage(shopperContext, draft.order), draft))
}

/**
 * Opens the checkout of the visitor's cart, or creates it: a cart has one. For an account, a new one is prefilled with the account's
 * data. NOT_FOUND for unknown carts.
 */
export async function openCheckout(shopperContext: ShopperContext, cartToken: string): Promise<CheckoutReply> {
  requireCartRules(shopperContext)
  if (!isToken(cartToken)) throw createUnknownCartError()
  return shopperContext.transact(async (inside) => {
    const place = toCartReference(cartToken)
    // The cart query comes first, because it locks. The queries pipelined after it wait for the lock.
    const requests = [findCart(inside, cartToken), findCartOrderId(inside, place), loadCartContents(inside, place)] as const
    const [{ work, cart }, orderId, contents] = await Promise.all(requests)
    await renewCart(work, cart)
    const draft = (await findExistingDraft(work, orderId)) ?? (await createDraft(work, cart))
    return assessAndReply(await switchToOrderLanguage(work, draft.order), draft, contents)
  })
}

/** The existing draft of the cart; null if there is none. Deletes an expired one. */
async function findExistingDraft(work: ShopperContext & TransactionContext, orderId: number | null): Promise<OrderDraft | null> {
  const order = orderId === null ? null : (await work.read(salesOrder, orderId))?.values
  if (!order) return null
  if (order.status === 'saved') await changeState(work, 'sales-order', order.id, 'in_checkout')
  else if (isExpiredDraft(order, work)) {
    await work.remove(salesOrder, order.id)
    return null
  }
  return loadDraft(work, { ...order, status: 'in_checkout' })
}

async function createDraft(work: ShopperContext & TransactionContext, cart: StoredCart): Promise<OrderDraft> {
  const language = resolveLanguage(work, work.language)
  const { customerId } = work.shopper
  const account = customerId === null ? null : ((await work.read(customer, customerId))?.values ?? null)
  const fields = {
    token: createToken(),
    status: 'in_checkout',
    cart_id: cart.id,
    customer_id: customerId,
    email: account?.email ?? '',
    phone: account?.phone ?? '',
    vat_id: account?.vat_id ?? '',
    note: cart.note,
    language_tag: language,
    created: formatIsoTime(work.now),
  } as const
  const id = await work.write(salesOrder, fields, { trusted: true })
  await work.announce('onSvcCheckout', { orderId: id, cartId: cart.id })
  const draft = { order: (await work.read(salesOrder, id))!.values, cart, billing: null, delivery: null }
  if (customerId === null) return draft
  const addresses = await readDefaultAddresses(work, customerId, language)
  return addresses.billing === null ? draft : storeAddresses(work, draft, addresses)
}

/** ValidationError by field; then nothing is changed. NOT_FOUND as for reading. */
export async function changeCheckout(
  shopperContext: ShopperContext,
  token: string,
  input: CheckoutChange,
): Promise<CheckoutReply> {
  requireCartRules(shopperContext)
  if (!isToken(token)) throw createUnknownCheckoutError()
  return shopperContext.transact(async (inside) => {
    const [{ work: lockedContext, draft }, contents] = await Promise.all([
      lockDraft(inside, token),
      loadCartContents(inside, toCheckoutCartReference(token)),
    ])
    const work = await switchToOrderLanguage(lockedContext, draft.order)
    const language = resolveLanguage(work, work.language)
    const addresses = await validateAddresses(work, input, language)
    const { id } = draft.order
    const [addressed] = await Promise.all([
      storeAddresses(work, draft, addresses),
      work.write(salesOrder, { ...toOrderFields(work, input), language_tag: language }, { id }),
      renewCart(work, draft.cart),
    ])
    return assessAndReply(work, { ...addressed, order: (await work.read(salesOrder, id))!.values }, contents, input)
  })
}

function toOrderFields({ now, shopper }: ShopperContext, input: CheckoutChange) {
  const { email, phone, vat_id, note, shipping_method_id, payment_method_id, terms_agreed: agreed } = input
  const fields = { email, phone, vat_id, note, shipping_method_id, payment_method_id }
  const terms = agreed === undefined ? undefined : agreed ? formatIsoTime(now) : null
  return { ...fields, terms_agreed: terms, customer_id: shopper.customerId }
}

type AddressChange = Readonly<Record<AddressKind, AddressTexts | null | undefined>>

/** The submitted addresses. null: the goods are delivered to the billing address. */
async function validateAddresses(work: ShopperContext, input: CheckoutChange, language: string): Promise<AddressChange> {
  const billing = (await validateSubmittedAddress(work, 'billing', input, language)) ?? undefined
  if (input.same_address === true && (input.delivery ?? input.delivery_address_id) !== undefined) {
    throw ValidationError.of('same_address', createMessage('shop.eitherNotBoth', { first: 'delivery', second: 'same_address' }))
  }
  const delivery = (await validateSubmittedAddress(work, 'delivery', input, language)) ?? undefined
  return { billing, delivery: input.same_address === true ? null : delivery }
}

/** Stores the addresses and returns the changed draft. */
async function storeAddresses(
  work: ShopperContext & TransactionContext,
  draft: OrderDraft,
  { billing, delivery }: AddressChange,
): Promise<OrderDraft> {
  const billed = billing === undefined ? draft : await storeDraftAddress(work, draft, 'billing', billing)
  return delivery === undefined ? billed : storeDraftAddress(work, billed, 'delivery', delivery)
}

function requireOfferedMethods(
  { delivery, payment }: CheckoutAssessment,
  { shipping_method_id, payment_method_id }: ChosenMethodIds,
): void {
  const refused = (
    field: string,
    requestedId: number | undefined,
    { chosen, offers }: MethodChoice<{ id: number; title: string }>,
  ) => (requestedId === undefined || chosen !== null ? [] : [createNotOfferedIssue(field, offers)])
  const issues = [
    ...refused('shipping_method_id', shipping_method_id, delivery),
    ...refused('payment_method_id', payment_method_id, payment),
  ]
  if (issues.length > 0) throw new ValidationError(issues)
}

/** Builds the reply. Rejects choices that are not offered, and stores the defaults. */
async function assessAndReply(
  work: ShopperContext,
  draft: OrderDraft,
  contents: CartContents,
  requestedIds: ChosenMethodIds = {},
): Promise<CheckoutReply> {
  const assessed = await assessCheckout(work, draft, { contents })
  requireOfferedMethods(assessed, requestedIds)
  const defaults = getDefaultMethods(assessed, draft)
  const isNew = Object.values(defaults).some((id) => id !== undefined)
  if (isNew) await work.write(salesOrder, defaults, { id: draft.order.id })
  return buildCheckoutReply(draft, assessed)
}
