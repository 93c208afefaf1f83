// Creates the resources of one shopper over HTTP: a configuration, a cart, a checkout, orders, quotes, and an address.
import type { ConversationReply } from '../../plugins/advisor/define.js'
import type { App } from '../../core/app.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { VerbDeclaration } from '../../core/model/verb/declaration.js'
import { getPathArguments } from '../../core/verbs/run-verb.js'
import { createHomeAddress, type SellingShop } from '../support/selling-shop.js'
import type { JsonReply, JsonClient } from '../support/json-client.js'
import type { SentHeaders } from './host-list.js'

type Given = Readonly<Record<string, unknown>>

/** Calls operations by name, with the headers of one person. */
export type Caller = (verb: string, input?: Given, content?: string) => Promise<JsonReply>

/** @param prefix the path before every address of the service */
export function callerOf(app: App, client: JsonClient, prefix: string, headers: () => SentHeaders): Caller {
  return (name, input = {}, content) => {
    const verb: VerbDeclaration = app.context.registry.verbs.get(name)!
    const inPath = getPathArguments(verb)
    const path = verb.path.replace(/:([a-z_]+)/g, (_all, argument: string) => encodeURIComponent(String(input[argument])))
    const rest = Object.entries(input).filter(([argument]) => !inPath.includes(argument))
    const hasBody = verb.method === 'POST' || verb.method === 'PATCH'
    const inQuery = rest.filter(([argument]) => !hasBody || verb.query?.includes(argument))
    const query = new URLSearchParams(inQuery.map(([key, value]) => [key, String(value)])).toString()
    const body = rest.filter(([argument]) => hasBody && !verb.query?.includes(argument))
    const requestBody = content ?? (hasBody ? Object.fromEntries(body) : undefined)
    const address = `${prefix}/svc-api/runtime/v1/${path}${query === '' ? '' : `?${query}`}`
    return client.send(verb.method, address, requestBody, headers())
  }
}

/** The tokens and ids of a shopper's resources. */
export interface Estate {
  /** Open, and in no cart. */
  readonly configuration: string
  readonly cart: string
  readonly position: number
  /** Another position of the cart. */
  readonly spare: number
  /** The configuration in the cart. */
  readonly line: string
  /** Belongs to another cart. Complete. */
  readonly checkout: string
  readonly total: number
  /** Paid, so it has an invoice. */
  readonly order: string
  readonly orderId: number
  /** A credit note of that order. */
  readonly creditNote: number
  /** Awaiting payment. */
  readonly unpaid: string
  /** Neither paid nor confirmed. */
  readonly cancellable: string
  /** A cart, and the checkout of another cart, both without a quote. */
  readonly askable: string
  readonly quotable: string
  /** Sent, for the total of the checkout. */
  readonly quote: string
  readonly declinable: string
  /** A conversation with the advisor, without messages. */
  readonly conversation: string
  /** Files uploaded to the configuration, the ordered product, and the quoted product. */
  readonly upload: string
  readonly orderedFile: string
  readonly quotedFile: string
  /** null for guests. */
  readonly address: number | null
}

/** @param drawing an upload question of the lamp */
export async function acquire(app: App, shop: SellingShop, drawing: number, call: Caller, hasAccount: boolean): Promise<Estate> {
  const { lamp } = shop
  const get = async <T>(verb: string, input: Given = {}, content?: string): Promise<T> => {
    const answer = await call(verb, input, content)
    if (answer.status > 299) throw new Error(`${verb} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return (answer.body as { readonly data: T }).data
  }
  const selections = [{ question_id: lamp.height, value: '20' }]
  const configure = async (): Promise<string> => {
    const { configuration: token } = await get<ConfigurationReply>('start-configuration', {
      product_id: lamp.product,
      selections,
    })
    const plan = { token, question_id: drawing, name: 'plan.pdf' }
    const { id: value } = await get<{ readonly id: string }>('upload-file', plan, '%PDF-1.7 a plan')
    await get('change-configuration', { token, selections: [{ question_id: drawing, value }] })
    return token
  }
  const uploadIn = async (verb: string, token: string): Promise<string> =>
    (await get<DocumentReply>(verb, { token })).lines[0]!.files[0]!.id
  const fill = async (): Promise<CartReply> => {
    const { cart } = await get<CartReply>('create-cart')
    return get('add-position', { token: cart, configuration: await configure(), quantity: 2 })
  }
  const ready = async (): Promise<CheckoutReply> => {
    const { checkout } = await get<CheckoutReply>('open-checkout', { token: (await fill()).cart })
    const answers = { email: 'buyer@people.example', billing: createHomeAddress(shop), terms_agreed: true }
    return get('change-checkout', { token: checkout, ...answers, payment_method_id: shop.transfer })
  }
  const buy = async (): Promise<string> => {
    const { checkout, totals } = await ready()
    return (await get<DocumentReply>('place-order', { token: checkout, total: totals!.gross })).token
  }
  const askForQuote = async (): Promise<string> => {
    const { token } = await get<DocumentReply>('request-checkout-quote', { token: (await ready()).checkout })
    const quote_id = (await app.shop.createContext({}).list('quote', { column: 'token', values: [token] }))[0]!.id
    await app.act('send-quote', { quote_id })
    return token
  }
  const order = await buy()
  await get('begin-payment', { token: order })
  const orderId = (await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order] }))[0]!.id
  await app.act('set-order-status', { order_id: orderId, status: 'paid' })
  const [orderLine] = await app.shop.createContext({}).list('order-line', { column: 'sales_order_id', values: [orderId] })
  const { credit_note_id: creditNote } = (await app.act('refund-order', {
    order_id: orderId,
    lines: [{ order_line_id: orderLine!.id, quantity: 1 }],
    pay_back: false,
  })) as { readonly credit_note_id: number }
  const unpaid = await buy()
  const cancellable = await buy()
  const { checkout, totals } = await ready()
  const quotes = {
    askable: (await fill()).cart,
    quotable: (await ready()).checkout,
    quote: await askForQuote(),
    declinable: await askForQuote(),
  }
  // The last cart becomes the current one.
  const { cart } = await fill()
  const { positions } = await get<CartReply>('add-position', { token: cart, configuration: await configure() })
  const address = hasAccount ? (await get<{ readonly id: number }>('create-address', createHomeAddress(shop))).id : null
  const { id: position, configuration: line } = positions[0]!
  const total = totals!.gross
  const sparePosition = positions[1]!.id
  const bought = { order, orderId, creditNote, unpaid, cancellable }
  const { conversation } = await get<ConversationReply>('start-conversation', { consent: true })
  const configuration = await configure()
  const { questions } = await get<ConfigurationReply>('read-configuration', { token: configuration, full: true })
  return {
    configuration,
    upload: String(questions.find(({ id }) => id === drawing)!.selection),
    orderedFile: await uploadIn('read-order', order),
    quotedFile: await uploadIn('read-quote', quotes.quote),
    cart,
    position,
    spare: sparePosition,
    line,
    checkout,
    total,
    ...bought,
    ...quotes,
    conversation,
    address,
  }
}

/** All rows of all tables, except logs of the requests themselves. */
export async function contentsOf(app: App): Promise<Readonly<Record<string, unknown>>> {
  const { database } = app.context
  const query =
    database.dialect.name === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'svc_%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()'
  const names = (await database.query<{ name: string }>(query)).map(({ name }) => name)
  const tableNames = names.filter((name) => name !== 'svc_used_assertions').sort()
  const contents: Record<string, unknown> = {}
  for (const name of tableNames) contents[name] = await database.query(`SELECT * FROM ${name}`)
  return contents
}
