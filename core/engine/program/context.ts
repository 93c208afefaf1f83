// Everything that is not the product but changes what it shows and costs. Plain data.
import { isoTime } from '../../ground/clock.js'
import { formatTypedNumber } from '../../ground/parse-number.js'
import type { Scalar } from '../question/value.js'

export interface EvaluationContext {
  /** null = no group: no override applies and no group field yields a value. */
  readonly customerGroupId: number | null
  /** The group's fields that rules and terms may read, by wire name. */
  readonly customerGroup: Readonly<Record<string, Scalar | null>>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Today in the shop, `2026-11-30`; in UTC if left out. */
  readonly today?: string
  /** What condition and term types loaded beforehand, by `condition:<name>` and `term:<name>`. */
  readonly loaded?: Readonly<Record<string, unknown>>
  /** The caller's language; English and the source's titles without it. */
  readonly texts?: Texts
}

/** Everything that a caller reads, in one language. */
export interface Texts {
  /** An IETF tag: the notation of numbers; English if left out. */
  readonly language?: string
  /** Titles by id. */
  readonly questions: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<number, string>>
  /** Translations of the engine's English sentences, by sentence; names in braces stay. */
  readonly sentences: Readonly<Record<string, string>>
}

/** Today in the shop, as `2026-11-30`. */
export const todayOf = ({ today, now }: EvaluationContext): string => today ?? isoTime(now).slice(0, 10)

/** The language in which the caller reads and types numbers. */
export const languageOf = (texts: Texts | undefined): string => texts?.language ?? 'en'

/** Puts an English sentence into the caller's language and fills in what its {names} stand for, numbers in its notation. */
export function say(texts: Texts | undefined, sentence: string, values: Readonly<Record<string, string | number>>): string {
  const own = texts && Object.hasOwn(texts.sentences, sentence) ? texts.sentences[sentence]! : sentence
  const write = (value: string | number): string =>
    typeof value === 'number' ? formatTypedNumber(value, languageOf(texts)) : value
  let said = ''
  let from = 0
  for (let open = own.indexOf('{'); open >= 0; open = own.indexOf('{', from)) {
    const close = own.indexOf('}', open)
    if (close < 0) break
    const name = own.slice(open + 1, close)
    said += own.slice(from, open) + (Object.hasOwn(values, name) ? write(values[name]!) : own.slice(open, close + 1))
    from = close + 1
  }
  return said + own.slice(from)
}
