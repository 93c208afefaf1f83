// Every runtime API operation matches its OpenAPI schema, and the generated client can call it.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { createShopClient, ShopFailure } from '../../../generated/client/shop.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { buildRuntimeDocument } from '../../../plugins/runtime/runtime-document.js'
import { example } from '../../../customizations/example/index.js'
import { readConfirmationToken } from '../../support/registration.js'
import { enableAdvisor } from '../advisor/advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createJsonClient } from '../../support/json-client.js'
import { createPaymentMethod, createPaidOrder, createUnpaidOrder, createSentQuote } from '../../support/scripted-provider.js'
import { authorLamp, type Lamp } from './lamp.js'

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object }
}

describe('the operations of the runtime API', () => {
  let app: ListeningApp
  let lamp: Lamp
  let drawing: number
  let document: Document
  const operationIds = new Set<string>()

  before(async () => {
    app = await listenTestApp([runtime()], { customizations: [example()] })
    lamp = await authorLamp(app)
    drawing = await createCatalogAuthor(app).question(lamp.pages.more, 'Drawing', 'Upload')
    document = buildRuntimeDocument(app.context.registry, '/svc-api/runtime/v1') as Document
  })
  after(() => app.stop())

  /** Fetches, and validates each response against the schema of its operation. */
  const validatingFetch: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const path = new URL(String(input)).pathname.replace('/svc-api/runtime/v1', '')
    const [, operations] = Object.entries(document.paths)
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .find(([template]) => new RegExp(`^${template.replace(/\{[a-z_]+\}/g, '[^/]+')}$`).test(path))!
    const operation = operations[(init?.method ?? 'GET').toLowerCase()]!
    operationIds.add(operation.operationId)
    const content = operation.responses[String(answer.status)]?.content
    const schema = content?.['application/json']?.schema
    const type = answer.headers.get('content-type') ?? ''
    if (answer.ok && content && !type.startsWith('application/json')) expect(Object.keys(content)).to.deep.equal([type])
    else if (answer.ok && answer.status !== 204) {
      expect(schema, `${operation.operationId} ${answer.status}`).to.be.an('object')
      const ajv = new Ajv2020({ strict: false, allErrors: true })
      const valid = ajv.compile({ ...schema, components: document.components })
      const body: unknown = await answer.clone().json()
      expect(valid(body), `${operation.operationId}: ${JSON.stringify(valid.errors)}`).to.equal(true)
    }
    return answer
  }

  it('match the document and the generated client through a complete shop visit', async () => {
    let session: string | null = null
    const shop = createShopClient({ baseUrl: app.url, language: 'en-GB', shopper: () => session, fetch: validatingFetch })
    expect((await shop.readShop()).shop.languages).to.deep.equal(['en-GB', 'de-DE'])
    const { products } = await shop.listProducts()
    expect((await shop.searchProducts({ sort: 'price', limit: 1 })).products).to.have.length(1)
    const { product } = await shop.showProduct({ key: String(products[0]!.id) })
    expect(product.id).to.equal(lamp.product)
    const started = await shop.startConfiguration({ product_id: lamp.product })
    const token = started.configuration
    const selections = [
      { question_id: lamp.height, value: '30' },
      { question_id: lamp.colour, value: lamp.green },
    ]
    const changed = await shop.changeConfiguration({ token, selections, revision: started.revision, full: true })
    expect(changed.questions).to.have.length(started.questions.length)
    expect((await shop.readConfiguration({ token })).revision).to.equal(changed.revision)
    expect((await shop.undoChange({ token, revision: changed.revision })).can_redo).to.equal(true)
    expect((await shop.redoChange({ token })).can_undo).to.equal(true)
    expect((await shop.explainSelection({ token, answer_id: lamp.pink })).explanation.possible).to.equal(true)
    expect((await shop.priceConfiguration({ token })).price).to.deep.equal(changed.price)
    expect((await shop.previewChange({ token, question_id: lamp.colour, value: null })).missing).not.to.deep.equal([])
    expect((await shop.suggestConfiguration({ token, aim: 'cheapest', max_changes: 3 })).suggestions[0]!.proven).to.equal(true)
    const { shared } = await shop.shareConfiguration({ token })
    expect((await shop.readConfiguration({ token: shared })).read_only).to.equal(true)
    expect((await shop.duplicateConfiguration({ token: shared })).read_only).to.equal(false)
    await shop.guideConfiguration({ token })
    await shop.reportDisagreement({ token, catalog_version: 1, parts: ['price'], questions: [lamp.height] })
    expect((await shop.readProgram({ token })).catalog_version).to.equal(started.catalog_version)
    await shop.findConflicts({ token, question_id: lamp.colour, value: String(lamp.green) })
    const { cart } = await shop.createCart({ note: 'Ring twice' })
    expect(await shop.changeCart({ token: cart, country: 'DE', note: null })).to.include({ country: 'DE', note: '' })
    const finished = (await shop.readConfiguration({ token })).missing.length === 0
    expect(finished).to.equal(true)
    const filled = await shop.addPosition({ token: cart, configuration: token, quantity: 2, note: 'soon' })
    const position = filled.positions[0]!.id
    expect((await shop.changePosition({ token: cart, position, note: null })).positions[0]!.note).to.equal('')
    const twice = await shop.copyPosition({ token: cart, position })
    await shop.removePosition({ token: cart, position: twice.positions[1]!.id })
    const second = await shop.startConfiguration({ product_id: lamp.product })
    const account = { email: 'ada@verbs.example', password: 'correct horse' }
    const registration = { email: account.email, configurations: [second.configuration], cart }
    expect((await shop.register(registration)).message).to.contain('We have sent an e-mail')
    const confirmation = { token: await readConfirmationToken(app, account.email), password: account.password, first_name: 'Ada' }
    const signedIn = await shop.confirmRegistration(confirmation)
    session = signedIn.session
    expect((await shop.currentCart()).cart).to.equal(signedIn.cart)
    expect((await shop.listCarts()).carts).to.have.length(1)
    const { from, to } = await shop.movePosition({ token: signedIn.cart!, position })
    expect([from.positions.length, to.positions.length]).to.deep.equal([0, 1])
    expect((await shop.resumeCart({ token: to.cart })).cart).to.equal(to.cart)
    await shop.movePosition({ token: to.cart, position, to: from.cart })
    await shop.deleteCart({ token: to.cart })
    await shop.readCart({ token: signedIn.cart! })
    await shop.claimCart({ token: signedIn.cart! })
    await shop.claimConfiguration({ token: second.configuration })
    const saved = await shop.saveConfiguration({ token: second.configuration, name: 'Later' })
    expect((await shop.listConfigurations()).configurations).to.deep.equal([saved])
    await shop.releaseConfiguration({ token: second.configuration })
    expect((await shop.changeProfile({ company: 'Engines' })).company).to.equal('Engines')
    expect((await shop.changeProfile({ company: null })).company).to.equal('')
    await shop.readProfile()
    const countries = (await app.records.list('country', { limit: 1 })).records
    const address = await shop.createAddress({ line1: 'Road 1', zip: '1', city: 'Town', country_id: countries[0]!['id'] })
    const id = Number(address['id'])
    expect((await shop.changeAddress({ id, city: 'Village' }))['city']).to.equal('Village')
    expect((await shop.listAddresses()).addresses).to.have.length(1)
    await shop.readAddress({ id })
    await shop.deleteAddress({ id })
    await shop.signOut()
    session = null
    session = (await shop.signIn({ email: account.email, password: account.password })).session
    await talk(shop)
    await placeAndRepeat(shop)
    await shop.requestPasswordReset({ email: 'nobody@verbs.example' })
    const method = await createPaymentMethod(app.records, 'pay_at_workshop', { counter: 'Hall 2' })
    const order = await createUnpaidOrder(app.records, method)
    const payment = await shop.beginPayment({ token: order.token })
    expect(payment.instructions?.details).to.deep.equal([{ label: 'Counter', text: 'Hall 2' }])
    expect((await shop.listPayments({ token: order.token })).payments).to.deep.equal([payment])
    const paid = await createPaidOrder(app, method)
    for (const printed of [
      await shop.printOrder({ token: order.token }),
      await shop.printInvoice({ token: paid }),
      await shop.printCreditNote({ token: paid, id: await createCreditNote(paid) }),
    ]) {
      expect(Buffer.from(await printed.arrayBuffer()).toString('latin1', 0, 5)).to.equal('%PDF-')
    }
    expect(await (await shop.printQuote({ token: await createSentQuote(app) })).text()).to.match(/^%PDF-/)
    await app.records.write('settings', { customer_cancellation: 'until_confirmed' }, { id: 1 })
    expect((await shop.readOrderProgress({ token: paid })).credit_notes).to.have.length(1)
    const unpaid = { payment_state: 'unpaid', fulfilment_state: 'none', paid_amount: 0 }
    const cancellable = await createUnpaidOrder(app.records, method, unpaid)
    await shop.cancelOrder({ token: cancellable.token })
    expect((await shop.readOrder({ token: cancellable.token })).status).to.equal('cancelled')
    const unreached = [...app.context.registry.verbs.values()]
      .filter(({ access }) => access.where !== 'line-items')
      .map(({ name }) => name)
      .filter((name) => !operationIds.has(name))
    expect(unreached).to.have.members(['reset-password', 'show-materials'])
  })

  /** The id of a credit note of the order. */
  async function createCreditNote(token: string): Promise<number> {
    const work = app.shop.createContext({})
    const sales_order_id = (await work.list('sales-order', { column: 'token', values: [token] }))[0]!.id
    const invoice_id = (await work.list('invoice', { column: 'sales_order_id', values: [sales_order_id] }))[0]!.id
    const amounts = { net: 10, tax: 1.9, gross: 11.9, created: '2026-05-02T10:00:00.000Z' }
    const note = { sales_order_id, invoice_id, number: 'C-1', lines: [], rates: [], ...amounts }
    return (await app.records.write('credit-note', note, { internal: true })).id
  }

  /** A conversation with the advisor from start to end. */
  async function talk(shop: ReturnType<typeof createShopClient>): Promise<void> {
    await enableAdvisor(app)
    expect((await shop.readAdvisor()).available).to.equal(true)
    const { conversation: token } = await shop.startConversation({ consent: true })
    const { turn } = await shop.sendMessage({ token, text: 'A green lamp, height 30' })
    const stream = await shop.streamConversation({ token, after: `${turn}.0.0` })
    expect(await new Response(stream).text()).to.contain('event: reply')
    expect((await shop.readConversation({ token })).turns[1]!.reply!.outcome).to.equal('whole')
    await shop.stopReply({ token })
    expect((await shop.claimConversation({ token })).state).to.equal('open')
    expect((await shop.askForPerson({ token, phone: '1' })).state).to.equal('person')
    await shop.deleteConversation({ token })
  }

  /** Orders the account's cart and repeats the order. */
  async function placeAndRepeat(shop: ReturnType<typeof createShopClient>): Promise<void> {
    const { configuration } = await shop.startConfiguration({
      product_id: lamp.product,
      selections: [{ question_id: lamp.height, value: '30' }],
    })
    const plan = new Blob(['%PDF-1.7 a plan'])
    const upload = { token: configuration, question_id: drawing, name: 'plan.pdf', content: plan }
    const { id: file } = await shop.uploadFile(upload)
    await shop.changeConfiguration({ token: configuration, selections: [{ question_id: drawing, value: file }] })
    expect(await (await shop.readUpload({ token: configuration, file })).text()).to.equal(await plan.text())
    const { cart } = await shop.createCart({})
    await shop.addPosition({ token: cart, configuration })
    const { checkout } = await shop.openCheckout({ token: cart })
    const country_id = (await app.shop.createContext({}).list('country', { column: 'iso2', values: ['DE'] }))[0]!.id
    const checkoutReply = await shop.changeCheckout({
      token: checkout,
      billing: { company: 'Acme', line1: 'Road 1', zip: '1000', city: 'Town', country_id },
    })
    expect(checkoutReply.missing.map(({ field }) => field)).to.deep.equal(['payment_method_id'])
    expect(await shop.readCheckout({ token: checkout })).to.deep.equal(checkoutReply)
    await app.records.write('settings', { disable_delivery: true }, { id: 1 })
    await app.records.write('product', { baseprice: 0 }, { id: lamp.product })
    const free = await shop.readCheckout({ token: checkout })
    const selections = [{ question_id: lamp.colour, value: lamp.red }]
    await shop.changeConfiguration({ token: free.positions[0]!.configuration, selections, confirmed: true })
    const { totals } = await shop.readCheckout({ token: checkout })
    const { token, gross } = await shop.placeOrder({ token: checkout, total: totals!.gross })
    expect([gross, token]).to.deep.equal([0, checkout])
    const [line] = (await shop.readOrder({ token })).lines
    expect(line!.files).to.deep.equal([{ id: file, name: 'plan.pdf', type: 'application/pdf', size: plan.size }])
    expect(await (await shop.readOrderFile({ token, file })).text()).to.equal(await plan.text())
    expect((await shop.listOrders()).orders.map((order) => order.order)).to.deep.equal([token])
    const again = await shop.repeatOrder({ token })
    expect(again.positions).to.have.length(1)
    await quote(shop, again.cart)
  }

  /** Requests a quote for a cart and accepts it, then declines a quote for a copy. */
  async function quote(shop: ReturnType<typeof createShopClient>, cart: string): Promise<void> {
    const requested = await shop.requestQuote({ token: cart, note: 'For the fair' })
    expect(requested).to.include({ status: 'requested', email: 'ada@verbs.example', note: 'For the fair' })
    const quote_id = (await app.shop.createContext({}).list('quote', { column: 'token', values: [requested.token] }))[0]!.id
    await app.act('send-quote', { quote_id })
    const { token, gross, acceptance } = await shop.readQuote({ token: requested.token })
    const file = requested.lines[0]!.files[0]!.id
    expect((await shop.readQuoteFile({ token, file })).size).to.equal('%PDF-1.7 a plan'.length)
    // The previous order stored its address in the account.
    expect(acceptance).to.deep.include({ asks_for_billing: false, asks_for_payment: false })
    const order = await shop.acceptQuote({ token, total: gross })
    expect(order).to.include({ status: 'ordered', token })
    const copy = await shop.repeatQuote({ token })
    const { checkout } = await shop.openCheckout({ token: copy.cart })
    const other = await shop.requestCheckoutQuote({ token: checkout })
    expect((await shop.declineQuote({ token: other.token })).status).to.equal('declined')
    expect((await shop.listQuotes()).quotes.map((entry) => entry.quote)).to.deep.equal([other.token, token])
  }

  it('report every invalid field in the body and in the query', async () => {
    const client = createJsonClient(app.url)
    const answer = await client.send('POST', '/svc-api/runtime/v1/configurations?fill=1', {
      product_id: 'x',
      langage: 'en-GB',
      selections: [{ question_id: 1, valu: '2' }],
    })
    expect(answer.status).to.equal(422)
    const { validationIssues } = answer.body as {
      readonly validationIssues: readonly { readonly field: string; readonly message: string }[]
    }
    expect(validationIssues.map(({ field }) => field)).to.have.members([
      ...['fill', 'langage', 'product_id', 'selections[0].valu', 'selections[0].value'],
    ])
    expect(validationIssues.find(({ field }) => field === 'langage')!.message).to.contain("Did you mean 'language'?")
    const twice = await client.send('PATCH', '/svc-api/runtime/v1/carts/x/positions/1', { token: 'y', quantity: 1 })
    expect((twice.body as { readonly validationIssues: unknown }).validationIssues).to.deep.equal([
      {
        field: 'token',
        code: 'UNKNOWN_FIELD',
        message: "Unknown field 'token'. It is part of the address, not of the body.",
        params: { name: 'token' },
      },
    ])
  })

  it('count anonymous writes against a rate limit, except for changes of configurations', () => {
    const uncounted = [...app.context.registry.verbs.values()]
      .filter(({ method, access }) => method !== 'GET' && access.limit === undefined && access.scope === undefined)
      .filter(({ path }) => !path.startsWith('configurations/') && !path.startsWith('line-items'))
    expect(uncounted.map(({ name }) => name)).to.deep.equal([])
  })

  it('of a customization are called like the core operations', async () => {
    const client = createJsonClient(app.url)
    const first = await client.send('GET', '/svc-api/runtime/v1/materials')
    expect(first.status).to.equal(200)
    const tag = String(first.headers['etag'])
    expect((await client.send('GET', '/svc-api/runtime/v1/materials', undefined, { 'if-none-match': tag })).status).to.equal(304)
    expect(document.paths['/materials']!['get']!.operationId).to.equal('show-materials')
  })

  it('throw a ShopFailure with the problem in the generated client', async () => {
    const shop = createShopClient({ baseUrl: app.url })
    const failed = await shop.readCart({ token: 'nothing' }).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(ShopFailure)
    expect((failed as ShopFailure).problem).to.include({ code: 'NOT_FOUND', status: 404 })
  })
})
