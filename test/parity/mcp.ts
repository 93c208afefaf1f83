// Parity surface: the MCP server over HTTP and stdio. Steps are tool calls, and errors are text that begins with the messages.
import { http } from '../../plugins/http/index.js'
import { mcp } from '../../plugins/mcp/index.js'
import { toToolName } from '../../plugins/mcp/tool/tool-list.js'
import { stock } from '../../plugins/stock/index.js'
import type { Assistant } from '../plugins/mcp/service.js'
import { rawAssistant } from '../plugins/mcp/service.js'
import { startStdio } from '../plugins/mcp/stdio-server.js'
import { createJsonClient } from '../support/json-client.js'
import { neverOverloaded } from '../support/never-overloaded.js'
import { callOf } from './actions.js'
import { bootOn } from './in-process.js'
import type { Outcome, Step, Surface, SurfaceDefinition } from './surface.js'

interface Result {
  readonly id?: number
  readonly record?: unknown
  readonly records?: unknown
  readonly matching?: number
}

/** Calculation bodies have their own tool. */
function offers(step: Step): boolean {
  return step.do === 'act' || step.do === 'read' || step.do === 'list' || !step.entity.startsWith('calculation-')
}

/** Hints that the MCP server adds to an error message. */
const nextStep = /^(Call svc_|Delete or change |The entities here are )/

async function perform(assistant: Assistant, step: Step): Promise<Outcome> {
  const { action, input } = callOf(step)
  const { isError, content, structuredContent } = await assistant.call(toToolName(action), input)
  if (isError) return { refused: '', issues: [{ field: '', code: '', message: wordsOf(content[0]!.text) }] }
  if (step.do === 'act') return { result: structuredContent }
  const { id, record, records, matching } = structuredContent as Result
  return {
    ...(id !== undefined && { id }),
    ...(record !== undefined && { record }),
    ...(records !== undefined && { records, matching }),
  }
}

function wordsOf(prose: string): string {
  return prose
    .split('\n')
    .filter((line) => !nextStep.test(line))
    .join('\n')
}

/** An error as text: each message with its field in front, without codes. */
function spoken(outcome: Outcome): unknown {
  if (!('refused' in outcome)) return outcome
  return outcome.issues.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('\n')
}

export const mcpOverHttp: SurfaceDefinition = {
  name: 'MCP over HTTP',
  offers,
  comparable: spoken,
  async open(database): Promise<Surface> {
    const server = http({ mounts: [mcp()], overload: neverOverloaded })
    const app = await bootOn(database, { plugins: [stock, server], listenPort: 0 })
    const { token } = await app.access.tokens.mint({ name: 'parity', presets: ['everything'], scopes: ['code:write'] })
    const assistant = rawAssistant(createJsonClient(server.address()!, token))
    return {
      perform: (step) => perform(assistant, step),
      async close() {
        await assistant.close()
        await app.stop()
      },
    }
  },
}

export const mcpOverStdio: SurfaceDefinition = {
  name: 'MCP over stdio',
  offers,
  comparable: spoken,
  open(database): Promise<Surface> {
    const server = startStdio(['--in-process'], { SVC_DATABASE_URL: database })
    return Promise.resolve({ perform: (step) => perform(server, step), close: () => server.close() })
  },
}
