// JSON as somebody types it in the place of a line; what is nested deeper than anything that can be stored is refused before it is walked.
import { LineRefusal } from '#core/transfer/sheet/tokens.js'

const deepest = 100

/** How many brackets stand open at once; those between quotes do not count. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (sign === '{' || sign === '[') most = Math.max(most, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return most
}

/** LineRefusal or SyntaxError where it is none. */
export function readJson(text: string): unknown {
  if (depthOf(text) > deepest) throw new LineRefusal(`Brackets stand inside each other at most ${deepest} times.`)
  return JSON.parse(text) as unknown
}
