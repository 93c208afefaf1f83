// Creates the subjects of a product: one per question, one per answer of a multi-select question, and one per value outside the questions.
import type { QuestionSource } from '../program/source.js'
import { toComparable, compareNumbers, type Operator, type Scalar } from '../question/value.js'
import type { ComparedConstants, ProductLookup, ConditionSubject } from './product-lookup.js'
import type { Subject } from './formulas.js'

// Splits the values of a number, date or text into finitely many spans that no rule can distinguish.

/** A single value, an open interval of numbers (limits may be infinite), or all texts that no rule names. */
export type Span =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'other' }

interface NumberLimits {
  readonly min: number | null
  readonly max: number | null
  /** Integers only. */
  readonly integer: boolean
}

/** The number of integers in an open interval. */
function integersBetween(low: number, high: number): number {
  return Math.max(0, Math.ceil(high) - Math.floor(low) - 1)
}

/**
 * Creates a span for each constant and limit, and for the open intervals between them, within the limits. `takes` returns
 * whether a single value is accepted.
 */
function numberSpans(constants: Iterable<number>, limits: NumberLimits, accepts: (point: number) => boolean): Span[] {
  const points = new Set(constants)
  const low = limits.min ?? Number.NEGATIVE_INFINITY
  const high = limits.max ?? Number.POSITIVE_INFINITY
  if (limits.min !== null) points.add(limits.min)
  if (limits.max !== null) points.add(limits.max)
  const sorted = [...points].filter((point) => point >= low && point <= high).sort((a, b) => a - b)
  const spans: Span[] = []
  const interval = (from: number, to: number): void => {
    if (from < to && (!limits.integer || integersBetween(from, to) > 0)) spans.push({ kind: 'between', low: from, high: to })
  }
  let previous = low
  for (const point of sorted) {
    interval(previous, point)
    if ((!limits.integer || Number.isInteger(point)) && accepts(point)) spans.push({ kind: 'value', value: point })
    previous = point
  }
  interval(previous, high)
  return spans
}

/** Creates a span for each accepted constant, and one for all other texts. */
function textSpans(constants: Iterable<Scalar>, accepts: (value: string) => boolean): Span[] {
  const texts = [...new Set([...constants].map(String))].filter(accepts)
  return [...texts.map((value): Span => ({ kind: 'value', value })), { kind: 'other' }]
}

/** The number of entries in a span. Null if they cannot be counted. */
function spanWeight(span: Span, integer: boolean): bigint | null {
  if (span.kind === 'value') return 1n
  if (span.kind === 'other' || !integer || !Number.isFinite(span.low) || !Number.isFinite(span.high)) return null
  return BigInt(integersBetween(span.low, span.high))
}

/** The display name of a span. */
function formatSpan(span: Span): string {
  if (span.kind === 'value') return String(span.value)
  if (span.kind === 'other') return 'any other entry'
  if (!Number.isFinite(span.low)) return Number.isFinite(span.high) ? `below ${span.high}` : 'any number'
  return Number.isFinite(span.high) ? `between ${span.low} and ${span.high}` : `above ${span.low}`
}

/**
 * Whether all entries of the span satisfy the comparison. The spans must have been created from a list with this constant.
 */
export function satisfiesComparison(span: Span, operator: Operator, constant: Scalar): boolean {
  if (span.kind === 'between') {
    if (operator === '!=') return true
    if (typeof constant !== 'number' || operator === '==') return false
    return operator[0] === '<' ? span.high <= constant : span.low >= constant
  }
  if (span.kind === 'other') return operator === '!='
  const { value } = span
  if (typeof constant === 'number' && typeof value === 'number') return compareNumbers(value, operator, constant)
  const equal = String(value) === String(constant)
  return operator === '==' ? equal : operator === '!=' ? !equal : false
}

/** Whether the span contains the entry. `all` are the spans of the same subject. */
function spanContains(span: Span, entry: number | string, all: readonly Span[]): boolean {
  if (span.kind === 'value') return String(span.value) === String(entry)
  if (span.kind === 'between') return typeof entry === 'number' && entry > span.low && entry < span.high
  return !all.some((other) => other.kind === 'value' && String(other.value) === String(entry))
}

/** An example entry of a span. Null for texts that no rule names. */
function createExampleEntry(span: Span, integer: boolean, random: () => number): string | number | null {
  if (span.kind === 'value') return typeof span.value === 'boolean' ? String(span.value) : span.value
  if (span.kind === 'other') return null
  const low = Number.isFinite(span.low) ? span.low : Number.isFinite(span.high) ? span.high - 1_000 : 0
  const high = Number.isFinite(span.high) ? span.high : low + 1_000
  if (!integer) return Number((low + (0.01 + 0.98 * random()) * (high - low)).toPrecision(6))
  return Math.floor(low) + 1 + Math.floor(random() * integersBetween(low, high))
}

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
