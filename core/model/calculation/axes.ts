// The axes of a matrix: each a question, a calculation or nothing; coordinates are 0 on an axis that is left out (spec 2.5).
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import { judgeSameProduct } from './product-scope.js'

const axes = ['row', 'column'] as const

/** Judges both axes against the cells and against the product of the calculation. */
export async function judgeAxes(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const { record } = scope
  const cells = Array.isArray(record.cells) ? (record.cells as readonly Readonly<Record<string, unknown>>[]) : []
  const issues: FieldRefusal[] = []
  let given = 0
  for (const axis of axes) {
    const [question, calculation] = [record[`${axis}_question_id`] ?? null, record[`${axis}_calculation_id`] ?? null]
    if (question !== null && calculation !== null) {
      const message = `The ${axis}s are looked up by a question or by a calculation, not by both. Send one of them as null.`
      issues.push({ field: `${axis}_calculation_id`, refusal: new Refusal(message) })
    }
    if (question !== null || calculation !== null) given++
    else if (cells.some((cell) => cell[axis] !== 0)) {
      const message = `The matrix has no axis for its ${axis}s, so every cell takes ${axis} 0.`
      issues.push({ field: 'cells', refusal: new Refusal(message) })
    }
    issues.push(...(await judgeSameProduct(scope, `${axis}_question_id`, `Question of the ${axis}s`, 'question', question)))
    issues.push(
      ...(await judgeSameProduct(scope, `${axis}_calculation_id`, `Calculation of the ${axis}s`, 'calculation', calculation)),
    )
  }
  if (given === 0) {
    const message =
      "A matrix needs an axis: send at least one of 'row_question_id', 'row_calculation_id', 'column_question_id', 'column_calculation_id'."
    issues.push({ field: 'row_question_id', refusal: new Refusal(message, 'REQUIRED') })
  }
  return issues
}
