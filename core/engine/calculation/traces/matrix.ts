// Traces a matrix by the cell of the lookup.
import { findCell } from '../matrix.js'
import { bindMatrix } from '../matrix-binding.js'
import { numberOrNull, type BodyTracer } from '../body-trace.js'

export const traceMatrix: BodyTracer = ({ matrix: source }, tracing) => {
  if (!source) return null
  const bound = bindMatrix(source, tracing)
  const [row, column] = [bound.row(tracing.state), bound.column(tracing.state)]
  const details = [
    { what: 'row', value: numberOrNull(row) },
    { what: 'column', value: numberOrNull(column) },
  ]
  const { rows, rowStart, columns } = bound.matrix
  const cellIndex = findCell(bound.matrix, row, column)
  if (cellIndex < 0) return { parts: [], details, warnings: [Number.isNaN(row) || Number.isNaN(column) ? 'no_input' : 'no_cell'] }
  const rowIndex = rows.findIndex((_row, r) => cellIndex < rowStart[r + 1]!)
  const cell = { row: rows[rowIndex]!, column: columns[cellIndex]! }
  return { parts: [{ kind: 'cell', amount: tracing.amount, cell, details }], details, warnings: [] }
}
