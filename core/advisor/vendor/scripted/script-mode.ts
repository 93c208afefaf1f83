// The failure modes of the scripted vendor, for tests and to see what a shopper sees when a vendor fails.
import type { ScriptAnswer } from './script.js'
import type { ScriptRequest } from './script-request.js'

/** The suffix of the model's name, as in `scripted-lies`. */
export type ScriptMode = 'plain' | 'lies' | 'stalls' | 'cuts' | 'busy' | 'broken' | 'malformed'

const modes: readonly ScriptMode[] = ['lies', 'stalls', 'cuts', 'busy', 'broken', 'malformed']

export const parseScriptMode = (model: string): ScriptMode => modes.find((mode) => model.endsWith(`-${mode}`)) ?? 'plain'

/** The wrong reply of the mode `lies`: a price, an answer and a product that do not exist, first in a tool call, then in text. */
export function createWrongAnswer(request: ScriptRequest, answer: ScriptAnswer): ScriptAnswer {
  const tried = request.results.some(({ value }) => typeof value['error'] === 'string')
  if (!tried && request.hasTools && request.results.length === 0)
    return { text: '', calls: [{ name: 'start', input: { product_id: 987_654 } }] }
  const text = 'It costs 1.23 € today, the answer #987655 fits, and the Phantom 98765 from http://phantom.example is in stock.'
  return answer.calls.length > 0 && !tried ? answer : { text, calls: [] }
}
