// Orders, quotes and payments when the process is killed, or the database fails, at any statement: complete or absent.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { day } from '../../../core/foundation/clock.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { checkoutPlugins, openSellingShop } from '../../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import {
  type CrashTestAction,
  crashTestActions,
  type CrashTestShop,
  noOutcome,
  openCrashTestShop,
  readOutcome,
  type PreparedAction,
  readWrittenRows,
} from './crash-test-actions.js'
import type { CrashTask, StepReport } from './shop-crash-process.js'

const program = fileURLToPath(new URL('./shop-crash-process.js', import.meta.url))

/**
 * Starting a process for each of about four hundred steps takes minutes. Of each action every nth step is tested, other steps each day.
 * Steps before and within the last COMMIT, and after the end, are always tested. `SVC_TEST_CRASHES=all` tests every step.
 */
const stride = process.env['SVC_TEST_CRASHES'] === 'all' ? 1 : 40
const today = Math.floor(Date.now() / day)

type Mortal = ChildProcessByStdio<Writable, Readable, null>

describe('crash', function () {
  this.timeout(stride === 1 ? 1_800_000 : 120_000)
  let empty: EmptyDatabase
  let app: TestApp
  let shop: CrashTestShop

  before(async () => {
    empty = await createEmptyDatabase()
    app = await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins })
    shop = await openCrashTestShop(app, await openSellingShop(app))
    // The first number of a series needs two more statements than the next ones. This gives all actions of a kind the same count.
    const { dialect } = app.context.database
    const series = dialect.insertMissing('svc_numbers', ['series', 'last'], ['series'], 3)
    await app.context.database.run(series, ['sales-order', 0, 'quote', 0, 'invoice', 0])
  })
  after(async () => {
    for (const mortal of waiting.splice(0)) (await mortal).kill('SIGKILL')
    await app?.stop()
    await empty?.drop()
  })

  /** Started in advance, so no test waits for a process to start. */
  const waiting: Promise<Mortal>[] = []

  async function bear(): Promise<Mortal> {
    const mortal = spawn(process.execPath, [...process.execArgv, program, empty.url, 'die'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(mortal.stdout, 'data')
    return mortal
  }

  /** Runs the action in a process that is killed. @returns the steps taken; null if it was killed before the end of the action */
  async function crash(action: string, prepared: PreparedAction, deadly: CrashTask['deadly']): Promise<StepReport | null> {
    while (waiting.length < 2) waiting.push(bear())
    const mortal = await waiting.shift()!
    waiting.push(bear())
    const chunks: Buffer[] = []
    mortal.stdout.on('data', (part: Buffer) => chunks.push(part))
    const fate: CrashTask = { action, prepared, deadly }
    mortal.stdin.write(`${JSON.stringify(fate)}\n`)
    const [, signal] = (await once(mortal, 'close')) as [number | null, string | null]
    expect(signal).to.equal('SIGKILL')
    return chunks.length === 0 ? null : (JSON.parse(Buffer.concat(chunks).toString()) as StepReport)
  }

  /** The remaining rows are all rows of the action or none; after a second run they exist once. */
  async function checkRows(
    { run, outcome, inParts = false }: CrashTestAction,
    prepared: PreparedAction,
    before: object,
    label: string,
  ): Promise<void> {
    const rows = await readWrittenRows(app)
    const isAbsent = JSON.stringify(rows) === JSON.stringify(before)
    await run(app, prepared).catch((error: Error) => {
      // A refunded payment cannot be refunded again.
      if (isAbsent) throw error
    })
    expect(await readOutcome(app, prepared), label).to.deep.equal({ ...noOutcome, ...outcome })
    if (!isAbsent && !inParts) expect(await readWrittenRows(app), label).to.deep.equal(rows)
  }

  for (const crashAction of crashTestActions) {
    const { name, prepare } = crashAction
    it(`of the process leaves ${name} complete or absent at every tested step`, async () => {
      const killed = async (deadly: CrashTask['deadly']): Promise<StepReport | null> => {
        const prepared = await prepare(app, shop)
        const before = await readWrittenRows(app)
        const steps = await crash(name, prepared, deadly)
        await checkRows(crashAction, prepared, before, JSON.stringify(deadly))
        return steps
      }
      const { count, commits } = (await killed(null))!
      expect(count).to.be.within(10, 120)
      for (const commit of [commits - 1, commits]) expect(await killed({ commit })).to.equal(null)
      for (let step = 1 + (today % stride); step <= count; step += stride) {
        // Earlier actions save a few statements.
        const survived = await killed({ step })
        if (survived !== null) expect(survived.count).to.be.within(count - 5, step - 1)
      }
    })
  }

  for (const testAction of crashTestActions.filter(({ inOne: inTransaction }) => inTransaction)) {
    it(`of the database leaves ${testAction.name} complete or absent, whichever statement fails`, async () => {
      const prepared = await testAction.prepare(app, shop)
      const before = JSON.stringify(await readWrittenRows(app))
      let failing = 0
      for (let isAbsent = true; isAbsent; ) {
        failing += 1
        let statementCount = 0
        const stop = app.context.database.observe(() => {
          if (++statementCount === failing) throw new Error('Down.')
        })
        const error = await testAction.run(app, prepared).then(
          () => null,
          ({ message }: Error) => message,
        )
        stop()
        isAbsent = JSON.stringify(await readWrittenRows(app)) === before
        // The first failure after the commit loses at most the response.
        if (isAbsent) expect(error, String(failing)).to.contain('Down.')
      }
      expect(failing).to.be.within(10, 100)
      await checkRows(testAction, prepared, {}, 'in the end')
    })
  }

  it('leaves no gap in the numbers of orders, quotes and invoices', async () => {
    for (const entity of ['sales-order', 'quote', 'invoice']) {
      const numbers = (await app.shop.createContext({}).list(entity)).flatMap(({ values: { number } }) =>
        number === null ? [] : [Number(number)],
      )
      expect(numbers.length, entity).to.be.greaterThan(4)
      expect(
        numbers.toSorted((a, b) => a - b),
        entity,
      ).to.deep.equal(numbers.map((_, index) => index + 1))
    }
  })
})
