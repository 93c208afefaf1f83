// Bearer tokens over REST in two processes on one database: revocation, expiry, last use and uniform errors.
import { expect } from 'chai'
import type { TokenInput } from '../../../core/storage/bearer-tokens.js'
import { rest } from '../../../plugins/rest/index.js'
import { listenTestApp, type ListeningApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { createJsonClient, type JsonClient } from '../../support/json-client.js'
import { outcome } from './service.js'

const path = '/svc-api/v1/tax-class'

describe('bearer tokens over REST', () => {
  const clock = createTestClock()
  const clients: JsonClient[] = []
  let database: EmptyDatabase
  let listeningApp: ListeningApp
  let two: ListeningApp
  before(async () => {
    database = await createEmptyDatabase()
    listeningApp = await listenTestApp([rest()], { database: database.url, clock })
    two = await listenTestApp([rest()], { database: database.url, clock })
  })
  after(async () => {
    for (const client of clients) client.close()
    await listeningApp.stop()
    await two.stop()
    await database.drop()
  })

  async function mint(
    input: Partial<TokenInput> = {},
  ): Promise<{ id: number; token: string; at: (app: ListeningApp) => Promise<string> }> {
    const { id, token } = await listeningApp.access.tokens.mint({ name: 'test', ...input })
    const at = async (app: ListeningApp): Promise<string> => {
      const client = createJsonClient(app.url, token)
      clients.push(client)
      return outcome(await client.send('GET', path))
    }
    return { id, token, at }
  }

  it('are valid in every process from creation until they are revoked', async () => {
    const { id, at } = await mint()
    expect([await at(listeningApp), await at(two)]).to.deep.equal(['200', '200'])
    await two.access.tokens.revoke(id)
    expect([await at(listeningApp), await at(two)]).to.deep.equal(['401 AUTHENTICATION_FAILED', '401 AUTHENTICATION_FAILED'])
  })

  it('are invalid in every process after they expire', async () => {
    const { at } = await mint({ expires: '1h' })
    expect(await at(listeningApp)).to.equal('200')
    clock.time += 3_600_000
    expect([await at(listeningApp), await at(two)]).to.deep.equal(['401 AUTHENTICATION_FAILED', '401 AUTHENTICATION_FAILED'])
  })

  it('fail with the same body for every reason', async () => {
    const [revoked, expired, good] = [await mint(), await mint({ expires: '1m' }), await mint()]
    await listeningApp.access.tokens.revoke(revoked.id)
    clock.time += 60_000
    const wrongSecret = good.token.slice(0, -1) + (good.token.endsWith('A') ? 'B' : 'A')
    const tokens = [
      revoked.token,
      expired.token,
      wrongSecret,
      good.token.replace(/^svc_\d+/, 'svc_999999'),
      'svc_1',
      'x'.repeat(5000),
      `${good.token} x`,
    ]
    const bodies = new Set<string>()
    for (const token of tokens) {
      const client = createJsonClient(listeningApp.url, token)
      clients.push(client)
      const answer = await client.send('GET', path)
      expect(answer.headers['www-authenticate']).to.equal('Bearer realm="svc-api", error="invalid_token"')
      bodies.add(JSON.stringify(answer.body))
    }
    expect([...bodies]).to.have.lengthOf(1)
    expect([...bodies][0]).to.contain('AUTHENTICATION_FAILED')
  })

  it('store the time of their last use', async () => {
    const { id, at } = await mint()
    const lastUsed = async () => (await two.access.tokens.list()).find((token) => token.id === id)?.lastUsed
    expect(await lastUsed()).to.equal(null)
    await at(listeningApp)
    await listeningApp.access.tokens.flush()
    expect(await lastUsed()).to.equal(new Date(clock.time).toISOString())
  })

  it('are not accepted from a cookie, the query or another header', async () => {
    const { token } = await mint()
    const client = createJsonClient(listeningApp.url)
    clients.push(client)
    const elsewhere: readonly Record<string, string>[] = [
      { cookie: `token=${token}; Authorization=Bearer ${token}` },
      { 'x-authorization': `Bearer ${token}` },
    ]
    for (const headers of elsewhere) {
      expect(outcome(await client.send('GET', path, undefined, headers))).to.equal('401 AUTHENTICATION_REQUIRED')
    }
    expect(outcome(await client.send('GET', `${path}?access_token=${token}`))).to.equal('401 AUTHENTICATION_REQUIRED')
  })
})
