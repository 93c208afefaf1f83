// Reads a calculation with its body, in the form that set-calculation accepts.
import { idArgument } from './arguments.js'
import { defineAction } from './define-action.js'
import { number } from '../model/properties/number.js'
import type { WireRecord } from '../storage/record/results.js'
import { calculationForms, type BodyAuthoringForm } from '../engine/calculation/forms.js'
import { getMessage, createMessage, type Message } from '../foundation/message.js'
import type { BodyType } from '../engine/program/source.js'
import { type Issue, ValidationError } from '../foundation/errors.js'
import { Refusal } from '../foundation/property/kind.js'
import type { RefusedCall } from '../model/action/declaration.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import type { Records } from '../storage/records.js'

type Values = Readonly<Record<string, unknown>>

/** Converts between the authored body of a calculation and the record of its body entity. */
export const calculationBodyTypes = Object.values(calculationForms).map(({ type }) => type)

/** One of the three bodies; empty before a body was set. */
export type AuthoredBody = Readonly<Partial<Record<BodyType, unknown>>>

/** The id of the calculation's body of that type, or null. */
async function findBodyId(records: Records, type: string, calculationId: number): Promise<number | null> {
  const filters = new Map([['calculation_id', calculationId]])
  const page = await records.list(bodyEntities[type]!, { filters, limit: 1 })
  return page.records[0]?.['id'] ?? null
}

export async function readCalculationBody(records: Records, calculationId: number): Promise<AuthoredBody> {
  for (const [type, form] of Object.entries(calculationForms)) {
    const id = await findBodyId(records, type, calculationId)
    if (id !== null) return { [type]: form.read((await records.read(bodyEntities[type]!, id)).record) }
  }
  return {}
}

/** Replaces the body through the pipeline. Refusals refer to locations in the authored body. */
export async function writeCalculationBody(records: Records, type: BodyType, calculationId: number, body: Values) {
  const form = calculationForms[type]
  const columns = form.columns(body)
  if (columns instanceof Refusal) {
    const { code, path = '' } = columns
    throw ValidationError.of(`${type}.${path}`, getMessage(columns), code)
  }
  const id = await findBodyId(records, type, calculationId)
  const fields = { ...columns, ...(id === null ? { calculation_id: calculationId } : {}) }
  try {
    return await records.write(bodyEntities[type]!, fields, { id: id ?? undefined })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(error.issues.map((issue) => toBodyIssue(issue, form)))
  }
}

function toBodyIssue(issue: Issue, { type, toPath }: BodyAuthoringForm): Issue {
  const [, name = '', rest = ''] = /^(\w+)([^]*)$/.exec(issue.field) ?? []
  return { ...issue, field: `${type}.${toPath(name)}${rest}` }
}

/** The next step after an unknown calculation. */
export function suggestCalculationStep({ code }: RefusedCall): Message | null {
  return code === 'NOT_FOUND' ? createMessage('steps.listCalculations') : null
}

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
