// Tests the worker pool with a stub worker: size, start, and calls whose worker cannot start.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { ToolWorkerPool } from '../../../plugins/mcp/stdio/worker-pool.js'

const program = fileURLToPath(new URL('stub-worker.js', import.meta.url))
const never = new AbortController().signal
const call = { name: 'svc_pid', arguments: {} }

describe('WorkerPool', function () {
  this.timeout(60_000)
  let folder: string
  let reports: string[]
  let lostCalls: string[]
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'svc-pool-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const eventFile = (behaviour: string): string => join(folder, behaviour)
  const events = (behaviour: string): readonly string[] => readFileSync(eventFile(behaviour), 'utf8').trim().split('\n')

  function createPool(behaviour: string, size = 4): ToolWorkerPool {
    reports = []
    lostCalls = []
    return new ToolWorkerPool({
      start: { config: behaviour, logLevel: eventFile(behaviour), scopes: [] },
      installs: false,
      size,
      program,
      // Long enough for a busy machine.
      timeout: 30_000,
      startTimeout: behaviour === 'hangs' ? 1_500 : 30_000,
      report: (line) => void reports.push(line),
      onLostCall: (tool, reason) => void lostCalls.push(`${tool}: ${reason}`),
    })
  }

  it('keeps its number of idle workers, and starts at most one per processor at a time', async () => {
    const pool = createPool('works')
    await pool.listTools()
    for (let i = 0; i < 10; i++) await pool.callTool(call, never)
    const readyCount = (): number => events('works').filter((line) => line.startsWith('ready')).length
    for (let i = 0; i < 200 && readyCount() < 14; i++) await sleep(50)
    let starting = 0
    let peak = 0
    for (const event of events('works')) {
      starting += event.startsWith('starts') ? 1 : -1
      peak = Math.max(peak, starting)
    }
    // Ten ran a call, four are idle.
    expect([events('works').length, readyCount()]).to.deep.equal([28, 14])
    // A call without an idle worker may start one more.
    expect(peak).to.be.lessThan(availableParallelism() + 2)
    await pool.close()
  })

  it('runs each call in a separate worker', async () => {
    const pool = createPool('works', 2)
    const results = await Promise.all(Array.from({ length: 6 }, () => pool.callTool(call, never)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).to.equal(6)
    expect(lostCalls).to.deep.equal([])
    await pool.close()
  })

  it('reads the result of a worker that has already exited', async () => {
    const pool = createPool('works', 1)
    await pool.listTools()
    for (let i = 0; i < 5; i++) {
      const result = pool.callTool(call, never)
      await sleep(1)
      // Blocks this process until the result and the exit of the worker are both pending.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      expect(await result).not.to.have.property('isError')
      await sleep(300)
    }
    expect(lostCalls).to.deep.equal([])
    await pool.close()
  })

  for (const [behaviour, message] of [
    ['hangs', /did not start within 1\.5 seconds/],
    ['fails', /There is no database/],
    ['exits', /did not start: exit code 3/],
  ] as const) {
    it(`returns an error if a worker ${behaviour} at its start, and starts another for the next call`, async () => {
      const pool = createPool(behaviour)
      for (let i = 0; i < 2; i++) expect((await pool.callTool(call, never)).isError).to.equal(true)
      expect(lostCalls).to.have.length(2)
      expect(lostCalls[0]).to.match(/svc_pid: it could not open the service/)
      expect(reports.join('\n')).to.match(message)
      expect(events(behaviour).length).to.be.greaterThan(1)
      await pool.close()
    })
  }
})
