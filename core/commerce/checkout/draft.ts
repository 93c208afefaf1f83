// Order drafts of a checkout: loaded with their addresses, assessed with price and methods, and checked for missing inputs. The cart's owner owns the draft.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import { joinReferencedRecords, joinPartRecords } from '../../storage/record/load.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { requireCartRules, type ShopperContext, getDraftLifetime, isToken } from '../shopper-context.js'
import { readOpenCart, type CartReference, toOpenCart, type StoredCart, toStoredCart } from '../cart/rows.js'
import type { AddressTexts } from '../document/define.js'
import type { PricedDocument } from '../../engine/money/document.js'
import {
  priceCart,
  type SettledCart,
  settleCart,
  type SettleOptions,
  isSold,
  type SettledPosition,
  findOrderBlockers,
  findPositionNotices,
  translateDeletedNotice,
} from '../cart/settle.js'
import { isPaymentDue } from '../state/change-state.js'
import { isDeliveryEnabled, type DeliveryOffer, findDeliveryOffers, type PaymentOffer, findPaymentOffers } from './offers.js'
import { translateShopMessage } from '../../shop/language.js'
import { findMissingFields, isClosedCountry } from '../../shop/destination.js'
import type { MissingInput, CheckoutStep } from './define.js'
import { findMissing as missingIn } from '../../engine/program/configuration.js'
import type { PositionNotice } from '../cart/define.js'
import type { AddressKind } from './address.js'
import { isReachableEmail } from '../../model/properties/string.js'

export type OrderAddressRecord = RecordOf<typeof orderAddress>

export interface OrderDraft {
  readonly order: OrderRecord
  readonly cart: StoredCart
  readonly billing: OrderAddressRecord | null
  /** null: the goods go to the billing address. */
  readonly delivery: OrderAddressRecord | null
}

export const createUnknownCheckoutError = (): NotFoundError =>
  new NotFoundError(createMessage('shop.checkoutUnknown', { path: 'carts/{token}/checkout' }))

/** True if the draft's lifetime is over. A scheduled task then deletes it. */
export function isExpiredDraft(order: OrderRecord, { versionedSnapshot: shopSnapshot, now }: ServiceContext): boolean {
  return Date.parse(order.created ?? '') + getDraftLifetime(shopSnapshot) <= now
}

/** The order of the token in any state, not locked; undefined for malformed and unknown tokens. */
export async function findOrderByToken(work: ServiceContext, token: string): Promise<OrderRecord | undefined> {
  if (!isToken(token)) return undefined
  const [record] = await work.list(salesOrder, { column: 'token', values: [token] })
  return record?.values.token === token ? record.values : undefined
}

/** The cart of a checkout's token, which must be well-formed. */
export const toCheckoutCartReference = (token: string) =>
  ({ of: 'SELECT cart_id FROM svc_sales_order WHERE token = ?', value: token }) satisfies CartReference

type DraftAddresses = Pick<OrderDraft, 'billing' | 'delivery'>

function toDraftAddresses(records: readonly { readonly values: OrderAddressRecord }[]): DraftAddresses {
  const of = (addressKind: AddressKind): OrderAddressRecord | null =>
    records.find(({ values }) => values.kind === addressKind)?.values ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** The draft with its open cart. NOT_FOUND if the cart is closed or belongs to another visitor. */
export async function loadDraft(shopperContext: ShopperContext, order: OrderRecord): Promise<OrderDraft> {
  const cart = order.cart_id === null ? null : await readOpenCart(shopperContext, order.cart_id)
  const records = await shopperContext.list(orderAddress, { column: 'sales_order_id', values: [order.id] })
  return toOwnDraft(shopperContext, order, cart, toDraftAddresses(records))
}

function toOwnDraft(
  shopperContext: ShopperContext,
  order: OrderRecord,
  cart: StoredCart | null,
  addresses: DraftAddresses,
): OrderDraft {
  if (!cart || !canAccessCart(shopperContext, cart)) throw createUnknownCheckoutError()
  return { order, cart, ...addresses }
}

function canAccessCart(shopperContext: ShopperContext, { customerId }: Pick<StoredCart, 'customerId'>): boolean {
  return (
    shopperContext.namedShopper === null ||
    requireCartRules(shopperContext).owns({ customerId }, { shopper: shopperContext.namedShopper, holdsToken: true })
  )
}

/** The visitor's draft. NOT_FOUND for unknown, expired, placed and other shoppers' drafts alike. */
export async function findDraft(shopperContext: ShopperContext, token: string): Promise<OrderDraft> {
  const order = await findOrderByToken(shopperContext, token)
  return loadDraft(shopperContext, requireActiveDraft(order && { values: order }, token, shopperContext))
}

/** Returns the record if it is a draft that has not expired. */
function requireActiveDraft(
  record: { readonly values: OrderRecord } | undefined,
  token: string,
  work: ServiceContext,
): OrderRecord {
  const order = record?.values
  if (order?.token !== token || order.status !== 'in_checkout' || isExpiredDraft(order, work)) throw createUnknownCheckoutError()
  return order
}

/** A draft, and the context with the shop's data loaded. */
export interface LockedDraft<V> {
  readonly work: V
  readonly draft: OrderDraft
}

const addressJoin = joinPartRecords('sales_order_id', orderAddress)

/** Like `findDraft`, locked until the transaction ends: first the cart, as everywhere, then the draft with its addresses. */
export async function lockDraft<V extends ShopperContext & TransactionContext>(
  shopperContext: V,
  token: string,
): Promise<LockedDraft<V>> {
  if (!isToken(token)) throw createUnknownCheckoutError()
  const [[cart], [work, [match]]] = await Promise.all([
    shopperContext.lock(cartEntity, { column: 'id', values: [token], of: toCheckoutCartReference(token).of }),
    shopperContext.findWith(salesOrder, { addresses: addressJoin }, { column: 'token', value: token }),
  ])
  const order = requireActiveDraft(match?.record, token, work)
  return { work, draft: toOwnDraft(work, order, toOpenCart(cart), toDraftAddresses(match!.addresses)) }
}

/** Like `lockDraft`, for a caller that has just closed the cart. */
export async function lockDraftOfClosedCart<V extends ShopperContext & TransactionContext>(
  shopperContext: V,
  token: string,
): Promise<LockedDraft<V>> {
  const joins = { carts: joinReferencedRecords('cart_id', cartEntity), addresses: addressJoin }
  const [work, [match]] = await shopperContext.findWith(salesOrder, joins, { column: 'token', value: token })
  const order = requireActiveDraft(match?.record, token, work)
  const [cart] = match!.carts
  return { work, draft: toOwnDraft(work, order, cart ? toStoredCart(cart) : null, toDraftAddresses(match!.addresses)) }
}

/** The id of a cart's order in any state; null if there is none. Usually there is none, so the query reads only the id. */
export async function findCartOrderId({ on }: ServiceContext, cart: CartReference): Promise<number | null> {
  const which = 'of' in cart ? `(${cart.of})` : '?'
  const [row] = await on.query<{ id: number }>(`SELECT id FROM svc_sales_order WHERE cart_id = ${which}`, [cart.value])
  return row?.id ?? null
}

/** Replaces the draft's address of this kind, or removes it if `address` is null. Returns the changed draft. */
export async function storeDraftAddress(
  work: ServiceContext & TransactionContext,
  draft: OrderDraft,
  kind: AddressKind,
  address: AddressTexts | null,
): Promise<OrderDraft> {
  const present = draft[kind]
  if (address === null) {
    if (present) await work.remove(orderAddress, present.id)
    return { ...draft, [kind]: null }
  }
  if (present && Object.entries(address).every(([name, value]) => present[name as keyof AddressTexts] === value)) return draft
  const fields = present ? address : { ...address, sales_order_id: draft.order.id, kind }
  const id = await work.write(orderAddress, fields, { trusted: true, ...(present && { id: present.id }) })
  return { ...draft, [kind]: (await work.read(orderAddress, id))!.values }
}

/** The offers of one kind and the choice among them. */
export interface MethodChoice<Offer> {
  readonly isRequired: boolean
  readonly offers: readonly Offer[]
  /** The id that the shopper chose or that was stored as a default; null if there is none. */
  readonly requestedId: number | null
  /** The offer with the id `requestedId`, if it is still offered. If that is null: the default offer, if there is one. */
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
  how: Omit<SettleOptions, 'lockedPositions'> = {},
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

/** The context in the request's language. Default: the draft's language if it is still active. */
export async function switchToOrderLanguage<V extends ShopperContext>(
  shopperContext: V,
  { language_tag: orderLanguage }: OrderRecord,
): Promise<V> {
  const work = await shopperContext.at()
  if (work.language !== undefined || !work.versionedSnapshot.snapshot.languages.includes(orderLanguage)) return work
  return work.inLanguage(orderLanguage)
}

type MessageTranslator = (messageKey: string, values?: Readonly<Record<string, string | number>>) => string

/** Notices that prevent an order. Changed selections and prices are only shown. */
const blockingNotices: readonly PositionNotice['code'][] = ['UNAVAILABLE', 'QUANTITY_NOT_ALLOWED']

function listPositionFaults(position: SettledPosition, { work, shop }: SettledCart): readonly string[] {
  const notices = findPositionNotices(position, work, shop).filter(({ code }) => blockingNotices.includes(code))
  return [...notices, ...(isSold(position) ? missingIn(position.state) : [])].map(({ message }) => message)
}

/** Messages about problems of the cart's positions. */
export function listCartFaults(settled: SettledCart): readonly string[] {
  const { work, shop, positions, gone: deletedPositions } = settled
  if (positions.length + deletedPositions.length === 0)
    return [translateShopMessage(work.context.registry, shop.language, 'shop.cartEmpty')]
  return [
    ...deletedPositions.map((position) => translateDeletedNotice(position, work, shop)),
    ...positions.flatMap((position) => listPositionFaults(position, settled)),
  ]
}

/** Problems that prevent an order of the cart itself. */
function findCartProblems(
  { settled, priced }: CheckoutAssessment,
  { cart }: OrderDraft,
  translate: MessageTranslator,
): readonly MissingInput[] {
  const sentences = [...listCartFaults(settled)]
  if (priced !== null && (priced.gross < 0 || priced.recurring.gross < 0)) {
    sentences.push(translate('shop.totalNegative'))
  }
  const answers = [...sentences.map((message) => ({ message })), ...findOrderBlockers(settled, cart, priced !== null)]
  return answers.map((answer) => ({ field: 'cart', step: 'cart', ...answer }))
}

async function findMissingAddressInputs(
  { settled, delivery }: CheckoutAssessment,
  draft: OrderDraft,
  translate: MessageTranslator,
): Promise<readonly MissingInput[]> {
  const inputs: MissingInput[] = []
  const add = (field: string, message: string): void => void inputs.push({ field, step: 'address', message })
  const { order, billing } = draft
  if (!isReachableEmail(order.email)) add('email', translate('shop.emailNeeded'))
  const addMissing = async (kind: 'billing' | 'delivery', address: OrderAddressRecord): Promise<void> => {
    const issues = await findMissingFields(settled.work, address, settled.shop.language)
    for (const { field, message } of issues) add(`${kind}.${field}`, message)
  }
  if (billing === null) add('billing', translate('shop.addressNeeded'))
  else await addMissing('billing', billing)
  if (billing !== null && (await isClosedCountry(settled.work, billing.country_id))) {
    add('billing', translate('shop.countryNotSold', { country: billing.country }))
  }
  const target = delivery.isRequired ? getDestinationAddress(draft) : null
  if (target && target !== billing) await addMissing('delivery', target)
  if (target && target !== billing && (await isClosedCountry(settled.work, target.country_id))) {
    add('delivery', translate('shop.countryNotSold', { country: target.country }))
  }
  return inputs
}

/** The service never replaces a choice: if the chosen method is no longer offered, the shopper must choose again. */
function findMissingChoice(
  { isRequired, offers, requestedId, chosen }: MethodChoice<unknown>,
  {
    field,
    step,
    none,
    gone: unavailable,
    open = unavailable,
  }: { field: string; step: CheckoutStep; none: string; gone: string; open?: string },
): readonly MissingInput[] {
  if (!isRequired || chosen !== null) return []
  return [{ field, step, message: offers.length === 0 ? none : requestedId === null ? open : unavailable }]
}

/** Empty if the order can be placed. Messages are in the language of the checkout. */
export async function findMissingInputs(assessed: CheckoutAssessment, draft: OrderDraft): Promise<readonly MissingInput[]> {
  const { settled, delivery, payment } = assessed
  const { work, shop } = settled
  const translate: MessageTranslator = (messageKey, values) =>
    translateShopMessage(work.context.registry, shop.language, messageKey, values)
  const cart = findCartProblems(assessed, draft, translate)
  const isEmpty = settled.positions.length === 0
  const country = getDestinationAddress(draft)?.country ?? ''
  const deliveries = findMissingChoice(delivery, {
    field: 'shipping_method_id',
    step: 'delivery',
    none: country === '' ? translate('shop.shippingAddressNeeded') : translate('shop.weightNotShipped', { country }),
    gone: translate('shop.shippingMethodUnavailable'),
  })
  const payments = findMissingChoice(payment, {
    field: 'payment_method_id',
    step: 'payment',
    none: translate('shop.paymentMethodsMissing'),
    gone: translate('shop.paymentMethodUnavailable'),
    open: translate('shop.paymentMethodNeeded'),
  })
  const needsTerms = shop.settings.explicit_agreement_terms === true && draft.order.terms_agreed === null
  const message = translate('shop.termsNotAgreed')
  return [
    ...cart,
    ...(await findMissingAddressInputs(assessed, draft, translate)),
    ...(isEmpty ? [] : deliveries),
    ...(isEmpty ? [] : payments),
    ...(needsTerms ? [{ field: 'terms_agreed', step: 'review' as const, message }] : []),
  ]
}
