// The tools in the server's own process: opened with the first call, for debugging, tests, and databases that live in memory.
import type { Grant } from '#core/ground/access/grant.js'
import type { ToolCall, ToolServer } from '../protocol/dispatch.js'
import { stdioCaller } from './exchange.js'
import type { OpenRequest } from './open.js'

export interface InProcessTools extends ToolServer {
  close(): Promise<void>
}

/** @param tell is called once with the sentence that names the database */
export function inProcessTools(request: OpenRequest, grant: Grant, tell: (line: string) => void): InProcessTools {
  let opening: Promise<{ readonly tools: ToolServer; stop(): Promise<void> }> | null = null
  const open = () =>
    (opening ??= (async () => {
      const [{ openApp }, { createTools }] = await Promise.all([import('./open.js'), import('../tool/tools.js')])
      const { app, database } = await openApp(request)
      if (database !== null) tell(database)
      return { tools: createTools(app).for({ grant, name: stdioCaller, id: null }), stop: () => app.stop() }
    })())
  return {
    list: async () => (await open()).tools.list(),
    call: async (call: ToolCall, signal: AbortSignal) => (await open()).tools.call(call, signal),
    close: async () => (await opening?.catch(() => null))?.stop(),
  }
}
