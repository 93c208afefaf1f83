// Finds rules that name what is not there: questions, answers and calculations that do not exist or are not published.
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { conditionsOf, Malformed, type ParsedRule } from '../rule/stored.js'
import { finding, type Place, type ProofFinding } from './findings.js'

/** The findings on one rule. */
export function missingReferences(
  source: ProductSource,
  types: EngineTypes,
  place: Place,
  title: string,
  rule: ParsedRule | Malformed | null,
): ProofFinding[] {
  if (rule === null || rule instanceof Malformed) return []
  const missing = new Set<string>()
  for (const condition of conditionsOf(rule.root)) {
    const type = types.conditionTypes.get(condition.type)
    const operand = type && 'operand' in type ? type.operand(condition.args) : null
    if (!operand) continue
    if ('calculation' in operand && !source.calculations.some((calculation) => calculation.id === operand.calculation)) {
      missing.add(`calculation ${operand.calculation}`)
    }
    if (!('question' in operand)) continue
    const question = source.questions.find((candidate) => candidate.id === operand.question)
    if (!question) {
      missing.add(`question ${operand.question}`)
      continue
    }
    const named =
      operand.answerId ??
      (operand.field === 'selected' && types.questionTypes.get(question.question_type)?.takesAnswers ? condition.value : '')
    if (named === '') continue
    const answer = source.answers.find((candidate) => candidate.id === Number(named))
    if (answer?.question_id !== question.id) missing.add(`answer ${named}`)
  }
  return [...missing].map((what) =>
    finding('missing-reference', place, `The rule of '${title}' names ${what}, which does not exist or is not published.`),
  )
}
