// The matrix: a table that is looked up by one or two coordinates (spec 2.5). A trace tells the cell that was found.
import type { Cells } from '../../program/cells.js'
import type { MatrixSource } from '../../program/source.js'
import type { Read } from '../arithmetic.js'
import { type Columns, defineBody, idIn, type Leaves, nullable } from '../body.js'
import { axisOf, compileMatrix, findCell, type Matrix, matrixLookups, roundToStep } from '../matrix.js'
import { matrixReferences } from '../references.js'

function sourceOf(columns: Columns): MatrixSource {
  return {
    row_question_id: idIn(columns, 'row_question_id'),
    row_calculation_id: idIn(columns, 'row_calculation_id'),
    column_question_id: idIn(columns, 'column_question_id'),
    column_calculation_id: idIn(columns, 'column_calculation_id'),
    lookup: matrixLookups.find((name) => name === columns['lookup']) ?? 'exact',
    round: typeof columns['round'] === 'number' ? columns['round'] : null,
    cells: Array.isArray(columns['cells']) ? (columns['cells'] as MatrixSource['cells']) : [],
  }
}

/** One axis: its coordinate; 0 where the matrix has no such axis, NaN where it yields nothing. */
function axisReader(source: MatrixSource, matrix: Matrix, axis: 'row' | 'column', { program, binder }: Leaves): Read<Cells> {
  const operand = axisOf(source, axis)
  if (operand === null) return () => 0
  const read = binder.number(binder.operand('question' in operand ? { ...operand, field: 'selected' } : operand))
  const question = 'question' in operand ? program.questions[program.questionIndex.get(operand.question) ?? -1] : undefined
  const step = matrix.lookup === 'exact' && !question?.type.takesAnswers ? matrix.round : null
  return step === null ? read : (cells) => roundToStep(read(cells), step)
}

function bind(source: MatrixSource, leaves: Leaves) {
  const matrix = compileMatrix(source)
  return {
    matrix,
    row: axisReader(source, matrix, 'row', leaves),
    column: axisReader(source, matrix, 'column', leaves),
  }
}

export const matrix = defineBody<MatrixSource>({
  type: 'matrix',
  field: 'cells',
  source: (columns) => ({ matrix: sourceOf(columns) }),
  parse: (calculation) => calculation.matrix ?? null,
  references: matrixReferences,
  operands: (source) =>
    matrixReferences(source).map(({ entity, id }) =>
      entity === 'calculation' ? { calculation: id } : { question: id, field: 'selected' },
    ),
  compile(source, leaves) {
    const { matrix: table, row, column } = bind(source, leaves)
    return (cells) => {
      const cell = findCell(table, row(cells), column(cells))
      return cell < 0 ? Number.NaN : table.values[cell]!
    }
  },
  trace(source, tracing) {
    const bound = bind(source, tracing)
    const [row, column] = [bound.row(tracing.state), bound.column(tracing.state)]
    const details = [
      { what: 'row', value: nullable(row) },
      { what: 'column', value: nullable(column) },
    ]
    const { rows, start, columns } = bound.matrix
    const found = findCell(bound.matrix, row, column)
    if (found < 0) return { parts: [], details, warnings: [Number.isNaN(row) || Number.isNaN(column) ? 'no_input' : 'no_cell'] }
    const at = rows.findIndex((_row, r) => found < start[r + 1]!)
    const cell = { row: rows[at]!, column: columns[found]! }
    return { parts: [{ kind: 'cell', amount: tracing.amount, cell, details }], details, warnings: [] }
  },
})
