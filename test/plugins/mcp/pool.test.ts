// The workers that wait: how many, how many start at once, and what becomes of calls where none can start.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { WorkerPool } from '../../../plugins/mcp/stdio/pool.js'

const program = fileURLToPath(new URL('stub-worker.js', import.meta.url))
const never = new AbortController().signal
const call = { name: 'svc_who', arguments: {} }

describe('the workers behind stdio', function () {
  this.timeout(60_000)
  let folder: string
  let told: string[]
  let lost: string[]
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'svc-pool-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const journal = (name: string): string => join(folder, name)
  const lines = (name: string): readonly string[] => readFileSync(journal(name), 'utf8').trim().split('\n')

  function poolOf(behaviour: string, spares = 4): WorkerPool {
    told = []
    lost = []
    return new WorkerPool({
      start: { config: behaviour, logLevel: journal(behaviour), scopes: [] },
      // Patient with all that start in the end, however busy the machine is.
      ...{ installs: false, spares, timeout: 30_000, longestStart: behaviour === 'hangs' ? 1_500 : 30_000, program },
      tell: (line) => void told.push(line),
      lost: (tool, reason) => void lost.push(`${tool}: ${reason}`),
    })
  }

  it('are as many as asked for, and no more start at once than there are processors', async () => {
    const pool = poolOf('works')
    await pool.list()
    for (let i = 0; i < 10; i++) await pool.call(call, never)
    const readyOnes = (): number => lines('works').filter((line) => line.startsWith('ready')).length
    for (let i = 0; i < 200 && readyOnes() < 14; i++) await sleep(50)
    let starting = 0
    let most = 0
    for (const line of lines('works')) {
      starting += line.startsWith('starts') ? 1 : -1
      most = Math.max(most, starting)
    }
    // Ten were used up, and four wait.
    expect([lines('works').length, readyOnes()]).to.deep.equal([28, 14])
    // One more may start for a call that finds none at all.
    expect(most).to.be.lessThan(availableParallelism() + 2)
    await pool.close()
  })

  it('each take one call', async () => {
    const pool = poolOf('works', 2)
    const pids = await Promise.all(Array.from({ length: 6 }, async () => pool.call(call, never)))
    expect(new Set(pids).size).to.equal(6)
    expect(lost).to.deep.equal([])
    await pool.close()
  })

  it('are heard out where they ended before the server came to listen', async () => {
    const pool = poolOf('works', 1)
    await pool.list()
    for (let i = 0; i < 5; i++) {
      const answered = pool.call(call, never)
      await sleep(1)
      // The answer and the end of the process wait together.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      expect(JSON.parse(await answered)).to.have.property('pid')
      await sleep(300)
    }
    expect(lost).to.deep.equal([])
    await pool.close()
  })

  for (const [behaviour, says] of [
    ['hangs', /did not start within 1\.5 seconds/],
    ['breaks', /There is no database/],
    ['dies', /did not start: it ended with the exit code 3/],
  ] as const) {
    it(`refuse a call in words where one ${behaviour} at its start, and try again with the next`, async () => {
      const pool = poolOf(behaviour)
      for (let i = 0; i < 2; i++) {
        const answer = JSON.parse(await pool.call(call, never)) as { readonly isError: boolean }
        expect(answer.isError).to.equal(true)
      }
      expect(lost).to.have.length(2)
      expect(lost[0]).to.match(/svc_who: it could not open the service/)
      expect(told.join('\n')).to.match(says)
      expect(lines(behaviour).length).to.be.greaterThan(1)
      await pool.close()
    })
  }
})
