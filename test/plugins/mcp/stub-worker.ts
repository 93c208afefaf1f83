// A worker program without the service for tests of the pool. `config` names its behavior, `logLevel` the file of its events.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallMessage, WorkerMessage, WorkerStart } from '../../../plugins/mcp/stdio/local-tools.js'

const { config: behaviour, logLevel: eventFile } = JSON.parse(process.argv[2] ?? '{}') as WorkerStart
const log = (event: string): void => appendFileSync(eventFile ?? '/dev/null', `${event} ${process.pid}\n`)
const send = (message: WorkerMessage): Promise<void> => new Promise((resolve) => process.send!(message, () => resolve()))

process.once('disconnect', () => process.exit(0))
log('starts')
if (behaviour === 'hangs') await new Promise((resolve) => setTimeout(resolve, 600_000))
if (behaviour === 'fails') {
  await send({ kind: 'failed', message: 'There is no database.' })
  process.exit(1)
}
if (behaviour === 'exits') process.exit(3)
const callMessage = new Promise<CallMessage>((resolve) => process.once('message', resolve))
await sleep(100)
log('ready')
await send({ kind: 'ready', isPrivateDatabase: false, database: null, tools: { tools: [] } })
await callMessage
const result = { content: [{ type: 'text' as const, text: String(process.pid) }] }
await send({ kind: 'result', result, outdatesWorkers: false })
process.exit(0)
