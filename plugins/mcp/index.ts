// The assistant's server: a mount of the HTTP server, and the plugin that brings the command svc:mcp.
import type { Plugin } from '#core/contract.js'
import type { Mount } from '../http/mount.js'
import { mcpCommand } from './command.js'

/** POST /svc-api/mcp (spec 4.2). */
export function mcp(): Mount {
  return {
    name: 'mcp',
    page: { label: 'MCP endpoint', path: '/svc-api/mcp' },
    async routes(app) {
      const { mcpRoutes } = await import('./http/routes.js')
      return mcpRoutes(app)
    },
  }
}

/** The same server over standard input and output (spec 4.3). */
export const mcpStdio: Plugin = { name: 'mcp', core: '^0.1.0', contributes: { commands: [mcpCommand] } }
