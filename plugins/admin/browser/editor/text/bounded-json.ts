// Parses JSON in the text field of a rule or formula. Refuses excessive nesting before parsing.
import { createMessage } from '#core/contract.js'
import { LineRefusal } from '#core/surface.js'

const maxJsonDepth = 100

/** Maximum number of open brackets. Brackets in strings do not count. */
function measureJsonDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return deepest
}

/** Throws LineRefusal or SyntaxError for invalid JSON. */
export function parseBoundedJson(text: string): unknown {
  if (measureJsonDepth(text) > maxJsonDepth)
    throw new LineRefusal(createMessage('authoring.bracketsTooDeep', { count: maxJsonDepth }))
  return JSON.parse(text) as unknown
}
