// Requests a quote: closes the cart, prices and freezes it, and takes the next number, in one transaction.
import { documentKinds } from '../document/kinds.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { customer } from '../../model/entities/customers/customer.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { resolveLanguage, createShopIssue } from '../../shop/language.js'
import { takeNextNumber } from '../../storage/counters.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { storeBuyer } from '../account/customers.js'
import { closeCart, closeConfigurations, priceCart, type SettledCart, settleCart, findOrderBlockers } from '../cart/settle.js'
import type { OrderBlocker } from '../cart/define.js'
import { requireCartRules, requireRight, type ShopperContext, createToken } from '../shopper-context.js'
import { findCart, type StoredCart } from '../cart/rows.js'
import { findMissingFields, isClosedCountry } from '../../shop/destination.js'
import {
  listCartFaults,
  assessCheckout,
  lockDraft,
  findOrderByToken,
  createUnknownCheckoutError,
  switchToOrderLanguage,
} from '../checkout/draft.js'
import { readDefaultAddresses } from '../checkout/address.js'
import { type DeliveryOffer, findDeliveryOffers } from '../checkout/offers.js'
import { canAccessDocument } from '../document/access.js'
import type { AddressTexts } from '../document/define.js'
import { freezeDocument } from '../document/freeze.js'
import { beginState } from '../state/change-state.js'
import { type QuoteAddresses, toQuoteAddresses, validateQuoteAddresses } from './addresses.js'
import type { QuoteReply, QuoteRequestInput } from './define.js'
import { findCartQuote, findQuoteByToken } from './find.js'
import { createQuotePricing } from './pricing.js'
import { readQuoteReply } from './reply.js'
import { createMessage } from '../../foundation/message.js'
import { isReachableEmail } from '../../model/properties/string.js'

/** The content, the customer and the destination of a requested quote. */
interface RequestedQuote {
  readonly token: string
  readonly cart: StoredCart
  readonly settled: SettledCart
  readonly delivery: DeliveryOffer | null
  readonly addresses: QuoteAddresses
  readonly contact: { readonly email: string; readonly phone: string; readonly vat_id: string; readonly note: string }
}

/**
 * Requests a quote for the cart, with the default shipping method. Requesting again returns the same quote. NOT_FOUND for carts that do not
 * exist or were ordered. VALIDATION_FAILED on `customer_group` (MAY_NOT_REQUEST_QUOTE), `cart`, `email` and addresses.
 */
export async function requestQuote(
  shopperContext: ShopperContext,
  cartToken: string,
  input: QuoteRequestInput,
): Promise<QuoteReply> {
  requireCartRules(shopperContext)
  const id = await shopperContext.transact(async (inside) => {
    const work = await inside.at()
    const [lockedCart] = await work.lock(cartEntity, { column: 'token', values: [cartToken] })
    if (lockedCart?.values.state === 'quoted') {
      const existingQuote = await findCartQuote(work, lockedCart.id)
      if (existingQuote && (await canAccessDocument(work, existingQuote))) return existingQuote.id
    }
    const { cart } = await findCart(work, cartToken)
    const language = resolveLanguage(work, work.language)
    const addresses = await resolveRequestAddresses(work, input, language)
    const contact = await resolveContact(work, cart, input)
    const { disable_delivery: isDeliveryOff } = work.versionedSnapshot.snapshot.settings
    // Without delivery there is no shipping address. The shop's own country then decides on taxes.
    const address = isDeliveryOff === true ? null : (addresses.delivery ?? addresses.billing)
    const settled = await settleCart(work, cart, { address, vatId: contact.vat_id }, { isFreezing: true })
    const [delivery = null] =
      settled.sold.length === 0 ? [] : await findDeliveryOffers(settled.work, settled.shop, settled.weight)
    return createQuote(settled.work as ShopperContext & TransactionContext, {
      token: createToken(),
      cart,
      settled,
      delivery,
      addresses,
      contact,
    })
  })
  return readQuoteReply(shopperContext, id)
}

/** The submitted addresses. As in the checkout, the account's own addresses apply if no billing address is submitted. */
async function resolveRequestAddresses(
  work: ShopperContext,
  input: QuoteRequestInput,
  language: string,
): Promise<QuoteAddresses> {
  const enteredAddresses = await validateQuoteAddresses(work, input, language)
  const { customerId } = work.shopper
  if (enteredAddresses.billing !== null || customerId === null) return enteredAddresses
  const { billing, delivery } = await readDefaultAddresses(work, customerId, language)
  // Skip an address that is incomplete or in a country where the shop does not sell. Acceptance then asks for an address.
  const open = async (candidate: AddressTexts | null): Promise<AddressTexts | null> =>
    candidate === null ||
    (await isClosedCountry(work, candidate.country_id)) ||
    (await findMissingFields(work, candidate, language)).length > 0
      ? null
      : candidate
  return { billing: await open(billing), delivery: enteredAddresses.delivery ?? (await open(delivery)) }
}

/** Omitted fields come from the account. */
async function resolveContact(
  work: ShopperContext,
  cart: StoredCart,
  { email, phone, vat_id, note }: QuoteRequestInput,
): Promise<RequestedQuote['contact']> {
  const { customerId } = work.shopper
  const account = customerId === null ? undefined : (await work.read(customer, customerId))?.values
  return {
    email: email ?? account?.email ?? '',
    phone: phone ?? account?.phone ?? '',
    vat_id: vat_id ?? account?.vat_id ?? '',
    note: note ?? cart.note,
  }
}

/**
 * The same for a started checkout, with its addresses, chosen shipping method, e-mail and note. The quote replaces the checkout and gets
 * its token.
 */
export async function requestQuoteOfCheckout(shopperContext: ShopperContext, token: string): Promise<QuoteReply> {
  requireCartRules(shopperContext)
  const existingOrder = await findOrderByToken(shopperContext, token)
  const cartId = existingOrder?.cart_id ?? (await findQuoteByToken(shopperContext, token))?.cart_id
  if (!cartId) throw createUnknownCheckoutError()
  const id = await shopperContext.transact(async (inside) => {
    const at = await inside.at()
    await at.lock(cartEntity, { column: 'id', values: [cartId] })
    const existingQuote = await findQuoteByToken(at, token)
    if (existingQuote && (await canAccessDocument(at, existingQuote))) return existingQuote.id
    const { draft } = await lockDraft(at, token)
    const work = await switchToOrderLanguage(at, draft.order)
    const { settled, delivery } = await assessCheckout(work, draft, { isFreezing: true })
    const addresses = await toQuoteAddresses(work, draft, settled.shop.language)
    await requireCompleteAddresses(work, addresses, settled.shop.language)
    const id = await createQuote(settled.work as ShopperContext & TransactionContext, {
      token,
      cart: draft.cart,
      settled,
      // If the chosen shipping method is no longer offered, the quote has none and the shop sets the price of delivery.
      delivery: delivery.chosen,
      addresses,
      contact: draft.order,
    })
    await work.remove(salesOrder, draft.order.id)
    return id
  })
  return readQuoteReply(shopperContext, id)
}

/** ValidationError on the missing fields of an address. */
async function requireCompleteAddresses(work: ShopperContext, addresses: QuoteAddresses, language: string): Promise<void> {
  const issues: Issue[] = []
  for (const kind of ['billing', 'delivery'] as const) {
    const missing = addresses[kind] ? await findMissingFields(work, addresses[kind], language) : []
    issues.push(...missing.map((issue) => ({ ...issue, field: `${kind}.${issue.field}` })))
  }
  if (issues.length > 0) throw new ValidationError(issues)
}

/** These blocks prevent an order but not a quote. They are reasons to request one. */
const orderOnlyBlockers: readonly OrderBlocker['code'][] = ['MAY_NOT_ORDER', 'PRICES_HIDDEN']

/** The reasons why a quote cannot be requested. */
function findRequestIssues({ settled, cart, contact }: RequestedQuote, isCountable: boolean): readonly Issue[] {
  const { work, shop } = settled
  const faults = listCartFaults(settled).map((message) => ({ field: 'cart', code: 'NOT_FINISHED', message }))
  const blocked = findOrderBlockers(settled, cart, isCountable).filter(({ code }) => !orderOnlyBlockers.includes(code))
  const emailIssue = createShopIssue(work.context.registry, shop.language, 'email', createMessage('shop.emailNeeded'), 'MISSING')
  return [
    ...faults,
    ...blocked.map((blocker) => ({ field: 'cart', ...blocker })),
    ...(isReachableEmail(contact.email) ? [] : [emailIssue]),
  ]
}

/** Runs in the unit that has locked the cart and its configurations. */
async function createQuote(work: ShopperContext & TransactionContext, request: RequestedQuote): Promise<number> {
  const { token, cart, settled, delivery, addresses, contact } = request
  const { shop } = settled
  requireRight(work, shop, 'may_request_quote')
  const charges = { delivery: delivery?.terms ?? null }
  const priced = priceCart(settled, charges)
  const issues = findRequestIssues(request, priced !== null)
  if (issues.length > 0 || priced === null) throw new ValidationError(issues)
  await closeCart(work, { value: cart.id }, 'quoted')
  const { email, phone, note } = contact
  const customer_id = await storeBuyer(work, { ...contact, ...addresses, shop })
  const quoteHeader = { token, cart_id: cart.id, customer_id, email, phone, note, addresses: { ...addresses } }
  const id = await work.write(quote, { ...quoteHeader, status: 'requested', created: formatIsoTime(work.now) })
  const { header } = await freezeDocument(work, 'quote', id, { settled, priced, delivery })
  await closeConfigurations(work, settled, 'quoted')
  // Take the number last: the sequence row stays locked until commit.
  await beginState(work, 'quote', id, 'requested', async () => {
    const number = await takeNextNumber(work.unit, documentKinds.quote.numberSeries)
    return { ...header, number, pricing: createQuotePricing(settled, charges) }
  })
  await work.announce('onSvcRequestQuote', { quoteId: id })
  return id
}
