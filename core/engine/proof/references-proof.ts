// Finds references to questions, answers and calculations that do not exist or are not published.
import { createMessage, type Message } from '../../foundation/message.js'
import { calculationBodies } from '../calculation/bodies.js'
import type { AnswerSource, ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { walkConditions, Malformed, type ParsedRule } from '../rule/stored.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'

/** The records of a product, by id. */
interface ProductRecords {
  readonly questions: ReadonlyMap<number, QuestionSource>
  readonly answers: ReadonlyMap<number, AnswerSource>
  readonly calculations: ReadonlySet<number>
}

export function indexRecords({ questions, answers, calculations }: ProductSource): ProductRecords {
  return {
    questions: new Map(questions.map((question) => [question.id, question])),
    answers: new Map(answers.map((answer) => [answer.id, answer])),
    calculations: new Set(calculations.map(({ id }) => id)),
  }
}

/** The findings about one rule. */
export function findMissingReferences(
  records: ProductRecords,
  types: EngineTypes,
  place: FindingTarget,
  title: string,
  rule: ParsedRule | Malformed | null,
): ProofFinding[] {
  if (rule === null || rule instanceof Malformed) return []
  const missing = new Map<string, Message>()
  for (const condition of walkConditions(rule.root)) {
    const type = types.conditionTypes.get(condition.type)
    const operand = type && 'operand' in type ? type.operand(condition.args) : null
    if (!operand) continue
    if ('calculation' in operand && !records.calculations.has(operand.calculation)) {
      missing.set(`calculation ${operand.calculation}`, createMessage('findings.calculation', { id: operand.calculation }))
    }
    if (!('question' in operand)) continue
    const question = records.questions.get(operand.question)
    if (!question) {
      missing.set(`question ${operand.question}`, createMessage('findings.question', { id: operand.question }))
      continue
    }
    const answerId =
      operand.answerId ??
      (operand.field === 'selected' && types.questionTypes.get(question.question_type)?.takesAnswers ? condition.value : '')
    if (answerId === '') continue
    const answer = records.answers.get(Number(answerId))
    if (answer?.question_id !== question.id)
      missing.set(`answer ${answerId}`, createMessage('findings.answer', { id: String(answerId) }))
  }
  return [...missing.values()].map((reference) =>
    createFinding('missing-reference', place, createMessage('findings.ruleReference', { title, part: reference })),
  )
}

/**
 * The findings about prices, limits and calculation bodies of a whole product. A calculation that is not part of the product,
 * for example one of another product, evaluates to null.
 */
export function findMissingCalculations(source: ProductSource, types: EngineTypes): ProofFinding[] {
  const ids = {
    question: new Set(source.questions.map(({ id }) => id)),
    answer: new Set(source.answers.map(({ id }) => id)),
    calculation: new Set(source.calculations.map(({ id }) => id)),
  }
  const findings: ProofFinding[] = []
  const check = (place: FindingTarget, title: string, field: string, id: number | null): void => {
    if (id === null || ids.calculation.has(id)) return
    const message = createMessage('findings.fieldReference', { field, title, id })
    findings.push(createFinding('missing-reference', place, message, { field }))
  }
  const checkCalculations = (entity: 'question' | 'answer', record: QuestionSource | AnswerSource): void => {
    const place = { entity, id: record.id }
    for (const field of ['calcmodel', 'calcmodel_recurring', 'calcmodel_weight'] as const)
      check(place, record.title ?? String(record.id), field, record[field])
  }
  for (const question of source.questions) {
    checkCalculations('question', question)
    const checkLimit = (field: 'calcmodel_id_min_val' | 'calcmodel_id_max_val', kind: QuestionSource['set_min_value']): void => {
      const place = { entity: 'question', id: question.id } as const
      if (kind === 'calculated') check(place, question.title ?? String(question.id), field, question[field])
    }
    checkLimit('calcmodel_id_min_val', question.set_min_value)
    checkLimit('calcmodel_id_max_val', question.set_max_value)
  }
  for (const answer of source.answers) {
    checkCalculations('answer', answer)
    for (const { calculation_id } of answer.price_calculation_overrides) {
      const place = { entity: 'answer', id: answer.id } as const
      check(place, answer.title ?? String(answer.id), 'price_calculation_overrides', calculation_id)
    }
  }
  for (const calculation of source.calculations) {
    const title = calculation.name ?? String(calculation.id)
    const body = calculationBodies[calculation.type]
    for (const { entity, id } of body.references(calculation, types)) {
      if (ids[entity as keyof typeof ids]?.has(id) ?? true) continue
      const part = createMessage(`findings.${entity as keyof typeof ids}`, { id })
      const message = createMessage('findings.calculationReference', { title, part })
      const place = { entity: 'calculation', id: calculation.id } as const
      findings.push(createFinding('missing-reference', place, message, { field: body.field }))
    }
  }
  return findings
}
