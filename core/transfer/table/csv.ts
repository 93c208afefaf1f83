// Reads delimited text as spreadsheets save it: comma, semicolon or tab, quotes around what holds one of them, a mark at the beginning.

export interface CsvLine {
  /** Where it begins in the text, counted from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface Csv {
  readonly delimiter: string
  /** Lines on which nothing stands are left out. */
  readonly lines: readonly CsvLine[]
  /** The line of a quote that nothing closes; null where all are closed. */
  readonly unclosed: number | null
}

const delimiters = [';', '\t', ','] as const

/** The one that stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => first.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** Ends of lines within a text. */
const linesIn = (text: string): number => (text.includes('\n') ? text.split('\n').length - 1 : 0)

/** `named` is the sign that separates cells; that of the first line if left out. */
export function readCsv(given: string, named?: string): Csv {
  const text = given.replace(/^\u{feff}/u, '')
  const delimiter = named ?? delimiterOf(text)
  const lines: CsvLine[] = []
  let number = 1
  let begins = 1
  let cells: string[] = []
  let cell = ''
  /** The line in which the open quote stands; 0 outside of quotes. */
  let quoted = 0
  /** Nothing but blanks stands in the cell so far. */
  let isBlank = true
  const isSign = (one: string): boolean => one === delimiter || one === '"' || one === '\n' || one === '\r'
  const endLine = (): void => {
    cells.push(cell.trim())
    if (cells.some((one) => one !== '')) lines.push({ number: begins, cells })
    cells = []
    cell = ''
    begins = number
  }
  // Whole runs are taken at once: a file may be one cell of twenty million characters.
  for (let at = 0; at < text.length; ) {
    if (quoted > 0) {
      const end = text.indexOf('"', at)
      const to = end === -1 ? text.length : end
      const inner = text.slice(at, to)
      cell += inner
      number += linesIn(inner)
      const isDoubled = text[to + 1] === '"'
      if (isDoubled) cell += '"'
      else if (end !== -1) {
        quoted = 0
        isBlank = cell.trim() === ''
      }
      at = to + (isDoubled ? 2 : 1)
      continue
    }
    const character = text[at]!
    if (character === '"' && isBlank) {
      cell = ''
      isBlank = false
      quoted = number
      at++
    } else if (character === delimiter || character === '\n') {
      if (character === '\n') {
        number++
        endLine()
      } else cells.push(cell.trim())
      cell = ''
      isBlank = true
      at++
    } else if (character === '\r' && (text[at + 1] === '\n' || text[at + 1] === undefined)) at++
    else {
      const from = at
      do {
        isBlank &&= text[at]!.trim() === ''
        at++
      } while (at < text.length && !isSign(text[at]!))
      cell += text.slice(from, at)
    }
  }
  endLine()
  return { delimiter, lines, unclosed: quoted || null }
}
