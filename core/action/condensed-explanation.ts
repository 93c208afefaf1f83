// The explanation of a configuration within what one reply can be: whole where it fits, else page by page and with a folded trace.
import type { ConfigurationExplanation } from '../shop/explanation.js'
import type { ShownLine } from '../shop/shown-trace.js'
import { type ExcerptLine, foldTrace } from '../shop/folded-trace.js'

/** Characters of JSON. */
const rooms = { whole: 36_000, questions: 10_000, list: 3_000, whyNot: 6_000, price: 6_000, other: 1_500 } as const

type Traces = ConfigurationExplanation['trace']

/** Lists hold as many entries as fit; each `…_total` says how many there are. */
export type CondensedExplanation = Omit<ConfigurationExplanation, 'trace'> & {
  readonly trace: { readonly [Name in keyof Traces]: ExcerptLine }
  readonly questions_total: number
  /** Where the questions of the next call begin; absent with the last one. */
  readonly next_offset?: number
  readonly missing_total: number
  readonly refused_total: number
  readonly automatic_total: number
  /** How to get what is left out. */
  readonly condensed: string
}

export interface Excerpt {
  /** Questions to skip. */
  readonly offset: number
  readonly question: number | undefined
}

const how =
  "The whole is too long for one reply. 'questions' goes on with offset next_offset; a line of kind 'folded' stands for several " +
  'lines of the trace; question_id shows one question, its lines of the trace, and why it or its answers do not apply. ' +
  'Answer what is missing, and further entries of that list show up.'

const size = (value: unknown): number => JSON.stringify(value).length + 1

/** As many items as fit; `least` of them always. */
function fitting<T>(items: readonly T[], room: number, least = 0): readonly T[] {
  let length = 0
  const end = items.findIndex((item) => (length += size(item)) > room)
  return end < 0 ? items : items.slice(0, Math.max(least, end))
}

function foldAll(trace: Traces, question: number | undefined): CondensedExplanation['trace'] {
  const fold = (line: ShownLine, room: number = rooms.other): ExcerptLine => foldTrace(line, room, question)
  const { price, gross, recurring, recurring_gross, weight } = trace
  return {
    price: fold(price, rooms.price),
    ...(gross && { gross: fold(gross) }),
    ...(recurring && { recurring: fold(recurring) }),
    ...(recurring_gross && { recurring_gross: fold(recurring_gross) }),
    weight: fold(weight),
  }
}

export function condense(
  explanation: ConfigurationExplanation,
  { offset, question }: Excerpt,
): ConfigurationExplanation | CondensedExplanation {
  if (offset === 0 && size(explanation) <= rooms.whole) return explanation
  const { questions, missing, refused, automatic, whyNot, trace, ...rest } = explanation
  const wanted = question === undefined ? questions.slice(offset) : questions.filter(({ id }) => id === question)
  const page = fitting(wanted, rooms.questions, 1)
  const reasons = fitting(whyNot, rooms.whyNot)
  return {
    ...rest,
    questions: page,
    questions_total: questions.length,
    ...(page.length < wanted.length && { next_offset: offset + page.length }),
    missing: fitting(missing, rooms.list),
    missing_total: missing.length,
    refused: fitting(refused, rooms.list),
    refused_total: refused.length,
    automatic: fitting(automatic, rooms.list),
    automatic_total: automatic.length,
    trace: foldAll(trace, question),
    whyNot: reasons,
    more: rest.more || reasons.length < whyNot.length,
    condensed: how,
  }
}
