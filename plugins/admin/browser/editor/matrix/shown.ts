// Display text, CSS classes and heat map colour of a grid cell.
import { type Analysis, isAmount } from './analysis.js'
import type { AxisOffer } from './axis.js'
import type { Shown } from './grid-size.js'
import { writeNumber } from './numbers.js'
import type { Reach } from './reach.js'
import type { Place } from './selection.js'
import type { Table } from './table.js'

interface Sight {
  readonly table: Table
  readonly rowOffer: AxisOffer
  readonly columnOffer: AxisOffer
  readonly rowReach: Reach
  readonly columnReach: Reach
  readonly analysis: Analysis
  /** True while the heat map is on. */
  readonly warm: boolean
}

export function shownBy({ table, rowOffer, columnOffer, rowReach, columnReach, analysis, warm }: Sight): (place: Place) => Shown {
  const most = (shares: readonly number[] | null): number => (shares ? shares.reduce((a, b) => Math.max(a, b), 0) : 1)
  const [mostRow, mostColumn] = [most(rowReach.shares), most(columnReach.shares)]
  const edge = (text: string, at: number | null | undefined, isTwice: boolean, isMet: boolean): Shown => ({
    text,
    marks: `${at === null || isTwice ? 'wrong' : ''}${isMet ? '' : ' unmet'}`,
    heat: null,
  })
  return ({ row, column }) => {
    if (column < 0) {
      const at = table.rows[row]
      const isTwice = at !== null && at !== undefined && analysis.twiceRows.has(at)
      return edge(rowOffer.spell(at ?? null), at, isTwice, rowReach.shares?.[row] !== 0)
    }
    if (row < 0) {
      const at = table.columns[column]
      const isTwice = at !== null && at !== undefined && analysis.twiceColumns.has(at)
      return edge(columnOffer.spell(at ?? null), at, isTwice, columnReach.shares?.[column] !== 0)
    }
    const text = table.values[row]?.[column] ?? ''
    const share = (rowReach.shares?.[row] ?? mostRow) * (columnReach.shares?.[column] ?? mostColumn)
    const isWrong = text !== '' && !isAmount(text)
    const marks = [
      text === '' ? 'hole' : '',
      isWrong ? 'wrong' : '',
      text !== '' && analysis.fall(row, column) ? 'falls' : '',
      share === 0 ? 'unmet' : '',
    ]
    // Square root, because areas of large tables differ by powers of ten.
    const heat =
      warm && share > 0 && text !== '' && !isWrong ? Math.sqrt(share / Math.max(mostRow * mostColumn, Number.MIN_VALUE)) : null
    return { text: writeNumber(text), marks: marks.filter(Boolean).join(' '), heat }
  }
}
