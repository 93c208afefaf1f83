// The one dispatcher under both transports: a message goes in, the text of its response comes out, in the era that the request speaks.
import { minute } from '#core/ground/clock.js'
import { type ToolProvider, UnknownToolError } from '../tool/tool-provider.js'
import { capabilities, instructions, serverInfo } from '../server.js'
import { type Era, eraOf, servedVersions, serverInfoKey, sessionVersion } from './era.js'
import {
  errorCodes,
  errorText,
  escapeSeparators,
  idOf,
  invalidParams,
  type Message,
  type Params,
  ProtocolError,
  readMessage,
  resultText,
} from './message.js'

export interface Dispatched {
  /** What goes back to the caller. */
  readonly text: string
  readonly era: Era
  /** The JSON-RPC error code; null where the request was answered. */
  readonly error: number | null
}

/** Milliseconds that a list of tools may be kept; it depends on the grant, so it is the caller's alone. */
const cachedFor = { ttlMs: minute, cacheScope: 'private' } as const

type Method = (params: Params, tools: ToolProvider, signal: AbortSignal) => string | Promise<string>

function callOf(params: Params) {
  const { name, arguments: given = {} } = params
  if (typeof name !== 'string' || name === '') throw invalidParams("'tools/call' names the tool in 'name'.")
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidParams("The 'arguments' of a tool are an object.")
  }
  return { name, arguments: given as Params }
}

const list: Method = async (params, tools) => {
  if (params['cursor'] !== undefined) throw invalidParams('There is only one page of tools; leave the cursor out.')
  return JSON.stringify(await tools.listTools())
}
const call: Method = async (params, tools, signal) => {
  try {
    return escapeSeparators(JSON.stringify(await tools.callTool(callOf(params), signal)))
  } catch (error) {
    throw error instanceof UnknownToolError ? invalidParams(error.message) : error
  }
}

const initialize: Method = ({ protocolVersion }) => {
  if (typeof protocolVersion !== 'string') throw invalidParams("'initialize' names the protocol version in 'protocolVersion'.")
  return JSON.stringify({ protocolVersion: sessionVersion(protocolVersion), capabilities, serverInfo, instructions })
}

const discover: Method = () => JSON.stringify({ supportedVersions: servedVersions, capabilities, instructions })

const methods: Readonly<Record<Era, ReadonlyMap<string, Method>>> = {
  session: new Map([
    ['initialize', initialize],
    ['ping', () => '{}'],
    ['tools/list', list],
    ['tools/call', call],
  ]),
  stateless: new Map([
    ['server/discover', discover],
    ['tools/list', list],
    ['tools/call', call],
  ]),
}

const stamp = `"resultType":"complete","_meta":${JSON.stringify({ [serverInfoKey]: serverInfo })}`
const cacheStamp = JSON.stringify(cachedFor).slice(1, -1)
const cacheable = new Set(['server/discover', 'tools/list'])

/** What results of the stateless era carry beside what both have. */
function stamped(method: string, result: string): string {
  const members = cacheable.has(method) ? `${stamp},${cacheStamp}` : stamp
  return result === '{}' ? `{${members}}` : `{${members},${result.slice(1)}`
}

/** Answers a request. Never throws: what is not foreseen ends as an internal error without its message, told to `onFailure`. */
export async function answer(
  request: Extract<Message, { kind: 'request' }>,
  tools: ToolProvider,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Dispatched> {
  const { id, method, params } = request
  let era: Era = 'session'
  try {
    era = eraOf(method, params)
    const run = methods[era].get(method)
    if (!run) throw new ProtocolError(errorCodes.methodNotFound, `There is no method '${method.slice(0, 100)}' here.`)
    const result = await run(params, tools, signal)
    return { text: resultText(id, era === 'stateless' ? stamped(method, result) : result), era, error: null }
  } catch (error) {
    if (!(error instanceof ProtocolError)) onFailure(error)
    const refusal =
      error instanceof ProtocolError
        ? error
        : new ProtocolError(errorCodes.internal, 'Something broke on the server; its log holds the cause.')
    return { text: errorText(id, refusal), era, error: refusal.code }
  }
}

/** A value that was parsed from JSON as a message, or the text that refuses it. */
export function admit(value: unknown): Message | { readonly kind: 'refused'; readonly text: string } {
  try {
    return readMessage(value)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { kind: 'refused', text: errorText(idOf(value), error) }
  }
}

/** The answer to what is no JSON at all. */
export function malformed(): string {
  return errorText(null, new ProtocolError(errorCodes.parse, 'The message is not valid JSON.'))
}
