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
  const values = new Map<number, Map<number, number>>(rows.map((row) => [row, new Map()]))
  for (const { row, column, value } of matrix.cells) values.get(row)!.set(column, Number(value))

  const holes: Message[] = []
  for (const [row, rowValues] of values)
    for (const column of columns) if (!rowValues.has(column)) holes.push(createMessage('findings.cell', { row, column }))
  const decreases: Message[] = []
  // Answers have no order. Only numeric axes can increase.
  if (matrix.lookup !== 'exact') {
    for (const [index, row] of rows.entries()) {
      const rowValues = values.get(row)!
      const nextRow = values.get(rows[index + 1] ?? Number.NaN)
      for (const [place, column] of columns.entries()) {
        const value = rowValues.get(column)
        const right = rowValues.get(columns[place + 1] ?? Number.NaN)
        const below = nextRow?.get(column)
        if (value === undefined) continue
        if ((right !== undefined && right < value) || (below !== undefined && below < value))
          decreases.push(createMessage('findings.cell', { row, column }))
      }
    }
  }
  const formatPlaces = (places: readonly Message[]): Message => {
    const more = createMessage('findings.moreCells', { count: places.length - maxListed })
    const listed = [...places.slice(0, maxListed), ...(places.length > maxListed ? [more] : [])]
    return listed.reduceRight((rest, first) => createMessage('findings.cells', { first, rest }))
  }
  const findings: ProofFinding[] = []
  if (holes.length > 0) {
    findings.push(
      createFinding('matrix-hole', place, createMessage('findings.matrixHole', { title: name, part: formatPlaces(holes) }), {
        field: 'cells',
      }),
    )
  }
  if (decreases.length > 0) {
    const message = createMessage('findings.decreasing', { title: name, part: formatPlaces(decreases) })
    findings.push(createFinding('non-monotone', place, message, { field: 'cells' }))
  }
  return findings
}
