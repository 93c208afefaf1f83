// Accepts a quote once: creates an order with the quote's lines, rates and amounts, and numbers it in the same transaction.
import { toAmount } from '../../engine/money/amount.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError, type Issue } from '../../foundation/errors.js'
import { cart } from '../../model/entities/orders/cart.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { resolveLanguage, createShopIssue, readTermsText } from '../../shop/language.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { saveContactToAccount } from '../account/customers.js'
import { requireCartRules, type ShopperContext } from '../shopper-context.js'
import { findCartOrderId, findOrderByToken } from '../checkout/draft.js'
import { copyDocumentParts } from '../document/copy.js'
import type { DocumentReply, FrozenDocument, AddressTexts } from '../document/define.js'
import { toDocumentReply, readOrder, readQuote } from '../document/rows.js'
import { createNotOfferedIssue, type PaymentOffer } from '../checkout/offers.js'
import { isPaymentDue, changeState } from '../state/change-state.js'
import { isPlacedOrder } from '../order/service.js'
import { type QuoteAddresses, hasSameTaxes, validateQuoteAddresses } from './addresses.js'
import type { AcceptQuoteInput, QuoteRecord } from './define.js'
import { isOverdueQuote, lockQuote, createUnknownQuoteError } from './find.js'
import { findQuotePaymentOffers, parseQuotePricing } from './pricing.js'
import { buildQuoteReply, hasDelivery } from './reply.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { markOrdered, requireAgreedTotal } from '../order/place.js'

/**
 * Accepts the visitor's quote and returns the order, which has the quote's token. Accepting again returns the same order. NOT_FOUND for
 * unknown quotes and quotes of other people. VALIDATION_FAILED on `status` for a quote that was not sent, has expired, or was declined, and
 * on each field that the order still needs. TOTAL_CHANGED, with the whole quote, if the total differs. A failed call changes nothing,
 * except that an overdue quote becomes `expired`.
 */
export async function acceptQuote(
  shopperContext: ShopperContext,
  token: string,
  input: AcceptQuoteInput,
): Promise<DocumentReply> {
  requireCartRules(shopperContext)
  const outcome = await shopperContext.transact(async (inside) => {
    const work = await inside.at()
    const lockedQuote = await lockQuote(work, token)
    if (lockedQuote.status === 'accepted') return 'ordered'
    if (isOverdueQuote(lockedQuote, work.now)) {
      await changeState(work, 'quote', lockedQuote.id, 'expired')
      return 'expired'
    }
    if (lockedQuote.status !== 'sent') throw createRefusal(work, lockedQuote.status)
    await convertToOrder(work, lockedQuote, input)
    return 'ordered'
  })
  // Throw after the transaction: the status `expired` must be committed.
  if (outcome === 'expired') throw createRefusal(await shopperContext.at(), 'expired')
  const order = await findOrderByToken(shopperContext, token)
  const document = order && (await readOrder(shopperContext, order.id))
  if (!document) throw createUnknownQuoteError()
  return toDocumentReply(document)
}

const refusalMessages = {
  requested: 'shop.quoteNotReady',
  declined: 'shop.quoteDeclined',
  expired: 'shop.quoteExpired',
} as const

/** An issue in the shopper's language. */
const createOwnIssue = (work: ShopperContext, field: string, key: MessageKey, code: string): Issue =>
  createShopIssue(work.context.registry, resolveLanguage(work, work.language), field, createMessage(key), code)

function createRefusal(work: ShopperContext, status: QuoteRecord['status']): ValidationError {
  const sentence = status === 'declined' || status === 'expired' ? refusalMessages[status] : refusalMessages.requested
  return new ValidationError([createOwnIssue(work, 'status', sentence, status === 'expired' ? 'EXPIRED' : 'NOT_ALLOWED')])
}

interface AcceptanceTerms {
  readonly billing: AddressTexts
  /** null if nothing is delivered. */
  readonly delivery: AddressTexts | null
  /** null if there is nothing to pay. */
  readonly payment: PaymentOffer | null
  readonly agreed: boolean
}

type FrozenQuote = FrozenDocument<'quote'>

/** Addresses that were sent with the request stay. The others come from the acceptance. */
async function resolveAcceptanceAddresses(
  work: ShopperContext,
  { values, billing, delivery }: FrozenQuote,
  input: AcceptQuoteInput,
): Promise<QuoteAddresses> {
  const again = (kind: 'billing' | 'delivery'): boolean => (input[kind] ?? input[`${kind}_address_id`]) !== undefined
  const settled = [...(billing ? ['billing' as const] : []), ...(billing || delivery ? ['delivery' as const] : [])]
  const issues = settled.filter(again).map((field) => createOwnIssue(work, field, 'shop.quoteAddressesFixed', 'TOLD'))
  if (issues.length > 0) throw new ValidationError(issues)
  const enteredAddresses = await validateQuoteAddresses(work, input, values.language_tag)
  return { billing: billing ?? enteredAddresses.billing, delivery: delivery ?? enteredAddresses.delivery }
}

/** ValidationError that lists each missing field, or on a payment method that is not offered. */
async function collectAcceptanceTerms(
  baseContext: ShopperContext,
  document: FrozenQuote,
  input: AcceptQuoteInput,
): Promise<AcceptanceTerms> {
  const work = await baseContext.at()
  const { values } = document
  const { billing, delivery } = await resolveAcceptanceAddresses(work, document, input)
  const needsTerms = work.versionedSnapshot.snapshot.settings.explicit_agreement_terms === true
  const missing: Issue[] = []
  const lacks = (field: string, key: MessageKey): void => void missing.push(createOwnIssue(work, field, key, 'MISSING'))
  if (billing === null) lacks('billing', 'shop.addressNeeded')
  const needsPayment = isPaymentDue(values.gross, values.recurring_gross)
  if (needsPayment && input.payment_method_id === undefined) lacks('payment_method_id', 'shop.paymentMethodNeeded')
  if (needsTerms && input.terms_agreed !== true) lacks('terms_agreed', 'shop.termsNotAgreed')
  if (missing.length > 0 || billing === null) throw new ValidationError(missing)
  const target = delivery ?? billing
  await requireSameTaxes(work, document, target)
  const offers = needsPayment ? await findQuotePaymentOffers(work, values, billing.country_id) : []
  const payment = needsPayment ? requireOfferedPayment(offers, input.payment_method_id) : null
  return { billing, delivery: hasDelivery(work, values) ? target : null, payment, agreed: input.terms_agreed === true }
}

function requireOfferedPayment(offers: readonly PaymentOffer[], requestedId: number | undefined): PaymentOffer {
  const offer = offers.find(({ id }) => id === requestedId)
  if (!offer) throw new ValidationError([createNotOfferedIssue('payment_method_id', offers)])
  return offer
}

/** An address that is sent after pricing must have the taxes and the delivery of that price. */
async function requireSameTaxes(
  work: ShopperContext,
  { values, billing, delivery }: FrozenQuote,
  target: AddressTexts,
): Promise<void> {
  // Without delivery the shop's own country decides on taxes.
  if (billing !== null || delivery !== null || !hasDelivery(work, values)) return
  const { destination } = parseQuotePricing(values.pricing)
  if (await hasSameTaxes(work, destination, target)) return
  throw new ValidationError([createOwnIssue(work, 'billing', 'shop.quoteTaxesDiffer', 'OTHER_PLACE')])
}

async function convertToOrder(
  work: ShopperContext & TransactionContext,
  lockedQuote: QuoteRecord,
  input: AcceptQuoteInput,
): Promise<void> {
  const document = await readQuote(work, lockedQuote.id)
  if (!document) throw createUnknownQuoteError()
  const { gross, recurring_gross, currency_code: currency } = document.values
  const totals = { gross: toAmount(gross ?? 0), recurring: toAmount(recurring_gross ?? 0), currency }
  await requireAgreedTotal(totals, input, 'shop.quoteTotalChanged', () => buildQuoteReply(work, document))
  await requireUnorderedCart(work, lockedQuote)
  const terms = await collectAcceptanceTerms(work, document, input)
  const order = await toOrderFields(work, document, terms)
  const id = await insertOrder(work, order, terms)
  await copyDocumentParts(work, document, 'sales-order', id)
  await closeOrderedCart(work, document)
  const { customerId } = work.shopper
  if (customerId !== null) await saveContactToAccount(work, customerId, { phone: document.values.phone, ...terms })
  await changeState(work, 'quote', lockedQuote.id, 'accepted')
  await markOrdered(work, id, order)
}

/**
 * A cart has at most one order. Rejects a quote whose cart was ordered through another quote. Concurrent callers wait for the lock and then
 * find that order. An order without a number is the draft of an abandoned checkout: it is removed.
 */
async function requireUnorderedCart(work: ShopperContext & TransactionContext, { cart_id: cartId }: QuoteRecord): Promise<void> {
  if (cartId === null) return
  await work.lock(cart, { column: 'id', values: [cartId] })
  const orderId = await findCartOrderId(work, { value: cartId })
  const order = orderId === null ? null : (await work.read(salesOrder, orderId))?.values
  if (!order) return
  if (!isPlacedOrder(order)) return work.remove(salesOrder, order.id)
  throw new ValidationError([createOwnIssue(work, 'status', 'shop.quoteItemsOrdered', 'NOT_ALLOWED')])
}

/** The order has the quote's own texts and amounts. */
async function toOrderFields(work: ShopperContext, { values }: FrozenDocument<'quote'>, { payment, agreed }: AcceptanceTerms) {
  const { id: _id, number: _number, status: _status, valid_until: _until, validity_days: _days, ...copiedFields } = values
  const { answer: _answer, revises_id: _revises, pricing: _pricing, addresses: _addresses, ...shared } = copiedFields
  // The payment method does not change the quoted total: it has no surcharge and no rebate.
  const paid = payment && {
    payment_method_id: payment.id,
    payment_title: payment.title,
    payment_net: 0,
    payment_tax: 0,
    payment_gross: 0,
  }
  const now = formatIsoTime(work.now)
  const terms = agreed && { terms_agreed: now, terms: await readTermsText(work, values.language_tag) }
  return { ...shared, ...paid, ...terms, status: 'in_checkout', created: now } as const
}

/** Inserts a draft. The caller places it in the same unit. */
async function insertOrder(
  work: ShopperContext,
  order: Awaited<ReturnType<typeof toOrderFields>>,
  { billing, delivery }: AcceptanceTerms,
): Promise<number> {
  const id = await work.write(salesOrder, order, { copied: true })
  const addresses = { billing, delivery }
  for (const kind of ['billing', 'delivery'] as const) {
    const address = addresses[kind]
    if (address) await work.write(orderAddress, { ...address, sales_order_id: id, kind }, { copied: true })
  }
  return id
}

/** Sets the cart and its configurations to `ordered`. */
async function closeOrderedCart(
  work: ShopperContext & TransactionContext,
  { values, lines }: FrozenDocument<'quote'>,
): Promise<void> {
  const state = { state: 'ordered', changed: formatIsoTime(work.now) } as const
  if (values.cart_id !== null && (await work.read(cart, values.cart_id))) await work.write(cart, state, { id: values.cart_id })
  const records = await work.lock(configuration, { column: 'id', values: lines.map((line) => line.values.configuration_id) })
  for (const { id } of records) await work.write(configuration, state, { id })
}
