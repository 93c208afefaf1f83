// Access control of every shop operation: callers who do not own a resource get 404 or 401, and nothing changes.
import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { hostOwnsCommerceMessage } from '../../core/commerce/shopper-context.js'
import { messageText } from '../../core/foundation/message-format.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import { getPathArguments } from '../../core/verbs/run-verb.js'
import { runtime } from '../../plugins/runtime/index.js'
import { enableAdvisor } from '../plugins/advisor/advisor-shopper.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { checkoutPlugins, openSellingShop, type SellingShop } from '../support/selling-shop.js'
import { catchError } from '../support/caught-error.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { acquire, type Caller, callerOf, contentsOf, type Estate } from './estate.js'
import { type HostUnderTest, hostsUnderTest, nobody, type Person } from './host-list.js'

interface Row {
  /** The token alone grants access, for example to a guest's order. */
  readonly byToken?: true
  /** The operation requires an account. Guests get 401. */
  readonly accounts?: true
  input(estate: Estate, shop: SellingShop): Readonly<Record<string, unknown>>
  readonly content?: string
  /** The status of the owner's response. Default: 200 to 299. */
  readonly owner?: number
}

const configuration = ({ configuration: token }: Estate) => ({ token })
const cart = ({ cart: token }: Estate) => ({ token })
const position = ({ cart: token, position: id }: Estate) => ({ token, position: id })
const checkout = ({ checkout: token }: Estate) => ({ token })
const order = ({ order: token }: Estate) => ({ token })
const quote = ({ quote: token }: Estate) => ({ token })
const conversation = ({ conversation: token }: Estate) => ({ token })
const address = ({ address: id }: Estate) => ({ id })

/** Operations on owned resources. The owner can run them in this order. */
const rows: Readonly<Record<string, Row>> = {
  'read-configuration': { input: configuration },
  'guide-configuration': { input: configuration },
  'read-program': { input: configuration },
  'report-disagreement': {
    input: ({ configuration: token }) => ({ token, catalog_version: 1, parts: ['price'], questions: [] }),
  },
  'find-conflicts': { input: ({ configuration: token }, { lamp }) => ({ token, question_id: lamp.height, value: '30' }) },
  'change-configuration': {
    input: ({ configuration: token }, { lamp }) => ({ token, selections: [{ question_id: lamp.height, value: '25' }] }),
  },
  'explain-selection': { input: ({ configuration: token }, { lamp }) => ({ token, question_id: lamp.shade }) },
  'price-configuration': { input: configuration },
  'preview-change': { input: ({ configuration: token }, { lamp }) => ({ token, question_id: lamp.height, value: '30' }) },
  'suggest-configuration': { input: configuration },
  'undo-change': { input: configuration },
  'redo-change': { input: configuration },
  'duplicate-configuration': { input: configuration },
  'share-configuration': { input: configuration },
  'save-configuration': { input: configuration, accounts: true },
  'release-configuration': { input: configuration, accounts: true },
  'upload-file': {
    input: ({ configuration: token }, { lamp }) => ({ token, question_id: lamp.height, name: 'plan.png' }),
    content: 'bytes',
    owner: 422,
  },
  'read-upload': { input: ({ configuration: token, upload: file }) => ({ token, file }) },
  'claim-configuration': { input: configuration, accounts: true },
  'read-cart': { input: cart },
  'change-cart': { input: ({ cart: token }) => ({ token, note: 'mine' }) },
  'change-position': { input: (estate) => ({ ...position(estate), quantity: 9, note: 'mine' }) },
  'copy-position': { input: position },
  'add-position': { input: ({ cart: token, configuration: added }) => ({ token, configuration: added }) },
  'claim-cart': { input: cart, accounts: true },
  'resume-cart': { input: cart, accounts: true },
  'move-position': { input: position, accounts: true },
  'remove-position': { input: ({ cart: token, spare: sparePosition }) => ({ token, position: sparePosition }) },
  'open-checkout': { input: cart },
  'delete-cart': { input: cart },
  'read-checkout': { input: checkout },
  'change-checkout': { input: ({ checkout: token }) => ({ token, note: 'mine' }) },
  'place-order': { input: ({ checkout: token, total }) => ({ token, total }) },
  'read-order': { input: order, byToken: true },
  'read-order-progress': { input: order, byToken: true },
  'read-order-file': { input: ({ order: token, orderedFile: file }) => ({ token, file }), byToken: true },
  'print-order': { input: order, byToken: true },
  'print-invoice': { input: order, byToken: true },
  'print-credit-note': { input: ({ order: token, creditNote: id }) => ({ token, id }), byToken: true },
  'cancel-order': { input: ({ cancellable: token }) => ({ token }), byToken: true },
  'repeat-order': { input: order, byToken: true },
  'list-payments': { input: order, byToken: true },
  'begin-payment': { input: ({ unpaid: token }) => ({ token }), byToken: true },
  'request-quote': { input: ({ askable: token }) => ({ token, email: 'buyer@people.example' }) },
  'request-checkout-quote': { input: ({ quotable: token }) => ({ token }) },
  'read-quote': { input: quote, byToken: true },
  'read-quote-file': { input: ({ quote: token, quotedFile: file }) => ({ token, file }), byToken: true },
  'print-quote': { input: quote, byToken: true },
  'repeat-quote': { input: quote, byToken: true },
  'accept-quote': {
    input: ({ quote: token, total }, { transfer }) => ({ token, total, payment_method_id: transfer, terms_agreed: true }),
    byToken: true,
  },
  'decline-quote': { input: ({ declinable: token }) => ({ token }), byToken: true },
  'read-conversation': { input: conversation },
  'stream-conversation': { input: conversation },
  'stop-reply': { input: conversation },
  'claim-conversation': { input: conversation, accounts: true },
  'ask-for-person': { input: ({ conversation: token }) => ({ token, email: 'buyer@people.example' }) },
  // A person has taken over the conversation, so no background reply is generated.
  'send-message': { input: ({ conversation: token }) => ({ token, text: 'mine' }) },
  'delete-conversation': { input: conversation },
  'read-address': { input: address, accounts: true },
  'change-address': { input: (estate) => ({ ...address(estate), city: 'Elsewhere' }), accounts: true },
  'delete-address': { input: address, accounts: true },
}

/** Operations without an owned resource: they create one, or return data of the caller. */
const ownerless: readonly string[] = [
  ...['create-cart', 'start-configuration', 'create-address', 'register', 'confirm-registration'],
  ...[
    'sign-in',
    'sign-out',
    'request-password-reset',
    'reset-password',
    'list-products',
    'search-products',
    'read-shop',
    'show-product',
    'change-profile',
  ],
  ...['read-advisor', 'start-conversation'],
]
/** Operations that list the caller's own resources. */
const lists: readonly string[] = [
  'list-configurations',
  'current-cart',
  'list-carts',
  'list-orders',
  'list-quotes',
  'list-addresses',
  'read-profile',
]

const unknownToken = (): string => randomBytes(24).toString('base64url')

function suite(host: HostUnderTest): void {
  describe(`access control on ${host.platform}`, () => {
    let app: ListeningApp
    let client: JsonClient
    let shop: SellingShop
    let drawing: number
    const callers: Record<string, Caller> = {}

    before(async function () {
      this.timeout(120_000)
      await host.start?.()
      const mounts = [runtime({ signIns: 1_000, changes: 100_000, orders: 1_000, conversations: 1_000 })]
      app = await listenTestApp(mounts, { host: host.create(), plugins: checkoutPlugins })
      client = createJsonClient(app.url)
      shop = await openSellingShop(app)
      drawing = await createCatalogAuthor(app).question(shop.lamp.pages.more, 'Drawing', 'Upload')
      await app.records.write('settings', { enable_invoicing: true, customer_cancellation: 'until_confirmed' }, { id: 1 })
      await enableAdvisor(app)
      const people: Record<string, Person> = { Guest: nobody }
      for (const name of ['Anna', 'Benjamin']) people[name] = await host.person(app, name)
      for (const [name, person] of Object.entries(people)) callers[name] = callerOf(app, client, '/en', person)
      // A user of a host is created on their first request.
      for (const name of ['Anna', 'Benjamin']) await callers[name]!('list-carts')
    })
    after(async () => {
      client?.close()
      await app?.stop()
      await host.stop?.()
    })

    async function requireUntouched(attempt: () => Promise<void>): Promise<void> {
      const before = await contentsOf(app)
      await attempt()
      const after = await contentsOf(app)
      for (const [table, rowsBefore] of Object.entries(before)) expect(after[table], table).to.deep.equal(rowsBefore)
    }

    const text = ({ body }: JsonReply): string => JSON.stringify(body).slice(0, 500)

    async function requireRefused(role: string, estate: Estate, isHidden: (row: Row) => boolean): Promise<void> {
      for (const [verb, row] of Object.entries(rows).filter(([, candidate]) => isHidden(candidate))) {
        const answer = await callers[role]!(verb, row.input(estate, shop), row.content)
        // Signing in is not requested, because that would reveal that the resource exists.
        const statuses = row.accounts && role === 'Guest' ? [401, 404] : [404]
        expect(answer.status, `${role} ${verb}: ${text(answer)}`).to.be.oneOf(statuses)
      }
    }

    async function requireAnswered(role: string, estate: Estate, isHis: (row: Row) => boolean): Promise<void> {
      for (const [verb, row] of Object.entries(rows).filter(([, candidate]) => isHis(candidate))) {
        const answer = await callers[role]!(verb, row.input(estate, shop), row.content)
        const [least, maximum] = row.owner === undefined ? [200, 299] : [row.owner, row.owner]
        expect(answer.status, `${role} ${verb}: ${text(answer)}`).to.be.within(least, maximum)
      }
    }

    it("lets the owner run every operation on an account's resources, and hides them from others with tokens and ids", async function () {
      this.timeout(120_000)
      const estate = await acquire(app, shop, drawing, callers['Anna']!, true)
      await requireUntouched(async () => {
        for (const other of ['Benjamin', 'Guest']) await requireRefused(other, estate, () => true)
      })
      await requireAnswered('Anna', estate, () => true)
    })

    it("hides a guest's resources from callers without the token, and unordered ones also from accounts with the token", async function () {
      this.timeout(120_000)
      const estate = await acquire(app, shop, drawing, callers['Guest']!, false)
      const guessed: Estate = {
        ...estate,
        ...{ configuration: unknownToken(), cart: unknownToken(), checkout: unknownToken() },
        ...{ order: unknownToken(), unpaid: unknownToken(), askable: unknownToken(), quotable: unknownToken() },
        cancellable: unknownToken(),
        ...{ quote: unknownToken(), declinable: unknownToken(), conversation: unknownToken() },
      }
      await requireUntouched(async () => {
        for (const other of ['Benjamin', 'Guest'])
          await requireRefused(other, guessed, (row) => row.input(estate, shop)['id'] !== null)
        await requireRefused('Benjamin', estate, ({ accounts, byToken }) => !accounts && !byToken)
      })
      await requireAnswered('Guest', estate, ({ accounts }) => !accounts)
    })

    it('hides resources if ids or tokens of another owner are sent below an own token or in a body', async function () {
      this.timeout(120_000)
      const theirs = await acquire(app, shop, drawing, callers['Anna']!, true)
      const mine = await acquire(app, shop, drawing, callers['Benjamin']!, true)
      const attempts: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        ['change-position', { token: mine.cart, position: theirs.position, quantity: 9 }],
        ['copy-position', { token: mine.cart, position: theirs.position }],
        ['remove-position', { token: mine.cart, position: theirs.position }],
        ['move-position', { token: mine.cart, position: theirs.position }],
        ['move-position', { token: mine.cart, position: mine.position, to: theirs.cart }],
        ['add-position', { token: mine.cart, configuration: theirs.configuration }],
        ['add-position', { token: mine.cart, configuration: theirs.line }],
        ['change-checkout', { token: mine.checkout, billing_address_id: theirs.address }],
        ['change-checkout', { token: mine.checkout, delivery_address_id: theirs.address }],
        // A token of one kind grants no access to resources of another kind.
        ['read-checkout', { token: mine.cart }],
        ['read-cart', { token: mine.checkout }],
        ['read-order', { token: mine.checkout }],
        ['read-order', { token: mine.quote }],
        ['read-quote', { token: mine.order }],
        ['request-quote', { token: mine.askable, email: 'a@example.org', billing_address_id: theirs.address }],
        ['accept-quote', { token: mine.quote, total: mine.total, billing_address_id: theirs.address }],
        ['read-checkout', { token: mine.order }],
        ['read-order', { token: String(theirs.orderId) }],
        ['read-configuration', { token: mine.cart }],
        ['read-upload', { token: mine.configuration, file: theirs.upload }],
        ['read-upload', { token: mine.configuration, file: mine.orderedFile }],
        ['read-order-file', { token: mine.order, file: theirs.orderedFile }],
        ['read-order-file', { token: mine.order, file: mine.quotedFile }],
        ['read-order-file', { token: mine.quote, file: mine.quotedFile }],
        ['read-quote-file', { token: mine.quote, file: theirs.quotedFile }],
        ['read-quote-file', { token: mine.quote, file: mine.orderedFile }],
      ]
      await requireUntouched(async () => {
        for (const [verb, input] of attempts) {
          const answer = await callers['Benjamin']!(verb, input)
          expect(answer.status, `${verb} ${JSON.stringify(input)}: ${text(answer)}`).to.be.oneOf([404, 422])
          // The rejection contains no data of the resource either.
          expect(text(answer), verb).not.to.contain('Main street')
        }
      })
    })

    it('lists no resources of other owners', async () => {
      const estate = await acquire(app, shop, drawing, callers['Anna']!, true)
      await callers['Anna']!('save-configuration', { token: estate.configuration })
      const secrets = [
        estate.cart,
        estate.configuration,
        estate.checkout,
        estate.order,
        estate.unpaid,
        estate.quote,
        estate.conversation,
        'anna@people.example',
      ]
      for (const verb of lists) {
        const own = JSON.stringify((await callers['Anna']!(verb)).body)
        expect(secrets.some((secret) => own.includes(secret)) || verb === 'list-addresses', verb).to.equal(true)
        for (const other of ['Benjamin', 'Guest']) {
          const shown = JSON.stringify((await callers[other]!(verb)).body)
          for (const secret of secrets) expect(shown, `${other} ${verb}`).not.to.contain(secret)
        }
      }
    })

    it('assigns the checkout, the order and the payment of a purchase to its buyer', async () => {
      const estate = await acquire(app, shop, drawing, callers['Anna']!, true)
      const shopperContext = app.shop.createContext({})
      const [account] = await shopperContext.list('customer', { column: 'email', values: ['anna@people.example'] })
      const token = { column: 'token', values: [estate.order] }
      const bought = (await shopperContext.list('sales-order', token))[0]!.values
      const [cartRecord] = await shopperContext.list('cart', { column: 'id', values: [bought['cart_id'] as number] })
      const [line] = await shopperContext.list('order-line', { column: 'sales_order_id', values: [bought.id] })
      const [configurationRecord] = await shopperContext.list('configuration', {
        column: 'id',
        values: [line!.values['configuration_id'] as number],
      })
      for (const record of [bought, cartRecord!.values, configurationRecord!.values])
        expect(record['customer_id']).to.equal(account!.id)
      expect(account!.values['is_temporary']).not.to.equal(true)
      const reply = (await callers['Anna']!('read-order', { token: estate.order })).body as { readonly data: DocumentReply }
      expect(reply.data).to.include({ status: 'paid', email: 'buyer@people.example' })
    })

    it('has a row for every operation that takes an id or a token', () => {
      const verbNames = [...app.context.registry.verbs.values()]
        .filter(({ access }) => access.where !== 'line-items')
        .map(({ name }) => name)
      expect(verbNames.toSorted()).to.deep.equal([...Object.keys(rows), ...ownerless, ...lists].toSorted())
      for (const verb of app.context.registry.verbs.values())
        if (getPathArguments(verb).some((name) => name === 'token' || name === 'id') && verb.access.where !== 'line-items')
          expect([...Object.keys(rows), 'reset-password', 'confirm-registration'], verb.name).to.include(verb.name)
    })
  })
}

for (const host of hostsUnderTest.filter(({ differs }) => differs.commerce)) suite(host)

describe('access control if the host owns the shop', () => {
  const host = hostsUnderTest.find(({ differs }) => !differs.commerce)!
  let app: ListeningApp
  let client: JsonClient

  before(async () => {
    app = await listenTestApp([runtime()], { host: host.create(), plugins: checkoutPlugins })
    client = createJsonClient(app.url)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('returns 404 for every cart, order and account operation, and stores nothing', async () => {
    const person = await host.person(app, 'Anna')
    const before = await contentsOf(app)
    const shut = [...app.context.registry.verbs.values()].filter(
      ({ access }) => access.where === 'commerce' || access.where === 'accounts',
    )
    const roots = new Set([
      'carts',
      'checkouts',
      'orders',
      'quotes',
      'account',
      'accounts',
      'addresses',
      'sessions',
      'password-resets',
    ])
    for (const verb of app.context.registry.verbs.values())
      expect(shut.includes(verb), verb.name).to.equal(roots.has(verb.path.split('/')[0]!))
    for (const identity of [nobody, person]) {
      const call = callerOf(app, client, '', identity)
      for (const { name } of shut) {
        const answer = await call(name, { token: unknownToken(), id: 1, position: 1 })
        expect(answer.status, name).to.equal(404)
        expect((answer.body as { readonly detail: string }).detail, name).to.equal(messageText(hostOwnsCommerceMessage))
      }
    }
    expect(await contentsOf(app)).to.deep.equal(before)
  })

  it('rejects every action on carts and orders with NOT_FOUND', async () => {
    const shut = [...app.context.registry.actions.values()].filter(({ where: area }) => area === 'commerce')
    expect(shut.map(({ name }) => name)).to.include.members(['set-order-status', 'poll-payments'])
    for (const { name, needs } of app.context.registry.actions.values()) {
      const scopes = typeof needs === 'function' ? [] : [...(needs?.all ?? []), ...(needs?.any ?? [])]
      if (scopes.length > 0 && scopes.every((scope) => scope.startsWith('orders:')))
        expect(
          shut.some((action) => action.name === name),
          name,
        ).to.equal(true)
    }
    for (const { name, example = {} } of shut) {
      const error = await catchError(app.act(name, { ...example }))
      expect([error.message, 'code' in error && error.code], name).to.deep.equal([
        messageText(hostOwnsCommerceMessage),
        'NOT_FOUND',
      ])
    }
  })

  it('names the actor in the error text: the host owns cart, checkout and orders', () => {
    expect(messageText(hostOwnsCommerceMessage)).to.equal('The host owns cart, checkout and orders.')
  })
})
