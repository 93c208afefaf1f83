// A worker: opens the app, waits for one call, runs it, answers, ends. Whatever happens in it happens to nobody else.
import type { App } from '#core/app.js'
import type { Scope } from '#core/ground/access/areas.js'
import { grantOf } from '#core/ground/access/grant.js'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { ProtocolError } from '../protocol/message.js'
import { actionOf } from '../tool/project.js'
import { createTools } from '../tool/tools.js'
import { type FromWorker, stdioCaller, type ToWorker, type WorkerStart } from './exchange.js'
import { openApp, type Opened } from './open.js'
import { warmUp } from './warm-up.js'

/** Milliseconds that observers and connections have to end after the answer. */
const farewell = 5_000
/** Milliseconds without a call after which a worker that waits loads more. */
const idleTime = 300

function say(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}

/** Runs in a process of its own, which it ends. `argument` is a WorkerStart as JSON. */
export async function runWorker(argument: string): Promise<void> {
  const start = JSON.parse(argument) as WorkerStart
  process.once('disconnect', () => process.exit(0))
  const called = new Promise<ToWorker>((resolve) => process.once('message', resolve))
  let opened: Opened
  try {
    opened = await openApp(start)
  } catch (error) {
    await say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
  const { app, alone, database } = opened
  const tools = createTools(app).for({ grant: grantOf(start.scopes), name: stdioCaller, id: null })
  await say({ kind: 'ready', alone, database, tools: await tools.list() })
  const call = await warmWhileIdle(app, start.scopes, called)
  const stale = actionOf(app.registry, call.name)?.outdatesProcesses === true
  await say(await answerOf(tools, call, stale))
  setTimeout(() => process.exit(0), farewell).unref()
  await app.stop()
  process.exit(0)
}

/** The call, once it comes. Where nothing came for a moment, what only writes need is loaded: a quarter of the start. */
async function warmWhileIdle(app: App, scopes: readonly Scope[], called: Promise<ToWorker>): Promise<ToolCall> {
  const writes = scopes.some((scope) => scope.endsWith(':write'))
  const idle = setTimeout(() => void (writes && warmUp(app)), idleTime)
  const { call } = await called
  clearTimeout(idle)
  return call
}

async function answerOf(tools: ToolServer, call: ToolCall, stale: boolean): Promise<FromWorker> {
  try {
    return { kind: 'done', result: await tools.call(call, new AbortController().signal), stale }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { kind: 'refused', code: error.code, message: error.message }
  }
}
