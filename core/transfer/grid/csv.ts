// Parses CSV text into a grid of cells.
import { parseCsv } from '../table/csv.js'
import { FileFault } from '../file-findings.js'
import { type Grid, GridCount, gridLimits, noHiddenCells, toTextCell } from './define.js'

/** FileFault for broken quotes and for exceeded grid limits. */
export function parseCsvGrid(text: string): Grid {
  const count = new GridCount()
  const { records } = parseCsv(text, ({ line, cells }) => {
    count.row(line)
    for (const [column, cell] of cells.entries()) {
      count.cell(line, column)
      if (cell.length > gridLimits.text)
        throw new FileFault('too-large', `A cell has at most ${gridLimits.text} characters.`, line)
    }
  })
  return {
    name: '',
    rows: records.map(({ line, cells }) => ({ number: line, cells: cells.map(toTextCell) })),
    merges: [],
    hidden: noHiddenCells,
  }
}
