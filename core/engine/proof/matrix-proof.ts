// Looks over a price table: holes where rows and columns cross, and figures that fall where they should rise.
import type { CalculationSource } from '../program/source.js'
import { finding, type Place, type ProofFinding } from './findings.js'

const listed = 5

/** The findings on a matrix; empty for other calculations. */
export function proveMatrix(calculation: CalculationSource): ProofFinding[] {
  const { matrix, id } = calculation
  if (calculation.type !== 'matrix' || !matrix) return []
  const place: Place = { entity: 'calculation', id }
  const name = calculation.name ?? String(id)
  const rows = [...new Set(matrix.cells.map((cell) => cell.row))].sort((a, b) => a - b)
  const columns = [...new Set(matrix.cells.map((cell) => cell.column))].sort((a, b) => a - b)
  const figures = new Map<number, Map<number, number>>(rows.map((row) => [row, new Map()]))
  for (const { row, column, value } of matrix.cells) figures.get(row)!.set(column, Number(value))

  const holes: string[] = []
  for (const [row, held] of figures)
    for (const column of columns) if (!held.has(column)) holes.push(`row ${row}, column ${column}`)
  const falls: string[] = []
  // Answers have no order among each other: only numeric axes can rise.
  if (matrix.lookup !== 'exact') {
    for (const [index, row] of rows.entries()) {
      const held = figures.get(row)!
      const next = figures.get(rows[index + 1] ?? Number.NaN)
      for (const [place, column] of columns.entries()) {
        const here = held.get(column)
        const right = held.get(columns[place + 1] ?? Number.NaN)
        const below = next?.get(column)
        if (here === undefined) continue
        if ((right !== undefined && right < here) || (below !== undefined && below < here))
          falls.push(`row ${row}, column ${column}`)
      }
    }
  }
  const sentence = (places: readonly string[]): string =>
    `${places.slice(0, listed).join('; ')}${places.length > listed ? `; and ${places.length - listed} more` : ''}`
  const findings: ProofFinding[] = []
  if (holes.length > 0) {
    findings.push(finding('matrix-hole', place, `The table '${name}' has no cell at ${sentence(holes)}.`, { field: 'cells' }))
  }
  if (falls.length > 0) {
    const message = `The figures of the table '${name}' fall after ${sentence(falls)}.`
    findings.push(finding('non-monotone', place, message, { field: 'cells' }))
  }
  return findings
}
