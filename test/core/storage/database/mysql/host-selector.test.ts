// The choice of the host for new connections.
import { expect } from 'chai'
import { HostSelector, type ServerHost } from '../../../../../core/storage/database/mysql/server-hosts.js'

const hosts: readonly [ServerHost, ServerHost] = [
  { host: 'first', port: 3306 },
  { host: 'second', port: 3306 },
]
const createRefusedError = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

describe('The host of new connections', () => {
  let available: Set<string>
  let probes: string[]
  let selector: HostSelector

  beforeEach(() => {
    available = new Set(['first', 'second'])
    probes = []
    selector = new HostSelector(hosts, async ({ host }) => {
      probes.push(host)
      await Promise.resolve()
      if (!available.has(host)) throw createRefusedError()
    })
  })

  /** A pool that opens a connection to the selected host. */
  const acquire = async (): Promise<string> => {
    const { host } = selector.host
    await Promise.resolve()
    if (!available.has(host)) throw createRefusedError()
    selector.reportConnection()
    return host
  }

  it('is the first one that answers', async () => {
    available.delete('first')
    expect(await selector.connect(acquire)).to.equal('second')
    expect(probes).to.deep.equal(['first', 'second'])
    expect(await selector.connect(acquire)).to.equal('second')
    expect(probes).to.have.length(2)
  })

  it('is the next one after a failed attempt, with one probe for all callers', async () => {
    await selector.connect(acquire)
    available.delete('first')
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => selector.connect(acquire)))
    expect(attempts.map(({ status }) => status)).to.deep.equal(Array(5).fill('rejected'))
    const results = await Promise.all(Array.from({ length: 5 }, () => selector.connect(acquire)))
    expect(results).to.deep.equal(Array(5).fill('second'))
    expect(probes).to.deep.equal(['first', 'second'])
  })

  it('is asked again if a connection was opened during a failed attempt', async () => {
    let count = 0
    const result = await selector.connect(async () => {
      count++
      if (count > 1) return 'connected'
      selector.reportConnection()
      throw createRefusedError()
    })
    expect([result, count]).to.deep.equal(['connected', 2])
  })

  it('is not changed by an error that is not about the connection', async () => {
    const failure = await selector
      .connect(() => Promise.reject(Object.assign(new Error('denied'), { code: 'ER_ACCESS_DENIED_ERROR' })))
      .catch((error: unknown) => (error as Error).message)
    expect([failure, selector.host.host]).to.deep.equal(['denied', 'first'])
    await selector.connect(acquire)
    expect(probes).to.deep.equal(['first'])
  })

  it('is reported as unreachable with the error of the last host if none answers', async () => {
    available.clear()
    const failure = await selector.requireReachable().catch((error: unknown) => (error as Error).message)
    expect([failure, probes]).to.deep.equal(['refused', ['first', 'second']])
  })
})
