// Accounts of the shop: registration, sessions, passwords, profiles, and the guest cart at sign-in.
import { expect } from 'chai'
import { dueMails } from '../../core/commerce/notification/due-mails.js'
import type { SessionReply } from '../../core/commerce/account/define.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { runtime } from '../../plugins/runtime/index.js'
import { formatIsoTime } from '../../core/foundation/clock.js'
import { unit } from '../../core/storage/unit-of-work/transaction.js'
import { mailSent, requestMail } from '../../core/storage/mail-queue.js'
import { stock } from '../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { createTestClock } from '../support/clock.js'
import { catchError } from '../support/caught-error.js'
import { type JsonReply, type JsonClient, createJsonClient } from '../support/json-client.js'
import { findCountryId } from '../support/guest-shop.js'
import { readConfirmationToken, registrationPages, registerAccount } from '../support/registration.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'

const base = '/svc-api/runtime/v1'
const day = 86_400_000

describe('accounts', () => {
  const clock = createTestClock()
  const registered: number[] = []
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    const onSvcRegisterCustomer = ({ customerId }: { readonly customerId: number }): void => void registered.push(customerId)
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
  const register = (email: string, more: object = {}): Promise<SessionReply> =>
    registerAccount(app, { email, password: 'correct horse', ...more })
  const filled = async (session?: string): Promise<CartReply> => {
    const selections = [{ question_id: lamp.height, value: '20' }]
    const { configuration } = await data<ConfigurationReply>(
      'POST',
      '/configurations',
      { product_id: lamp.product, selections },
      session,
    )
    const { cart } = await data<CartReply>('POST', '/carts', {}, session)
    return data('POST', `/carts/${cart}/positions`, { configuration }, session)
  }
  const resetToken = async (): Promise<string> => {
    const mails = await dueMails(app.context, 10)
    for (const mail of mails) await mailSent(app.context, mail)
    return /token=([\w-]+)/.exec(mails.at(-1)!.text)![1]!
  }

  it('are created and signed in when the mailed link is opened, once per address regardless of case', async () => {
    const { session, account, expires } = await register('Ada@people.example', { first_name: 'Ada' })
    expect(account).to.include({ email: 'ada@people.example', first_name: 'Ada', language: 'en-GB' })
    expect(Date.parse(expires)).to.equal(clock.now() + 14 * day)
    expect(await data('GET', '/account', undefined, session)).to.deep.equal(account)
    expect(registered).to.have.length(1)
  })

  it('are found by another spelling of the domain, and require a plain e-mail address and plain names', async () => {
    await register('ida@bücher.example')
    const login = { email: 'IDA@xn--bcher-kva.example', password: 'correct horse' }
    expect(await app.shop.accounts.login(login)).to.have.nested.property('account.email', 'ida@xn--bcher-kva.example')
    const registerEmail = (email: string): Promise<unknown> => app.shop.accounts.register({ email }, registrationPages)
    for (const email of ['-ida@people.example', 'i..da@people.example', 'group:ida@people.example;'])
      expect(await catchError(registerEmail(email)), email).to.have.nested.property('issues[0].field', 'email')
    await app.shop.accounts.register({ email: 'eve@people.example' }, registrationPages)
    const token = await readConfirmationToken(app, 'eve@people.example')
    const input = { token, password: 'correct horse', first_name: 'Win at www.evil.example' }
    expect(await catchError(app.shop.serve('confirm-registration', input, {}))).to.have.nested.property(
      'issues[0].field',
      'first_name',
    )
  })

  it('are created once if two requests confirm the link at the same time', async () => {
    await app.shop.accounts.register({ email: 'twin@people.example' }, registrationPages)
    const token = await readConfirmationToken(app, 'twin@people.example')
    const body = { password: 'correct horse' }
    const both = await Promise.all([1, 2].map(() => send('POST', `/accounts/confirmations/${token}`, body)))
    expect(both.map(({ status }) => status)).to.have.members([201, 422])
  })

  it('require an address and a password of ten characters, and list every error', async () => {
    const { status, body } = await send('POST', '/accounts', { emial: 'x', cart: 7 })
    expect(status).to.equal(422)
    expect(JSON.stringify(body))
      .to.contain("Did you mean 'email'?")
      .and.to.contain("'email' is missing")
      .and.to.contain("'cart' takes a text")
    expect((await send('POST', '/accounts', { email: 'nobody' })).status).to.equal(422)
    const confirmed = await send('POST', '/accounts/confirmations/made-up', { password: 'short' })
    expect(JSON.stringify(confirmed.body)).to.contain("Field 'password' takes a text of 10 to 255 characters.")
  })

  it('store passwords as hashes, which no response contains', async () => {
    await register('hash@people.example')
    const [row] = await app.context.database.query<{ password: string }>(
      "SELECT password FROM svc_customer WHERE email = 'hash@people.example'",
    )
    expect(row!.password).to.match(/^scrypt\$32768\$/)
  })

  it('reject a wrong password and an unknown address with the same response', async () => {
    const wrong = await send('POST', '/sessions', { email: 'ada@people.example', password: 'wrong' })
    const unknown = await send('POST', '/sessions', { email: 'nobody@people.example', password: 'wrong' })
    const toComparable = ({ status, headers, body }: JsonReply): unknown => [
      status,
      headers['www-authenticate'],
      (body as { detail: string }).detail,
    ]
    expect(toComparable(wrong)).to.deep.equal(toComparable(unknown))
    expect(wrong.status).to.equal(401)
  })

  it('end a session on sign-out and on expiry, without ending other sessions', async () => {
    const login = (): Promise<SessionReply> =>
      data('POST', '/sessions', { email: 'ada@people.example', password: 'correct horse' })
    const [first, two] = [await login(), await login()]
    const { cart } = await filled(first.session)
    expect((await send('DELETE', '/sessions/current', undefined, first.session)).status).to.equal(204)
    expect((await send('GET', `/carts/${cart}`, undefined, first.session)).status).to.equal(401)
    expect((await send('GET', `/carts/${cart}`)).status).to.equal(404)
    expect((await data<CartReply>('GET', `/carts/${cart}`, undefined, two.session)).positions).to.have.length(1)
    clock.time += 14 * day
    expect((await send('GET', '/account', undefined, two.session)).status).to.equal(401)
  })

  it("take over a guest's cart on sign-in, or merge it into their existing cart", async () => {
    const first = await filled()
    const made = await register('merge@people.example', { cart: first.cart })
    expect(made.cart).to.equal(first.cart)
    const second = await filled()
    const loose = await data<ConfigurationReply>('POST', '/configurations', { product_id: lamp.product })
    const along = { cart: second.cart, configurations: [loose.configuration, 'gone'] }
    const login = await data<SessionReply>('POST', '/sessions', {
      email: 'merge@people.example',
      password: 'correct horse',
      ...along,
    })
    expect(login.cart).to.equal(first.cart)
    const { positions, totals } = await data<CartReply>('GET', `/carts/${first.cart}`, undefined, login.session)
    expect(positions.map(({ configuration }) => configuration)).to.deep.equal(
      [first, second].map((cart) => cart.positions[0]!.configuration),
    )
    expect(totals!.gross).to.equal(positions.reduce((sum, { price }) => sum + price!.gross, 0))
    expect((await send('GET', `/carts/${second.cart}`)).status).to.equal(404)
    expect((await send('GET', `/configurations/${loose.configuration}`)).status).to.equal(404)
    expect((await send('GET', `/configurations/${loose.configuration}`, undefined, login.session)).status).to.equal(200)
  })

  it('sign in even if the submitted cart is deleted or belongs to another account', async () => {
    const other = await register('other@people.example')
    const theirs = await filled(other.session)
    const credentials = { email: 'merge@people.example', password: 'correct horse' }
    for (const cart of ['A'.repeat(32), theirs.cart]) {
      expect((await data<SessionReply>('POST', '/sessions', { ...credentials, cart })).cart).to.equal(null)
    }
    expect((await data<CartReply>('GET', `/carts/${theirs.cart}`, undefined, other.session)).positions).to.have.length(1)
  })

  it('reset a password with a link that works once within an hour, and end all sessions', async () => {
    const { session } = await register('reset@people.example', { language: 'de-DE' })
    const ask = (email: string): Promise<JsonReply> => send('POST', '/password-resets?language=de-DE', { email })
    const [accountReply, unknown] = [await ask('reset@people.example'), await ask('nobody@people.example')]
    expect([accountReply.status, unknown.body]).to.deep.equal([202, accountReply.body])
    const mails = await dueMails(app.context, 10)
    expect(mails.map(({ to }) => to)).to.deep.equal(['reset@people.example'])
    expect(mails[0]!.subject).to.contain('Passwort für')
    expect(mails[0]!.text).to.contain('/de/account/password?token=')
    const path = `/password-resets/${await resetToken()}`
    expect((await send('POST', path, { password: 'short' })).status).to.equal(422)
    expect((await send('POST', path, { password: 'battery staple' })).status).to.equal(204)
    expect((await send('POST', path, { password: 'battery staple 2' })).status).to.equal(422)
    expect((await send('GET', '/account', undefined, session)).status).to.equal(401)
    const login = (password: string): Promise<JsonReply> => send('POST', '/sessions', { email: 'reset@people.example', password })
    expect([(await login('correct horse')).status, (await login('battery staple')).status]).to.deep.equal([401, 201])
    await ask('reset@people.example')
    const late = `/password-resets/${await resetToken()}`
    clock.time += 3_600_000
    expect((await send('POST', late, { password: 'too late by now' })).status).to.equal(422)
  })

  it('run the same SQL statements on a password reset for existing and unknown addresses', async () => {
    const { database } = app.context
    const statements = async (email: string): Promise<readonly string[]> => {
      const queries: string[] = []
      const end = database.observe((sql) => void queries.push(sql))
      expect((await send('POST', '/password-resets', { email })).status).to.equal(202)
      end()
      return queries
    }
    await register('timed@people.example')
    const expected = await statements('timed@people.example')
    expect(expected).to.have.length.greaterThan(0)
    expect(await statements('stranger@people.example')).to.deep.equal(expected)
  })

  it('store no reset link before its mail is sent, queue one reset mail at a time, and delete expired unsent mails', async () => {
    const { database } = app.context
    await database.run('DELETE FROM svc_mail_queue')
    await register('quiet@people.example')
    for (let n = 0; n < 5; n++)
      await send('POST', '/password-resets', { email: n % 2 ? 'Quiet@people.example' : 'quiet@people.example' })
    const rows = await database.query<{ body: string }>('SELECT * FROM svc_mail_queue')
    expect(rows).to.have.length(1)
    const tokens = "SELECT digest FROM svc_account_tokens WHERE purpose = 'reset' AND expires > ?"
    const open = (): Promise<unknown[]> => database.query(tokens, [formatIsoTime(clock.now())])
    const before = (await open()).length
    expect(/token=([\w-]+)/.exec(rows[0]!.body)![1]).to.equal('-token-')
    clock.time += 3_600_001
    expect(await dueMails(app.context, 10)).to.deep.equal([])
    expect(await database.query('SELECT id FROM svc_mail_queue')).to.deep.equal([])
    expect((await open()).length).to.be.at.most(before)
  })

  it('have at most three open reset links at a time', async () => {
    await register('often@people.example')
    const counts: number[] = []
    for (let n = 0; n < 5; n++) {
      await send('POST', '/password-resets', { email: 'often@people.example' })
      const mails = await dueMails(app.context, 10)
      for (const mail of mails) await mailSent(app.context, mail)
      counts.push(mails.length)
    }
    expect(counts).to.deep.equal([1, 1, 1, 0, 0])
  })

  it('keep at most 1,000 requested mails in the queue', async () => {
    const { database } = app.context
    await database.run('DELETE FROM svc_mail_queue')
    const request = (n: number): Promise<void> =>
      unit(database, (u) => requestMail(app.context, u, { to: `${n}@people.example`, purpose: 'password-reset', details: '' }))
    for (let n = 0; n < 1_003; n++) await request(n)
    const [row] = await database.query<{ waiting: number }>('SELECT COUNT(*) AS waiting FROM svc_mail_queue')
    expect(Number(row!.waiting)).to.equal(1_000)
    await database.run('DELETE FROM svc_mail_queue')
  })

  it('end all sessions and reset links when the shop sets the password or makes the account temporary', async () => {
    for (const change of [{ password: 'set by the staff' }, { is_temporary: true }]) {
      const email = `staff-${Object.keys(change)[0]}@people.example`
      const { session } = await register(email)
      await send('POST', '/password-resets', { email })
      const link = await resetToken()
      const { records } = await app.records.list('customer', { filters: new Map([['search', email]]) })
      const id = Number(records[0]!['id'])
      await app.records.write('customer', { first_name: 'Ada' }, { id })
      expect((await send('GET', '/account', undefined, session)).status).to.equal(200)
      await app.records.write('customer', change, { id })
      expect((await send('GET', '/account', undefined, session)).status).to.equal(401)
      expect((await send('POST', `/password-resets/${link}`, { password: 'battery staple' })).status).to.equal(422)
    }
  })

  it('change their own profile, and reject fields that only the shop may change', async () => {
    const { session } = await register('profile@people.example')
    expect(await data('PATCH', '/account', { last_name: 'King', phone: '1' }, session)).to.include({
      last_name: 'King',
      phone: '1',
    })
    for (const body of [{ customer_group_id: 1 }, { email: 'x@people.example' }, { password: 'a new password' }]) {
      expect((await send('PATCH', '/account', body, session)).status).to.equal(422)
    }
    expect((await send('POST', '/addresses', { line1: 'a', city: 'b', country_id: 1, customer_id: 1 }, session)).status).to.equal(
      422,
    )
  })

  it('create an address once per idempotency key', async () => {
    const { session } = await register('addresses@people.example')
    const path = `${base}/addresses`
    const headers = { 'x-svc-shopper': session, 'idempotency-key': 'home' }
    const fields = { last_name: 'Byron', line1: '1 High Street', zip: 'W1A 1AA', city: 'London', country_id: 1 }
    const answers = [await client.send('POST', path, fields, headers), await client.send('POST', path, fields, headers)]
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201])
    expect(answers[1]!.body).to.deep.equal(answers[0]!.body)
    const { addresses } = await data<{ readonly addresses: readonly object[] }>('GET', '/addresses', undefined, session)
    expect(addresses).to.have.length(1)
  })

  it('validate addresses by the rules and with the messages of the checkout, when created and when changed', async () => {
    const { session } = await register('complete@people.example')
    const issues = async (method: string, path: string, body: object): Promise<readonly (readonly string[])[]> => {
      const answer = await send(method, path, body, session)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(422)
      const { validationIssues } = answer.body as { readonly validationIssues: readonly Record<string, string>[] }
      return validationIssues.map(({ field, code, message }) => [field!, code!, message!])
    }
    const name = ['last_name', 'NAME_REQUIRED', 'Please enter a name or a company.']
    const zip = ['zip', 'REQUIRED', 'Please enter the postal code.']
    const fields = { line1: 'Unter den Linden 1', city: 'Berlin', country_id: await findCountryId(app, 'DE') }
    expect(await issues('POST', '/addresses', fields)).to.deep.equal([name, zip])
    expect(await issues('POST', '/addresses?language=de-DE', { ...fields, last_name: 'Byron' })).to.deep.equal([
      ['zip', 'REQUIRED', 'Bitte geben Sie die Postleitzahl ein.'],
    ])
    const whole = { ...fields, last_name: 'Byron', zip: '10117' }
    const { id } = await data<{ readonly id: number }>('POST', '/addresses', whole, session)
    expect(await issues('PATCH', `/addresses/${id}`, { zip: ' ' })).to.deep.equal([zip])
    expect(await issues('PATCH', `/addresses/${id}`, { last_name: null })).to.deep.equal([name])
    await data('PATCH', '/account', { company: 'Engines' }, session)
    await data('PATCH', `/addresses/${id}`, { last_name: null }, session)
    expect(await data('GET', `/addresses/${id}`, undefined, session)).to.include({ zip: '10117', last_name: '' })
  })

  it('limit sign-in attempts per client address with 429', async () => {
    const limited = await listenTestApp([runtime({ signIns: 3 })])
    const hasty = createJsonClient(limited.url)
    const attempt = (): Promise<JsonReply> =>
      hasty.send('POST', `${base}/sessions`, { email: 'a@people.example', password: 'guess' })
    const answers = [await attempt(), await attempt(), await attempt(), await attempt()]
    hasty.close()
    await limited.stop()
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 429])
    expect(Number(answers[3]!.headers['retry-after'])).to.be.within(1, 60)
  })
})
