// Finds and locks quotes: by token for their owner, by id for staff, with the prices that the owner may see.
import { createMessage, formatValue } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { requireCartRules, type ShopperContext, isToken } from '../shopper-context.js'
import { canAccessDocument } from '../document/access.js'
import type { QuoteRecord } from './define.js'
import { findById } from '../../storage/record/snapshot.js'
import { customerGroup } from '../../model/entities/customers/customer-group.js'

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

/** The result of a staff action on a quote. */
export interface QuoteOutcome {
  readonly quote_id: number
  readonly number: number | null
  readonly status: string
  readonly valid_until: string | null
  readonly currency_code: string
  readonly discount_net: number | null
  readonly delivery_net: number | null
  readonly net: number | null
  readonly tax: number | null
  readonly gross: number | null
}

/** Locked until the unit ends. NOT_FOUND, naming the id. */
export async function lockQuoteById(work: ServiceContext & TransactionContext, id: number): Promise<QuoteRecord> {
  const [record] = await work.lock(quote, { column: 'id', values: [id] })
  if (record) return record.values
  throw new NotFoundError(createMessage('errors.noQuote', { id: formatValue(id, 40) }))
}

/** ValidationError on `quote_id` for a quote that was sent or is in a final state. */
export function requireRequestedQuote({ id, status }: QuoteRecord): void {
  if (status === 'requested') return
  const message = createMessage('errors.quoteNotRequested', { id, status })
  throw ValidationError.of('quote_id', message, 'NOT_ALLOWED')
}

export async function readQuoteOutcome(work: ServiceContext, id: number): Promise<QuoteOutcome> {
  const { values } = (await work.read(quote, id))!
  const { number, status, valid_until, currency_code, discount_net, delivery_net, net, tax, gross } = values
  return { quote_id: id, number, status, valid_until, currency_code, discount_net, delivery_net, net, tax, gross }
}

/** The fields of a quote that decide whether prices are shown. */
interface QuotePriceFields {
  readonly status: string
  readonly customer_group_id: number | null
}

/** False for a quote that was not sent yet if the customer group sees no prices. */
export async function hasVisiblePrices(
  work: ServiceContext,
  { status, customer_group_id: id }: QuotePriceFields,
): Promise<boolean> {
  if (status !== 'requested') return true
  return findById(await work.records(customerGroup), id)?.may_see_prices !== false
}
