// Quotes through the verbs of the shop and the actions of its people, as both make them.
import type { App } from '../../core/app.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { QuoteRecord, QuoteReply } from '../../core/commerce/quote/define.js'
import type { QuoteOutcome } from '../../core/commerce/quote/staff.js'
import type { Visitor } from '../../core/commerce/visit.js'
import { asGuest, readyCheckout, type SellingShop } from './checking-out.js'
import type { Wanted } from './filled-cart.js'

/** A quote that was requested from a checkout which lacks nothing. */
export async function requestedQuote(
  app: App,
  shop: SellingShop,
  wanted: readonly Wanted[] = [{}],
  visitor: Visitor = asGuest,
): Promise<{ readonly checkout: CheckoutReply; readonly quote: QuoteReply }> {
  const checkout = await readyCheckout(app, shop, wanted, visitor)
  const quote = (await app.serve('request-checkout-quote', { token: checkout.checkout }, visitor)) as QuoteReply
  return { checkout, quote }
}

/** The record as it is stored. */
export async function storedQuote(app: App, token: string): Promise<QuoteRecord> {
  const [found] = await app.visit({}).list('quote', { column: 'token', values: [token] })
  // The entity is named, so the record is only known by its name.
  return found!.values as unknown as QuoteRecord
}

/** An action on the quote of the token. */
export async function actOn(app: App, verb: string, token: string, input: object = {}): Promise<QuoteOutcome> {
  const { id: quote_id } = await storedQuote(app, token)
  return (await app.act(`${verb}-quote`, { quote_id, ...input })) as QuoteOutcome
}

/** One that was sent, as its customer reads it. */
export async function sentQuote(
  app: App,
  shop: SellingShop,
  wanted: readonly Wanted[] = [{}],
  visitor: Visitor = asGuest,
): Promise<QuoteReply> {
  const { quote } = await requestedQuote(app, shop, wanted, visitor)
  await actOn(app, 'send', quote.token)
  return (await app.serve('read-quote', { token: quote.token }, visitor)) as QuoteReply
}

/** Accepts it for what it says it comes to. */
export function accepting(
  app: App,
  { token, gross, recurring }: QuoteReply,
  input: object,
  visitor: Visitor = asGuest,
): Promise<DocumentReply> {
  const agreed = { token, total: gross, recurring_total: recurring.gross, terms_agreed: true }
  return app.serve('accept-quote', { ...agreed, ...input }, visitor) as Promise<DocumentReply>
}
