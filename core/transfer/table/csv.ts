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
  const endLine = (): void => {
    cells.push(cell.trim())
    if (cells.some((one) => one !== '')) lines.push({ number: begins, cells })
    cells = []
    cell = ''
    begins = number
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\n') number++
    if (quoted > 0) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = 0
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      quoted = number
    } else if (character === delimiter) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n') endLine()
    else if (character !== '\r' || (text[at + 1] !== '\n' && text[at + 1] !== undefined)) cell += character
  }
  endLine()
  return { delimiter, lines, unclosed: quoted || null }
}
