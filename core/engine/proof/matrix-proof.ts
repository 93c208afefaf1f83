// Checks a price table for missing cells and for decreasing values.
import { createMessage, type Message } from '../../foundation/message.js'
import type { CalculationSource } from '../program/source.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'

const maxListed = 5

/** The findings about a matrix. Empty for other calculations. */
export function checkMatrix(calculation: CalculationSource): ProofFinding[] {
  const { matrix, id } = calculation
  if (calculation.type !== 'matrix' || !matrix) return []
  const place: FindingTarget = { entity: 'calculation', id }
  const name = calculation.name ?? String(id)
  const rows = [...new Set(matrix.cells.map((cell) => cell.row))].sort((a, b) => a - b)
  const columns = [...new Set(matrix.cells.map((cell) => cell.column))].sort((a, b) => a - b)
  const columnIndex = new Map(columns.map((column, index) => [column, index]))
  const values = new Map<number, Map<number, number>>(rows.map((row) => [row, new Map()]))
  for (const { row, column, value } of matrix.cells) values.get(row)!.set(column, Number(value))

  // A sparse table can have many more holes than cells. Only the first ones are listed.
  let holeCount = rows.length * columns.length
  for (const rowValues of values.values()) holeCount -= rowValues.size
  const holes: Message[] = []
  for (const [row, rowValues] of values) {
    if (holes.length >= Math.min(holeCount, maxListed)) break
    for (const column of columns) {
      if (holes.length >= maxListed) break
      if (!rowValues.has(column)) holes.push(createMessage('findings.cell', { row, column }))
    }
  }
  const decreases: Message[] = []
  // Answers have no order. Only numeric axes can increase.
  if (matrix.lookup !== 'exact') {
    for (const [index, row] of rows.entries()) {
      const rowValues = values.get(row)!
      const nextRow = values.get(rows[index + 1] ?? Number.NaN)
      for (const [column, value] of [...rowValues].sort(([a], [b]) => a - b)) {
        const right = rowValues.get(columns[columnIndex.get(column)! + 1] ?? Number.NaN)
        const below = nextRow?.get(column)
        if ((right !== undefined && right < value) || (below !== undefined && below < value))
          decreases.push(createMessage('findings.cell', { row, column }))
      }
    }
  }
  const formatPlaces = (places: readonly Message[], count: number): Message => {
    const more = createMessage('findings.moreCells', { count: count - maxListed })
    const listed = [...places.slice(0, maxListed), ...(count > maxListed ? [more] : [])]
    return listed.reduceRight((rest, first) => createMessage('findings.cells', { first, rest }))
  }
  const findings: ProofFinding[] = []
  if (holeCount > 0) {
    findings.push(
      createFinding(
        'matrix-hole',
        place,
        createMessage('findings.matrixHole', { title: name, part: formatPlaces(holes, holeCount) }),
        {
          field: 'cells',
        },
      ),
    )
  }
  if (decreases.length > 0) {
    const message = createMessage('findings.decreasing', { title: name, part: formatPlaces(decreases, decreases.length) })
    findings.push(createFinding('non-monotone', place, message, { field: 'cells' }))
  }
  return findings
}
