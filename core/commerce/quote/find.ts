// Finds quotes by token, with an ownership check: a guest needs the token, a quote of an account needs that account.
import { NotFoundError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import type { InUnit, Work } from '../../storage/work.js'
import { requireCartRules } from '../cart/ownership.js'
import { canAccessDocument } from '../document/access.js'
import { isToken } from '../token.js'
import type { Visit } from '../visit.js'
import type { QuoteRecord } from './define.js'

export const createUnknownQuoteError = (): NotFoundError => new NotFoundError('There is no quote with this token.')

/** undefined for malformed and unknown tokens. Does not lock. */
export async function findQuoteByToken(work: Work, token: string): Promise<QuoteRecord | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await work.list(quote, { column: 'token', values: [token] })
  return found?.values.token === token ? found.values : undefined
}

/** NOT_FOUND for unknown quotes and quotes of other people. */
export async function findQuote(visit: Visit, token: string): Promise<QuoteRecord> {
  requireCartRules(visit)
  const found = await findQuoteByToken(visit, token)
  if (!found || !(await canAccessDocument(visit, found))) throw createUnknownQuoteError()
  return found
}

/** The same, locked until the unit ends. */
export async function lockQuote(visit: Visit & InUnit, token: string): Promise<QuoteRecord> {
  const { id } = await findQuote(visit, token)
  const [held] = await visit.lock(quote, { column: 'id', values: [id] })
  if (!held) throw createUnknownQuoteError()
  return held.values
}

/** The current quote of a cart: the latest revision. */
export async function findCartQuote(work: Work, cartId: number): Promise<QuoteRecord | undefined> {
  return (await work.list(quote, { column: 'cart_id', values: [cartId] })).at(-1)?.values
}

/** True for a sent quote whose validity is over, even if its status is not `expired` yet. */
export function isOverdueQuote({ status, valid_until: until }: QuoteRecord, now: number): boolean {
  return status === 'sent' && until !== null && Date.parse(until) <= now
}
