// Shortens the explanation of a configuration to the size limit of a reply: complete if it fits, otherwise paged with a folded trace.
import type { ConfigurationExplanation } from '../shop/explanation.js'
import { type DecimalTraceLine, type ExcerptLine, compactTrace } from '../shop/compact-trace.js'

/** Size limits in characters of JSON. */
const limits = { whole: 36_000, questions: 10_000, list: 3_000, whyNot: 6_000, price: 6_000, other: 1_500 } as const

type Traces = ConfigurationExplanation['trace']

/** Lists contain as many entries as fit; each `…_total` is the number of all entries. */
export type CondensedExplanation = Omit<ConfigurationExplanation, 'trace'> & {
  readonly trace: { readonly [Name in keyof Traces]: ExcerptLine }
  readonly questions_total: number
  /** Offset of the next page of questions; absent on the last page. */
  readonly next_offset?: number
  readonly missing_total: number
  readonly refused_total: number
  readonly automatic_total: number
  /** How to get the omitted parts. */
  readonly condensed: string
}

export interface ExplanationPage {
  /** Number of questions to skip. */
  readonly offset: number
  readonly question: number | undefined
}

const condensedHint =
  "The whole is too long for one reply. 'questions' goes on with offset next_offset; a line of kind 'folded' stands for several " +
  'lines of the trace; question_id shows one question, its lines of the trace, and why it or its answers do not apply. ' +
  'Answer what is missing, and further entries of that list show up.'

const size = (value: unknown): number => JSON.stringify(value).length + 1

/** As many items as fit, but at least `least`. */
function takeFitting<T>(items: readonly T[], limit: number, minimum = 0): readonly T[] {
  let length = 0
  const end = items.findIndex((item) => (length += size(item)) > limit)
  return end < 0 ? items : items.slice(0, Math.max(minimum, end))
}

function foldTraces(trace: Traces, question: number | undefined): CondensedExplanation['trace'] {
  const fold = (line: DecimalTraceLine, limit: number = limits.other): ExcerptLine => compactTrace(line, limit, question)
  const { price, gross, recurring, recurring_gross, weight } = trace
  return {
    price: fold(price, limits.price),
    ...(gross && { gross: fold(gross) }),
    ...(recurring && { recurring: fold(recurring) }),
    ...(recurring_gross && { recurring_gross: fold(recurring_gross) }),
    weight: fold(weight),
  }
}

export function condenseExplanation(
  explanation: ConfigurationExplanation,
  { offset, question }: ExplanationPage,
): ConfigurationExplanation | CondensedExplanation {
  if (offset === 0 && size(explanation) <= limits.whole) return explanation
  const { questions, missing, refused, automatic, whyNot, trace, ...rest } = explanation
  const selected = question === undefined ? questions.slice(offset) : questions.filter(({ id }) => id === question)
  const page = takeFitting(selected, limits.questions, 1)
  const reasons = takeFitting(whyNot, limits.whyNot)
  return {
    ...rest,
    questions: page,
    questions_total: questions.length,
    ...(page.length < selected.length && { next_offset: offset + page.length }),
    missing: takeFitting(missing, limits.list),
    missing_total: missing.length,
    refused: takeFitting(refused, limits.list),
    refused_total: refused.length,
    automatic: takeFitting(automatic, limits.list),
    automatic_total: automatic.length,
    trace: foldTraces(trace, question),
    whyNot: reasons,
    more: rest.more || reasons.length < whyNot.length,
    condensed: condensedHint,
  }
}
