// Whose an order or a quote is: whoever holds the token of a guest's, and the account of an account's, by the host's rules.
import { NotFoundError } from '../../ground/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { cartRules } from '../cart/ownership.js'
import type { Visit } from '../visit.js'
import type { DocumentEntity, FrozenDocument } from './define.js'
import { readDocument } from './rows.js'

const tokenPattern = /^[A-Za-z0-9_-]{32}$/

const words: Readonly<Record<DocumentEntity, string>> = { 'sales-order': 'order', quote: 'quote' }

/** The visitor's document; NOT_FOUND alike for unknown ones, for drafts, which have no number yet, and for other people's. */
export async function findDocument(visit: Visit, entity: DocumentEntity, token: string): Promise<FrozenDocument> {
  const rules = cartRules(visit)
  const unknown = new NotFoundError(`There is no ${words[entity]} with this token.`)
  if (!tokenPattern.test(token)) throw unknown
  const where = { column: 'token', values: [token] }
  const [found] = await (entity === 'quote' ? visit.list(quote, where) : visit.list(salesOrder, where))
  if (!found || found.values.token !== token || found.values.number === null) throw unknown
  const { customer_id: customerId } = found.values
  const { named } = visit
  if (customerId !== null && named !== null && !rules.owns({ customerId }, { shopper: named, holdsToken: true })) throw unknown
  const document = await readDocument(visit, entity, found.id)
  if (document === null) throw unknown
  return document
}
