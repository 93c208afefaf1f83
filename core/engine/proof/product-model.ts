// The proof model of a product: subjects with finitely many values, and formulas for the rules of questions and answers.
import { type FormulaId, type Formulas, TRUE } from './formulas.js'

/**
 * A variable with exactly one of its values. Value 0 is always "nothing": no answer, not selected, no result. `choice` and
 * `scalar` are questions, `tick` is one answer of a multi-select question. `outside` is a calculation, a field of the customer
 * group or a computed condition; its dependence on selections is ignored, so the model allows more configurations than the
 * product, never fewer.
 */
export interface Subject {
  readonly index: number
  readonly kind: 'choice' | 'scalar' | 'tick' | 'outside'
  readonly questionId: number | null
  /** The answer of value i + 1. Empty for scalar and outside subjects. */
  readonly answerIds: readonly number[]
  /** The display name of each value. */
  readonly names: readonly string[]
  /** The number of concrete entries of each value. Null if they cannot be counted. */
  readonly weights: readonly (bigint | null)[]
}

export interface AnswerModel {
  readonly id: number
  readonly title: string
  readonly subject: number
  readonly value: number
  /** The answer's own rule and the restrictions by variant tables. */
  readonly rule: FormulaId
  /** The part of the rule that does not follow from the table constraints of its question. */
  readonly own: FormulaId
  /** False if the answer is displayed but unavailable. */
  readonly selectable: boolean
}

export interface QuestionModel {
  readonly id: number
  readonly title: string
  readonly required: boolean
  readonly takesAnswers: boolean
  /** One subject, or one per answer for a multi-select question. */
  readonly subjects: readonly number[]
  readonly rule: FormulaId
  /** The constraints of the variant tables that contain the question. */
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

/** The formula "the question has a selection". */
export function answeredFormula(model: ProductModel, question: QuestionModel): FormulaId {
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

/** The constraints after automatic changes: all selections apply. */
export function settledConstraints(model: ProductModel, question: QuestionModel): FormulaId[] {
  const { formulas } = model
  const { tables } = question
  if (question.answers.length === 0)
    return question.rule === TRUE ? [...tables] : [...tables, formulas.implies(answeredFormula(model, question), question.rule)]
  const constraints: FormulaId[] = []
  for (const { subject, value, own } of question.answers) {
    // Most answers have no rule and need no constraint.
    if (question.rule === TRUE && own === TRUE) continue
    const isSelected = formulas.in(subject, [value])
    constraints.push(formulas.implies(isSelected, question.rule), formulas.implies(isSelected, own))
  }
  return [...constraints, ...tables]
}

/** The constraint for finishing: a required question has a selection, does not apply, or has no applicable answer. */
export function finishableConstraint(model: ProductModel, question: QuestionModel): FormulaId {
  const { formulas } = model
  const isRequired = question.takesAnswers
    ? formulas.and([question.rule, formulas.or(question.answers.map((answer) => answer.rule))])
    : question.rule
  return formulas.implies(isRequired, answeredFormula(model, question))
}

/**
 * The constraint of a valid configuration: a required question has a selection or does not apply. Stricter than finishing,
 * which ignores an applicable question without applicable answers. Counts and guidance treat that case as a dead end.
 */
export function completeConstraint(model: ProductModel, question: QuestionModel): FormulaId {
  return model.formulas.implies(question.rule, answeredFormula(model, question))
}
