// Secrets planted in a complete purchase: no list, record, error, log line or event for staff contains them.
import type { MessageText } from '../../core/foundation/message.js'
import { messageText } from '../../core/foundation/message-format.js'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { Effect } from '../../core/commerce/state/define.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import { presets } from '../../core/foundation/access.js'
import { eventNames } from '../../core/foundation/events.js'
import { orderPrint, paymentRefund, paymentSettle } from '../../plugins/cli/commands/order.js'
import { mcp } from '../../plugins/mcp/index.js'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { readConfirmationToken } from '../support/registration.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { checkoutPlugins, createHomeAddress, openSellingShop, type SellingShop } from '../support/selling-shop.js'
import { catchError } from '../support/caught-error.js'
import { type JsonClient, createJsonClient } from '../support/json-client.js'
import { createPaymentMethod, createScriptedProvider } from '../support/scripted-provider.js'
import { readPdfInfo, requirePdfReader, readPdfText } from './print/pdf-reader.js'
import { rawAssistant } from './mcp/service.js'

const password = 'CANARY password of Ada'
const secret = 'CANARY-secret-of-the-provider'
const base = '/svc-api/runtime/v1'

describe('secrets of a purchase', function () {
  this.timeout(120_000)
  const logged: string[] = []
  const events: string[] = []
  const secrets = new Map<string, string>()
  const provider = createScriptedProvider()
  let app: ListeningApp
  let admin: JsonClient
  let shop: SellingShop
  let fails = false

  before(async () => {
    const note = (fields: unknown, message?: string): void => {
      const logFields = fields instanceof Object ? fields : {}
      const errors = Object.values(logFields).filter((value) => value instanceof Error)
      logged.push(JSON.stringify([fields, message, ...errors.map((error) => [error.message, error.stack, { ...error }])]))
    }
    const log = { debug: note, info: note, warn: note, error: note, child: () => log }
    const breaking: Effect<'sales-order'> = {
      name: 'break-on-demand',
      description: 'Fails where a test asks for it.',
      on: 'sales-order',
      run: () => (fails ? Promise.reject(new Error('The effect broke.')) : Promise.resolve()),
    }
    const observers = Object.fromEntries(
      eventNames.map((name) => [name, (payload: object) => void events.push(JSON.stringify(payload))]),
    )
    const watching = { name: 'watching', core: '^0.1.0', contributes: { observers, effects: [breaking] } }
    const plugins = [...checkoutPlugins, provider.plugin, watching]
    app = await listenTestApp([runtime({ changes: 10_000, signIns: 1_000, orders: 1_000 }), rest(), mcp()], { plugins, log })
    shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
    const { token } = await app.access.tokens.mint({ name: 'canary', scopes: [...presets.everything, 'code:write'] })
    secrets.set('bearer', token)
    admin = createJsonClient(app.url, token)
    const method = await createPaymentMethod(app.records, 'obedient', { secret })
    secrets.set('provider', secret).set('password', password)
    await buy('guest', {}, method)
    const email = 'ada@canary.example'
    await admin.data('POST', `${base}/accounts`, { email })
    const confirmation = await readConfirmationToken(app, email)
    secrets.set('confirmation', confirmation)
    const registered = await admin.data<{ readonly session: string }>('POST', `${base}/accounts/confirmations/${confirmation}`, {
      password,
      first_name: 'Ada',
    })
    secrets.set('session', registered.session)
    await buy('account', { 'x-svc-shopper': registered.session }, method)
  })
  after(async () => {
    admin?.close()
    await app?.stop()
  })

  /** Makes a complete purchase with one failure, and adds every returned token to the secrets. */
  async function buy(buyer: string, headers: Readonly<Record<string, string>>, method: number): Promise<void> {
    const shopper = createJsonClient(app.url)
    const send = async <T>(verb: string, path: string, body: object = {}): Promise<T> => {
      const { status, body: answer } = await shopper.send(verb, `${base}/${path}`, body, headers)
      expect(status, JSON.stringify(answer)).to.be.below(300)
      return (answer as { readonly data: T }).data
    }
    const selections = [{ question_id: shop.lamp.height, value: '20' }]
    const started = { product_id: shop.lamp.product, selections }
    const { configuration } = await send<ConfigurationReply>('POST', 'configurations', started)
    const { cart } = await send<CartReply>('POST', 'carts')
    await send('POST', `carts/${cart}/positions`, { configuration })
    const { checkout } = await send<CheckoutReply>('POST', `carts/${cart}/checkout`)
    const answers = {
      email: 'ada@canary.example',
      billing: createHomeAddress(shop),
      terms_agreed: true,
      payment_method_id: method,
    }
    const { totals } = await send<CheckoutReply>('PATCH', `checkouts/${checkout}`, answers)
    const place = `${base}/checkouts/${checkout}/place`
    fails = true
    const failed = await shopper.send('POST', place, { total: totals!.gross }, headers)
    fails = false
    expect(failed.status).to.equal(500)
    await send('POST', `checkouts/${checkout}/place`, { total: totals!.gross })
    await send('POST', `orders/${checkout}/payments`)
    const [order] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [checkout] })
    const [payment] = await app.shop.createContext({}).list('payment', { column: 'sales_order_id', values: [order!.id] })
    for (const [name, token] of Object.entries({ configuration, cart, checkout, payment: payment!.values['token'] }))
      secrets.set(`${name} of the ${buyer}`, String(token))
    await app.act('set-order-status', { order_id: order!.id, status: 'paid' })
    shopper.close()
  }

  const requireNone = (text: string, source: string): void => {
    for (const [name, value] of secrets) if (text.includes(value)) expect.fail(`${source} holds the secret '${name}'.`)
  }

  const readable = () => [...app.context.registry.entities.values()].filter(({ operations }) => operations.includes('list'))
  const idsOf = async (name: string): Promise<readonly number[]> =>
    (await app.records.list(name, { limit: 100 })).records.map(({ id }) => id)

  it('are planted, and stored only where they are needed', async () => {
    expect([...secrets.values()].filter((value) => value.length >= 20)).to.have.length(secrets.size)
    const rows = JSON.stringify(await app.context.database.query('SELECT token FROM svc_sales_order'))
    expect(rows).to.contain(secrets.get('checkout of the guest'))
    expect(logged.some((line) => line.includes('A request failed'))).to.equal(true)
    expect(events.length).to.be.greaterThan(10)
    // Secrets that are only compared are stored as a digest.
    for (const { name } of app.context.registry.entities.values()) {
      const table = `svc_${name.replaceAll('-', '_')}`
      const text = JSON.stringify(await app.context.database.query(`SELECT * FROM ${table}`))
      for (const secretName of ['password', 'session', 'bearer']) expect(text, name).not.to.contain(secrets.get(secretName))
    }
  })

  it('are in no log line and no event, even after failed requests', () => {
    for (const line of logged) requireNone(line, 'The log')
    for (const line of events) requireNone(line, 'An event')
  })

  it('are in no list and no record over REST', async () => {
    for (const { name } of readable()) {
      const list = await admin.send('GET', `/svc-api/v1/${name}?limit=100`)
      expect(list.status, name).to.equal(200)
      requireNone(JSON.stringify(list), `The list of ${name}`)
      for (const id of await idsOf(name)) {
        if (id > 20 && name === 'country') continue
        requireNone(JSON.stringify(await admin.send('GET', `/svc-api/v1/${name}/${id}`)), `${name} ${id}`)
      }
    }
  })

  it('cannot be searched, filtered or sorted by', async () => {
    for (const name of ['sales-order', 'cart', 'configuration', 'payment'] as const) {
      const token = secrets.get(`${name === 'sales-order' ? 'checkout' : name} of the guest`)!
      const filtered = await admin.send('GET', `/svc-api/v1/${name}?filter[token]=${token}`)
      expect(filtered.status, name).to.equal(422)
      expect((await admin.send('GET', `/svc-api/v1/${name}?sort=token`)).status, name).to.equal(422)
      const searched = await admin.send('GET', `/svc-api/v1/${name}?search=${token}`)
      const records = (searched.body as { readonly data?: { readonly records: readonly unknown[] } }).data?.records ?? []
      expect(records, name).to.deep.equal([])
    }
  })

  it('are in no result of MCP tools and their commands', async () => {
    const assistant = rawAssistant(admin)
    for (const { name } of readable()) {
      requireNone(JSON.stringify(await assistant.call('svc_describe_entity', { entity: name })), `describe ${name}`)
      requireNone(JSON.stringify(await assistant.call('svc_list_entities', { entity: name, limit: 100 })), `list ${name}`)
      requireNone(JSON.stringify(await app.act('list-entities', { entity: name, limit: 100 })), `command list ${name}`)
      for (const id of (await idsOf(name)).slice(0, 10)) {
        requireNone(JSON.stringify(await assistant.call('svc_get_entity', { entity: name, id })), `get ${name} ${id}`)
        requireNone(JSON.stringify(await app.act('get-entity', { entity: name, id })), `command get ${name} ${id}`)
      }
    }
    requireNone(JSON.stringify(await app.act('describe-install', {})), 'describe-install')
  })

  it('are in no output of commands, whether they succeed or fail', async function () {
    requirePdfReader(this)
    const never = (): Promise<never> => Promise.reject(new Error('No command here needs it.'))
    const lines: string[] = []
    const about = {
      json: false,
      language: 'en',
      write: messageText,
      open: () => Promise.resolve(app),
      load: never,
      assemble: never,
    }
    const invocation = {
      ...about,
      progress: (message: MessageText) => void lines.push(messageText(message)),
      say: (line: string) => void lines.push(line),
    }
    const folder = await mkdtemp(join(tmpdir(), 'svc-secrets-'))
    const out = join(folder, 'document.pdf')
    const numbers = (await app.records.list('sales-order', { limit: 100 })).records.map(({ number }) => Number(number))
    for (const number of numbers) {
      for (const document of ['confirmation', 'invoice', 'delivery-note'] as const) {
        const outcome = await orderPrint.run({ ...invocation, options: { number, document, out } })
        lines.push(orderPrint.text!(outcome!, messageText), readPdfText(await readFile(out)), readPdfInfo(await readFile(out)))
      }
    }
    await rm(folder, { recursive: true })
    const [payment_id, ...otherIds] = await idsOf('payment')
    const settled = await paymentSettle.run({ ...invocation, options: { payment_id: payment_id!, status: 'paid' } })
    const lost = await catchError(paymentSettle.run({ ...invocation, options: { payment_id: 999_999, status: 'paid' } }))
    provider.script.refund = () => {
      throw new Error(`The key ${secret} is not known.`)
    }
    const refund = (id: number) => paymentRefund.run({ ...invocation, options: { payment_id: id } })
    const refused = await catchError(refund(payment_id!))
    provider.script.refund = ({ refund: { refunded, amount, currency } }) => ({
      ...{ status: 'refunded', amount: refunded + amount, currency, message: `By ${secret}.` },
    })
    const paidBack = await refund(payment_id!)
    const again = await catchError(refund(payment_id!))
    lines.push(
      JSON.stringify([settled, paidBack]),
      paymentSettle.text!(settled!, messageText),
      paymentRefund.text!(paidBack!, messageText),
    )
    for (const error of [lost, refused, again]) lines.push(JSON.stringify([error.message, error.stack, { ...error }]))
    expect([numbers.length, otherIds.length, paidBack!.status]).to.deep.equal([2, 3, 'refunded'])
    for (const line of [...lines, ...logged, ...events]) requireNone(line, 'A command')
    const timeline = JSON.stringify(await app.records.list('payment-event', { limit: 100 }))
    requireNone(timeline, 'The timeline')
  })

  it('of a payment provider are in no response to shoppers', async () => {
    const token = secrets.get('checkout of the guest')!
    for (const path of [`orders/${token}`, `orders/${token}/payments`]) {
      const reply = JSON.stringify(await createJsonClient(app.url).send('GET', `${base}/${path}`))
      expect(reply).not.to.contain(secret)
      expect(reply, path).not.to.contain(secrets.get('payment of the guest'))
    }
  })
})
