// Whose an order or a quote is: whoever holds the token of a guest's, and the account of an account's, by the host's rules.
import { customer } from '../../model/entities/customers/customer.js'
import { cart } from '../../model/entities/orders/cart.js'
import { cartRules } from '../cart/ownership.js'
import type { Visit } from '../visit.js'

/** What an order or a quote says of whose it is. */
interface Owned {
  readonly customer_id: number | null
  readonly cart_id: number | null
}

/**
 * True where its customer record is a temporary one, or is gone and a guest's cart tells that it was one: an account cannot go before its
 * carts. Where the cart is gone too nobody can tell, and it stays closed.
 */
async function isGuests(visit: Visit, { customer_id: id, cart_id: cartId }: Owned): Promise<boolean> {
  if (id === null) return true
  const buyer = await visit.read(customer, id)
  if (buyer) return buyer.values.is_temporary === true
  const from = cartId === null ? null : await visit.read(cart, cartId)
  return from !== null && from.values.customer_id === null
}

/**
 * Whether the visitor, who holds the token, may see it: a guest's has no other key, an account's needs that account too. Where nobody
 * is named, the service itself asks.
 */
export async function ownsDocument(visit: Visit, of: Owned): Promise<boolean> {
  const { named } = visit
  if (named === null) return true
  const customerId = (await isGuests(visit, of)) ? null : of.customer_id
  return customerId === null || cartRules(visit).owns({ customerId }, { shopper: named, holdsToken: true })
}
