// Registration of shop accounts: the response never shows whether an address has an account, and only a mailed link creates one.
import { expect } from 'chai'
import type { SessionReply } from '../../core/commerce/account/define.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { forgetExpiredAccess } from '../../core/tasks/forget.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { stock } from '../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { createTestClock } from '../support/clock.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { readConfirmationToken, registerAccount, takeQueuedMails } from '../support/registration.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'

const base = '/svc-api/runtime/v1'
const hour = 3_600_000
const password = 'correct horse'

describe('registration', () => {
  const clock = createTestClock()
  const created: number[] = []
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    const onSvcRegisterCustomer = ({ customerId }: { readonly customerId: number }): void => void created.push(customerId)
    const watching = { name: 'watching', core: '^0.1.0', contributes: { observers: { onSvcRegisterCustomer } } }
    app = await listenTestApp([runtime({ signIns: 1_000 })], { plugins: [stock, watching], clock })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const send = (method: string, path: string, body?: unknown, session?: string): Promise<JsonReply> =>
    client.send(method, base + path, body, session === undefined ? {} : { 'x-svc-shopper': session })
  async function data<T>(method: string, path: string, body?: unknown, session?: string): Promise<T> {
    const answer = await send(method, path, body, session)
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
    return (answer.body as { readonly data: T }).data
  }
  const register = (email: string, more: object = {}): Promise<JsonReply> => send('POST', '/accounts', { email, ...more })
  const confirm = (token: string, body: object = {}): Promise<JsonReply> =>
    send('POST', `/accounts/confirmations/${token}`, { password, ...body })
  const codesOf = ({ status, body }: JsonReply): unknown => [
    status,
    (body as { readonly validationIssues?: readonly { readonly code: string }[] }).validationIssues?.map(({ code }) => code),
  ]
  const signIn = async (email: string, secret = password): Promise<number> =>
    (await send('POST', '/sessions', { email, password: secret })).status
  const pendingRows = async (): Promise<number> =>
    (await app.context.database.query('SELECT address FROM svc_pending_registrations')).length

  it('returns the same response, and with the same statements, for new and for existing addresses', async () => {
    await registerAccount(app, { email: 'taken@people.example', password })
    const { database } = app.context
    const attempt = async (email: string): Promise<unknown> => {
      const statements: string[] = []
      const end = database.observe((sql) => void statements.push(sql))
      const { status, headers, body } = await register(email)
      end()
      const { date: _date, 'x-request-id': _id, ...own } = headers as Readonly<Record<string, unknown>>
      return { status, body, headers: own, statements }
    }
    await attempt('first@people.example')
    const [free, existing] = [await attempt('fresh@people.example'), await attempt('TAKEN@people.example')]
    expect(existing).to.deep.equal(free)
    expect(free).to.have.property('status', 202)
    expect(JSON.stringify(free)).not.to.contain('session')
    expect(await pendingRows()).to.equal(3)
  })

  it('mails a confirmation link to a new address, and ways to sign in to an existing one', async () => {
    await registerAccount(app, { email: 'german@people.example', password, language: 'de-DE' })
    await register('german@people.example')
    await register('new@people.example', { language: 'de-DE' })
    const [exists] = await takeQueuedMails(app, 'german@people.example')
    expect(exists!.subject).to.contain('Sie haben bereits ein Konto')
    expect(exists!.text)
      .to.match(/\/account\n/)
      .and.to.match(/\/account\/password\?token=[\w-]{32}/)
      .and.not.to.contain('confirm=')
    const [fresh] = await takeQueuedMails(app, 'new@people.example')
    expect(fresh!.subject).to.contain('Bestätigen Sie Ihre E-Mail-Adresse')
    expect(fresh!.text).to.match(/\/de\/account\?confirm=[\w-]{32}/)
    expect(await signIn('german@people.example')).to.equal(201)
    const reset = /password\?token=([\w-]+)/.exec(exists!.text)![1]!
    expect((await send('POST', `/password-resets/${reset}`, { password: 'another horse' })).status).to.equal(204)
    expect(await signIn('german@people.example', 'another horse')).to.equal(201)
  })

  it('creates an account only after confirmation, with the password and names of its owner', async () => {
    const email = 'ada@people.example'
    created.length = 0
    await register(email)
    expect(await signIn(email)).to.equal(401)
    const query = "SELECT id FROM svc_customer WHERE email = 'ada@people.example'"
    expect(await app.context.database.query(query)).to.have.length(0)
    const token = await readConfirmationToken(app, email)
    const tables = JSON.stringify(await app.context.database.query('SELECT * FROM svc_pending_registrations'))
    expect(tables).not.to.contain(token)
    expect(created).to.deep.equal([])
    const answer = await confirm(token, { first_name: 'Ada' })
    expect([answer.status, answer.headers['cache-control']]).to.deep.equal([201, 'no-store'])
    const { session, account } = (answer.body as { readonly data: SessionReply }).data
    expect(account).to.include({ email, first_name: 'Ada' })
    expect(await data('GET', '/account', undefined, session)).to.deep.equal(account)
    expect(created).to.have.length(1)
    expect(await signIn(email)).to.equal(201)
    expect(codesOf(await confirm(token))).to.deep.equal([422, ['NOT_PENDING']])
  })

  it('accepts a link once within a day, and only the latest link of an address', async () => {
    const email = 'grace@people.example'
    await register(email)
    const first = await readConfirmationToken(app, email)
    await register(email)
    const second = await readConfirmationToken(app, email)
    expect(codesOf(await confirm(first))).to.deep.equal([422, ['NOT_PENDING']])
    clock.time += 24 * hour
    expect(codesOf(await confirm(second))).to.deep.equal([422, ['NOT_PENDING']])
    await register(email)
    expect((await confirm(await readConfirmationToken(app, email))).status).to.equal(201)
    expect(codesOf(await confirm('made-up'))).to.deep.equal([422, ['NOT_PENDING']])
  })

  it('registration: leaves the password and the names to the owner of the address', async () => {
    const email = 'victim@people.example'
    for (const field of ['password', 'first_name', 'last_name', 'company']) {
      const { status, body } = await register(email, { [field]: 'chosen by a stranger' })
      expect([field, status]).to.deep.equal([field, 422])
      expect(JSON.stringify(body)).to.contain(`'${field}'`)
    }
    await register(email)
    const token = await readConfirmationToken(app, email)
    const without = await send('POST', `/accounts/confirmations/${token}`, {})
    expect(codesOf(without)).to.deep.equal([422, ['REQUIRED']])
    expect(codesOf(await confirm(token, { password: 'short' }))).to.deep.equal([422, ['TOO_SHORT']])
    expect((await confirm(token, { first_name: 'Win at www.evil.example' })).status).to.equal(422)
    // A refused entry does not use up the link.
    expect((await confirm(token, { password: 'chosen by the owner' })).status).to.equal(201)
    expect(await signIn(email, 'chosen by the owner')).to.equal(201)
    expect(await signIn(email, 'chosen by a stranger')).to.equal(401)
  })

  it('registration: stores no name, no password and no token of a cart or configuration', async () => {
    const { cart } = await data<CartReply>('POST', '/carts', {})
    const { configuration } = await data<ConfigurationReply>('POST', '/configurations', { product_id: lamp.product })
    await register('sparing@people.example', { cart, configurations: [configuration] })
    const rows = await app.context.database.query<object>('SELECT * FROM svc_pending_registrations')
    for (const row of rows) expect(row).to.have.all.keys('address', 'fields', 'token', 'created', 'expires')
    for (const secret of [cart, configuration]) expect(JSON.stringify(rows)).not.to.contain(secret)
    const { fields } = rows.map((row) => row as { readonly fields: string }).find((row) => row.fields.includes('sparing@'))!
    expect(JSON.parse(fields)).to.have.all.keys('email', 'language_tag', 'carts', 'configurations')
    await confirm(await readConfirmationToken(app, 'sparing@people.example'))
    const left = await app.context.database.query<{ fields: string }>('SELECT fields FROM svc_pending_registrations')
    expect(left.filter((row) => row.fields.includes('sparing@'))).to.deep.equal([])
  })

  it('registration: takes over no cart that got the id of the deleted cart', async () => {
    const email = 'recycled@people.example'
    const { cart } = await data<CartReply>('POST', '/carts', {})
    await register(email, { cart })
    const other = 'B'.repeat(cart.length)
    await app.context.database.run('UPDATE svc_cart SET token = ? WHERE token = ?', [other, cart])
    const answer = await confirm(await readConfirmationToken(app, email))
    expect((answer.body as { readonly data: SessionReply }).data.cart).to.equal(null)
    expect((await send('GET', `/carts/${other}`)).status).to.equal(200)
  })

  it('creates no second account if the shop created one before the link was opened', async () => {
    const email = 'staff@people.example'
    await register(email)
    const token = await readConfirmationToken(app, email)
    const [{ id: group }] = (await app.records.list('customer-group', { limit: 1 })).records as [{ id: number }]
    await app.records.write('customer', { email, customer_group_id: group, password: 'set by the staff' })
    expect(codesOf(await confirm(token))).to.deep.equal([422, ['NOT_PENDING']])
    expect(await signIn(email, 'set by the staff')).to.equal(201)
  })

  it('sends at most three mails per hour to an address, and returns the same response to later registrations', async () => {
    const email = 'often@people.example'
    const answers: JsonReply[] = []
    for (let n = 0; n < 4; n++) {
      answers.push(await register(email))
      if (n < 3) expect(await takeQueuedMails(app, email)).to.have.length(1)
    }
    expect(answers.map(({ status, body }) => [status, body])).to.deep.equal(answers.map(() => [202, answers[0]!.body]))
    expect(await takeQueuedMails(app, email)).to.have.length(0)
    clock.time += hour
    await register(email)
    expect(await takeQueuedMails(app, email)).to.have.length(1)
  })

  it("moves the guest's cart and configurations to the account, also if the link is opened in another browser", async () => {
    const email = 'cart@people.example'
    const selections = [{ question_id: lamp.height, value: '20' }]
    const start = (): Promise<ConfigurationReply> => data('POST', '/configurations', { product_id: lamp.product, selections })
    const { cart } = await data<CartReply>('POST', '/carts', {})
    await data('POST', `/carts/${cart}/positions`, { configuration: (await start()).configuration })
    const loose = (await start()).configuration
    await register(email, { cart, configurations: [loose, 'gone'] })
    expect((await send('GET', `/carts/${cart}`)).status).to.equal(200)
    const answer = await confirm(await readConfirmationToken(app, email))
    const { session, cart: claimed } = (answer.body as { readonly data: SessionReply }).data
    expect(claimed).to.equal(cart)
    expect((await data<CartReply>('GET', `/carts/${cart}`, undefined, session)).positions).to.have.length(1)
    expect((await send('GET', `/carts/${cart}`)).status).to.equal(404)
    expect((await send('GET', `/configurations/${loose}`, undefined, session)).status).to.equal(200)
    expect((await send('GET', `/configurations/${loose}`)).status).to.equal(404)
  })

  it('links the mailbox on the pages of a demo shop only', async () => {
    const accountOf = async (demo: boolean): Promise<string> => {
      const shop = await listenTestApp([runtime(), storefront()], { demo })
      const page = await (await fetch(`${shop.url}/account`)).text()
      await shop.stop()
      return /<svc-account [^>]*>/.exec(page)![0]
    }
    expect(await accountOf(true)).to.contain(' accounts demo>')
    expect(await accountOf(false)).to.contain(' accounts>')
  })

  it('deletes registrations that were not confirmed within a day', async () => {
    await register('late@people.example')
    expect(await pendingRows()).to.be.above(0)
    clock.time += 25 * hour
    await forgetExpiredAccess.run({ context: app.context } as never)
    expect(await pendingRows()).to.equal(0)
  })
})
