// Places the worked order of docs/explanation/commerce.md in the demo shop, as its customer does.
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { QuoteReply } from '../../core/commerce/quote/define.js'
import type { ShopperRequest } from '../../core/commerce/shopper-context.js'
import { demo } from '../../plugins/demo/index.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { stock } from '../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { findCountryId } from '../support/guest-shop.js'

export interface ExampleShop {
  readonly app: TestApp
  readonly author: CatalogAuthor
  /** A trade customer with an account. */
  readonly visitor: ShopperRequest
  /** The id of the pattern book. */
  readonly book: number
  readonly blind: number
}

/** The demo shop with a pattern book that has the tax rate of books. */
export async function openExampleShop(): Promise<ExampleShop> {
  const app = await bootTestApp({ plugins: [stock, payments, print, demo()] })
  await seedDemo(app, () => undefined)
  const author = createCatalogAuthor(app)
  const tax_class_id = await author.write('tax-class', { title: 'Books', default_rate: 0 })
  const germany = await findCountryId(app, 'DE')
  await author.write('tax-rate', { tax_class_id, country_id: germany, rate: 7, code: 'VAT DE 7 %' })
  const book = await author.product('Pattern book', { baseprice: 14.9, baseweight: 0.6, tax_class_id })
  const { products } = await app.shop.catalogue.products({ language: 'en-GB' })
  const { records } = await app.records.list('customer-group', { limit: 10 })
  const trade = records.find(({ title }) => title === 'Trade')!.id
  const account = { email: 'grace@trade.example', first_name: 'Grace', last_name: 'Hopper', customer_group_id: trade }
  const customerId = await author.write('customer', account)
  const home = { line1: 'Trade Street 2', zip: '20095', city: 'Hamburg', country_id: germany }
  const defaults = { is_default_billing: true, is_default_delivery: true }
  const personName = { first_name: 'Grace', last_name: 'Hopper' }
  await author.write('address', { customer_id: customerId, kind: 'both', ...personName, ...home, ...defaults })
  const caller = { shopper: { customerId, customerGroupId: trade } }
  return { app, author, visitor: caller, book, blind: products.find(({ title }) => title === 'Roller blind')!.id }
}

interface Wanted {
  readonly question: string
  /** The title of an answer, or the typed text. */
  readonly entry: string
}

const options: readonly Wanted[] = [
  { question: 'Width', entry: '1450' },
  { question: 'Drop', entry: '1800' },
  { question: 'Mounting', entry: 'Inside the recess' },
  { question: 'Price group', entry: 'Group 3' },
  { question: 'Motor', entry: 'Acmeda 240v' },
  { question: 'Remote control', entry: '1 channel' },
  { question: 'Brackets', entry: 'Single' },
]

async function configure({ app, blind, visitor: caller }: ExampleShop): Promise<string> {
  const { product } = await app.shop.catalogue.product(blind, { language: 'en-GB' })
  const questions = product.pages.flatMap((page) => page.questions)
  const selections = options.map(({ question: title, entry }) => {
    const { id, answers } = questions.find((question) => question.title === title)!
    return { question_id: id, value: String(answers.find((answer) => answer.title === entry)?.id ?? entry) }
  })
  const started = (await app.shop.serve('start-configuration', { product_id: blind }, caller)) as ConfigurationReply
  const changed = await app.shop.serve('change-configuration', { token: started.configuration, selections }, caller)
  return (changed as ConfigurationReply).configuration
}

export interface Example {
  readonly cart: CartReply
  readonly checkout: CheckoutReply
  readonly order: DocumentReply
}

type Serve = <T>(verb: string, input: object) => Promise<T>

const servedBy =
  ({ app, visitor: caller }: ExampleShop): Serve =>
  <T>(verb: string, input: object) =>
    app.shop.serve(verb, { ...input }, caller) as Promise<T>

/** A cart with three motorized blinds and a pattern book. */
export async function fillExample(shop: ExampleShop, currency: string): Promise<CartReply> {
  const serve = servedBy(shop)
  const { cart: token } = await serve<CartReply>('create-cart', { currency })
  await serve('add-position', { token, configuration: await configure(shop), quantity: 3 })
  const { configuration } = await serve<ConfigurationReply>('start-configuration', { product_id: shop.book })
  return serve<CartReply>('add-position', { token, configuration })
}

/** Ships by parcel and pays on delivery. */
export async function placeExample(shop: ExampleShop, currency: string): Promise<Example> {
  const serve = servedBy(shop)
  const cart = await fillExample(shop, currency)
  const checkoutReply = await serve<CheckoutReply>('open-checkout', { token: cart.cart })
  const chosen = checkoutReply.payment_methods.find(({ connector }) => connector === 'cash_on_delivery')!
  const answers = { payment_method_id: chosen.id, terms_agreed: true }
  const checkout = await serve<CheckoutReply>('change-checkout', { token: checkoutReply.checkout, ...answers })
  const total = { total: checkout.totals!.gross, recurring_total: 0 }
  const order = await serve<DocumentReply>('place-order', { token: checkout.checkout, ...total })
  return { cart, checkout, order }
}

/** The same cart as a quote with a special discount in per cent, and the order from that quote. */
export async function acceptExample(
  shop: ExampleShop,
  discount_percent: number,
): Promise<{ readonly quote: QuoteReply; readonly order: DocumentReply }> {
  const serve = servedBy(shop)
  const { cart } = await fillExample(shop, 'EUR')
  const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
  const request = await serve<QuoteReply>('request-checkout-quote', { token: checkout })
  const [{ id: quote_id } = { id: 0 }] = await shop.app.shop
    .createContext({})
    .list('quote', { column: 'token', values: [request.token] })
  await shop.app.act('prepare-quote', { quote_id, discount_percent, discount_title: 'Project discount' })
  await shop.app.act('send-quote', { quote_id })
  const quote = await serve<QuoteReply>('read-quote', { token: request.token })
  const chosen = quote.acceptance!.payment_methods.find(({ connector }) => connector === 'cash_on_delivery')!
  const answers = { payment_method_id: chosen.id, terms_agreed: true, total: quote.gross, recurring_total: 0 }
  const order = await serve<DocumentReply>('accept-quote', { token: request.token, ...answers })
  return { quote, order }
}
