// The assistant's server: a mount of the HTTP server.
import type { Mount } from '../http/mount.js'

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
