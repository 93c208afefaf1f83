// AI vendors that fail: the advisor's scripted vendor, with the failure named by the end of the model's name, as in `scripted-lies`.
import type { App } from '#core/contract.js'
import {
  ensureScriptServer,
  type ScriptAnswer,
  type ScriptFailure,
  type ScriptOptions,
  type ScriptRequest,
  type ScriptServer,
  startScriptServer,
} from '../advisor/surface.js'

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
  startScriptServer({ ...options, fail: failByModel })

/** Makes the app's own scripted vendor (`scripted:`) fail by the model's name. Call it before the first conversation. */
export async function simulateVendorFailures({ context }: Pick<App, 'context'>): Promise<void> {
  await ensureScriptServer(context, { pause: 12, fail: failByModel })
}
