// Sign-in, sessions, one-time codes and protection against cross-site requests in the admin.
import { connect } from 'node:net'
import { expect } from 'chai'
import { fullGrant } from '../../../core/foundation/access.js'
import { hour, minute, day } from '../../../core/foundation/clock.js'
import { createInvitation, createFirstAccountLink } from '../../../core/storage/admin/accounts.js'
import { computeTotpCode } from '../../../core/storage/admin/admin-sessions.js'
import { admin } from '../../../plugins/admin/index.js'
import { listenTestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { type JsonReply, createJsonClient } from '../../support/json-client.js'
import { type AdminClient, type AdminService, api, codeOf, cookieOf, makeFirst, password, startAdmin } from './service.js'

const start = Date.parse('2030-01-01T12:00:00Z')

describe('sign-in to the admin', () => {
  let service: AdminService
  const clock = createTestClock(start)
  before(async () => {
    service = await startAdmin({ clock })
  })
  after(() => service.stop())
  afterEach(() => {
    clock.time = start
  })

  const rows = async (table: string): Promise<readonly object[]> => service.app.context.database.query(`SELECT * FROM ${table}`)

  describe('the first account', () => {
    after(() => service.app.reset())

    it("is created once by the link of the first start, with all rights and in the browser's language", async () => {
      const { app, stranger } = service
      const [first, two] = [await createFirstAccountLink(app.context), await createFirstAccountLink(app.context)]
      const input = { secret: first!.secret, name: 'Ada', email: ' Ada@Shop.Example ', password }
      const headers = { origin: app.url, 'accept-language': 'de-DE,de;q=0.9' }
      expect(codeOf(await stranger.send('POST', `${api}/first-account`, { ...input, secret: 'made up' }, headers))).to.equal(
        '422 VALIDATION_FAILED',
      )
      expect(codeOf(await stranger.send('POST', `${api}/first-account`, { ...input, password: 'short' }, headers))).to.equal(
        '422 VALIDATION_FAILED',
      )
      const created = await stranger.send('POST', `${api}/first-account`, input, headers)
      expect(codeOf(created)).to.equal('200')
      expect(created.body).to.have.nested.property('account.email', 'ada@shop.example')
      expect(created.body, 'the language of the request').to.have.nested.property('account.language', 'de')
      expect((created.body as { account: { presets: string[] } }).account.presets).to.include('everything')
      for (const secret of [first!.secret, two!.secret]) {
        expect(
          codeOf(await stranger.send('POST', `${api}/first-account`, { ...input, secret, email: 'eve@shop.example' }, headers)),
        ).to.equal('422 VALIDATION_FAILED')
      }
      expect(await createFirstAccountLink(app.context)).to.equal(null)
      expect(await rows('svc_admin_accounts')).to.have.length(1)
    })
  })

  describe('first-account links and invitations', () => {
    afterEach(() => service.app.reset())

    const invitation = { email: 'ann@shop.example', name: 'Ann', presets: ['everything'] }
    const makeAccount = (secret: string): Promise<JsonReply> => {
      const body = { secret, name: 'Ada', email: 'ada@shop.example', password }
      return service.stranger.send('POST', `${api}/first-account`, body, { origin: service.app.url })
    }

    it('first-account link: stays valid while an invitation is pending', async () => {
      const { app } = service
      const before = await createFirstAccountLink(app.context)
      await createInvitation(app.context, fullGrant, invitation)
      const after = await createFirstAccountLink(app.context)
      expect(after, 'the next start still creates a link').not.to.equal(null)
      expect(codeOf(await makeAccount(before!.secret))).to.equal('200')
      expect(codeOf(await makeAccount(after!.secret)), 'the account ends the other link').to.equal('422 VALIDATION_FAILED')
    })

    it('first-account link: becomes invalid when an invitation is accepted', async () => {
      const { app, stranger } = service
      const first = await createFirstAccountLink(app.context)
      const { secret } = await createInvitation(app.context, fullGrant, invitation)
      const accepted = await stranger.send('POST', `${api}/invitation`, { secret, password }, { origin: app.url })
      expect(codeOf(accepted)).to.equal('200')
      expect(codeOf(await makeAccount(first!.secret))).to.equal('422 VALIDATION_FAILED')
      expect(await createFirstAccountLink(app.context), 'the next start creates no link').to.equal(null)
      expect(await rows('svc_admin_accounts')).to.have.length(1)
      expect(await rows('svc_admin_links')).to.deep.equal([])
    })
  })

  describe('signing in', () => {
    let id = 0
    before(async () => {
      id = await makeFirst(service.app, 'ada@shop.example')
    })
    after(() => service.app.reset())

    const attempt = (body: object, headers: Readonly<Record<string, string>> = { origin: service.app.url }) =>
      service.stranger.send('POST', `${api}/session`, body, headers)

    it('ignores the case of the email address, and sets a cookie for the admin only', async () => {
      const answer = await attempt({ email: 'ADA@shop.example ', password })
      expect(codeOf(answer)).to.equal('200')
      const [cookie] = answer.headers['set-cookie'] ?? []
      expect(cookie).to.match(/^svc_admin=[\w-]{43}; Path=\/svc-admin\/; HttpOnly; SameSite=Strict$/)
      expect(answer.headers['cache-control']).to.equal('no-store')
      const token = cookieOf(answer).slice('svc_admin='.length)
      expect(JSON.stringify(await rows('svc_admin_sessions'))).not.to.contain(token)
    })

    it('returns the same error for every wrong credential', async () => {
      const answers = [
        await attempt({ email: 'ada@shop.example', password: 'not the password' }),
        await attempt({ email: 'nobody@shop.example', password }),
        await attempt({ email: 'x'.repeat(200), password: 'y'.repeat(200) }),
      ]
      for (const answer of answers) {
        expect(codeOf(answer)).to.equal('401 AUTHENTICATION_FAILED')
        expect(answer.headers['set-cookie']).to.equal(undefined)
        expect({ ...(answer.body as object), type: '' }).to.deep.equal({ ...(answers[0]!.body as object), type: '' })
      }
    })

    it('is rejected from other origins', async () => {
      const foreign: readonly Readonly<Record<string, string>>[] = [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://127.0.0.1:1' },
      ]
      for (const headers of foreign)
        expect(codeOf(await attempt({ email: 'ada@shop.example', password }, headers))).to.equal('403 ORIGIN_NOT_ALLOWED')
    })

    it('is rejected for a deactivated account, whose sessions end', async () => {
      const helper = await service.as('catalog:read')
      const other = (await helper.send('GET', 'session')).body as { account: { email: string } }
      const boss = await service.signIn('ada@shop.example')
      const accounts = (await boss.send('GET', 'accounts')).body as { id: number; email: string }[]
      const account = accounts.find(({ email }) => email === other.account.email)!
      expect(codeOf(await boss.send('PATCH', `accounts/${account.id}`, { active: false }))).to.equal('200')
      expect(codeOf(await helper.send('GET', 'session'))).to.equal('401 AUTHENTICATION_REQUIRED')
      expect(codeOf(await attempt({ email: other.account.email, password }))).to.equal('401 AUTHENTICATION_FAILED')
    })

    it('stores the time of the last sign-in', async () => {
      clock.time = start + 5 * minute
      const boss = await service.signIn('ada@shop.example')
      const accounts = (await boss.send('GET', 'accounts')).body as { id: number; lastLogin: string }[]
      expect(accounts.find((account) => account.id === id)!.lastLogin).to.equal('2030-01-01T12:05:00.000Z')
    })
  })

  describe('a session', () => {
    let client: AdminClient
    beforeEach(async () => {
      client = await service.as('catalog:write')
    })
    after(() => service.app.reset())

    const state = async (adminClient = client): Promise<string> => codeOf(await adminClient.send('GET', 'session'))

    it('ends eight hours after its last request and seven days after its start', async () => {
      clock.time = start + 8 * hour - 1
      expect(await state()).to.equal('200')
      clock.time = start + 16 * hour - 2
      expect(await state()).to.equal('200')
      clock.time = start + 24 * hour
      expect(await state()).to.equal('401 AUTHENTICATION_REQUIRED')
      clock.time = start
      const busy = await service.as('catalog:write')
      for (let at = start; at < start + 7 * day; at += 7 * hour) {
        clock.time = at
        expect(await state(busy)).to.equal('200')
      }
      clock.time = start + 7 * day
      expect(await state(busy)).to.equal('401 AUTHENTICATION_REQUIRED')
    })

    it('is listed with its address, and can be ended alone or with all others', async () => {
      const { email } = ((await client.send('GET', 'session')).body as { account: { email: string } }).account
      const [second, third] = [await service.signIn(email), await service.signIn(email)]
      const sessions = (await client.send('GET', 'sessions')).body as { id: number; current: boolean; address: string }[]
      expect(sessions.filter(({ current }) => current)).to.have.length(1)
      expect(sessions).to.have.length(3)
      expect(sessions[0]!.address).to.equal('127.0.0.1')
      const own = ((await second.send('GET', 'sessions')).body as typeof sessions).find(({ current }) => current)!
      expect(codeOf(await client.send('DELETE', `sessions/${own.id}`))).to.equal('204')
      expect([await state(second), await state(third)]).to.deep.equal(['401 AUTHENTICATION_REQUIRED', '200'])
      expect(codeOf(await client.send('DELETE', 'sessions'))).to.equal('204')
      expect([await state(third), await state()]).to.deep.equal(['401 AUTHENTICATION_REQUIRED', '200'])
      const stranger = await service.as('catalog:read')
      const mine = ((await client.send('GET', 'sessions')).body as typeof sessions)[0]!
      expect(codeOf(await stranger.send('DELETE', `sessions/${mine.id}`))).to.equal('404 NOT_FOUND')
      expect(await state()).to.equal('200')
      const out = await client.send('DELETE', 'session')
      expect([codeOf(out), out.headers['set-cookie']?.[0]]).to.deep.equal([
        '204',
        'svc_admin=; Path=/svc-admin/; HttpOnly; SameSite=Strict; Max-Age=0',
      ])
      expect(await state()).to.equal('401 AUTHENTICATION_REQUIRED')
    })

    it('survives a password change, which requires the present password and ends the other sessions', async () => {
      const { email } = ((await client.send('GET', 'session')).body as { account: { email: string } }).account
      const other = await service.signIn(email)
      const change = { password: 'another long password' }
      for (const wrong of [change, { ...change, current_password: 'wrong' }])
        expect(codeOf(await client.send('PATCH', 'account', wrong))).to.equal('422 VALIDATION_FAILED')
      expect(codeOf(await client.send('PATCH', 'account', { ...change, current_password: password }))).to.equal('200')
      expect([await state(), await state(other)]).to.deep.equal(['200', '401 AUTHENTICATION_REQUIRED'])
      await service.signIn(email, change.password)
    })

    it('does not authenticate API requests', async () => {
      const { cookie } = client
      for (const path of ['/svc-api/v1/', '/svc-api/v1/product', '/svc-api/v1/openapi.json'])
        expect(codeOf(await service.stranger.send('GET', path, undefined, { cookie })), path).to.equal(
          '401 AUTHENTICATION_REQUIRED',
        )
      const input = { title_en_GB: 'x', title_de_DE: 'x', tax_class_id: 1 }
      const write = await service.stranger.send('POST', '/svc-api/v1/product', input, { cookie, 'x-svc-csrf': client.csrf })
      expect(codeOf(write)).to.equal('401 AUTHENTICATION_REQUIRED')
      const token = cookie.slice('svc_admin='.length)
      expect(
        codeOf(await service.stranger.send('GET', '/svc-api/v1/', undefined, { authorization: `Bearer ${token}` })),
      ).to.equal('401 AUTHENTICATION_FAILED')
    })
  })

  it('rejects writes from another origin, without an origin, or without the CSRF token of the session', async () => {
    const client = await service.as('catalog:write', 'system:write')
    const other = await service.as('catalog:write')
    const before = await rows('svc_product')
    const input = { title_en_GB: 'x', title_de_DE: 'x', tax_class_id: 1 }
    const forged: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: `${service.app.url}.evil.example` },
      { origin: 'http://localhost:1' },
      { 'x-svc-csrf': '' },
      { 'x-svc-csrf': other.csrf },
      { 'x-svc-csrf': `${client.csrf}x` },
    ]
    for (const headers of forged) {
      for (const [method, path] of [
        ['POST', 'records/product'],
        ['PATCH', 'records/product/1'],
        ['DELETE', 'records/product/1'],
        ['POST', 'records/product/bulk'],
        ['POST', 'tokens'],
        ['DELETE', 'session'],
        ['PATCH', 'account'],
      ] as const)
        expect(codeOf(await client.send(method, path, input, headers)), `${method} ${path} ${JSON.stringify(headers)}`).to.equal(
          '403 ORIGIN_NOT_ALLOWED',
        )
    }
    // A form on another site can send neither JSON nor custom headers. Browsers would also omit the cookie.
    const form = await service.stranger.send('POST', `${api}/records/product`, 'title_en_GB=x', {
      cookie: client.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
      'x-http-method-override': 'PATCH',
    })
    expect(form.status).to.be.oneOf([403, 404, 405])
    expect(await rows('svc_product')).to.deep.equal(before)
    expect(await rows('svc_tokens')).to.deep.equal([])
    expect(codeOf(await client.send('GET', 'session'))).to.equal('200')
    await service.app.reset()
  })

  describe('one-time codes', () => {
    after(() => service.app.reset())

    const bytesOf = (secret: string): Buffer => {
      const bits = [...secret]
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
      return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    }

    it('are set up, confirmed, required at sign-in, valid once, and removed with the password', async () => {
      const client = await service.as('catalog:read')
      const { email } = ((await client.send('GET', 'session')).body as { account: { email: string } }).account
      const totpReply = await client.send('POST', 'account/totp')
      const { secret, uri } = totpReply.body as { secret: string; uri: string }
      expect(uri).to.match(/^otpauth:\/\/totp\//)
      const codeAt = (at: number): string => computeTotpCode(bytesOf(secret), Math.floor(at / 30_000))
      expect(codeOf(await client.send('PATCH', 'account/totp', { code: codeAt(start + hour) }))).to.equal('422 VALIDATION_FAILED')
      await service.signIn(email)
      expect(codeOf(await client.send('PATCH', 'account/totp', { code: codeAt(start) }))).to.equal('200')
      expect(JSON.stringify(await rows('svc_admin_accounts'))).not.to.contain(secret)

      const attempt = async (body: object) =>
        codeOf(await service.stranger.send('POST', `${api}/session`, { email, ...body }, { origin: service.app.url }))
      expect(await attempt({ password })).to.equal('401 TOTP_REQUIRED')
      expect(await attempt({ password: 'wrong' })).to.equal('401 AUTHENTICATION_FAILED')
      expect(await attempt({ password, code: codeAt(start) }), 'the code used for the confirmation').to.equal(
        '401 AUTHENTICATION_FAILED',
      )
      clock.time = start + 31_000
      const code = codeAt(start + 31_000)
      expect(await attempt({ password, code: '000000' })).to.equal('401 AUTHENTICATION_FAILED')
      expect(await attempt({ password, code })).to.equal('200')
      expect(await attempt({ password, code }), 'a used code').to.equal('401 AUTHENTICATION_FAILED')

      expect(codeOf(await client.send('DELETE', 'account/totp', { password: 'wrong' }))).to.equal('422 VALIDATION_FAILED')
      expect(codeOf(await client.send('DELETE', 'account/totp', { password }))).to.equal('200')
      expect(await attempt({ password })).to.equal('200')
    })
  })

  it('answers 429 when an address exceeds its sign-in attempts', async () => {
    const app = await listenTestApp([admin({ signIns: 3 })])
    try {
      const codes: string[] = []
      const client = createJsonClient(app.url)
      for (let i = 0; i < 5; i++)
        codes.push(codeOf(await client.send('POST', `${api}/session`, { email: 'a@b', password: 'x' }, { origin: app.url })))
      expect(codes.slice(0, 3)).to.deep.equal(Array.from({ length: 3 }, () => '401 AUTHENTICATION_FAILED'))
      expect(codes.slice(3)).to.deep.equal(Array.from({ length: 2 }, () => '429 TOO_MANY_REQUESTS'))
      client.close()
    } finally {
      await app.stop()
    }
  })

  it('rejects an address above the limit before the body of a sign-in form arrives', async () => {
    const app = await listenTestApp([admin({ signIns: 1 })])
    try {
      const { host } = new URL(app.url)
      const post = (path: string, body: string, length = body.length): Promise<string> => {
        const head = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${length}`, `Origin: ${app.url}`]
        return statusOf(host, `POST /svc-admin/${path} HTTP/1.1\r\nHost: ${host}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
      }
      expect(await post('sign-in', 'email=a%40shop.example&password=x')).to.equal('401')
      for (const path of ['sign-in', 'first-account', 'invitation', 'tokens'])
        expect(await post(path, '', 100), path).to.equal('429')
    } finally {
      await app.stop()
    }
  })
})

/** Sends raw request bytes, which may lack a part of the body, and returns the status of the response. */
function statusOf(host: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`http://${host}`)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('error', reject).once('data', (chunk: Buffer) => {
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? '')
    })
  })
}
