// The shop's answers to a quote: sends it, declines it, or replaces it with a new quote that can be prepared again.
import { documentKinds } from '../document/kinds.js'
import { createMessage } from '../../foundation/message.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { ValidationError } from '../../foundation/errors.js'
import { quote } from '../../model/entities/orders/quote.js'
import { takeNextNumber } from '../../storage/counters.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { copyDocumentParts } from '../document/copy.js'
import { readQuote } from '../document/rows.js'
import { beginState, changeState } from '../state/change-state.js'
import { createToken } from '../shopper-context.js'
import { computeValidUntil } from './prepare.js'
import { lockQuoteById, readQuoteOutcome, type QuoteOutcome } from './find.js'

/** NOT_FOUND, naming the id. VALIDATION_FAILED on `status` unless it is `requested`, and on anything that would prevent acceptance. */
export function sendQuote(work: ServiceContext, id: number): Promise<QuoteOutcome> {
  return work.transact(async (baseWork) => {
    const inside = await baseWork.at()
    const lockedQuote = await lockQuoteById(inside, id)
    const valid_until = computeValidUntil(lockedQuote, inside)
    if (lockedQuote.status === 'requested') {
      if (Date.parse(valid_until) <= inside.now) {
        throw ValidationError.of('valid_until', createMessage('errors.quoteEndsEarly', { id }))
      }
      if ((lockedQuote.gross ?? 0) < 0 || (lockedQuote.recurring_gross ?? 0) < 0) {
        throw ValidationError.of('quote_id', createMessage('errors.quoteNegative', { id }))
      }
    }
    await changeState(inside, 'quote', id, 'sent', { valid_until })
    await inside.announce('onSvcSendQuote', { quoteId: id })
    return readQuoteOutcome(inside, id)
  })
}

/** NOT_FOUND, naming the id. VALIDATION_FAILED on `status` for a quote in a final state. */
export function declineQuote(work: ServiceContext, id: number): Promise<QuoteOutcome> {
  return work.transact(async (inside) => {
    await lockQuoteById(inside, id)
    await changeState(inside, 'quote', id, 'declined')
    return readQuoteOutcome(inside, id)
  })
}

/**
 * Replaces a quote with a new one: `requested`, with the same frozen lines and grants, and the same number of days from the day it is sent.
 * An open quote becomes `declined`. An accepted quote cannot be revised: VALIDATION_FAILED on `quote_id`.
 */
export function reviseQuote(work: ServiceContext, id: number): Promise<QuoteOutcome> {
  return work.transact(async (inside) => {
    const { status } = await lockQuoteById(inside, id)
    if (status === 'accepted') {
      throw ValidationError.of('quote_id', createMessage('errors.quoteAccepted', { id }), 'NOT_ALLOWED')
    }
    if (status === 'requested' || status === 'sent') await changeState(inside, 'quote', id, 'declined')
    const next = await copyQuote(inside, id)
    return readQuoteOutcome(inside, next)
  })
}

async function copyQuote(work: ServiceContext & TransactionContext, id: number): Promise<number> {
  const document = (await readQuote(work, id))!
  const { id: _id, number: _number, valid_until: _until, ...copiedFields } = document.values
  const now = formatIsoTime(work.now)
  const next = await work.write(
    quote,
    { ...copiedFields, token: createToken(), status: 'requested', created: now, revises_id: id },
    { copied: true },
  )
  await copyDocumentParts(work, document, 'quote', next)
  // Take the number last: the sequence row stays locked until commit.
  const number = await takeNextNumber(work.unit, documentKinds.quote.numberSeries)
  await beginState(work, 'quote', next, 'requested', { number })
  return next
}
