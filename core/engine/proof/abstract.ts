// Makes the proofs' model of a product: every rule becomes a formula over finitely many values. Allows more than the product, never less.
import type { AnswerSource, ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import type { QuestionType } from '../question/define.js'
import type { Operand } from '../question/operand.js'
import { numberOf, timestampOf, type Operator, type Scalar } from '../question/value.js'
import { conditionsOf, Malformed, parseRule, type ParsedRule, type RuleNode, type StoredCondition } from '../rule/stored.js'
import { compares, contains, exampleIn, nameOf, numberCells, textCells, weightOf, type Cell } from './cells.js'
import { FALSE, Formulas, TRUE, type FormulaId } from './formulas.js'
import type { AnswerModel, ProductModel, QuestionModel, Subject } from './model.js'

/** What a condition speaks of, before cells are made. */
interface Place {
  readonly key: string
  readonly kind: 'number' | 'date' | 'text' | 'opaque'
}

interface SubjectDraft {
  readonly kind: Subject['kind']
  readonly questionId: number | null
  readonly answerIds: readonly number[]
  readonly cells: readonly Cell[]
  readonly names: readonly string[]
  readonly weights: readonly (bigint | null)[]
}

/** The formulas of a model, made on demand: rules of the product, and variations of them. */
export interface Abstraction extends ProductModel {
  /** Where a held selection stands: the subjects it decides with their values. null where the question cannot hold it. */
  entryOf(questionId: number, selection: string): readonly { readonly subject: number; readonly value: number }[] | null
  /** A selection that a question's scalar subject stands for at a value; null for nothing and for texts that no rule names. */
  exampleOf(subject: number, value: number, random: () => number): string | null
  /** The formula of a part of a rule. */
  formulaOf(node: RuleNode): FormulaId
  /** The rule as it is read; null = none. */
  ruleOf(stored: string | null): ParsedRule | Malformed | null
}

export function abstract(source: ProductSource, types: EngineTypes): Abstraction {
  const questions = new Map(source.questions.map((question) => [question.id, question]))
  const answersOf = new Map<number, AnswerSource[]>(source.questions.map((question) => [question.id, []]))
  for (const answer of source.answers) answersOf.get(answer.question_id)?.push(answer)
  const typeOf = (question: QuestionSource): QuestionType | undefined => types.questionTypes.get(question.question_type)
  const settingsOf = (question: QuestionSource) => ({
    id: question.id,
    title: question.title ?? '',
    answerIds: answersOf.get(question.id)!.map((answer) => answer.id),
    settings: question.settings,
  })
  const selectedKind = (question: QuestionSource): 'number' | 'date' | 'text' =>
    typeOf(question)?.selectedKind?.(settingsOf(question)) ?? 'text'

  const operandOf = (condition: StoredCondition): Operand | null => {
    const type = types.conditionTypes.get(condition.type)
    return type && 'operand' in type ? type.operand(condition.args) : null
  }

  /** Where the condition's left side lives; null where it is an answer, or a question that is not there. */
  const placeOf = (condition: StoredCondition): Place | null => {
    const operand = operandOf(condition)
    if (operand && 'question' in operand) {
      const question = questions.get(operand.question)
      if (operand.field === 'selected') {
        return question && !typeOf(question)?.takesAnswers
          ? { key: `question:${question.id}`, kind: selectedKind(question) }
          : null
      }
      // Numbers and texts of one field are kept apart: what ties them together is left out.
      const kind = guess(condition.value)
      return { key: `field:${operand.question}:${operand.field}:${operand.answerId ?? ''}:${kind}`, kind }
    }
    if (operand && 'calculation' in operand) return { key: `calculation:${operand.calculation}`, kind: 'number' }
    const kind = guess(condition.value)
    if (operand) return { key: `group:${operand.customerGroup}:${kind}`, kind }
    const { type, args, operator, value } = condition
    return { key: `computed:${JSON.stringify([type, args, operator, value])}`, kind: 'opaque' }
  }

  const parsed = new Map<string, ParsedRule | Malformed | null>()
  const ruleOf = (stored: string | null): ParsedRule | Malformed | null => {
    if (stored === null) return null
    if (!parsed.has(stored)) parsed.set(stored, parseRule(stored))
    return parsed.get(stored)!
  }

  // First pass: the constants that each place is compared with.
  const constants = new Map<string, { readonly place: Place; readonly values: Set<number | string> }>()
  for (const { rules } of [...source.questions, ...source.answers]) {
    const rule = ruleOf(rules)
    if (rule === null || rule instanceof Malformed) continue
    for (const condition of conditionsOf(rule.root)) {
      const place = placeOf(condition)
      if (!place) continue
      const known = constants.get(place.key) ?? { place, values: new Set() }
      const value = constantOf(place.kind, condition.value)
      if (value !== null && value !== '') known.values.add(value)
      constants.set(place.key, known)
    }
  }

  const drafts: SubjectDraft[] = []
  const subjectAt = new Map<string, number>()
  const draft = (key: string, subject: SubjectDraft): number => {
    subjectAt.set(key, drafts.length)
    return drafts.push(subject) - 1
  }
  const scalar = (
    key: string,
    kind: Subject['kind'],
    questionId: number | null,
    cells: readonly Cell[],
    integer: boolean,
  ): number =>
    draft(key, {
      kind,
      questionId,
      answerIds: [],
      cells,
      names: ['nothing', ...cells.map(nameOf)],
      weights: [1n, ...cells.map((cell) => weightOf(cell, integer))],
    })

  const answerPlace = new Map<number, { subject: number; value: number }>()
  for (const question of source.questions) {
    const answers = answersOf.get(question.id)!
    const type = typeOf(question)
    if (type?.takesAnswers && type.multiple) {
      for (const answer of answers) {
        const names = ['not chosen', answer.title ?? String(answer.id)]
        const tick = {
          kind: 'tick',
          questionId: question.id,
          answerIds: [answer.id],
          cells: [],
          names,
          weights: [1n, 1n],
        } as const
        answerPlace.set(answer.id, { subject: draft(`answer:${answer.id}`, tick), value: 1 })
      }
    } else if (type?.takesAnswers) {
      const subject = draft(`question:${question.id}`, {
        kind: 'choice',
        questionId: question.id,
        answerIds: answers.map((answer) => answer.id),
        cells: [],
        names: ['nothing', ...answers.map((answer) => answer.title ?? String(answer.id))],
        weights: [1n, ...answers.map(() => 1n)],
      })
      for (const [i, answer] of answers.entries()) answerPlace.set(answer.id, { subject, value: i + 1 })
    } else {
      const { cells, integer } = entryCells(
        question,
        type,
        selectedKind(question),
        settingsOf(question),
        constants.get(`question:${question.id}`)?.values,
      )
      scalar(`question:${question.id}`, 'scalar', question.id, cells, integer)
    }
  }
  for (const { place, values } of constants.values()) {
    if (subjectAt.has(place.key)) continue
    const numbers = [...values].filter((value): value is number => typeof value === 'number')
    const unlimited = { min: null, max: null, integer: false }
    const cells =
      place.kind === 'number' || place.kind === 'date'
        ? numberCells(numbers, unlimited, () => true)
        : textCells(values, () => true, null)
    scalar(place.key, 'outside', null, cells, false)
  }

  const sizes = drafts.map((subject) => subject.names.length)
  const formulas = new Formulas(sizes)

  const everyNothing = (subjects: readonly number[]): FormulaId =>
    formulas.and(subjects.map((subject) => formulas.in(subject, [0])))
  const subjectsOf = (question: QuestionSource): number[] => {
    const own = subjectAt.get(`question:${question.id}`)
    return own === undefined ? answersOf.get(question.id)!.map((answer) => answerPlace.get(answer.id)!.subject) : [own]
  }

  /** `selected` of a question that takes answers. */
  const choiceFormula = (question: QuestionSource, operator: Operator, value: Scalar): FormulaId => {
    const place = answerPlace.get(Number(value))
    const isOwn = answersOf.get(question.id)!.some((answer) => answer.id === Number(value))
    const equal =
      value === '' ? everyNothing(subjectsOf(question)) : place && isOwn ? formulas.in(place.subject, [place.value]) : FALSE
    return operator === '==' ? equal : operator === '!=' ? formulas.not(equal) : FALSE
  }

  const conditionFormula = (condition: StoredCondition): FormulaId => {
    const { operator, value } = condition
    const operand = operandOf(condition)
    const question = operand && 'question' in operand ? questions.get(operand.question) : undefined
    if (operand && 'question' in operand && operand.field === 'selected') {
      // A question that is not published holds nothing, ever.
      if (!question)
        return operator === '==' ? (value === '' ? TRUE : FALSE) : operator === '!=' ? (value === '' ? FALSE : TRUE) : FALSE
      if (typeOf(question)?.takesAnswers) return choiceFormula(question, operator, value)
    }
    const place = placeOf(condition)!
    const subject = subjectAt.get(place.key)!
    // Nothing is known of a computed condition but that it holds or does not.
    if (place.kind === 'opaque') return formulas.in(subject, [0])
    if (value === '')
      return operator === '==' ? formulas.in(subject, [0]) : operator === '!=' ? formulas.not(formulas.in(subject, [0])) : FALSE
    const constant = constantOf(place.kind, value)
    if (constant === null) return operator === '!=' ? TRUE : FALSE
    const holding: number[] = operator === '!=' ? [0] : []
    for (const [i, cell] of drafts[subject]!.cells.entries()) if (compares(cell, operator, constant)) holding.push(i + 1)
    return formulas.in(subject, holding)
  }

  const formulaOf = (node: RuleNode): FormulaId => {
    if (node.kind === 'condition') return conditionFormula(node.condition)
    const parts = node.parts.map(formulaOf)
    return node.kind === 'all' ? formulas.and(parts) : formulas.or(parts)
  }
  const ruleFormula = (stored: string | null): FormulaId => {
    const rule = ruleOf(stored)
    if (rule === null) return TRUE
    if (rule instanceof Malformed) return FALSE
    const root = formulaOf(rule.root)
    return rule.not ? formulas.not(root) : root
  }

  const entryOf = (questionId: number, selection: string): { subject: number; value: number }[] | null => {
    const question = questions.get(questionId)
    if (!question) return null
    if (typeOf(question)?.takesAnswers) {
      const own = answersOf.get(questionId)!
      const chosen = selection
        .split(',')
        .map((id) => (own.some((answer) => answer.id === Number(id)) ? answerPlace.get(Number(id)) : undefined))
      return chosen.every((place) => place !== undefined) ? chosen : null
    }
    const subject = subjectAt.get(`question:${questionId}`)!
    const constant = constantOf(selectedKind(question), selection)
    const cell =
      constant === null
        ? -1
        : drafts[subject]!.cells.findIndex((candidate) => contains(candidate, constant, drafts[subject]!.cells))
    return cell < 0 ? null : [{ subject, value: cell + 1 }]
  }

  const models = source.questions.map((question): QuestionModel => {
    const answers = answersOf.get(question.id)!.map(
      (answer): AnswerModel => ({
        id: answer.id,
        title: answer.title ?? String(answer.id),
        ...(answerPlace.get(answer.id) ?? { subject: -1, value: -1 }),
        rule: ruleFormula(answer.rules),
        selectable: answer.available || !answer.disable_non_available,
      }),
    )
    const takesAnswers = typeOf(question)?.takesAnswers ?? false
    return {
      id: question.id,
      title: question.title ?? String(question.id),
      required: question.required,
      takesAnswers,
      subjects: subjectsOf(question),
      rule: ruleFormula(question.rules),
      answers: takesAnswers ? answers : [],
    }
  })
  return {
    formulas,
    sizes,
    subjects: drafts.map(({ kind, questionId, answerIds, names, weights }, index) => ({
      index,
      kind,
      questionId,
      answerIds,
      names,
      weights,
    })),
    questions: models,
    questionOf: new Map(models.map((question) => [question.id, question])),
    answerOf: new Map(models.flatMap((question) => question.answers.map((answer) => [answer.id, answer] as const))),
    entryOf,
    exampleOf(subject, value, random) {
      const cell = drafts[subject]!.cells[value - 1]
      const question = questions.get(drafts[subject]!.questionId ?? -1)
      if (!cell || !question) return null
      const found = exampleIn(cell, question.settings['input_restriction'] === 'integer', random)
      return typeof found === 'number' && selectedKind(question) === 'date'
        ? new Date(found).toISOString().slice(0, 10)
        : found === null
          ? null
          : String(found)
    },
    formulaOf,
    ruleOf,
  }
}

function guess(value: Scalar): 'number' | 'text' {
  return typeof value === 'number' ? 'number' : 'text'
}

/** The constant as its place compares it; null where it is of another kind. */
function constantOf(kind: Place['kind'], value: Scalar): number | string | null {
  if (value === '') return ''
  if (kind === 'number') return typeof value === 'number' ? value : numberOf(String(value))
  if (kind === 'date') return timestampOf(String(value))
  return String(value)
}

/** The cells of a question without answers, within what its type and its fixed limits let through. */
function entryCells(
  question: QuestionSource,
  type: QuestionType | undefined,
  kind: 'number' | 'date' | 'text',
  settings: Parameters<QuestionType['validate']>[1],
  constants: ReadonlySet<number | string> = new Set(),
): { cells: Cell[]; integer: boolean } {
  const limits = {
    min: type?.limited && question.set_min_value === 'static' ? question.minval : null,
    max: type?.limited && question.set_max_value === 'static' ? question.maxval : null,
  }
  const takes = (value: string): boolean => {
    const judged = type?.validate(value, settings, { limits, now: 0, say: (sentence) => sentence })
    return !judged || 'value' in judged
  }
  if (kind === 'text') return { cells: textCells(constants, takes, null), integer: false }
  const numbers = [...constants].filter((value): value is number => typeof value === 'number')
  // A date's limits move with the clock, so every date counts as possible.
  if (kind === 'date')
    return { cells: numberCells(numbers, { min: null, max: null, integer: false }, () => true), integer: false }
  const integer = settings.settings['input_restriction'] === 'integer'
  return { cells: numberCells(numbers, { ...limits, integer }, (point) => takes(String(point))), integer }
}
