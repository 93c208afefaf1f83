// Quote reads and actions, restricted to the quote's owner: read, list, decline, and copy into a new cart.
import { ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { requireAccount } from '../account/signed-in.js'
import type { CartReply } from '../cart/define.js'
import { cartRules } from '../cart/ownership.js'
import { refill } from '../cart/refill.js'
import { showing } from '../cart/showing.js'
import { uploadedFile } from '../document/uploaded-file.js'
import { changeState } from '../state/change-state.js'
import type { Visit } from '../visit.js'
import type { QuoteReply, QuoteSummary } from './define.js'
import { findQuote, isPast, lockQuote } from './find.js'
import { quoteSummary, readQuoteReply } from './reply.js'

/** NOT_FOUND for unknown quotes and quotes of other people. */
export async function readOwnQuote(visit: Visit, token: string): Promise<QuoteReply> {
  const { id } = await findQuote(visit, token)
  return readQuoteReply(visit, id)
}

/** An uploaded file of the quote, by the id in the reply. NOT_FOUND for unknown files and quotes of other people. */
export async function readOwnQuoteFile(visit: Visit, token: string, file: string): Promise<ReplyFile> {
  const { id } = await findQuote(visit, token)
  return uploadedFile(visit, 'quote', id, file)
}

/** The quotes of the account, newest first. AUTHENTICATION_REQUIRED for guests. */
export async function listQuotes(visit: Visit): Promise<readonly QuoteSummary[]> {
  cartRules(visit)
  const work = await visit.at()
  const found = await work.list(quote, { column: 'customer_id', values: [requireAccount(work)] })
  const replies: QuoteSummary[] = []
  for (const { values } of found.toReversed()) replies.push(await quoteSummary(work, values))
  return replies
}

/** Declines a quote for its customer. Idempotent. VALIDATION_FAILED on `status` if the quote is in another final state. */
export async function declineOwnQuote(visit: Visit, token: string): Promise<QuoteReply> {
  const id = await visit.transact(async (inside) => {
    const work = await inside.at()
    const held = await lockQuote(work, token)
    const to = isPast(held, work.now) ? 'expired' : 'declined'
    if (held.status !== 'declined') await changeState(work, 'quote', held.id, to)
    return held.id
  })
  return readQuoteReply(visit, id)
}

/** A new cart with copies of the quoted items at current prices. VALIDATION_FAILED if the shop sells no item of the quote any more. */
export function repeatQuote(visit: Visit, token: string): Promise<CartReply> {
  return showing(visit, async (inside) => {
    const work = await inside.at()
    const { id, currency_code: currencyCode } = await findQuote(work, token)
    const found = await work.list(quoteLine, { column: 'quote_id', values: [id] })
    const cart = await refill(work, { lines: found.map(({ values }) => values), currencyCode })
    if (cart === null) throw ValidationError.of('quote', 'None of the items in this quote are available any more.', 'NOT_SOLD')
    return cart
  })
}
