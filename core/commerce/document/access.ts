// Whose an order or a quote is: whoever holds the token of a guest's, and the account of an account's, by the host's rules.
import { NotFoundError } from '../../ground/errors.js'
import { customer } from '../../model/entities/customers/customer.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { cartRules } from '../cart/ownership.js'
import type { Visit } from '../visit.js'
import type { DocumentEntity, FrozenDocument } from './define.js'
import { readDocument } from './rows.js'

const tokenPattern = /^[A-Za-z0-9_-]{32}$/

const words: Readonly<Record<DocumentEntity, string>> = { 'sales-order': 'order', quote: 'quote' }

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

/** The visitor's document; NOT_FOUND alike for unknown ones, for drafts, which have no number yet, and for other people's. */
export async function findDocument(visit: Visit, entity: DocumentEntity, token: string): Promise<FrozenDocument> {
  cartRules(visit)
  const unknown = new NotFoundError(`There is no ${words[entity]} with this token.`)
  if (!tokenPattern.test(token)) throw unknown
  const where = { column: 'token', values: [token] }
  const [found] = await (entity === 'quote' ? visit.list(quote, where) : visit.list(salesOrder, where))
  if (!found || found.values.token !== token || found.values.number === null) throw unknown
  if (!(await ownsDocument(visit, found.values))) throw unknown
  const document = await readDocument(visit, entity, found.id)
  if (document === null) throw unknown
  return document
}
