// Finds selections that make a finding visible: what to select in the configurator to reproduce it.
import type { MatrixSource, ProductSource, ProofFinding } from '#core/surface.js'
import type { WitnessSelections } from './shape.js'

type CellCoordinates = readonly [row: number, column: number]

const sortUnique = (values: Iterable<number>): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

/** The first position without a cell, or the first after which the value falls. */
function findProblemCell({ cells, lookup }: MatrixSource, falls: boolean): CellCoordinates | null {
  const rows = sortUnique(cells.map(({ row }) => row))
  const columns = sortUnique(cells.map(({ column }) => column))
  const valuesByCell = new Map(cells.map(({ row, column, value }) => [`${row}|${column}`, Number(value)]))
  const at = (row: number | undefined, column: number | undefined): number | undefined => valuesByCell.get(`${row}|${column}`)
  if (falls && lookup === 'exact') return null
  for (const [i, row] of rows.entries()) {
    for (const [k, column] of columns.entries()) {
      const here = at(row, column)
      if (!falls && here === undefined) return [row, column]
      if (!falls || here === undefined) continue
      // The cell with the lower value.
      if ((at(row, columns[k + 1]) ?? here) < here) return [row, columns[k + 1]!]
      if ((at(rows[i + 1], column) ?? here) < here) return [rows[i + 1]!, column]
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
  const answer = own.find(({ id }) => !coveredValues.includes(id))
  if (answer) return [{ question_id: questionId, value: String(answer.id) }]
  const question = source.questions.find(({ id }) => id === questionId)
  if (!question || own.length > 0) return []
  const [first = 0, last = 0] = [coveredValues[0], coveredValues.at(-1)]
  const value = matrix.lookup === 'nextLower' ? (question.minval ?? first - 1) : (question.maxval ?? last + 1)
  return coveredValues.includes(value) ? [] : [{ question_id: questionId, value: String(value) }]
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
