// Finds what names something that is not there: questions, answers and calculations that do not exist or are not published.
import { bodies } from '../calculation/bodies/index.js'
import type { AnswerSource, ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { conditionsOf, Malformed, type ParsedRule } from '../rule/stored.js'
import { finding, type Place, type ProofFinding } from './findings.js'

/** What a product has, by id. */
export interface Known {
  readonly questions: ReadonlyMap<number, QuestionSource>
  readonly answers: ReadonlyMap<number, AnswerSource>
  readonly calculations: ReadonlySet<number>
}

export function knownIn({ questions, answers, calculations }: ProductSource): Known {
  return {
    questions: new Map(questions.map((question) => [question.id, question])),
    answers: new Map(answers.map((answer) => [answer.id, answer])),
    calculations: new Set(calculations.map(({ id }) => id)),
  }
}

/** The findings on one rule. */
export function missingReferences(
  known: Known,
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
    if ('calculation' in operand && !known.calculations.has(operand.calculation)) {
      missing.add(`calculation ${operand.calculation}`)
    }
    if (!('question' in operand)) continue
    const question = known.questions.get(operand.question)
    if (!question) {
      missing.add(`question ${operand.question}`)
      continue
    }
    const named =
      operand.answerId ??
      (operand.field === 'selected' && types.questionTypes.get(question.question_type)?.takesAnswers ? condition.value : '')
    if (named === '') continue
    const answer = known.answers.get(Number(named))
    if (answer?.question_id !== question.id) missing.add(`answer ${named}`)
  }
  return [...missing].map((what) =>
    finding('missing-reference', place, `The rule of '${title}' names ${what}, which does not exist or is not published.`),
  )
}

/**
 * The findings on figures and calculation bodies of a whole product. A figure's calculation that the product does not have,
 * another product's for example, yields nothing.
 */
export function missingInFigures(source: ProductSource, types: EngineTypes): ProofFinding[] {
  const known = {
    question: new Set(source.questions.map(({ id }) => id)),
    answer: new Set(source.answers.map(({ id }) => id)),
    calculation: new Set(source.calculations.map(({ id }) => id)),
  }
  const findings: ProofFinding[] = []
  const judge = (place: Place, title: string, field: string, id: number | null): void => {
    if (id === null || known.calculation.has(id)) return
    const message = `The field '${field}' of '${title}' names calculation ${id}, which this product does not have, so it yields nothing.`
    findings.push(finding('missing-reference', place, message, { field }))
  }
  const judgeFigures = (entity: 'question' | 'answer', record: QuestionSource | AnswerSource): void => {
    const place = { entity, id: record.id }
    for (const field of ['calcmodel', 'calcmodel_recurring', 'calcmodel_weight'] as const)
      judge(place, record.title ?? String(record.id), field, record[field])
  }
  for (const question of source.questions) {
    judgeFigures('question', question)
    const limit = (field: 'calcmodel_id_min_val' | 'calcmodel_id_max_val', kind: QuestionSource['set_min_value']): void => {
      const place = { entity: 'question', id: question.id } as const
      if (kind === 'calculated') judge(place, question.title ?? String(question.id), field, question[field])
    }
    limit('calcmodel_id_min_val', question.set_min_value)
    limit('calcmodel_id_max_val', question.set_max_value)
  }
  for (const answer of source.answers) {
    judgeFigures('answer', answer)
    for (const { calculation_id } of answer.price_calculation_overrides) {
      const place = { entity: 'answer', id: answer.id } as const
      judge(place, answer.title ?? String(answer.id), 'price_calculation_overrides', calculation_id)
    }
  }
  for (const calculation of source.calculations) {
    const title = calculation.name ?? String(calculation.id)
    const body = bodies[calculation.type]
    for (const { entity, id } of body.references(calculation, types)) {
      if (known[entity as keyof typeof known]?.has(id) ?? true) continue
      const message = `The calculation '${title}' names ${entity} ${id}, which does not exist or is not published.`
      const place = { entity: 'calculation', id: calculation.id } as const
      findings.push(finding('missing-reference', place, message, { field: body.field }))
    }
  }
  return findings
}
