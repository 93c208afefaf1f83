// The grid of delimited text.
import { readCsv } from '../../table/csv.js'
import { ModelFault } from '../findings.js'
import { type Grid, GridCount, gridLimits, textCell } from './define.js'

const signs = [';', '\t', ','] as const
/** Lines that are looked at. */
const sample = 20

/** The sign that separates cells in most lines; a comma only where neither semicolons nor tabs do, because it may be a decimal one. */
function delimiterOf(text: string): string {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < sample; ) {
    const end = text.indexOf('\n', at)
    lines.push(text.slice(at, end === -1 ? text.length : end).replaceAll(/"[^"]*"/g, ''))
    at = end === -1 ? text.length : end + 1
  }
  const counts = signs.map((sign) => lines.filter((line) => line.includes(sign)).length)
  const best = counts.findIndex((count) => count * 2 > lines.filter((line) => line.trim() !== '').length)
  return signs[best === -1 ? counts.indexOf(Math.max(...counts)) : best]!
}

/** ModelFault where a quote is not closed, or there is too much. */
export function csvGrid(given: string): Grid {
  // Spreadsheets may begin with a line that names the separator.
  const named = /^sep=([;,\t])\r?\n/.exec(given)
  const text = named ? given.slice(named[0].length) : given
  const { lines, unclosed } = readCsv(text, named?.[1] ?? delimiterOf(text))
  if (unclosed !== null) throw new ModelFault('quote', 'A quotation mark is not closed.', unclosed + (named ? 1 : 0))
  const count = new GridCount()
  const rows = lines.map(({ number: found, cells }) => {
    const number = found + (named ? 1 : 0)
    count.row(number)
    return {
      number,
      cells: cells.map((cell, column) => {
        count.cell(number, column)
        if (cell.length > gridLimits.text)
          throw new ModelFault('too-large', `A cell has at most ${gridLimits.text} characters.`, number)
        return textCell(cell)
      }),
    }
  })
  return { name: '', rows, merges: [] }
}
