// Whose an order or a quote is: whoever holds the token of a guest's, and the account of an account's, by the host's rules.
import { customer } from '../../model/entities/customers/customer.js'
import { cartRules } from '../cart/ownership.js'
import type { Visit } from '../visit.js'

/** The account whose it is; null for a guest's, whose customer record is a temporary one. */
async function accountOf(visit: Visit, id: number | null): Promise<number | null> {
  if (id === null) return null
  return (await visit.read(customer, id))?.values.is_temporary === true ? null : id
}

/**
 * Whether the visitor, who holds the token, may see it: a guest's has no other key, an account's needs that account too. Where nobody
 * is named, the service itself asks.
 */
export async function ownsDocument(visit: Visit, of: { readonly customer_id: number | null }): Promise<boolean> {
  const { named } = visit
  if (named === null) return true
  const customerId = await accountOf(visit, of.customer_id)
  return customerId === null || cartRules(visit).owns({ customerId }, { shopper: named, holdsToken: true })
}
