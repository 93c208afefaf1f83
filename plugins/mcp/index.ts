// The assistant (MCP) surface: a mount of the HTTP server, and the plugin with the command svc:mcp.
import { type Plugin, boolean, defineCommand, multiselect, string } from '#core/contract.js'
import type { Mount, Route } from '../http/mount.js'
import { accessRules } from '#core/surface.js'

/** The options parser of the server checks the values. */
const unchecked = { choices: () => ({}) }

function toArguments(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll('_', '-')}`
    if (value === true) return [flag]
    return value === false ? [] : [value].flat().flatMap((item) => [flag, String(item)])
  })
}

/** Declares svc:mcp for the help of the program. bin/svc runs it without loading the service. */
export const mcpCommand = defineCommand({
  name: 'svc:mcp',
  description: 'Serves an assistant (Model Context Protocol) over standard input and output.',
  options: {
    read_only: boolean('Reads only', { help: 'All <area>:read scopes and no others.' }),
    scope: multiselect('Scope to grant; may be repeated', unchecked),
    preset: multiselect('Set of scopes to grant; may be repeated', unchecked, {
      help: `One of ${accessRules.presetsWithScopes}.`,
    }),
    in_process: boolean("Runs calls in the server's own process"),
    call: boolean('Runs one call from standard input; internal'),
    print_config: string('Host whose configuration is printed'),
    spares: string('Number of idle workers'),
    timeout: string('Longest time of a call in seconds'),
  },
  examples: ['svc:mcp --read-only', 'svc:mcp --preset author --scope code:write', 'svc:mcp --print-config claude-desktop'],
  async run({ options, progress }) {
    const { runMcp } = await import('./stdio/program.js')
    const { stdin: input, stdout: output } = process
    process.exitCode = await runMcp(toArguments(options), { input, output, report: progress })
  },
})

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
