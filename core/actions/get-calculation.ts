// Reads a calculation with its body, in the form that set-calculation accepts.
import { idArgument } from './arguments.js'
import { type AuthoredBody, readCalculationBody, suggestCalculationStep } from './calculation-body.js'
import { defineAction } from './define-action.js'
import { number } from '../model/properties/number.js'
import type { WireRecord } from '../storage/record/results.js'

type Output = {
  readonly calculation: WireRecord
  /** Number of cells of a matrix if the list is incomplete, and the offset of the next page. */
  readonly cells_total?: number
  readonly next_cell_offset?: number
} & AuthoredBody

/** Maximum size of the cells in one reply, in characters of JSON. */
const cellLimit = 30_000

/** The body with as many cells from `from` on as fit, and the offset of the next page. */
function takeFittingCells(body: AuthoredBody, from: number): Pick<Output, 'matrix' | 'cells_total' | 'next_cell_offset'> {
  const { matrix } = body
  if (typeof matrix !== 'object' || matrix === null || !('cells' in matrix) || !Array.isArray(matrix.cells)) return body
  const cells: readonly unknown[] = matrix.cells
  let length = 0
  const end = cells.findIndex((cell, at) => at >= from && (length += JSON.stringify(cell).length + 1) > cellLimit)
  if (from === 0 && end < 0) return body
  const page = { ...matrix, cells: cells.slice(from, end < 0 ? undefined : end) }
  return { ...body, matrix: page, cells_total: cells.length, ...(end >= 0 && { next_cell_offset: end }) }
}

export const getCalculation = defineAction({
  name: 'get-calculation',
  description:
    'Reads a calculation with its body; use it before the action set-calculation. ' +
    'The body is returned as formula, matrix or code, in the form that the action set-calculation accepts.',
  input: {
    calculation_id: idArgument('The id of the calculation.'),
    cell_offset: number('Cell offset', { min: 0, help: 'Cells of a matrix to skip: next_cell_offset of the previous reply.' }),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { calculation_id: 1 },
  nextStep: suggestCalculationStep,
  async run({ records }, { calculation_id: id, cell_offset = 0 }): Promise<Output> {
    const { record } = await records.read('calculation', id)
    return { calculation: record, ...takeFittingCells(await readCalculationBody(records, id), cell_offset) }
  },
})
