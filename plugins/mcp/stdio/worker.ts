// A worker process: opens the app, runs one call, sends its result and exits. A crash affects this call only.
import { type App, grantOf, type Scope } from '#core/contract.js'
import { findAction } from '../tool/tool-list.js'
import { type ToolCall, type ToolProvider, UnknownToolError } from '../tool/tool-provider.js'
import { createToolService } from '../tool/tool-service.js'
import { openApp, type OpenedApp, type CallMessage, stdioCaller, type WorkerMessage, type WorkerStart } from './local-tools.js'

/** Milliseconds that observers and connections have to finish after the result. */
const stopTime = 5_000
/** Milliseconds without a call after which a waiting worker loads more code. */
const idleTime = 300

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}

/**
 * Ends the process when it is finished.
 * @param argument a WorkerStart as JSON
 */
export async function runWorker(argument: string): Promise<void> {
  const start = JSON.parse(argument) as WorkerStart
  process.once('disconnect', () => process.exit(0))
  const callMessage = new Promise<CallMessage>((resolve) => process.once('message', resolve))
  let opened: OpenedApp
  try {
    opened = await openApp(start)
  } catch (error) {
    await send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
  const { app, isPrivateDatabase, database, language } = opened
  const caller = { grant: grantOf(start.scopes), name: stdioCaller, id: null }
  const tools = createToolService(app).forCaller(caller, { language })
  await send({ kind: 'ready', isPrivateDatabase, database, tools: await tools.listTools() })
  const call = await waitForCall(app, start.scopes, callMessage)
  const outdatesWorkers = findAction(app.context.registry, call.name)?.outdatesProcesses === true
  await send(await runCall(tools, call, outdatesWorkers))
  setTimeout(() => process.exit(0), stopTime).unref()
  await app.stop()
  process.exit(0)
}

/** Loads the code for transactions while idle, a quarter of the start time. Reads no data. */
async function waitForCall(app: App, scopes: readonly Scope[], callMessage: Promise<CallMessage>): Promise<ToolCall> {
  const warmUp = async (): Promise<void> => {
    const { unit } = await import('#core/surface.js')
    await unit(app.context.database, () => Promise.resolve(), { dryRun: true })
  }
  const canWrite = scopes.some((scope) => scope.endsWith(':write'))
  const idle = setTimeout(() => void (canWrite && warmUp()), idleTime)
  const { call } = await callMessage
  clearTimeout(idle)
  return call
}

async function runCall(tools: ToolProvider, call: ToolCall, outdatesWorkers: boolean): Promise<WorkerMessage> {
  try {
    return { kind: 'result', result: await tools.callTool(call, new AbortController().signal), outdatesWorkers }
  } catch (error) {
    if (!(error instanceof UnknownToolError)) throw error
    return { kind: 'unknown-tool', message: error.message }
  }
}
