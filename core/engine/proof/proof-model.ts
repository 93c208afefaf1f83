// Builds the proof model of a product: every rule becomes a formula over subjects with finitely many values.
// The model may allow more configurations than the product, never fewer.
import type { ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { toComparable } from '../question/compare.js'
import type { Operator, Scalar } from '../question/value.js'
import { Malformed, type ParsedRule, type RuleNode, type StoredCondition, type StoredRule } from '../rule/stored.js'
import { satisfiesComparison, type Span } from './spans.js'
import { FALSE, Formulas, TRUE, type FormulaId } from './formulas.js'
import { ProductLookup } from './product-lookup.js'
import type { AnswerModel, ProductModel, QuestionModel } from './product-model.js'
import { Subjects, type SubjectValue } from './subjects.js'
import { TableFormulas } from './table-formulas.js'

/** A proof model with functions for its selections, rules and parts of rules. */
export interface ProofModel extends ProductModel {
  /** The subject values of a selection. Null if the question does not accept the selection. */
  entryOf(questionId: number, selection: string): readonly SubjectValue[] | null
  /** An example selection for a value of a scalar subject. Null for "nothing" and for texts that no rule names. */
  exampleOf(subject: number, value: number, random: () => number): string | null
  /** The spans that the values of a scalar subject represent, starting with value 1. */
  spansOf(subject: number): readonly Span[]
  /** The formula of a part of a rule. */
  formulaOf(node: RuleNode): FormulaId
  /** The parsed rule. Null = no rule. */
  ruleOf(stored: StoredRule): ParsedRule | Malformed | null
}

/** Converts conditions into formulas. */
class FormulaWriter {
  readonly formulas: Formulas

  constructor(
    private readonly locator: ProductLookup,
    private readonly subjects: Subjects,
  ) {
    this.formulas = new Formulas(subjects.list.map((subject) => subject.names.length))
  }

  rule(stored: StoredRule): FormulaId {
    const rule = this.locator.ruleOf(stored)
    if (rule === null) return TRUE
    if (rule instanceof Malformed) return FALSE
    const root = this.node(rule.root)
    return rule.not ? this.formulas.not(root) : root
  }

  node(node: RuleNode): FormulaId {
    if (node.kind === 'condition') return this.condition(node.condition)
    const parts = node.parts.map((part) => this.node(part))
    return node.kind === 'all' ? this.formulas.and(parts) : this.formulas.or(parts)
  }

  private condition(condition: StoredCondition): FormulaId {
    const { operator, value } = condition
    const conditionSubject = this.locator.subjectOf(condition)
    if (conditionSubject === null) return this.choice(condition)
    const subject = this.subjects.at(conditionSubject.key)
    if (conditionSubject.kind === 'opaque') return this.formulas.in(subject, [0])
    if (value === '') return this.equality(operator, this.formulas.in(subject, [0]))
    const constant = toComparable(value, conditionSubject.kind)
    if (constant === null) return operator === '!=' ? TRUE : FALSE
    const matching: number[] = operator === '!=' ? [0] : []
    for (const [i, span] of this.subjects.spansOf(subject).entries())
      if (satisfiesComparison(span, operator, constant)) matching.push(i + 1)
    return this.formulas.in(subject, matching)
  }

  /** A comparison of the selection of a question with answers. An unpublished question never has a selection. */
  private choice(condition: StoredCondition): FormulaId {
    const operand = this.locator.operandOf(condition)
    const id = operand && 'question' in operand ? operand.question : -1
    const question = this.locator.questions.get(id)
    return this.equality(
      condition.operator,
      question ? this.hasSelection(question, condition.value) : condition.value === '' ? TRUE : FALSE,
    )
  }

  private hasSelection(question: QuestionSource, value: Scalar): FormulaId {
    if (value === '') return this.formulas.and(this.subjects.of(question).map((subject) => this.formulas.in(subject, [0])))
    const isOwn = this.locator.answersOf(question).some((answer) => answer.id === Number(value))
    const answer = isOwn ? this.subjects.answer(Number(value)) : undefined
    return answer ? this.formulas.in(answer.subject, [answer.value]) : FALSE
  }

  private equality(operator: Operator, equal: FormulaId): FormulaId {
    return operator === '==' ? equal : operator === '!=' ? this.formulas.not(equal) : FALSE
  }
}

/** Builds the proof model of a product. */
export function createProofModel(source: ProductSource, types: EngineTypes): ProofModel {
  const locator = new ProductLookup(source, types)
  const subjects = new Subjects(locator, locator.constants())
  const writer = new FormulaWriter(locator, subjects)
  const { formulas } = writer
  const tables = new TableFormulas(locator, formulas, subjects)
  const questions = source.questions.map((question): QuestionModel => {
    const hasAnswers = locator.takesAnswers(question)
    const answers = hasAnswers ? locator.answersOf(question) : []
    return {
      id: question.id,
      title: question.title ?? String(question.id),
      required: question.required,
      takesAnswers: hasAnswers,
      subjects: subjects.of(question),
      rule: writer.rule(question.rules),
      tables: tables.held(question.id),
      answers: answers.map((answer): AnswerModel => {
        const ownRule = writer.rule(answer.rules)
        const { rule, alone } = tables.answer(question.id, answer.id)
        const { subject, value } = subjects.answer(answer.id)!
        return {
          id: answer.id,
          title: answer.title ?? String(answer.id),
          subject,
          value,
          rule: formulas.and([ownRule, rule]),
          own: formulas.and([ownRule, alone]),
          selectable: answer.available || !answer.disable_non_available,
        }
      }),
    }
  })
  return {
    formulas,
    subjects: subjects.list,
    sizes: subjects.list.map((subject) => subject.names.length),
    questions,
    questionOf: new Map(questions.map((question) => [question.id, question])),
    answerOf: new Map(questions.flatMap((question) => question.answers.map((answer) => [answer.id, answer] as const))),
    entryOf: (questionId, selection) => subjects.entry(questionId, selection),
    exampleOf: (subject, value, random) => subjects.example(subject, value, random),
    spansOf: (subject) => subjects.spansOf(subject),
    formulaOf: (node) => writer.node(node),
    ruleOf: (stored) => locator.ruleOf(stored),
  }
}
