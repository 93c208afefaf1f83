// Overload protection: the process rejects new requests with 503 and keeps health checks and metrics available.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Route } from '../../../plugins/http/mount.js'
import { HeapFullness, TimerLateness, createOverloadDetector } from '../../../plugins/http/overload-detector.js'
import { RequestCounter } from '../../../plugins/http/rate-limit.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { ask, running, stopAll } from './running.js'

const routes: readonly Route[] = [{ method: 'GET', path: '/things', access: 'public', handle: () => createJsonReply({}) }]

describe('the count of running requests', () => {
  it('compares a network with others that have requests now, and not with thousands that had some', () => {
    const counter = new RequestCounter()
    for (let n = 0; n < 5_000; n++) counter.startRequest(`10.0.${n >> 8}.${n & 255}`)()
    for (let n = 0; n < 20; n++) counter.startRequest('192.0.2.1')
    expect([counter.hasExcessiveShare('192.0.2.1'), counter.hasDominantNetwork]).to.deep.equal([false, false])
    const end = counter.startRequest('198.51.100.1')
    expect([counter.hasExcessiveShare('192.0.2.1'), counter.hasDominantNetwork]).to.deep.equal([true, true])
    expect(counter.hasExcessiveShare('198.51.100.1')).to.equal(false)
    end()
    expect(counter.hasExcessiveShare('192.0.2.1')).to.equal(false)
  })
})

describe('an overloaded process', () => {
  afterEach(stopAll)

  it('answers 503 with Retry-After except for health checks and metrics, and recovers', async () => {
    const overload = { active: true, stop() {} }
    const server = await running(routes, { overload })
    const refused = await ask(server, '/things')
    expect(refused.status).to.equal(503)
    expect(refused.body).to.include({ code: 'NOT_READY' })
    expect(refused.headers).to.include.keys('retry-after', 'x-request-id')
    expect((await ask(server, '/health/live')).status).to.equal(200)
    expect((await ask(server, '/health/ready')).status).to.equal(200)
    expect((await ask(server, '/metrics')).status).to.equal(401)
    expect((await ask(server, '/healthy')).status).to.equal(503)
    overload.active = false
    expect((await ask(server, '/things')).status).to.equal(200)
  })

  it('rejects networks with far more requests than others first, and then all', async () => {
    const overload = { active: false, stop() {} }
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    let waiting = 0
    const slow: Route = {
      ...{ method: 'GET', path: '/slow', access: 'public' },
      async handle() {
        waiting++
        await opened
        return createJsonReply({})
      },
    }
    const server = await running([...routes, slow], { overload, trustProxy: 1 })
    const from = (address: string, path = '/things') => ask(server, path, { headers: { 'x-forwarded-for': address } })
    const statuses = async (...addresses: string[]): Promise<readonly number[]> =>
      (await Promise.all(addresses.map((address) => from(address)))).map(({ status }) => status)
    const pending = [...Array<string>(10).fill('192.0.2.1'), '192.0.2.2', '2001:db8::1'].map((address) => from(address, '/slow'))
    while (waiting < pending.length) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await statuses('192.0.2.1', '192.0.2.2')).to.deep.equal([200, 200])
    overload.active = true
    expect(await statuses('192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::2')).to.deep.equal([503, 200, 200, 200])
    expect((await from('192.0.2.1', '/health/live')).status).to.equal(200)
    open()
    expect((await Promise.all(pending)).map(({ status }) => status)).to.deep.equal(pending.map(() => 200))
    expect(await statuses('192.0.2.1', '192.0.2.2')).to.deep.equal([503, 503])
  })

  it('is detected by repeated delays, not by a single one', () => {
    const lateness = new TimerLateness()
    const after = (...looks: number[]): boolean => {
      for (const look of looks) lateness.record(look)
      return lateness.isOverloaded
    }
    expect(after(0, 3_000, 10)).to.equal(false)
    expect(after(600, 700)).to.equal(false)
    expect(after(800)).to.equal(true)
    expect(after(900)).to.equal(true)
    expect(after(20)).to.equal(false)
  })

  it('is detected by full memory after repeated garbage collections', () => {
    const fullness = new HeapFullness()
    fullness.record(0.79, 0)
    expect(fullness.isFull(0)).to.equal(false)
    fullness.record(0.9, 1_000)
    expect([fullness.isFull(1_000), fullness.isFull(5_999), fullness.isFull(6_001)]).to.deep.equal([true, true, false])
    fullness.record(0.95, 7_000)
    fullness.record(0.5, 7_100)
    expect(fullness.isFull(7_200)).to.equal(false)
  })

  it('is detected by its own memory, and recovers when memory is freed', async function () {
    this.timeout(60_000)
    const program = `
      const { createOverloadDetector } = await import(${JSON.stringify(new URL('../../../plugins/http/overload-detector.js', import.meta.url).href)})
      const overload = createOverloadDetector()
      const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
      let held = []
      const began = overload.active
      for (let n = 0; n < 20_000 && !overload.active; n++) {
        held.push(new Array(100_000).fill(n + 0.5))
        await turn()
      }
      const full = overload.active
      held = []
      gc()
      await turn()
      await turn()
      console.log(JSON.stringify([began, full, overload.active]))
      overload.stop()`
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=256',
      '--expose-gc',
      '--input-type=module',
      '--eval',
      program,
    ])
    expect(JSON.parse(stdout)).to.deep.equal([false, true, false])
  })

  it('is detected by its own timers', async () => {
    const overload = createOverloadDetector()
    try {
      const until = performance.now() + 8_000
      while (!overload.active && performance.now() < until) {
        const end = performance.now() + 750
        while (performance.now() < end);
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(overload.active).to.equal(true)
    } finally {
      overload.stop()
    }
  })
})
