// Converts between the authored body of a calculation and the record of its body entity.
import { calculationForms, type BodyAuthoringForm } from '../engine/calculation/forms.js'
import { getMessage, createMessage, type Message } from '../foundation/message.js'
import type { BodyType } from '../engine/program/source.js'
import { type Issue, ValidationError } from '../foundation/errors.js'
import { Refusal } from '../foundation/property/kind.js'
import type { RefusedCall } from '../model/action/declaration.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import type { Records } from '../storage/records.js'

type Values = Readonly<Record<string, unknown>>

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
