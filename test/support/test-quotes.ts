// Creates and handles quotes in tests through the shop's verbs and the staff's actions.
import type { App } from '../../core/app.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { QuoteRecord, QuoteReply } from '../../core/commerce/quote/define.js'
import type { QuoteOutcome } from '../../core/commerce/quote/find.js'
import type { ShopperRequest } from '../../core/commerce/shopper-context.js'
import { guestVisitor, prepareCheckoutForOrder, type SellingShop } from './selling-shop.js'
import type { CartItem } from './filled-cart.js'

/** Requests a quote from a complete checkout. */
export async function requestTestQuote(
  app: App,
  shop: SellingShop,
  items: readonly CartItem[] = [{}],
  caller: ShopperRequest = guestVisitor,
): Promise<{ readonly checkout: CheckoutReply; readonly quote: QuoteReply }> {
  const checkout = await prepareCheckoutForOrder(app, shop, items, caller)
  const quote = (await app.shop.serve('request-checkout-quote', { token: checkout.checkout }, caller)) as QuoteReply
  return { checkout, quote }
}

/** The stored record. */
export async function readStoredQuote(app: App, token: string): Promise<QuoteRecord> {
  const [record] = await app.shop.createContext({}).list('quote', { column: 'token', values: [token] })
  // The entity is dynamic, so the record is untyped.
  return record!.values as unknown as QuoteRecord
}

/** Runs an action on the quote with this token. */
export async function runQuoteAction(app: App, verb: string, token: string, input: object = {}): Promise<QuoteOutcome> {
  const { id: quote_id } = await readStoredQuote(app, token)
  return (await app.act(`${verb}-quote`, { quote_id, ...input })) as QuoteOutcome
}

/** A sent quote as its customer reads it. */
export async function sendTestQuote(
  app: App,
  shop: SellingShop,
  items: readonly CartItem[] = [{}],
  caller: ShopperRequest = guestVisitor,
): Promise<QuoteReply> {
  const { quote } = await requestTestQuote(app, shop, items, caller)
  await runQuoteAction(app, 'send', quote.token)
  return (await app.shop.serve('read-quote', { token: quote.token }, caller)) as QuoteReply
}

/** Accepts the quote for the total that it reports. */
export function acceptTestQuote(
  app: App,
  { token, gross, recurring }: QuoteReply,
  input: object,
  caller: ShopperRequest = guestVisitor,
): Promise<DocumentReply> {
  const agreed = { token, total: gross, recurring_total: recurring.gross, terms_agreed: true }
  return app.shop.serve('accept-quote', { ...agreed, ...input }, caller) as Promise<DocumentReply>
}
