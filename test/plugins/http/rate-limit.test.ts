// Rate limits: counted in memory for one process, or in the database for several, and never exceeded.
import { expect } from 'chai'
import { openDatabase, type Database } from '../../../core/storage/database/connection.js'
import { internalTables } from '../../../core/storage/database/internal-tables.js'
import { createDatabaseCounters, createMemoryCounters, deleteExpiredCounters } from '../../../core/storage/counters.js'
import { createRateLimit, type RateLimit } from '../../../plugins/http/rate-limit.js'
import { HttpError } from '../../../plugins/http/problem-reply.js'
import { createTestClock } from '../../support/clock.js'
import { createEmptyDatabase, createTables, type EmptyDatabase, isServerDatabase } from '../../support/database.js'
import { createJsonClient } from '../../support/json-client.js'
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.js'

const refusalOf = (act: Promise<void>): Promise<HttpError | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof HttpError) return error
      throw error
    },
  )

/** The number of concurrent requests that pass. */
async function passing(limits: readonly RateLimit[], requestCount: number, address = '192.0.2.1'): Promise<number> {
  const all = Array.from({ length: requestCount }, (_, index) => refusalOf(limits[index % limits.length]!.countRequest(address)))
  return (await Promise.all(all)).filter((refusal) => refusal === null).length
}

const second = 1000

describe('a limit in memory', () => {
  it('counts the addresses of one /64 network together', async () => {
    const limit = createRateLimit(
      createMemoryCounters(60 * second, () => 0),
      2,
      60,
    )
    await limit.countRequest('2001:db8::1')
    await limit.countRequest('2001:db8::2')
    const refusal = await refusalOf(limit.countRequest('2001:db8::3'))
    expect([refusal?.code, refusal?.headers['retry-after']]).to.deep.equal(['TOO_MANY_REQUESTS', '60'])
    expect(await refusalOf(limit.countRequest('2001:db8:0:1::3'))).to.equal(null)
  })

  it('restarts after its interval, and rejects without counting when only checked', async () => {
    let now = 0
    const limit = createRateLimit(
      createMemoryCounters(60 * second, () => now),
      2,
      60,
    )
    expect(await passing([limit], 5)).to.equal(2)
    expect((await refusalOf(limit.rejectExhausted('192.0.2.1')))?.code).to.equal('TOO_MANY_REQUESTS')
    now = 60 * second
    for (let turn = 0; turn < 3; turn++) expect(await refusalOf(limit.rejectExhausted('192.0.2.1'))).to.equal(null)
    expect(await passing([limit], 5)).to.equal(2)
  })
})

describe('a limit in the database', () => {
  let empty: EmptyDatabase
  const opened: Database[] = []
  const clock = createTestClock()
  const limitsOf = (kind: string, limit: number): readonly RateLimit[] =>
    opened.map((database) => createRateLimit(createDatabaseCounters({ database, clock }, kind, 60 * second), limit, 60))

  before(async () => {
    empty = await createEmptyDatabase()
    for (let turn = 0; turn < 2; turn++) opened.push(await openDatabase(empty.url))
    await createTables(
      opened[0]!,
      internalTables.filter(({ name }) => name === 'svc_limits'),
    )
  })
  after(async () => {
    for (const database of opened) await database.close()
    await empty?.drop()
  })

  it('accepts exactly the allowed number for concurrent requests in several processes, and restarts after its interval', async () => {
    const limits = limitsOf('few', 7)
    expect(await passing(limits, 40)).to.equal(7)
    expect(await passing(limits, 40, '192.0.2.2')).to.equal(7)
    clock.time += 60 * second
    expect(await passing(limits, 40)).to.equal(7)
  })

  it('returns the waiting time in every process, and needs no statement until it has passed', async () => {
    const [first, other] = limitsOf('wait', 1) as [RateLimit, RateLimit]
    await first.countRequest('192.0.2.1')
    clock.time += 20 * second
    expect((await refusalOf(other.countRequest('192.0.2.1')))?.headers['retry-after']).to.equal('40')
    let statements = 0
    const over = opened[1]!.observe(() => statements++)
    expect((await refusalOf(other.countRequest('192.0.2.1')))?.headers['retry-after']).to.equal('40')
    expect((await refusalOf(other.rejectExhausted('192.0.2.1')))?.code).to.equal('TOO_MANY_REQUESTS')
    over()
    expect(statements).to.equal(0)
    expect((await refusalOf(first.rejectExhausted('192.0.2.1')))?.code).to.equal('TOO_MANY_REQUESTS')
  })

  it('counts in batches if the limit is high, never exceeds it, and needs few statements', async () => {
    const limits = limitsOf('many', 1_000)
    let statements = 0
    const over = opened[0]!.observe(() => statements++)
    let passed = 0
    for (let turn = 0; turn < 60; turn++) passed += await passing(limits, 20)
    over()
    expect(passed).to.be.within(950, 1_000)
    expect(statements).to.be.below(isServerDatabase ? 250 : 500)
    const quiet = opened[0]!.observe(() => statements++)
    statements = 0
    expect(await passing([limits[0]!], 100)).to.equal(0)
    quiet()
    expect(statements).to.equal(0)
  })

  it('ignores an interval from a clock that is ahead, and deletes expired counts', async () => {
    const database = opened[0]!
    const [limit] = limitsOf('clock', 1) as [RateLimit]
    const ahead = createTestClock(clock.time + 3_600 * second)
    const wrong = createRateLimit(createDatabaseCounters({ database, clock: ahead }, 'clock', 60 * second), 1, 60)
    await wrong.countRequest('192.0.2.1')
    expect(await refusalOf(limit.countRequest('192.0.2.1'))).to.equal(null)
    expect((await refusalOf(limit.countRequest('192.0.2.1')))?.headers['retry-after']).to.equal('60')
    clock.time += 61 * second
    const [row] = await database.query<{ found: number }>('SELECT COUNT(*) AS found FROM svc_limits')
    expect(Number(row?.found)).to.be.above(4)
    expect(await deleteExpiredCounters({ database, clock })).to.equal(Number(row?.found))
  })
})

describe('limits of two services on one server', () => {
  let empty: EmptyDatabase
  const services: ServiceProcess[] = []
  before(async function () {
    this.timeout(60_000)
    if (!isServerDatabase) this.skip()
    empty = await createEmptyDatabase()
    for (let turn = 0; turn < 2; turn++) services.push(await startServiceProcess({ SVC_DATABASE_URL: empty.url }))
  })
  after(async () => {
    for (const service of services) await service.stop()
    await empty?.drop()
  })

  it('are shared: of 24 concurrent sign-ins to both, ten are checked and 14 get 429', async () => {
    const clients = services.map(({ url }) => createJsonClient(url))
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        clients[index % 2]!.send('POST', '/svc-api/runtime/v1/sessions', { email: 'ann@shop.example', password: 'guessed it' }),
      ),
    )
    for (const client of clients) client.close()
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).to.have.length(14)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).to.be.within(1, 60)
    expect(new Set(answers.map(({ status }) => status))).to.have.lengthOf(2)
  })
})
