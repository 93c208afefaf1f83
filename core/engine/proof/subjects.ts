// Creates the subjects of a product: one per question, one per answer of a multi-select question, and one per value outside the questions.
import type { QuestionSource } from '../program/source.js'
import { toComparable } from '../question/compare.js'
import { spanContains, createExampleEntry, formatSpan, numberSpans, textSpans, spanWeight, type Span } from './spans.js'
import type { ComparedConstants, ProductLookup, ConditionSubject } from './product-lookup.js'
import type { Subject } from './product-model.js'

export interface SubjectValue {
  readonly subject: number
  readonly value: number
}

export class Subjects {
  readonly list: Subject[] = []
  private readonly spans: (readonly Span[])[] = []
  private readonly byKey = new Map<string, number>()
  private readonly byAnswer = new Map<number, SubjectValue>()

  constructor(
    private readonly locator: ProductLookup,
    constants: ComparedConstants,
  ) {
    for (const question of locator.source.questions) {
      if (locator.takesAnswers(question)) this.addAnswers(question)
      else this.addEntries(question, constants)
    }
    for (const { place: subject, values } of constants.values()) {
      if (!this.byKey.has(subject.key)) this.add(subject.key, 'outside', null, outsideSpans(subject, values), false)
    }
  }

  at(key: string): number {
    return this.byKey.get(key)!
  }

  spansOf(subject: number): readonly Span[] {
    return this.spans[subject]!
  }

  answer(id: number): SubjectValue | undefined {
    return this.byAnswer.get(id)
  }

  of(question: QuestionSource): readonly number[] {
    const subject = this.byKey.get(`question:${question.id}`)
    return subject === undefined
      ? this.locator.answersOf(question).map((answer) => this.byAnswer.get(answer.id)!.subject)
      : [subject]
  }

  /** The subject values of a selection. Null if the question does not accept it. */
  entry(questionId: number, selection: string): readonly SubjectValue[] | null {
    const question = this.locator.questions.get(questionId)
    if (!question) return null
    if (this.locator.takesAnswers(question)) {
      const ownIds = new Set(this.locator.answersOf(question).map((answer) => String(answer.id)))
      const subjectValues = selection.split(',').map((id) => (ownIds.has(id) ? this.byAnswer.get(Number(id)) : undefined))
      return subjectValues.every((subjectValue) => subjectValue !== undefined) ? subjectValues : null
    }
    const subject = this.at(`question:${questionId}`)
    const value = toComparable(selection, this.locator.kindOf(question))
    if (value === null || typeof value === 'boolean') return null
    const spans = this.spansOf(subject)
    const index = spans.findIndex((span) => spanContains(span, value, spans))
    return index < 0 ? null : [{ subject, value: index + 1 }]
  }

  /** An example selection for a value of a scalar subject. Null for "nothing" and for texts that no rule names. */
  example(subject: number, value: number, random: () => number): string | null {
    const span = this.spansOf(subject)[value - 1]
    const question = this.locator.questions.get(this.list[subject]!.questionId ?? -1)
    if (!span || !question) return null
    const example = createExampleEntry(span, isWhole(this.locator, question), random)
    if (typeof example === 'number' && this.locator.kindOf(question) === 'date')
      return new Date(example).toISOString().slice(0, 10)
    return example === null ? null : String(example)
  }

  private addAnswers(question: QuestionSource): void {
    const { multiple } = this.locator.typeOf(question)!
    const answers = this.locator.answersOf(question)
    const title = (answer: (typeof answers)[number]): string => answer.title ?? String(answer.id)
    if (multiple) {
      for (const answer of answers) {
        const subject = this.push(
          `answer:${answer.id}`,
          'tick',
          question.id,
          [answer.id],
          ['not chosen', title(answer)],
          [1n, 1n],
        )
        this.byAnswer.set(answer.id, { subject, value: 1 })
      }
      return
    }
    const ids = answers.map((answer) => answer.id)
    const weights = [1n, ...answers.map(() => 1n)]
    const subject = this.push(`question:${question.id}`, 'choice', question.id, ids, ['nothing', ...answers.map(title)], weights)
    for (const [i, answer] of answers.entries()) this.byAnswer.set(answer.id, { subject, value: i + 1 })
  }

  private addEntries(question: QuestionSource, constants: ComparedConstants): void {
    const key = `question:${question.id}`
    const spans = entrySpans(this.locator, question, constants.get(key)?.values ?? new Set())
    this.add(key, 'scalar', question.id, spans, isWhole(this.locator, question))
  }

  private add(key: string, kind: Subject['kind'], questionId: number | null, spans: readonly Span[], isInteger: boolean): void {
    const weights = [1n, ...spans.map((span) => spanWeight(span, isInteger))]
    const index = this.push(key, kind, questionId, [], ['nothing', ...spans.map(formatSpan)], weights)
    this.spans[index] = spans
  }

  private push(
    key: string,
    kind: Subject['kind'],
    questionId: number | null,
    answerIds: readonly number[],
    names: readonly string[],
    weights: readonly (bigint | null)[],
  ): number {
    const index = this.list.length
    this.byKey.set(key, index)
    this.list.push({ index, kind, questionId, answerIds, names, weights })
    this.spans.push([])
    return index
  }
}

function isWhole(locator: ProductLookup, question: QuestionSource): boolean {
  return locator.typeOf(question)?.entries?.(locator.settingsOf(question)).whole === true
}

const unlimited = { min: null, max: null, integer: false }

function outsideSpans(subject: ConditionSubject, values: ReadonlySet<number | string | boolean>): Span[] {
  if (subject.kind !== 'number' && subject.kind !== 'date') return textSpans(values, () => true)
  return numberSpans(numbersIn(values), unlimited, () => true)
}

function numbersIn(values: ReadonlySet<number | string | boolean>): number[] {
  return [...values].filter((value): value is number => typeof value === 'number')
}

/** The spans of a question without answers, within its static limits and the restrictions of its type. */
function entrySpans(locator: ProductLookup, question: QuestionSource, constants: ReadonlySet<number | string | boolean>): Span[] {
  const type = locator.typeOf(question)
  const limits = {
    min: type?.limited && question.set_min_value === 'static' ? question.minval : null,
    max: type?.limited && question.set_max_value === 'static' ? question.maxval : null,
  }
  const isAccepted = (value: string): boolean => locator.acceptsEntry(question, value, limits)
  const kind = locator.kindOf(question)
  if (kind === 'number') {
    return numberSpans(numbersIn(constants), { ...limits, integer: isWhole(locator, question) }, (point) =>
      isAccepted(String(point)),
    )
  }
  // The limits of dates change over time, so every date counts as possible.
  return kind === 'date' ? numberSpans(numbersIn(constants), unlimited, () => true) : textSpans(constants, isAccepted)
}
