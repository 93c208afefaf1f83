// A worker without a service, for tests of the pool: it notes when it starts and is ready, and behaves as `config` says.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FromWorker, ToWorker, WorkerStart } from '../../../plugins/mcp/stdio/exchange.js'

const { config: behaviour, logLevel: journal } = JSON.parse(process.argv[2] ?? '{}') as WorkerStart
const note = (what: string): void => appendFileSync(journal ?? '/dev/null', `${what} ${process.pid}\n`)
const say = (message: FromWorker): Promise<void> => new Promise((resolve) => process.send!(message, () => resolve()))

process.once('disconnect', () => process.exit(0))
note('starts')
if (behaviour === 'hangs') await new Promise((resolve) => setTimeout(resolve, 600_000))
if (behaviour === 'breaks') {
  await say({ kind: 'broken', message: 'There is no database.' })
  process.exit(1)
}
if (behaviour === 'dies') process.exit(3)
const called = new Promise<ToWorker>((resolve) => process.once('message', resolve))
await sleep(100)
note('ready')
await say({ kind: 'ready', alone: false, database: null, tools: '{"tools":[]}' })
await called
await say({ kind: 'done', result: JSON.stringify({ pid: process.pid }), stale: false })
process.exit(0)
