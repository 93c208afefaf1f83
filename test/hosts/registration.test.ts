// Registration of shop accounts: the answer never shows whether an address has an account, and only the link of the mail creates one.
import { expect } from 'chai'
import type { SessionReply } from '../../core/commerce/account/define.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { forgetExpiredAccess } from '../../core/tasks/forget-expired-access.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { stock } from '../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { createTestClock } from '../support/clock.js'
import { type Answer, type JsonClient, jsonClient } from '../support/json-client.js'
import { confirmationToken, registerAccount, takeMails } from '../support/register.js'
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
    client = jsonClient(app.url)
    lamp = await authorLamp(app)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  const send = (method: string, path: string, body?: unknown, session?: string): Promise<Answer> =>
    client.send(method, base + path, body, session === undefined ? {} : { 'x-svc-shopper': session })
  async function data<T>(method: string, path: string, body?: unknown, session?: string): Promise<T> {
    const answer = await send(method, path, body, session)
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
    return (answer.body as { readonly data: T }).data
  }
  const register = (email: string, more: object = {}): Promise<Answer> => send('POST', '/accounts', { email, password, ...more })
  const confirm = (token: string, body: object = {}): Promise<Answer> => send('POST', `/accounts/confirmations/${token}`, body)
  const codesOf = ({ status, body }: Answer): unknown => [
    status,
    (body as { readonly validationIssues?: readonly { readonly code: string }[] }).validationIssues?.map(({ code }) => code),
  ]
  const signIn = async (email: string, secret = password): Promise<number> =>
    (await send('POST', '/sessions', { email, password: secret })).status
  const pendingRows = async (): Promise<number> =>
    (await app.context.database.query('SELECT address FROM svc_pending_registrations')).length

  it('answers alike, by the same statements and with one password hashed, for a new address and for that of an account', async () => {
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
    const [free, taken] = [await attempt('fresh@people.example'), await attempt('TAKEN@people.example')]
    expect(taken).to.deep.equal(free)
    expect(free).to.have.property('status', 202)
    expect(JSON.stringify(free)).not.to.contain('session')
    const rows = await database.query<{ password: string }>('SELECT password FROM svc_pending_registrations')
    expect(rows.map((row) => row.password.slice(0, 13))).to.deep.equal(rows.map(() => 'scrypt$32768$'))
    expect(rows).to.have.length(3)
  })

  it('sends a mail with the link to a new address, and one with the ways into the account to a taken one', async () => {
    await registerAccount(app, { email: 'german@people.example', password, language: 'de-DE' })
    await register('german@people.example', { password: 'the password of a stranger' })
    await register('new@people.example', { language: 'de-DE' })
    const [exists] = await takeMails(app, 'german@people.example')
    expect(exists!.subject).to.contain('Sie haben bereits ein Konto')
    expect(exists!.text)
      .to.match(/\/account\n/)
      .and.to.match(/\/account\/password\?token=[\w-]{32}/)
      .and.not.to.contain('confirm=')
    const [fresh] = await takeMails(app, 'new@people.example')
    expect(fresh!.subject).to.contain('Bestätigen Sie Ihre E-Mail-Adresse')
    expect(fresh!.text).to.match(/\/de\/account\?confirm=[\w-]{32}/)
    expect(await signIn('german@people.example')).to.equal(201)
    expect(await signIn('german@people.example', 'the password of a stranger')).to.equal(401)
    const reset = /password\?token=([\w-]+)/.exec(exists!.text)![1]!
    expect((await send('POST', `/password-resets/${reset}`, { password: 'another horse' })).status).to.equal(204)
    expect(await signIn('german@people.example', 'another horse')).to.equal(201)
  })

  it('creates nothing before the link is followed, then one account with the password that was chosen', async () => {
    const email = 'ada@people.example'
    created.length = 0
    await register(email, { first_name: 'Ada' })
    expect(await signIn(email)).to.equal(401)
    const found = "SELECT id FROM svc_customer WHERE email = 'ada@people.example'"
    expect(await app.context.database.query(found)).to.have.length(0)
    const token = await confirmationToken(app, email)
    const tables = JSON.stringify(await app.context.database.query('SELECT * FROM svc_pending_registrations'))
    expect(tables).not.to.contain(token)
    expect(created).to.deep.equal([])
    const answer = await confirm(token)
    expect([answer.status, answer.headers['cache-control']]).to.deep.equal([201, 'no-store'])
    const { session, account } = (answer.body as { readonly data: SessionReply }).data
    expect(account).to.include({ email, first_name: 'Ada' })
    expect(await data('GET', '/account', undefined, session)).to.deep.equal(account)
    expect(created).to.have.length(1)
    expect(await signIn(email)).to.equal(201)
    expect(codesOf(await confirm(token))).to.deep.equal([422, ['NOT_PENDING']])
  })

  it('takes the link once within a day, and only that of the last registration of the address', async () => {
    const email = 'grace@people.example'
    await register(email, { password: 'the first one' })
    const first = await confirmationToken(app, email)
    await register(email, { password: 'the second one' })
    const second = await confirmationToken(app, email)
    expect(codesOf(await confirm(first))).to.deep.equal([422, ['NOT_PENDING']])
    clock.time += 24 * hour
    expect(codesOf(await confirm(second))).to.deep.equal([422, ['NOT_PENDING']])
    await register(email, { password: 'the third one' })
    expect((await confirm(await confirmationToken(app, email))).status).to.equal(201)
    expect(await signIn(email, 'the third one')).to.equal(201)
    expect(codesOf(await confirm('made-up'))).to.deep.equal([422, ['NOT_PENDING']])
  })

  it('creates no second account where the shop has created one meanwhile', async () => {
    const email = 'staff@people.example'
    await register(email)
    const token = await confirmationToken(app, email)
    const [{ id: group }] = (await app.list('customer-group', { limit: 1 })).records as [{ id: number }]
    await app.write('customer', { email, customer_group_id: group, password: 'set by the staff' })
    expect(codesOf(await confirm(token))).to.deep.equal([422, ['NOT_PENDING']])
    expect(await signIn(email, 'set by the staff')).to.equal(201)
  })

  it('sends three mails an hour to one address, and answers alike to a fourth registration', async () => {
    const email = 'often@people.example'
    const answers: Answer[] = []
    for (let n = 0; n < 4; n++) {
      answers.push(await register(email, { password: `password number ${n}` }))
      if (n < 3) expect(await takeMails(app, email)).to.have.length(1)
    }
    expect(answers.map(({ status, body }) => [status, body])).to.deep.equal(answers.map(() => [202, answers[0]!.body]))
    expect(await takeMails(app, email)).to.have.length(0)
    clock.time += hour
    await register(email)
    expect(await takeMails(app, email)).to.have.length(1)
  })

  it("makes the guest's cart and configurations the account's, also where the link is opened in another browser", async () => {
    const email = 'cart@people.example'
    const selections = [{ question_id: lamp.height, value: '20' }]
    const start = (): Promise<ConfigurationReply> => data('POST', '/configurations', { product_id: lamp.product, selections })
    const { cart } = await data<CartReply>('POST', '/carts', {})
    await data('POST', `/carts/${cart}/positions`, { configuration: (await start()).configuration })
    const loose = (await start()).configuration
    await register(email, { cart, configurations: [loose, 'gone'] })
    expect((await send('GET', `/carts/${cart}`)).status).to.equal(200)
    const answer = await confirm(await confirmationToken(app, email))
    const { session, cart: claimed } = (answer.body as { readonly data: SessionReply }).data
    expect(claimed).to.equal(cart)
    expect((await data<CartReply>('GET', `/carts/${cart}`, undefined, session)).positions).to.have.length(1)
    expect((await send('GET', `/carts/${cart}`)).status).to.equal(404)
    expect((await send('GET', `/configurations/${loose}`, undefined, session)).status).to.equal(200)
    expect((await send('GET', `/configurations/${loose}`)).status).to.equal(404)
  })

  it('says on the pages of a demo shop where its mails are, and on no other', async () => {
    const accountOf = async (demo: boolean): Promise<string> => {
      const shop = await listenTestApp([runtime(), storefront()], { demo })
      const page = await (await fetch(`${shop.url}/account`)).text()
      await shop.stop()
      return /<svc-account [^>]*>/.exec(page)![0]
    }
    expect(await accountOf(true)).to.contain(' accounts demo>')
    expect(await accountOf(false)).to.contain(' accounts>')
  })

  it('forgets registrations that nobody confirmed within a day', async () => {
    await register('late@people.example')
    expect(await pendingRows()).to.be.above(0)
    clock.time += 25 * hour
    await forgetExpiredAccess.run({ context: app.context } as never)
    expect(await pendingRows()).to.equal(0)
  })
})
