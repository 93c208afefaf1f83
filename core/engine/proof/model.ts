// A product as the proofs see it: subjects with finitely many values, and formulas that say when questions and answers apply.
import { type FormulaId, type Formulas, TRUE } from './formulas.js'

/**
 * What takes exactly one of its values. Value 0 is always "nothing": not answered, not ticked, no result.
 * `choice` and `scalar` are questions; `tick` is one answer of a question that takes several; `outside` is a calculation, a
 * customer group's field or a computed condition, whose dependence on selections is left out: that allows more, never less.
 */
export interface Subject {
  readonly index: number
  readonly kind: 'choice' | 'scalar' | 'tick' | 'outside'
  readonly questionId: number | null
  /** The answer of value i + 1; empty for scalars and outside subjects. */
  readonly answerIds: readonly number[]
  /** What each value stands for, in words. */
  readonly names: readonly string[]
  /** How many concrete entries each value stands for; null where they cannot be counted. */
  readonly weights: readonly (bigint | null)[]
}

export interface AnswerModel {
  readonly id: number
  readonly title: string
  readonly subject: number
  readonly value: number
  /** Its own rule, and what variant tables say of it. */
  readonly rule: FormulaId
  /** The part of the rule that does not follow from what its question's tables say of all that is held. */
  readonly own: FormulaId
  /** False where it is shown but cannot be chosen now. */
  readonly selectable: boolean
}

export interface QuestionModel {
  readonly id: number
  readonly title: string
  readonly required: boolean
  readonly takesAnswers: boolean
  /** One, or one per answer of a question that takes several. */
  readonly subjects: readonly number[]
  readonly rule: FormulaId
  /** What the variant tables that it is in say of all selections that are held together. */
  readonly tables: readonly FormulaId[]
  readonly answers: readonly AnswerModel[]
}

export interface ProductModel {
  readonly formulas: Formulas
  readonly subjects: readonly Subject[]
  readonly sizes: readonly number[]
  readonly questions: readonly QuestionModel[]
  readonly questionOf: ReadonlyMap<number, QuestionModel>
  readonly answerOf: ReadonlyMap<number, AnswerModel>
}

/** The question holds a selection. */
export function answered(model: ProductModel, question: QuestionModel): FormulaId {
  const { formulas, sizes } = model
  return formulas.or(
    question.subjects.map((subject) =>
      formulas.in(
        subject,
        Array.from({ length: sizes[subject]! - 1 }, (_, i) => i + 1),
      ),
    ),
  )
}

/** What settling guarantees of a question: whatever is held applies. */
export function settled(model: ProductModel, question: QuestionModel): FormulaId[] {
  const { formulas } = model
  const { tables } = question
  if (question.answers.length === 0)
    return question.rule === TRUE ? [...tables] : [...tables, formulas.implies(answered(model, question), question.rule)]
  const constraints: FormulaId[] = []
  for (const { subject, value, own } of question.answers) {
    // Most have no rule, and nothing need be said of those.
    if (question.rule === TRUE && own === TRUE) continue
    const held = formulas.in(subject, [value])
    constraints.push(formulas.implies(held, question.rule), formulas.implies(held, own))
  }
  return [...constraints, ...tables]
}

/** What finishing asks of a required question: it is answered, does not apply, or has no answer that applies (domain §3). */
export function finishable(model: ProductModel, question: QuestionModel): FormulaId {
  const { formulas } = model
  const needed = question.takesAnswers
    ? formulas.and([question.rule, formulas.or(question.answers.map((answer) => answer.rule))])
    : question.rule
  return formulas.implies(needed, answered(model, question))
}

/**
 * What a valid configuration asks of a required question: it is answered or does not apply. Stricter than finishing, which
 * lets a question pass that applies with no answer: counts and guidance take that for the dead end that it is.
 */
export function complete(model: ProductModel, question: QuestionModel): FormulaId {
  return model.formulas.implies(question.rule, answered(model, question))
}
