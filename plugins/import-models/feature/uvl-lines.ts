// Splits a UVL file into logical lines with their depth: removes comments and joins lines inside braces.
import { FileFault } from 'product-configurator-service'

export interface UvlLine {
  readonly text: string
  /** Width of the leading blanks; a tab counts as four. */
  readonly depth: number
  readonly number: number
}

const maxLineLength = 100_000
const maxLines = 100_000

/** FileFault for an unclosed comment, quote or brace. */
export function splitUvlLines(source: string): readonly UvlLine[] {
  const lines: UvlLine[] = []
  let [number, begins, text, braces] = [1, 1, '', 0]
  const end = (): void => {
    const trimmed = text.trim()
    if (trimmed !== '') {
      if (lines.length >= maxLines) throw new FileFault('too-large', `A model has at most ${maxLines} lines.`, begins)
      const blanks = /^[ \t]*/.exec(text)?.[0] ?? ''
      lines.push({ text: trimmed, depth: [...blanks].reduce((sum, blank) => sum + (blank === '\t' ? 4 : 1), 0), number: begins })
    }
    text = ''
    begins = number
  }
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    if (sign === '\n') {
      number++
      if (braces > 0) text += ' '
      else end()
    } else if (sign === '"' || sign === "'") {
      const to = source.indexOf(sign, at + 1)
      const inner = to === -1 ? '' : source.slice(at, to + 1)
      if (to === -1 || inner.includes('\n')) throw new FileFault('quote', 'A quote is not closed.', number)
      text += inner
      at = to
    } else if (sign === '/' && source[at + 1] === '/') {
      const to = source.indexOf('\n', at)
      at = (to === -1 ? source.length : to) - 1
    } else if (sign === '/' && source[at + 1] === '*') {
      const to = source.indexOf('*/', at + 2)
      if (to === -1) throw new FileFault('comment', 'A comment is not closed.', number)
      number += source.slice(at, to).split('\n').length - 1
      at = to + 1
    } else {
      if (sign === '{') braces++
      if (sign === '}') braces--
      if (braces < 0) throw new FileFault('brace', "'}' closes nothing.", number)
      if (sign !== '\r') text += sign
    }
    if (text.length > maxLineLength) throw new FileFault('too-large', `A line has more than ${maxLineLength} characters.`, begins)
  }
  if (braces > 0) throw new FileFault('brace', "'{' is not closed.", begins)
  end()
  return lines
}
