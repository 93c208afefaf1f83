// Checkout: an order draft that is created from a cart and completed step by step, in any order. Every reply is complete.
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError } from '../../foundation/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { shopLanguage } from '../../shop/language.js'
import type { InUnit } from '../../storage/work.js'
import { cartRules } from '../cart/ownership.js'
import { cartBy, type CartContents, contentsOf, findCart, keepCart, type StoredCart, unknownCart } from '../cart/rows.js'
import { notOffered } from '../offered.js'
import { changeState } from '../state/change-state.js'
import { isToken, newToken } from '../token.js'
import type { Visit } from '../visit.js'
import { ownAddresses, storedAddress, toldAddress } from './address.js'
import { assess, type Assessed, type Choice, type Choices, defaultsOf } from './assess.js'
import type { CheckoutChange, CheckoutReply } from './define.js'
import { checkoutReply } from './reply.js'
import {
  cartOf,
  type Draft,
  draftOf,
  findDraft,
  isExpired,
  lockDraft,
  type OrderRecord,
  orderOfCart,
  storeAddress,
  unknownCheckout,
} from './rows.js'

/** The context in the request's language. Default: the draft's language if it is still active. */
export async function inLanguageOf<V extends Visit>(visit: V, { language_tag: kept }: OrderRecord): Promise<V> {
  const work = await visit.at()
  if (work.language !== undefined || !work.moment.snapshot.languages.includes(kept)) return work
  return work.speaking(kept)
}

/** NOT_FOUND for unknown, expired, placed and other shoppers' checkouts alike. */
export async function readCheckout(visit: Visit, token: string): Promise<CheckoutReply> {
  const draft = await findDraft(await visit.at(), token)
  return checkoutReply(draft, await assess(await inLanguageOf(visit, draft.order), draft))
}

/**
 * Opens the checkout of the visitor's cart, or creates it: a cart has one. For an account, a new one is prefilled with the account's
 * data. NOT_FOUND for unknown carts.
 */
export async function openCheckout(visit: Visit, cartToken: string): Promise<CheckoutReply> {
  cartRules(visit)
  if (!isToken(cartToken)) throw unknownCart()
  return visit.transact(async (inside) => {
    const place = cartBy(cartToken)
    // The cart query comes first, because it locks. The queries pipelined after it wait for the lock.
    const asked = [findCart(inside, cartToken), orderOfCart(inside, place), contentsOf(inside, place)] as const
    const [{ work, cart }, orderId, contents] = await Promise.all(asked)
    await keepCart(work, cart)
    const draft = (await standing(work, orderId)) ?? (await begin(work, cart))
    return shown(await inLanguageOf(work, draft.order), draft, contents)
  })
}

/** The existing draft of the cart; null if there is none. Deletes an expired one. */
async function standing(work: Visit & InUnit, orderId: number | null): Promise<Draft | null> {
  const order = orderId === null ? null : (await work.read(salesOrder, orderId))?.values
  if (!order) return null
  if (order.status === 'saved') await changeState(work, 'sales-order', order.id, 'in_checkout')
  else if (isExpired(order, work)) {
    await work.remove(salesOrder, order.id)
    return null
  }
  return draftOf(work, { ...order, status: 'in_checkout' })
}

async function begin(work: Visit & InUnit, cart: StoredCart): Promise<Draft> {
  const language = shopLanguage(work, work.language)
  const { customerId } = work.shopper
  const account = customerId === null ? null : ((await work.read(customer, customerId))?.values ?? null)
  const fields = {
    token: newToken(),
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
  return customerId === null ? draft : prefilled(work, draft, customerId, language)
}

/** Prefills the draft with the account's default addresses, or with those of its party. */
async function prefilled(work: Visit & InUnit, draft: Draft, customerId: number, language: string): Promise<Draft> {
  const { billing, delivery } = await ownAddresses(work, customerId, language)
  if (billing === null) return draft
  const billed = await storeAddress(work, draft, 'billing', billing)
  return delivery === null ? billed : storeAddress(work, billed, 'delivery', delivery)
}

/** ValidationError by field; then nothing is changed. NOT_FOUND as for reading. */
export async function changeCheckout(visit: Visit, token: string, input: CheckoutChange): Promise<CheckoutReply> {
  cartRules(visit)
  if (!isToken(token)) throw unknownCheckout()
  return visit.transact(async (inside) => {
    const [{ work: seen, draft }, contents] = await Promise.all([lockDraft(inside, token), contentsOf(inside, cartOf(token))])
    const work = await inLanguageOf(seen, draft.order)
    const language = shopLanguage(work, work.language)
    const addressed = await changeAddresses(work, draft, input, language)
    const { id } = draft.order
    await work.write(salesOrder, { ...fieldsOf(work, input), language_tag: language }, { id })
    await keepCart(work, draft.cart)
    return shown(work, { ...addressed, order: (await work.read(salesOrder, id))!.values }, contents, input)
  })
}

function fieldsOf({ now, shopper }: Visit, input: CheckoutChange) {
  const { email, phone, vat_id, note, shipping_method_id, payment_method_id, terms_agreed: agreed } = input
  const told = { email, phone, vat_id, note, shipping_method_id, payment_method_id }
  const terms = agreed === undefined ? undefined : agreed ? formatIsoTime(now) : null
  return { ...told, terms_agreed: terms, customer_id: shopper.customerId }
}

/** Stores the addresses and returns the changed draft. Rejects an address that is sent both as fields and as an id. */
async function changeAddresses(work: Visit & InUnit, draft: Draft, input: CheckoutChange, language: string): Promise<Draft> {
  let changed = draft
  for (const kind of ['billing', 'delivery'] as const) {
    const told = input[kind]
    const id = input[`${kind}_address_id`]
    if (told === undefined && id === undefined) continue
    if (told !== undefined && id !== undefined) {
      throw ValidationError.of(kind, `Send either '${kind}' or '${kind}_address_id', not both.`)
    }
    if (kind === 'delivery' && input.same_address === true) {
      throw ValidationError.of('same_address', "Send either a delivery address or 'same_address', not both.")
    }
    const address = told ? await toldAddress(work, kind, told, language) : await storedAddress(work, kind, id!, language)
    changed = await storeAddress(work, changed, kind, address)
  }
  return input.same_address === true ? storeAddress(work, changed, 'delivery', null) : changed
}

function requireOffered({ delivery, payment }: Assessed, { shipping_method_id, payment_method_id }: Choices): void {
  const refused = (field: string, sent: number | undefined, { chosen, offers }: Choice<{ id: number; title: string }>) =>
    sent === undefined || chosen !== null ? [] : [notOffered(field, offers)]
  const issues = [
    ...refused('shipping_method_id', shipping_method_id, delivery),
    ...refused('payment_method_id', payment_method_id, payment),
  ]
  if (issues.length > 0) throw new ValidationError(issues)
}

/** Builds the reply. Rejects choices that are not offered, and stores the defaults. */
async function shown(work: Visit, draft: Draft, contents: CartContents, sent: Choices = {}): Promise<CheckoutReply> {
  const assessed = await assess(work, draft, { contents })
  requireOffered(assessed, sent)
  const defaults = defaultsOf(assessed, draft)
  const isNew = Object.values(defaults).some((id) => id !== undefined)
  if (isNew) await work.write(salesOrder, defaults, { id: draft.order.id })
  return checkoutReply(draft, assessed)
}
