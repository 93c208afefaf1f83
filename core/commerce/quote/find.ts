// Finds quotes by token, with an ownership check: a guest needs the token, a quote of an account needs that account.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { requireCartRules, type ShopperContext } from '../shopper-context.js'
import { canAccessDocument } from '../document/access.js'
import { isToken } from '../token.js'
import type { QuoteRecord } from './define.js'

export const createUnknownQuoteError = (): NotFoundError => new NotFoundError(createMessage('shop.quoteUnknown'))

/** undefined for malformed and unknown tokens. Does not lock. */
export async function findQuoteByToken(work: ServiceContext, token: string): Promise<QuoteRecord | undefined> {
  if (!isToken(token)) return undefined
  const [record] = await work.list(quote, { column: 'token', values: [token] })
  return record?.values.token === token ? record.values : undefined
}

/** NOT_FOUND for unknown quotes and quotes of other people. */
export async function findQuote(shopperContext: ShopperContext, token: string): Promise<QuoteRecord> {
  requireCartRules(shopperContext)
  const record = await findQuoteByToken(shopperContext, token)
  if (!record || !(await canAccessDocument(shopperContext, record))) throw createUnknownQuoteError()
  return record
}

/** The same, locked until the unit ends. */
export async function lockQuote(shopperContext: ShopperContext & TransactionContext, token: string): Promise<QuoteRecord> {
  const { id } = await findQuote(shopperContext, token)
  const [record] = await shopperContext.lock(quote, { column: 'id', values: [id] })
  if (!record) throw createUnknownQuoteError()
  return record.values
}

/** The current quote of a cart: the latest revision. */
export async function findCartQuote(work: ServiceContext, cartId: number): Promise<QuoteRecord | undefined> {
  return (await work.list(quote, { column: 'cart_id', values: [cartId] })).at(-1)?.values
}

/** True for a sent quote whose validity is over, even if its status is not `expired` yet. */
export function isOverdueQuote({ status, valid_until: until }: QuoteRecord, now: number): boolean {
  return status === 'sent' && until !== null && Date.parse(until) <= now
}
