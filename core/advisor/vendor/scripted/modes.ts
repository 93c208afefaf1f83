// The ways in which the scripted vendor fails, for tests and for who wants to see what a shopper sees then.
import type { Answer } from './script.js'
import type { Asked } from './understand.js'

/** What its model's name ends with: `scripted-lies`. */
export type Mode = 'plain' | 'lies' | 'stalls' | 'cuts' | 'busy' | 'broken' | 'malformed'

const modes: readonly Mode[] = ['lies', 'stalls', 'cuts', 'busy', 'broken', 'malformed']

export const modeOf = (model: string): Mode => modes.find((mode) => model.endsWith(`-${mode}`)) ?? 'plain'

/** What a liar says: a price, an answer and a product that do not exist, first by tools and then in words. */
export function lied(asked: Asked, answer: Answer): Answer {
  const tried = asked.results.some(({ value }) => typeof value['error'] === 'string')
  if (!tried && asked.hasTools && asked.results.length === 0)
    return { text: '', calls: [{ name: 'start', input: { product_id: 987_654 } }] }
  const text = 'It costs 1.23 € today, the answer #987655 fits, and the Phantom 98765 from http://phantom.example is in stock.'
  return answer.calls.length > 0 && !tried ? answer : { text, calls: [] }
}
