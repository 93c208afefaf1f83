// Bearer tokens: format, stored digest, verification, expiry, revocation across processes and last use.
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { ServiceError } from '../../../core/foundation/errors.js'
import { BearerTokenStore } from '../../../core/storage/bearer-token-store.js'
import type { TokenInput } from '../../../core/storage/bearer-tokens.js'
import { type Database, openDatabase } from '../../../core/storage/database/connection.js'
import { internalTables } from '../../../core/storage/database/internal-tables.js'
import { loadVersions } from '../../../core/storage/caches.js'
import { createTestClock, type TestClock } from '../../support/clock.js'
import { createEmptyDatabase, createTables, type EmptyDatabase } from '../../support/database.js'

describe('Bearer tokens', () => {
  let empty: EmptyDatabase
  let database: Database
  let clock: TestClock
  let tokens: BearerTokenStore
  before(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url)
    await createTables(database, internalTables)
  })
  after(async () => {
    await database.close()
    await empty.drop()
  })
  beforeEach(() => {
    clock = createTestClock()
    tokens = new BearerTokenStore(database, clock, async () => 'Europe/Berlin')
  })
  afterEach(() => tokens.dispose())

  const access = async (on = database): Promise<number> => (await loadVersions(on, ['access'])).get('access')!
  const refusal = async (input: TokenInput): Promise<string> => {
    const error = await tokens.mint(input).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ServiceError)
    return (error as ServiceError).message
  }

  it('have the form svc_<id>_<secret>, and the database stores only the SHA-256 digest', async () => {
    const minted = await tokens.mint({ name: 'shop', presets: ['author'] })
    expect(minted.token).to.match(new RegExp(`^svc_${minted.id}_[A-Za-z0-9_-]{43}$`))
    const [row] = await database.query('SELECT * FROM svc_tokens WHERE id = ?', [minted.id])
    expect(row).to.include({ digest: createHash('sha256').update(minted.token).digest('hex') })
    expect(JSON.stringify(row)).not.to.include(minted.token.slice(-43))
  })

  it('return an identity with the scopes of the presets and the single scopes', async () => {
    const { token, id } = await tokens.mint({ name: ' shop ', presets: ['author'], scopes: ['orders:read'] })
    const identity = await tokens.verify(token, await access())
    expect(identity).to.include({ id, name: 'shop' })
    expect(identity!.grant.scopes).to.deep.equal(['catalog:write', 'orders:read'])
    expect(identity!.grant.allowsAll(['catalog:read', 'store:read'])).to.equal(true)
  })

  it('are rejected if the id, the secret or the length is wrong', async () => {
    const { token, id } = await tokens.mint({ name: 'shop' })
    const version = await access()
    const wrong = [
      ...[
        '',
        'svc_',
        `svc_${id}_`,
        token.slice(0, -1),
        `${token}x`,
        `${token} `,
        token.toUpperCase(),
        `svc_${id}_${'A'.repeat(43)}`,
      ],
      ...[token.replace(`_${id}_`, `_${id + 1}_`), token.replace(`_${id}_`, `_0${id}_`), token.replace(`_${id}_`, '_99999_')],
    ]
    for (const bad of wrong) expect(await tokens.verify(bad, version), bad).to.equal(null)
    expect(await tokens.verify(token, version)).not.to.equal(null)
  })

  it('expire at exactly the stored millisecond', async () => {
    const { token, expires } = await tokens.mint({ name: 'short', expires: '12h' })
    expect(expires).to.equal('2030-01-01T12:00:00.000Z')
    const version = await access()
    clock.time += 12 * 3_600_000 - 1
    expect(await tokens.verify(token, version)).not.to.equal(null)
    clock.time += 1
    expect(await tokens.verify(token, version)).to.equal(null)
  })

  it('accept an expiry as a date, a time or a duration', async () => {
    const expiry = async (expires: string | null): Promise<unknown> => (await tokens.mint({ name: 'x', expires })).expires
    expect(await expiry(null)).to.equal(null)
    expect(await expiry('30d')).to.equal('2030-01-31T00:00:00.000Z')
    expect(await expiry('2031-02-03T04:05+01:00')).to.equal('2031-02-03T03:05:00.000Z')
  })

  it('token: an expiry date includes that day in the time zone of the shop', async () => {
    expect((await tokens.mint({ name: 'x', expires: '2031-02-03' })).expires).to.equal('2031-02-03T22:59:59.999Z')
    expect((await tokens.mint({ name: 'x', expires: '2030-01-01' })).expires).to.equal('2030-01-01T22:59:59.999Z')
    expect(await refusal({ name: 'x', expires: '2031-02-30' })).to.match(/30d or 12h/)
  })

  it('cannot be minted with an invalid field, and the error names the field and the accepted values', async () => {
    expect(await refusal({ name: ' ' })).to.match(/'name' cannot be empty/)
    expect(await refusal({ name: 'x', presets: ['autor'] })).to.match(
      /no preset 'autor'. Did you mean 'author'\? Available presets: author \(catalog:write\), /,
    )
    expect(await refusal({ name: 'x', scopes: ['catalog:wirte'] })).to.match(/Did you mean 'catalog:write'/)
    expect(await refusal({ name: 'x', scopes: ['store:read'] })).to.match(/Every caller has the scope/)
    expect(await refusal({ name: 'x', expires: 'tomorrow' })).to.match(/30d or 12h/)
    expect(await refusal({ name: 'x', expires: '2031-02-31T25:00:00Z' })).to.match(/30d or 12h/)
    expect(await refusal({ name: 'x', expires: '2029-12-31' })).to.match(/must be in the future/)
  })

  it('are rejected in a process that has them cached as soon as another process revokes them', async () => {
    const { token, id } = await tokens.mint({ name: 'shop' })
    expect(await tokens.verify(token, await access())).not.to.equal(null)
    const other = await openDatabase(empty.url)
    await new BearerTokenStore(other, clock, async () => 'UTC').revoke(id)
    await other.close()
    expect(await tokens.verify(token, await access())).to.equal(null)
    const storedToken = (await tokens.list()).find((entry) => entry.id === id)
    expect(storedToken!.revoked).to.equal('2030-01-01T00:00:00.000Z')
  })

  it('return an error with the id if the token to revoke does not exist', async () => {
    const error = await tokens.revoke(99_999).catch((thrown: unknown) => thrown)
    expect((error as Error).message).to.match(/no token 99999/)
  })

  it('are read from the database once per access version', async () => {
    const { token } = await tokens.mint({ name: 'shop' })
    const version = await access()
    const statements: string[] = []
    const end = database.observe((sql) => statements.push(sql))
    for (let i = 0; i < 20; i++) await tokens.verify(token, version)
    end()
    expect(statements).to.have.length(1)
  })

  it('store the last use after the request, with one write for many uses', async () => {
    const { token, id } = await tokens.mint({ name: 'shop' })
    const version = await access()
    for (let i = 0; i < 5; i++) {
      clock.time += 1000
      await tokens.verify(token, version)
    }
    const statements: string[] = []
    const end = database.observe((sql) => statements.push(sql))
    await tokens.flush()
    end()
    expect(statements).to.have.length(1)
    expect((await tokens.list()).find((entry) => entry.id === id)!.lastUsed).to.equal('2030-01-01T00:00:05.000Z')
  })

  it('store no last use if verification fails', async () => {
    const { id } = await tokens.mint({ name: 'shop' })
    await tokens.verify(`svc_${id}_${'A'.repeat(43)}`, await access())
    await tokens.flush()
    expect((await tokens.list()).find((entry) => entry.id === id)!.lastUsed).to.equal(null)
  })
})
