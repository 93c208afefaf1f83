// Between a calculation's body as callers send it, and the record of the body entity that holds it (spec 2.5).
import { readCode } from '../engine/calculation/code-author.js'
import { readMatrix } from '../engine/calculation/matrix-author.js'
import type { CodeSource, MatrixSource } from '../engine/program/source.js'
import { type Issue, ValidationError } from '../ground/errors.js'
import type { RefusedCall } from '../model/action/declaration.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import type { Records } from '../storage/records.js'

type Values = Readonly<Record<string, unknown>>

/** One of the three; none before a body was set. */
export interface CalculationBody {
  readonly formula?: unknown
  readonly matrix?: unknown
  readonly code?: unknown
}

interface BodyForm {
  /** The body record as callers see it. */
  present(record: Values): unknown
  /** The fields of the body record; whatever is left out is emptied. */
  fields(body: Values): Values
  /** The place in the sent body that a field of the record stands for. */
  place(field: string): string
}

const letters = ['A', 'B', 'C', 'D'] as const

function refuseUnknown(body: Values, known: readonly string[], type: string): void {
  const unknown = Object.keys(body).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const message = `Unknown key '${unknown[0]!.slice(0, 60)}' in '${type}'. It takes ${known.join(', ')}.`
  throw ValidationError.of(`${type}.${unknown[0]!.slice(0, 60)}`, message, 'UNKNOWN_FIELD')
}

const axisField = /^(row|column)_(question|calculation)_id$/

export const bodyForms: Readonly<Record<string, BodyForm>> = {
  formula: {
    present: ({ terms }) => ({ terms }),
    fields(body) {
      refuseUnknown(body, ['terms'], 'formula')
      return { terms: body['terms'] ?? null }
    },
    place: (field) => field,
  },
  matrix: {
    present: (record) => readMatrix(record as unknown as MatrixSource),
    fields(body) {
      refuseUnknown(body, ['rows', 'columns', 'lookup', 'cells', 'round'], 'matrix')
      return {
        ...axisFields('row', body['rows']),
        ...axisFields('column', body['columns']),
        lookup: body['lookup'] ?? null,
        round: body['round'] ?? null,
        cells: body['cells'] ?? null,
      }
    },
    place: (field) => field.replace(axisField, (_, axis: string, subject: string) => `${axis}s.${subject}`),
  },
  code: {
    present: (record) => readCode(record as unknown as CodeSource),
    fields(body) {
      refuseUnknown(body, ['code', 'questions'], 'code')
      const questions = body['questions'] ?? {}
      if (typeof questions !== 'object' || Array.isArray(questions)) {
        throw ValidationError.of('code.questions', `'questions' takes the questions behind the placeholders, such as {"A": 12}.`)
      }
      const given = questions as Values
      refuseUnknown(given, letters, 'code.questions')
      const ids = letters.map((letter) => [`question_id_${letter.toLowerCase()}`, given[letter] ?? null])
      return { code: body['code'] ?? null, ...Object.fromEntries(ids) }
    },
    place: (field) => field.replace(/^question_id_([a-d])$/, (_, letter: string) => `questions.${letter.toUpperCase()}`),
  },
}

/** An axis is `{question: id}`, `{calculation: id}` or null; the engine's own judge words the refusal of anything else. */
function axisFields(axis: 'row' | 'column', given: unknown): Values {
  const value = (given ?? null) as Values | null
  const keys = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : ['']
  if (value !== null && (keys.length !== 1 || !['question', 'calculation'].includes(keys[0]!))) {
    const message = `'${axis}s' takes {"question": id}, {"calculation": id} or null.`
    throw ValidationError.of(`matrix.${axis}s`, message)
  }
  return { [`${axis}_question_id`]: value?.['question'] ?? null, [`${axis}_calculation_id`]: value?.['calculation'] ?? null }
}

/** The id of the calculation's body of that type, or null. */
async function bodyId(records: Records, type: string, calculationId: number): Promise<number | null> {
  const filters = new Map([['calculation_id', calculationId]])
  const page = await records.list(bodyEntities[type]!, { filters, limit: 1 })
  return (page.records[0]?.['id'] as number | undefined) ?? null
}

export async function bodyOf(records: Records, calculationId: number): Promise<CalculationBody> {
  for (const [type, form] of Object.entries(bodyForms)) {
    const id = await bodyId(records, type, calculationId)
    if (id !== null) return { [type]: form.present((await records.read(bodyEntities[type]!, id)).record) }
  }
  return {}
}

/** Replaces the body by the five steps; refusals name places in the body that was sent. */
export async function writeBody(records: Records, type: string, calculationId: number, body: Values) {
  const form = bodyForms[type]!
  const id = await bodyId(records, type, calculationId)
  const fields = { ...form.fields(body), ...(id === null ? { calculation_id: calculationId } : {}) }
  try {
    return await records.write(bodyEntities[type]!, fields, { id: id ?? undefined })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(error.issues.map((issue) => placed(issue, type, form)))
  }
}

function placed(issue: Issue, type: string, form: BodyForm): Issue {
  const [, name = '', rest = ''] = /^(\w+)(.*)$/.exec(issue.field) ?? []
  return { ...issue, field: `${type}.${form.place(name)}${rest}` }
}

/** Where a caller finds calculations, or how their bodies are written. */
export function noCalculation({ code }: RefusedCall): string | null {
  return code === 'NOT_FOUND' ? 'Call the action list-entities with entity "calculation" to see which calculations exist.' : null
}
