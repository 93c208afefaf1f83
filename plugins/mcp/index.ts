// The assistant (MCP) surface: a mount of the HTTP server, and the plugin with the command svc:mcp.
import type { Plugin } from '#core/contract.js'
import type { Mount, Route } from '../http/mount.js'
import { mcpCommand } from './command.js'

const path = '/svc-api/mcp'

export interface McpMountOptions {
  /** Seconds after which a tool call returns without its result. Default 120. */
  readonly timeout?: number
}

/** POST /svc-api/mcp. Loads the protocol and the tools with the first request. */
export function mcp({ timeout = 120 }: McpMountOptions = {}): Mount {
  return {
    name: 'mcp',
    page: { label: 'MCP endpoint', path },
    routes(app) {
      let handler: Promise<Route['handle']> | undefined
      const load = async (): Promise<Route['handle']> => {
        const { createHttpHandler } = await import('./http-handler.js')
        return createHttpHandler(app, timeout * 1_000)
      }
      const handle: Route['handle'] = async (request) => (await (handler ??= load()))(request)
      return [{ method: 'POST', path, access: 'bearer', body: 'bytes', ownOrigin: true, handle }]
    },
  }
}

/** The same server over standard input and output. */
export const mcpStdio: Plugin = { name: 'mcp', core: '^0.1.0', contributes: { commands: [mcpCommand] } }
