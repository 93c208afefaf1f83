// Helpers for staff actions on quotes: lock a quote by id, check its status, and build the outcome.
import { createMessage, formatValue } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { QuoteRecord } from './define.js'

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
