// Resolves the left sides of a product's conditions: the selection of a question, or a value outside the questions with its comparison kind.
import type { AnswerSource, ProductSource, QuestionSource, EngineTypes } from '../program/source.js'
import { toComparable, type FieldKind } from '../question/value.js'
import type { Limits, QuestionSettings, QuestionType } from '../question/question-type.js'
import { findField, selectedKind } from '../question/fields.js'
import type { Operand } from '../question/operand.js'
import { cellParts } from '../variant/variant-table.js'
import { walkConditions, Malformed, parseRule, type ParsedRule, type StoredCondition, type StoredRule } from '../rule/stored.js'

/**
 * The left side of a condition, unless it is an answer. Of an `opaque` one it is only known that its condition holds or fails.
 */
export interface ConditionSubject {
  readonly key: string
  readonly kind: FieldKind | 'opaque'
}

export type ComparedConstants = ReadonlyMap<
  string,
  { readonly place: ConditionSubject; readonly values: ReadonlySet<number | string | boolean> }
>

/** Lookups in a product's source for all proofs. */
export class ProductLookup {
  readonly questions: ReadonlyMap<number, QuestionSource>
  private readonly answers = new Map<number, AnswerSource[]>()
  private readonly parsed = new Map<StoredRule, ParsedRule | Malformed | null>()

  constructor(
    readonly source: ProductSource,
    private readonly types: EngineTypes,
  ) {
    this.questions = new Map(source.questions.map((question) => [question.id, question]))
    for (const question of source.questions) this.answers.set(question.id, [])
    for (const answer of source.answers) this.answers.get(answer.question_id)?.push(answer)
  }

  answersOf(question: QuestionSource): readonly AnswerSource[] {
    return this.answers.get(question.id)!
  }

  typeOf(question: QuestionSource): QuestionType | undefined {
    return this.types.questionTypes.get(question.question_type)
  }

  takesAnswers(question: QuestionSource): boolean {
    return this.typeOf(question)?.takesAnswers ?? false
  }

  settingsOf(question: QuestionSource): QuestionSettings {
    const { id, title, settings } = question
    return { id, title: title ?? String(id), answerIds: this.answersOf(question).map((answer) => answer.id), settings }
  }

  /** Whether the question accepts the entry within these limits. */
  acceptsEntry(question: QuestionSource, entry: string, limits: Limits): boolean {
    const outcome = this.typeOf(question)?.validate?.(entry, this.settingsOf(question), {
      limits,
      now: 0,
      today: '1970-01-01',
      language: 'en',
      translate: (messageKey) => messageKey,
    })
    return !outcome || 'value' in outcome
  }

  /** The kind by which a selection is compared. */
  kindOf(question: QuestionSource): FieldKind {
    const type = this.typeOf(question)
    return type ? selectedKind(type, this.settingsOf(question)) : 'text'
  }

  operandOf(condition: StoredCondition): Operand | null {
    const type = this.types.conditionTypes.get(condition.type)
    return type && 'operand' in type ? type.operand(condition.args) : null
  }

  /** Null if the left side is an answer or a missing question. */
  subjectOf(condition: StoredCondition): ConditionSubject | null {
    const operand = this.operandOf(condition)
    if (operand && 'calculation' in operand) return { key: `calculation:${operand.calculation}`, kind: 'number' }
    if (operand && 'question' in operand) {
      const question = this.questions.get(operand.question)
      if (operand.field === 'selected') {
        if (!question || this.takesAnswers(question)) return null
        return { key: `question:${question.id}`, kind: this.kindOf(question) }
      }
      const type = question && this.typeOf(question)
      const field = type && findField(type, this.settingsOf(question), operand.field)
      if (field) return { key: `field:${operand.question}:${operand.field}:${operand.answerId ?? ''}`, kind: field.kind }
    }
    const { type, args, operator, value } = condition
    return { key: `opaque:${JSON.stringify([type, args, operator, value])}`, kind: 'opaque' }
  }

  /** The parsed rule. Null = no rule. */
  ruleOf(stored: StoredRule): ParsedRule | Malformed | null {
    if (stored === null) return null
    if (!this.parsed.has(stored)) this.parsed.set(stored, parseRule(stored))
    return this.parsed.get(stored)!
  }

  /** All constants with which each left side is compared anywhere in the product. */
  constants(): ComparedConstants {
    const constantsByKey = new Map<string, { place: ConditionSubject; values: Set<number | string | boolean> }>()
    for (const { rules } of [...this.source.questions, ...this.source.answers]) {
      const rule = this.ruleOf(rules)
      if (rule === null || rule instanceof Malformed) continue
      for (const condition of walkConditions(rule.root)) {
        const subject = this.subjectOf(condition)
        if (!subject) continue
        const entry = constantsByKey.get(subject.key) ?? { place: subject, values: new Set() }
        constantsByKey.set(subject.key, entry)
        if (subject.kind === 'opaque' || condition.value === '') continue
        const value = toComparable(condition.value, subject.kind)
        if (value !== null) entry.values.add(value)
      }
    }
    for (const table of this.source.tables ?? []) {
      for (const [column, id] of table.question_ids.entries()) {
        const question = this.questions.get(id)
        if (!question || this.takesAnswers(question) || this.kindOf(question) !== 'number') continue
        const subject: ConditionSubject = { key: `question:${id}`, kind: 'number' }
        const entry = constantsByKey.get(subject.key) ?? { place: subject, values: new Set() }
        constantsByKey.set(subject.key, entry)
        for (const part of table.rows.flatMap((row) => cellParts(row[column] ?? [])))
          for (const end of typeof part === 'number' ? [part] : [part.from, part.to]) entry.values.add(end)
      }
    }
    return constantsByKey
  }
}
