// Finds selections that make a finding visible: what to select in the configurator to reproduce it.
import type { MatrixSource, ProductSource, ProofFinding } from '#core/surface.js'
import type { WitnessSelections } from './shape.js'

type CellCoordinates = readonly [row: number, column: number]

const sortUnique = (values: Iterable<number>): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The first position without a cell, or the first after which the value falls. */
function findProblemCell({ cells, lookup }: MatrixSource, falls: boolean): CellCoordinates | null {
  const rows = sortUnique(cells.map(({ row }) => row))
  const columns = sortUnique(cells.map(({ column }) => column))
  const valuesByRow = new Map(rows.map((row) => [row, new Map<number, number>()]))
  for (const { row, column, value } of cells) valuesByRow.get(row)!.set(column, Number(value))
  if (falls && lookup === 'exact') return null
  const columnIndex = new Map(columns.map((column, index) => [column, index]))
  for (const [i, row] of rows.entries()) {
    const values = valuesByRow.get(row)!
    if (!falls) {
      const hole = values.size < columns.length ? columns.find((column) => !values.has(column)) : undefined
      if (hole !== undefined) return [row, hole]
      continue
    }
    // Only the cells of the row: a sparse table has many more positions than cells.
    for (const [column, here] of [...values].sort(([a], [b]) => a - b)) {
      const [right, below] = [columns[columnIndex.get(column)! + 1], rows[i + 1]]
      // The cell with the lower value.
      if (right !== undefined && (values.get(right) ?? here) < here) return [row, right]
      if (below !== undefined && (valuesByRow.get(below)!.get(column) ?? here) < here) return [below, column]
    }
  }
  return null
}

function toCellSelections(matrix: MatrixSource, cell: CellCoordinates | null): WitnessSelections {
  if (cell === null) return []
  const axes = [matrix.row_question_id, matrix.column_question_id]
  return axes.flatMap((question_id, axis) => (question_id === null ? [] : [{ question_id, value: String(cell[axis]) }]))
}

/** The first value that a question accepts and its table lacks. */
function findUncoveredValue(source: ProductSource, matrix: MatrixSource, questionId: number): WitnessSelections {
  const axis = matrix.row_question_id === questionId ? 'row' : 'column'
  const coveredValues = sortUnique(matrix.cells.map((cell) => cell[axis]))
  const own = source.answers.filter(({ question_id }) => question_id === questionId)
  const coveredSet = new Set(coveredValues)
  const answer = own.find(({ id }) => !coveredSet.has(id))
  if (answer) return [{ question_id: questionId, value: String(answer.id) }]
  const question = source.questions.find(({ id }) => id === questionId)
  if (!question || own.length > 0) return []
  const [first = 0, last = 0] = [coveredValues[0], coveredValues.at(-1)]
  const value = matrix.lookup === 'nextLower' ? (question.minval ?? first - 1) : (question.maxval ?? last + 1)
  return coveredSet.has(value) ? [] : [{ question_id: questionId, value: String(value) }]
}

/** Empty if no selection is needed, or if none would show the finding. */
export function findWitness(source: ProductSource, { kind, entity, id, at }: ProofFinding): WitnessSelections {
  if (entity === 'answer') {
    const answer = source.answers.find((candidate) => candidate.id === id)
    return answer ? [{ question_id: answer.question_id, value: String(id) }] : []
  }
  const matrix = entity === 'calculation' ? source.calculations.find((candidate) => candidate.id === id)?.matrix : null
  if (!matrix) return []
  const question = at.find((place) => place.entity === 'question')
  if (question) return findUncoveredValue(source, matrix, question.id)
  return toCellSelections(matrix, findProblemCell(matrix, kind !== 'matrix-hole'))
}
