// A process of its own with an open shop on a shared database: it serves the runtime API, or does one deed and dies on the way.
import { once } from 'node:events'
import { openDatabase } from '../../core/storage/database/connection.js'
import { runtime } from '../../plugins/runtime/index.js'
import { bootTestApp, listenTestApp } from './app.js'
import { checkoutPlugins } from './checking-out.js'
import { countedDatabase } from './counted-database.js'
import { deeds, type Prepared } from './deeds.js'

/** What a process that is to die is told on its standard input. */
export interface Fate {
  /** The name of a deed. */
  readonly deed: string
  readonly prepared: Prepared
  /** The step at which it dies, or the moment before (odd) or within (even) a COMMIT, the first being 1; null: once it has done all. */
  readonly deadly: { readonly step: number } | { readonly commit: number } | null
}

const [, , url, mode] = process.argv as [string, string, string, 'serve' | 'die']

async function serve(): Promise<void> {
  const opened = await openDatabase(url)
  const app = await listenTestApp([runtime({ changes: 100_000, orders: 100_000 })], { opened, plugins: checkoutPlugins })
  process.on('SIGTERM', () => void app.stop())
  process.stdout.write(`${app.url}\n`)
}

/** What a process tells that has done all before it died. */
export interface Steps {
  readonly count: number
  /** Those before and within a COMMIT. */
  readonly commits: number
}

/** Says that it is ready, hears its fate, and ends by SIGKILL; where it has done all, it tells in which steps. */
async function die(): Promise<void> {
  let [count, commits] = [0, 0]
  let deadly: Fate['deadly'] = null
  const opened = countedDatabase(await openDatabase(url), (what) => {
    count++
    if (what === 'commit') commits++
    if (deadly === null) return
    const isHere = 'step' in deadly ? count === deadly.step : what === 'commit' && commits === deadly.commit
    if (isHere) process.kill(process.pid, 'SIGKILL')
  })
  const app = await bootTestApp({ opened, plugins: checkoutPlugins })
  process.stdout.write('ready\n')
  const [line] = (await once(process.stdin, 'data')) as [Buffer]
  const fate = JSON.parse(line.toString()) as Fate
  ;[count, commits] = [0, 0]
  deadly = fate.deadly
  await deeds.find(({ name }) => name === fate.deed)!.run(app, fate.prepared)
  const steps: Steps = { count, commits }
  process.stdout.write(JSON.stringify(steps), () => process.kill(process.pid, 'SIGKILL'))
}

await (mode === 'serve' ? serve() : die())
