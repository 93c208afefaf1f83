// Requests a quote: closes the cart, prices and freezes it, and takes the next number, in one transaction.
import { formatIsoTime } from '../../foundation/clock.js'
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { customer } from '../../model/entities/customers/customer.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { shopLanguage } from '../../shop/language.js'
import { said } from '../../shop/texts.js'
import { nextNumber } from '../../storage/numbers.js'
import type { InUnit } from '../../storage/work.js'
import { buyerOf } from '../account/buyer.js'
import { closeCart, closeConfigurations } from '../cart/close.js'
import type { Blocked } from '../cart/define.js'
import { cartRules } from '../cart/ownership.js'
import { blockedBy } from '../cart/preview.js'
import { findCart, type StoredCart } from '../cart/rows.js'
import { priceCart, type SettledCart, settleCart } from '../cart/settle.js'
import { missingFields } from '../account/address-completeness.js'
import { isClosed, ownAddresses } from '../checkout/address.js'
import { assess } from '../checkout/assess.js'
import { faultsOf, isReachable } from '../checkout/missing.js'
import { lockDraft, orderOfToken, unknownCheckout } from '../checkout/rows.js'
import { inLanguageOf } from '../checkout/service.js'
import { type DeliveryOffer, deliveryOffers } from '../delivery/offers.js'
import { ownsDocument } from '../document/access.js'
import type { AddressTexts } from '../document/define.js'
import { freeze } from '../document/freeze.js'
import { requireRight } from '../rights.js'
import { beginState } from '../state/change-state.js'
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import { type Addresses, addressesInWords, toldAddresses } from './addresses.js'
import type { QuoteReply, QuoteRequest } from './define.js'
import { quoteOfCart, quoteOfToken } from './find.js'
import { pricingOf } from './pricing.js'
import { readQuoteReply } from './reply.js'

const series = 'quote'

/** The content, the customer and the destination of a requested quote. */
interface Asked {
  readonly token: string
  readonly cart: StoredCart
  readonly settled: SettledCart
  readonly delivery: DeliveryOffer | null
  readonly addresses: Addresses
  readonly told: { readonly email: string; readonly phone: string; readonly vat_id: string; readonly note: string }
}

/**
 * Requests a quote for the cart, with the default shipping method. Requesting again returns the same quote. NOT_FOUND for carts that do not
 * exist or were ordered. VALIDATION_FAILED on `customer_group` (MAY_NOT_REQUEST_QUOTE), `cart`, `email` and addresses.
 */
export async function requestQuote(visit: Visit, cartToken: string, input: QuoteRequest): Promise<QuoteReply> {
  cartRules(visit)
  const id = await visit.transact(async (inside) => {
    const work = await inside.at()
    const [held] = await work.lock(cartEntity, { column: 'token', values: [cartToken] })
    if (held?.values.state === 'quoted') {
      const standing = await quoteOfCart(work, held.id)
      if (standing && (await ownsDocument(work, standing))) return standing.id
    }
    const { cart } = await findCart(work, cartToken)
    const language = shopLanguage(work, work.language)
    const addresses = await addressesOf(work, input, language)
    const told = await tellOf(work, cart, input)
    const { disable_delivery: isDeliveryOff } = work.moment.snapshot.settings
    // Without delivery there is no shipping address. The shop's own country then decides on taxes.
    const address = isDeliveryOff === true ? null : (addresses.delivery ?? addresses.billing)
    const settled = await settleCart(work, cart, { address, vatId: told.vat_id }, { isFreezing: true })
    const [delivery = null] = settled.sold.length === 0 ? [] : await deliveryOffers(settled.work, settled.shop, settled.weight)
    return ask(settled.work as Visit & InUnit, { token: newToken(), cart, settled, delivery, addresses, told })
  })
  return readQuoteReply(visit, id)
}

/** The submitted addresses. As in the checkout, the account's own addresses apply if no billing address is submitted. */
async function addressesOf(work: Visit, input: QuoteRequest, language: string): Promise<Addresses> {
  const told = await toldAddresses(work, input, language)
  const { customerId } = work.shopper
  if (told.billing !== null || customerId === null) return told
  const { billing, delivery } = await ownAddresses(work, customerId, language)
  // Skip an address that is incomplete or in a country where the shop does not sell. Acceptance then asks for an address.
  const open = async (one: AddressTexts | null): Promise<AddressTexts | null> =>
    one === null || (await isClosed(work, one.country_id)) || (await missingFields(work, one, language)).length > 0 ? null : one
  return { billing: await open(billing), delivery: told.delivery ?? (await open(delivery)) }
}

/** Omitted fields come from the account. */
async function tellOf(work: Visit, cart: StoredCart, { email, phone, vat_id, note }: QuoteRequest): Promise<Asked['told']> {
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
export async function requestQuoteOfCheckout(visit: Visit, token: string): Promise<QuoteReply> {
  cartRules(visit)
  const seen = await orderOfToken(visit, token)
  const cartId = seen?.cart_id ?? (await quoteOfToken(visit, token))?.cart_id
  if (!cartId) throw unknownCheckout()
  const id = await visit.transact(async (inside) => {
    const at = await inside.at()
    await at.lock(cartEntity, { column: 'id', values: [cartId] })
    const standing = await quoteOfToken(at, token)
    if (standing && (await ownsDocument(at, standing))) return standing.id
    const { draft } = await lockDraft(at, token)
    const work = await inLanguageOf(at, draft.order)
    const { settled, delivery } = await assess(work, draft, { isFreezing: true })
    const addresses = await addressesInWords(work, draft, settled.shop.language)
    await requireComplete(work, addresses, settled.shop.language)
    const id = await ask(settled.work as Visit & InUnit, {
      token,
      cart: draft.cart,
      settled,
      // If the chosen shipping method is no longer offered, the quote has none and the shop sets the price of delivery.
      delivery: delivery.chosen,
      addresses,
      told: draft.order,
    })
    await work.remove(salesOrder, draft.order.id)
    return id
  })
  return readQuoteReply(visit, id)
}

/** ValidationError on the missing fields of an address. */
async function requireComplete(work: Visit, addresses: Addresses, language: string): Promise<void> {
  const issues: Issue[] = []
  for (const kind of ['billing', 'delivery'] as const) {
    const missing = addresses[kind] ? await missingFields(work, addresses[kind], language) : []
    issues.push(...missing.map((issue) => ({ ...issue, field: `${kind}.${issue.field}` })))
  }
  if (issues.length > 0) throw new ValidationError(issues)
}

/** These blocks prevent an order but not a quote. They are reasons to request one. */
const ofOrders: readonly Blocked['code'][] = ['MAY_NOT_ORDER', 'PRICES_HIDDEN']

/** The reasons why a quote cannot be requested. */
function refusals({ settled, cart, told }: Asked, isCountable: boolean): readonly Issue[] {
  const { work, shop } = settled
  const faults = faultsOf(settled).map((message) => ({ field: 'cart', code: 'NOT_FINISHED', message }))
  const blocked = blockedBy(settled, cart, isCountable).filter(({ code }) => !ofOrders.includes(code))
  const message = said(work.context.registry, shop.language, 'Please enter your e-mail address.')
  return [
    ...faults,
    ...blocked.map((one) => ({ field: 'cart', ...one })),
    ...(isReachable(told.email) ? [] : [{ field: 'email', code: 'MISSING', message }]),
  ]
}

/** Runs in the unit that has locked the cart and its configurations. */
async function ask(work: Visit & InUnit, asked: Asked): Promise<number> {
  const { token, cart, settled, delivery, addresses, told } = asked
  const { shop } = settled
  requireRight(work, shop, 'may_request_quote')
  const charges = { delivery: delivery?.terms ?? null }
  const priced = priceCart(settled, charges)
  const issues = refusals(asked, priced !== null)
  if (issues.length > 0 || priced === null) throw new ValidationError(issues)
  await closeCart(work, { value: cart.id }, 'quoted')
  const { email, phone, note } = told
  const customer_id = await buyerOf(work, { ...told, ...addresses, shop })
  const who = { token, cart_id: cart.id, customer_id, email, phone, note, addresses: { ...addresses } }
  const id = await work.write(quote, { ...who, status: 'requested', created: formatIsoTime(work.now) })
  const { header } = await freeze(work, 'quote', id, { settled, priced, delivery })
  await closeConfigurations(work, settled, 'quoted')
  // Take the number last: the sequence row stays locked until commit.
  const number = await nextNumber(work.unit, series)
  await beginState(work, 'quote', id, 'requested', { ...header, number, pricing: pricingOf(settled, charges) })
  await work.announce('onSvcRequestQuote', { quoteId: id })
  return id
}
