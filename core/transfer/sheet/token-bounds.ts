// Looks at the signs of a text before the YAML library reads it: microseconds for each, and gigabytes for what is nothing but brackets or marks.
import { CST, Lexer } from 'yaml'

/** What was found, and in which line. */
export interface Beyond {
  readonly line: number
  readonly message: string
}

/** A sheet is no deeper. */
export const deepest = 40
/** Words and signs: the library reads them in a quarter of a second, in which nobody else is served. */
const mostSigns = 50_000
/** Characters of which few may be signs. */
const mostCharacters = 1_000_000
/** Signs that open, mark or separate on one line without a comma: a level of JSON has three. */
const mostTogether = 4 * deepest
/** Places of which a sheet should have none. The library tells the first of them better than is told here. */
const mostOdd = 1_000

const tooLong = `Here is a mistake, or a form of YAML that is read in shorter sheets alone, of at most ${mostSigns} words and signs and ${mostCharacters} characters. Plain forms are read at any length: blocks by indentation, comments, lists and maps on one line, texts in quotes or behind '|', and JSON.`
const tooDeep = `A sheet is nested at most ${deepest} levels deep.`
const tooDense = `A line of a sheet has at most ${mostTogether} signs such as '-', ':', quotes and brackets without a comma.`
const tooOdd = `This is not YAML that a sheet can hold: up to here it has more than ${mostOdd} anchors, aliases, tags, texts with nothing between them and brackets that close nothing.`

const isScalar = (type: CST.TokenType | null): boolean =>
  type === 'scalar' || type === 'single-quoted-scalar' || type === 'double-quoted-scalar' || type === 'alias'
const isMark = (type: CST.TokenType | null): boolean => type === 'anchor' || type === 'tag' || type === 'alias'

/** Null where the library reads the text in a short time. `from` is the line in which the plain forms end. */
export function beyondBounds(text: string, from: number): Beyond | null {
  if (text.length > mostCharacters) return { line: from, message: tooLong }
  let [line, level, together, odd, signs] = [1, 0, 0, 0, 0]
  let before: CST.TokenType | null = null
  let isContent = false
  for (const token of new Lexer().lex(text)) {
    // The content of a plain or block scalar comes right after the sign for one.
    const type: CST.TokenType | null = isContent ? 'comment' : CST.tokenType(token)
    isContent = type === 'scalar'
    if (type !== 'space' && type !== 'comment') {
      if (type === 'newline' || type === 'comma') together = 0
      else together++
      if (type === 'flow-seq-start' || type === 'flow-map-start') level++
      else if (type === 'flow-seq-end' || type === 'flow-map-end') [level, odd] = level > 0 ? [level - 1, odd] : [0, odd + 1]
      if (isMark(type) || (isScalar(type) && isScalar(before))) odd++
      if (++signs > mostSigns) return { line: from, message: tooLong }
      if (level > mostTogether) return { line, message: tooDeep }
      if (together > mostTogether) return { line, message: level > deepest ? tooDeep : tooDense }
      if (odd > mostOdd) return { line, message: tooOdd }
      before = type
    }
    for (let at = token.indexOf('\n'); at >= 0; at = token.indexOf('\n', at + 1)) line++
  }
  return null
}
