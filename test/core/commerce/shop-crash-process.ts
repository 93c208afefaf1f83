// Child process for crash tests: serves the runtime API on a shared database, or runs one action and is killed at a given step.
import { once } from 'node:events'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { bootTestApp, listenTestApp } from '../../support/test-app.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { countStatements } from '../../support/counted-database.js'
import { crashTestActions, type PreparedAction } from './crash-test-actions.js'

/** Task of a process that is killed, read from stdin. */
export interface CrashTask {
  /** The name of the action. */
  readonly action: string
  readonly prepared: PreparedAction
  /** The step at which it is killed, from 1, or the moment before (odd) or during (even) a COMMIT. Null: after all steps. */
  readonly deadly: { readonly step: number } | { readonly commit: number } | null
}

const [, , url, mode] = process.argv as [string, string, string, 'serve' | 'die']

async function serveShop(): Promise<void> {
  const opened = await openDatabase(url)
  const app = await listenTestApp([runtime({ changes: 100_000, orders: 100_000 })], { opened, plugins: checkoutPlugins })
  process.on('SIGTERM', () => void app.stop())
  process.stdout.write(`${app.url}\n`)
}

/** Report of a process that finished all steps. */
export interface StepReport {
  readonly count: number
  /** Moments before and during a COMMIT. */
  readonly commits: number
}

/** Reports readiness, reads its task, and ends by SIGKILL. After a finished action it reports the number of steps. */
async function runAndCrash(): Promise<void> {
  let [count, commits] = [0, 0]
  let deadly: CrashTask['deadly'] = null
  const opened = countStatements(await openDatabase(url), (statement) => {
    count++
    if (statement === 'commit') commits++
    if (deadly === null) return
    const isHere = 'step' in deadly ? count === deadly.step : statement === 'commit' && commits === deadly.commit
    if (isHere) process.kill(process.pid, 'SIGKILL')
  })
  const app = await bootTestApp({ opened, plugins: checkoutPlugins })
  process.stdout.write('ready\n')
  const [line] = (await once(process.stdin, 'data')) as [Buffer]
  const fate = JSON.parse(line.toString()) as CrashTask
  ;[count, commits] = [0, 0]
  deadly = fate.deadly
  await crashTestActions.find(({ name }) => name === fate.action)!.run(app, fate.prepared)
  const steps: StepReport = { count, commits }
  process.stdout.write(JSON.stringify(steps), () => process.kill(process.pid, 'SIGKILL'))
}

await (mode === 'serve' ? serveShop() : runAndCrash())
