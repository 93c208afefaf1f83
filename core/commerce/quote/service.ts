// Quote reads and actions, restricted to the quote's owner: read, list, decline, and copy into a new cart.
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { requireAccount, requireCartRules, type ShopperContext } from '../shopper-context.js'
import type { CartReply } from '../cart/define.js'
import { refillCart } from '../cart/service.js'
import { runCartTransaction } from '../cart/change.js'
import { readUploadedFile } from '../document/rows.js'
import { changeState } from '../state/change-state.js'
import type { QuoteReply, QuoteSummary } from './define.js'
import { findQuote, isOverdueQuote, lockQuote } from './find.js'
import { toQuoteSummary, readQuoteReply } from './reply.js'

/** NOT_FOUND for unknown quotes and quotes of other people. */
export async function readOwnQuote(shopperContext: ShopperContext, token: string): Promise<QuoteReply> {
  const { id } = await findQuote(shopperContext, token)
  return readQuoteReply(shopperContext, id)
}

/** An uploaded file of the quote, by the id in the reply. NOT_FOUND for unknown files and quotes of other people. */
export async function readOwnQuoteFile(shopperContext: ShopperContext, token: string, file: string): Promise<ReplyFile> {
  const { id } = await findQuote(shopperContext, token)
  return readUploadedFile(shopperContext, 'quote', id, file)
}

/** The quotes of the account, newest first. AUTHENTICATION_REQUIRED for guests. */
export async function listQuotes(shopperContext: ShopperContext): Promise<readonly QuoteSummary[]> {
  requireCartRules(shopperContext)
  const work = await shopperContext.at()
  const records = await work.list(quote, { column: 'customer_id', values: [requireAccount(work)] })
  const replies: QuoteSummary[] = []
  for (const { values } of records.toReversed()) replies.push(await toQuoteSummary(work, values))
  return replies
}

/** Declines a quote for its customer. Idempotent. VALIDATION_FAILED on `status` if the quote is in another final state. */
export async function declineOwnQuote(shopperContext: ShopperContext, token: string): Promise<QuoteReply> {
  const id = await shopperContext.transact(async (inside) => {
    const work = await inside.at()
    const lockedQuote = await lockQuote(work, token)
    const to = isOverdueQuote(lockedQuote, work.now) ? 'expired' : 'declined'
    if (lockedQuote.status !== 'declined') await changeState(work, 'quote', lockedQuote.id, to)
    return lockedQuote.id
  })
  return readQuoteReply(shopperContext, id)
}

/** A new cart with copies of the quoted items at current prices. VALIDATION_FAILED if the shop sells no item of the quote any more. */
export function repeatQuote(shopperContext: ShopperContext, token: string): Promise<CartReply> {
  return runCartTransaction(shopperContext, async (inside) => {
    const work = await inside.at()
    const { id, currency_code: currencyCode } = await findQuote(work, token)
    const records = await work.list(quoteLine, { column: 'quote_id', values: [id] })
    const cart = await refillCart(work, { lines: records.map(({ values }) => values), currencyCode })
    if (cart === null) throw ValidationError.of('quote', createMessage('shop.quoteNotSold'), 'NOT_SOLD')
    return cart
  })
}
