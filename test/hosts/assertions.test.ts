// Signed assertions about visitors of a CMS: accepted only with a valid signature, for this service, before expiry, and once.
import { messageText } from '../../core/foundation/message-format.js'
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { expect } from 'chai'
import type { HostPlugin, Shopper } from '../../core/contract.js'
import { guest } from '../../core/contract.js'
import { type Log, silentLog } from '../../core/foundation/log.js'
import type { HealthReport } from '../../core/contribution/health-check.js'
import { healthChecks } from '../../plugins/cli/health-checks/index.js'
import { cmsA } from '../../hosts/cms_a/index.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { createTestClock } from '../support/clock.js'
import { catchError } from '../support/caught-error.js'
import { inBothLanguages } from '../support/small-shop.js'
import { bridgeOf, hostsUnderTest, secret, trust, trustOfCmsB } from './host-list.js'

type Json = Readonly<Record<string, unknown>>

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (signed: string, key: string | Buffer): string => createHmac('sha256', key).update(signed).digest('base64url')

/** Builds a token from any header, claims and signature. */
function made(header: Json, claims: Json, signature: (signed: string) => string): string {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${signature(signed)}`
}

const clock = createTestClock()
const seconds = (): number => Math.floor(clock.now() / 1000)
const sound = (): Json => ({
  ...{ iss: trust.issuer, aud: trust.audience, iat: seconds(), exp: seconds() + 60, jti: randomUUID() },
  ...{ sub: '5', grp: [], email: 'five@people.example' },
})

describe('assertions of a host', () => {
  let app: TestApp
  let host: HostPlugin
  const shopper = (assertion: string): Promise<Shopper> => host.adapters.identity.shopper(app, { 'x-svc-shopper': assertion })

  async function refused(assertion: string): Promise<void> {
    const error = await catchError(shopper(assertion))
    expect(error).to.include({ code: 'AUTHENTICATION_FAILED' })
    expect(error.message).to.equal("The assertion in the header 'X-Svc-Shopper' does not hold, or no longer. Send a fresh one.")
  }

  describe('signed with a shared secret', () => {
    const HS256 = { alg: 'HS256', typ: 'JWT' }
    const signed = (claims: Json, header: Json = HS256): string => made(header, claims, (text) => hmac(text, secret))

    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (fields) => void lines.push(JSON.stringify(fields)) }

    before(async () => {
      host = cmsA(trust)
      app = await bootTestApp({ host, clock, log })
    })
    after(() => app.stop())

    it('are accepted if they are valid, and no assertion means a guest', async () => {
      expect((await shopper(signed(sound()))).customerId).to.be.a('number')
      expect(await host.adapters.identity.shopper(app, {})).to.equal(guest)
    })

    const { exp: _exp, ...endless } = sound()
    const { jti: _jti, ...nameless } = sound()
    const { iat: _iat, ...undated } = sound()
    const cases: readonly (readonly [string, () => string])[] = [
      ['with a wrong secret', () => made(HS256, sound(), (text) => hmac(text, `${secret}!`))],
      ['with a changed claim', () => signed(sound()).replace(/\.[^.]+\./, `.${part({ ...sound(), sub: '1' })}.`)],
      ['without a signature', () => made({ alg: 'none', typ: 'JWT' }, sound(), () => '')],
      ['with alg none and a signature', () => signed(sound(), { alg: 'none' })],
      ['with another algorithm', () => signed(sound(), { alg: 'HS512' })],
      ['after expiry', () => signed({ ...sound(), iat: seconds() - 120, exp: seconds() - 60 })],
      ['issued in the future', () => signed({ ...sound(), iat: seconds() + 60, exp: seconds() + 120 })],
      ['with a lifetime above the limit', () => signed({ ...sound(), exp: seconds() + 3_600 })],
      ['for another audience', () => signed({ ...sound(), aud: 'another shop' })],
      ['from another issuer', () => signed({ ...sound(), iss: 'https://elsewhere.example' })],
      ['without exp', () => signed(endless)],
      ['without jti', () => signed(nameless)],
      ['with an empty jti', () => signed({ ...sound(), jti: '' })],
      ['without iat', () => signed(undated)],
      ['with an unknown critical header', () => signed(sound(), { ...HS256, crit: ['x'], x: 1 })],
      ['in a text that is no token', () => 'made up'],
      ['longer than the limit', () => signed({ ...sound(), name: 'x'.repeat(9_000) })],
    ]
    for (const [reason, token] of cases) it(`are rejected ${reason}`, () => refused(token()))

    it('are logged with code and claim only, at a limited rate', async () => {
      clock.time += 61_000
      lines.length = 0
      const over = { iat: seconds() - 120, exp: seconds() - 60 }
      const expired = signed({ ...sound(), ...over, name: 'Ada Lovelace', email: 'ada@people.example' })
      for (let n = 0; n < 200; n++) await refused(expired)
      expect(lines.join('').length).to.be.below(2_000)
      const { leftOut: _omitted, ...line } = JSON.parse(lines[0]!) as Json
      expect(line).to.deep.equal({ issuer: trust.issuer, code: 'ERR_JWT_EXPIRED', claim: 'exp' })
    })

    it("make svc:doctor report the clock difference for an hour after one was rejected because the host's clock is ahead", async () => {
      const check = healthChecks.find(({ name }) => name === 'host-clock')!
      const ahead = (by: number): string => signed({ ...sound(), iat: seconds() + by, exp: seconds() + by + 60 })
      const reports = (): Promise<readonly HealthReport[]> => check.run({ app, tasks: [] })
      clock.time = Math.ceil((clock.time + 2 * 3_600_000) / 1000) * 1000
      await shopper(ahead(4))
      await refused(made(HS256, { ...sound(), iat: seconds() + 900, exp: seconds() + 960 }, (text) => hmac(text, `${secret}!`)))
      expect((await reports()).map(({ health }) => health)).to.deep.equal(['ok'])
      await refused(ahead(42))
      const [report] = await reports()
      expect(report).to.include({ health: 'warning' })
      expect(messageText(report!.finding)).to.contain(trust.issuer).and.to.contain('42 seconds ahead')
      expect(messageText(report!.advice!)).to.contain('NTP')
      clock.time += 3_600_000
      expect((await reports()).map(({ health }) => health)).to.deep.equal(['ok'])
    })

    it("log the seconds by which the host's clock is ahead, within the tolerance of 5 s and beyond", async () => {
      const ahead = (by: number): string => signed({ ...sound(), iat: seconds() + by, exp: seconds() + by + 60 })
      const logged = (): readonly unknown[] =>
        lines
          .map((line) => JSON.parse(line) as Json)
          .flatMap(({ secondsAhead }) => (secondsAhead === undefined ? [] : [secondsAhead]))
      for (const [by, isAccepted] of [
        [0, true],
        [1, true],
        [4, true],
        [30, false],
      ] as const) {
        clock.time = Math.ceil((clock.time + 61_000) / 1000) * 1000
        lines.length = 0
        if (isAccepted) await shopper(ahead(by))
        else await refused(ahead(by))
        expect(logged(), `${by} s ahead`).to.deep.equal(by > 1 ? [by] : [])
      }
      clock.time += 61_000
      lines.length = 0
      const unsigned = made(HS256, { ...sound(), iat: seconds() + 30, exp: seconds() + 90 }, (text) => hmac(text, 'x'.repeat(40)))
      await refused(unsigned)
      expect(logged(), 'an assertion with a wrong signature').to.deep.equal([])
    })

    it('accept a whole number as the user id, equal to its decimal text, and reject and log other types', async () => {
      const byText = await shopper(signed({ ...sound(), sub: '4711', email: 'number@people.example' }))
      const byNumber = await shopper(signed({ ...sound(), sub: 4711, email: 'number@people.example' }))
      expect(byText.customerId).to.be.a('number')
      expect(byNumber).to.deep.equal(byText)
      for (const sub of [1.5, 2 ** 60, true, [4711], { id: 4711 }]) {
        clock.time += 61_000
        lines.length = 0
        const error = await catchError(shopper(signed({ ...sound(), sub })))
        expect([(error as Error & { code?: string }).code, error.message], JSON.stringify(sub)).to.deep.equal([
          'AUTHENTICATION_FAILED',
          "The claim 'sub' takes the user's id: a text or a whole number.",
        ])
        expect(lines.map((line) => JSON.parse(line) as Json)).to.deep.equal([{ claim: 'sub', type: typeof sub }])
      }
      for (const sub of [undefined, null, '', ' ']) {
        expect((await shopper(signed({ ...sound(), sub }))).customerId, JSON.stringify(sub)).to.equal(null)
      }
    })

    it('are accepted once, in one process only and under concurrent requests', async () => {
      const token = signed(sound())
      const outcomes = await Promise.allSettled([shopper(token), shopper(token), shopper(token)])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      await refused(token)
    })

    it('are remembered until they would be rejected as expired', async () => {
      const token = signed(sound())
      await shopper(token)
      const [row] = await app.context.database.query<{ expires: string }>(
        'SELECT MAX(expires) AS expires FROM svc_used_assertions',
      )
      expect(Date.parse(row!.expires)).to.be.greaterThan((seconds() + 60) * 1000)
    })

    it("assign the customer group with the highest priority, and update the user's data", async () => {
      const dealers = await app.records.write('customer-group', { ...inBothLanguages('title', 'Dealers'), host_group_id: '12' })
      const gold = await app.records.write('customer-group', { ...inBothLanguages('title', 'Gold'), host_group_id: 'gold' })
      const user = { sub: '77', name: 'Ada King Lovelace', email: 'Ada@People.example', loc: 'de_DE' }
      const first = await shopper(signed({ ...sound(), ...user, grp: [3, 'gold', 12] }))
      expect(first.customerGroupId).to.equal(gold.id)
      const { record } = await app.records.read('customer', first.customerId!)
      const expected = {
        email: 'ada@people.example',
        first_name: 'Ada King',
        last_name: 'Lovelace',
        language_tag: 'de-DE',
        host_user_id: '77',
      }
      expect(record).to.include(expected)
      const second = await shopper(signed({ ...sound(), ...user, grp: [12], email: 'ada@new.example' }))
      expect(second).to.deep.equal({ customerId: first.customerId, customerGroupId: dealers.id })
      expect((await app.records.read('customer', first.customerId!)).record).to.include({
        email: 'ada@new.example',
        customer_group_id: dealers.id,
      })
    })

    it('create a user with an invalid e-mail address under a placeholder address', async () => {
      const user = await shopper(signed({ ...sound(), sub: 'a..b', email: 'group:ada@people.example;' }))
      const { record } = await app.records.read('customer', user.customerId!)
      expect(record).to.include({ email: 'user-a-.b@users.invalid', host_user_id: 'a..b' })
    })

    it('give a guest the prices of a group, and never assign an e-mail address that another user has', async () => {
      const gold = (await app.records.list('customer-group')).records.find((group) => group.title === 'Gold')
      const { sub: _sub, ...someone } = sound()
      expect(await shopper(signed({ ...someone, grp: ['gold'] }))).to.deep.equal({ customerId: null, customerGroupId: gold!.id })
      const six = await shopper(signed({ ...sound(), sub: '6' }))
      expect((await app.records.read('customer', six.customerId!)).record).to.include({
        email: 'user-6@users.invalid',
        host_user_id: '6',
      })
    })

    it('create one customer for concurrent first requests of a user', async () => {
      const createToken = (): string => signed({ ...sound(), sub: '900', email: 'nine@people.example' })
      const shoppers = await Promise.all([shopper(createToken()), shopper(createToken()), shopper(createToken())])
      expect(new Set(shoppers.map(({ customerId }) => customerId))).to.have.property('size', 1)
    })

    it('distinguish user ids case-sensitively on every database', async () => {
      const first = await shopper(signed({ ...sound(), sub: 'Straße', email: 's1@people.example' }))
      const two = await shopper(signed({ ...sound(), sub: 'STRASSE', email: 's2@people.example' }))
      expect(first.customerId).to.not.equal(two.customerId)
      expect((await shopper(signed({ ...sound(), sub: 'Straße', email: 's1@people.example' }))).customerId).to.equal(
        first.customerId,
      )
    })

    it('open the admin pages according to their rights', async () => {
      const admit = (rights: unknown): ReturnType<typeof host.adapters.adminGate.admit> =>
        host.adapters.adminGate.admit(app, { 'x-svc-shopper': signed({ ...sound(), rights }) })
      expect((await admit(['svc.author']))!.grant.scopes).to.deep.equal(['catalog:write'])
      expect((await admit(['svc.super']))!.grant.allows('code:write')).to.equal(true)
      for (const rights of [undefined, [], ['author'], ['svc.toString'], 'svc.super']) expect(await admit(rights)).to.equal(null)
      expect(await host.adapters.adminGate.admit(app, {})).to.equal(null)
    })

    it('require a secret of at least 32 characters and exactly one way to verify signatures', () => {
      expect(() => cmsA({ ...trust, secret: 'short' })).to.throw('at least 32 characters')
      expect(() => cmsA({ issuer: 'a', audience: 'b' })).to.throw("either 'secret' or 'jwksUrl'")
      expect(() => cmsA({ ...trust, jwksUrl: 'https://cms.example/keys' })).to.throw("either 'secret' or 'jwksUrl'")
    })
  })

  describe('signed with a private key', () => {
    const onCmsB = hostsUnderTest.find(({ platform }) => platform === 'cms_b')!
    const user = {
      id: 9,
      role: 'customers/dealers/gold',
      locale: 'de-AT',
      givenName: 'Eva',
      familyName: 'Example',
      mail: 'eva@people.example',
    }
    let mint: Awaited<ReturnType<typeof bridgeOf>>['mintAssertion']

    before(async () => {
      await onCmsB.start!()
      host = onCmsB.create()
      app = await bootTestApp({ host, clock })
      mint = (await bridgeOf('cms_b')).mintAssertion
    })
    after(async () => {
      await app.stop()
      await onCmsB.stop!()
    })

    it('are accepted with the published key, and assign the customer group of the most specific role', async () => {
      const dealers = await app.records.write('customer-group', {
        ...inBothLanguages('title', 'Dealers'),
        host_group_id: 'customers/dealers',
      })
      await app.records.write('customer-group', { ...inBothLanguages('title', 'Customers'), host_group_id: 'customers' })
      const eva = await shopper(mint(trustOfCmsB, user, clock.now()))
      expect(eva.customerGroupId).to.equal(dealers.id)
      expect((await app.records.read('customer', eva.customerId!)).record).to.include({
        first_name: 'Eva',
        language_tag: 'de-DE',
      })
    })

    it('are rejected with another key, and with the public key used as a shared secret', async () => {
      const other = generateKeyPairSync('ed25519').privateKey
      await refused(mint({ ...trustOfCmsB, privateKey: other }, user, clock.now()))
      const [header, claims] = mint(trustOfCmsB, user, clock.now()).split('.')
      const tokenHeader = JSON.parse(Buffer.from(header!, 'base64url').toString()) as Json
      const forged = `${header}.${claims}`
      await refused(`${forged}.${sign(null, Buffer.from(forged), other).toString('base64url')}`)
      const pem = createPublicKey(trustOfCmsB.privateKey).export({ type: 'spki', format: 'pem' })
      const confused = made(
        { ...tokenHeader, alg: 'HS256' },
        JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Json,
        (text) => hmac(text, pem),
      )
      await refused(confused)
    })

    it('open the admin pages according to permissions on areas', async () => {
      const permissions = { catalog: 'edit', orders: 'view', code: 'edit', store: 'own' }
      const assertion = mint(trustOfCmsB, { ...user, permissions }, clock.now())
      const caller = await host.adapters.adminGate.admit(app, { 'x-svc-shopper': assertion })
      expect(caller!.grant.scopes).to.deep.equal(['catalog:write', 'orders:read'])
    })
  })
})
