// Test support for customization packages: boots a complete service in memory and calls it.
import type { App, Composition } from '#core/contract.js'
import { boot } from '#core/surface.js'
import type { HttpPlugin } from '../http/index.js'
import { ensureScriptServer, openScriptServer } from '../advisor/surface.js'
import type { ScriptAnswer, ScriptFailure, ScriptOptions, ScriptRequest, ScriptServer } from '../advisor/surface.js'

export interface Answer {
  readonly status: number
  /** The parsed JSON body. null if the body is empty. */
  readonly body: unknown
}

export interface TestService {
  readonly app: App
  /** `http://127.0.0.1:<port>`. null without the http plugin. */
  readonly url: string | null
  /** Sends a request to a path such as `/svc-api/v1/product`, with a token that has all rights. */
  call(method: string, path: string, body?: object): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Boots the composition on an empty in-memory SQLite database, runs its migrations and listens on a free port. Settings of the
 * composition override these defaults. Throws BootError with every fault.
 */
export async function startService(composition: Composition): Promise<TestService> {
  const app = await boot({ database: 'sqlite::memory:', listenPort: 0, logLevel: 'silent', demo: false, ...composition })
  const url = composition.plugins.find(isServer)?.address() ?? null
  const { token } = await app.access.tokens.mint({ name: 'test', presets: ['everything'], scopes: ['code:write'] })
  return {
    app,
    url,
    async call(method, path, body) {
      if (url === null) throw new Error("Nothing listens. Add http({ mounts: [rest(), runtime()] }) to 'plugins'.")
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
    },
    stop: () => app.stop(),
  }
}

function isServer(plugin: Composition['plugins'][number]): plugin is HttpPlugin {
  return 'address' in plugin && 'pages' in plugin
}

type ChooseFailure = (request: ScriptRequest, answer: ScriptAnswer) => ScriptFailure | null

/** The failures by the end of the model's name. */
const failures: Readonly<Record<string, ChooseFailure>> = {
  lies: (request, answer) => ({ answer: createWrongAnswer(request, answer) }),
  stalls: () => ({ breaksOff: 'silence' }),
  cuts: () => ({ breaksOff: 'disconnect' }),
  busy: () => ({ refusal: { status: 429, message: 'Too many requests.' } }),
  broken: () => ({ refusal: { status: 500, message: 'It broke.' } }),
  /** Only the first reply is malformed. */
  malformed: ({ results }) => (results.length > 0 ? null : { argumentPieces: ['{"product_id": ', '[oops'] }),
}

/** A price, an answer and a product that do not exist, first in a tool call, then in text. */
function createWrongAnswer(request: ScriptRequest, answer: ScriptAnswer): ScriptAnswer {
  const tried = request.results.some(({ value }) => typeof value['error'] === 'string')
  if (!tried && request.hasTools && request.results.length === 0)
    return { text: '', calls: [{ name: 'start', input: { product_id: 987_654 } }] }
  const text = 'It costs 1.23 € today, the answer #987655 fits, and the Phantom 98765 from http://phantom.example is in stock.'
  return answer.calls.length > 0 && !tried ? answer : { text, calls: [] }
}

const failByModel: ChooseFailure = (request, answer) => {
  const failure = Object.keys(failures).find((name) => request.model.endsWith(`-${name}`))
  return failure === undefined ? null : failures[failure]!(request, answer)
}

/** Starts a scripted vendor of its own, with both protocols, on the loopback interface. */
export const startFailingVendor = (options: Omit<ScriptOptions, 'fail'> = {}): Promise<ScriptServer> =>
  openScriptServer({ ...options, fail: failByModel })

/** Makes the app's own scripted vendor (`scripted:`) fail by the model's name. Call it before the first conversation. */
export async function simulateVendorFailures({ context }: Pick<App, 'context'>): Promise<void> {
  await ensureScriptServer(context, { pause: 12, fail: failByModel })
}
