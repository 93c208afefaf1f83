// The axes of a matrix: each a question, a calculation or nothing, of the same product (spec 2.5).
import { storeMatrix } from '../../engine/calculation/matrix-author.js'
import { matrixReferences } from '../../engine/calculation/references.js'
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import { mentionedBy } from '../vocabulary/mentioned.js'
import { vocabularyFor } from '../vocabulary/vocabulary.js'

const axes = ['row', 'column'] as const
type Values = Readonly<Record<string, unknown>>

function idIn(record: Values, field: string): number | null {
  const id = record[field]
  return typeof id === 'number' ? id : null
}

/** The axes as columns hold them. */
export function axesOf(record: Values) {
  return {
    row_question_id: idIn(record, 'row_question_id'),
    row_calculation_id: idIn(record, 'row_calculation_id'),
    column_question_id: idIn(record, 'column_question_id'),
    column_calculation_id: idIn(record, 'column_calculation_id'),
  }
}

function authoredAxis(record: Values, axis: 'row' | 'column') {
  const [question, calculation] = [idIn(record, `${axis}_question_id`), idIn(record, `${axis}_calculation_id`)]
  if (question !== null) return { question }
  return calculation === null ? null : { calculation }
}

/** Judges both axes against the product of the calculation, and the cells against the axes. */
export async function judgeAxes(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const { record } = scope
  const cells = Array.isArray(record.cells) ? (record.cells as readonly Values[]) : []
  const issues: FieldRefusal[] = []
  for (const axis of axes) {
    const [question, calculation] = [idIn(record, `${axis}_question_id`), idIn(record, `${axis}_calculation_id`)]
    if (question !== null && calculation !== null) {
      const message = `The ${axis}s are looked up by a question or by a calculation, not by both. Send one of them as null.`
      issues.push({ field: `${axis}_calculation_id`, refusal: new Refusal(message) })
    }
    if (question === null && calculation === null && cells.some((cell) => cell[axis] !== 0)) {
      const message = `The matrix has no axis for its ${axis}s, so every cell takes ${axis} 0.`
      issues.push({ field: 'cells', refusal: new Refusal(message) })
    }
  }
  const vocabulary = await vocabularyFor(scope, mentionedBy(matrixReferences(axesStored(record))))
  const authored = { rows: authoredAxis(record, 'row'), columns: authoredAxis(record, 'column'), lookup: 'exact', cells: [] }
  const outcome = storeMatrix(authored, vocabulary)
  if (!('refusals' in outcome)) return issues
  return [...issues, ...outcome.refusals.map((refusal) => ({ field: fieldOf(refusal.path ?? ''), refusal: unplaced(refusal) }))]
}

function axesStored(record: Values) {
  return { ...axesOf(record), lookup: 'exact' as const, round: null }
}

/** `rows.question` of the authored body is `row_question_id` here. */
function fieldOf(path: string): string {
  const [axis = 'rows', subject = 'question'] = path.split('.')
  return `${axis.slice(0, -1)}_${subject}_id`
}

/** The field says where; the path belongs to the authored body. */
export function unplaced({ message, code }: Refusal): Refusal {
  return new Refusal(message, code)
}
