// The context of a configuration: everything outside the product that affects display and prices. Plain data.
import { formatIsoTime } from '../../foundation/clock.js'
import { findEnglishText, formatText } from '../../foundation/message-format.js'
import { formatTypedNumber } from '../../foundation/parse-number.js'
import type { Scalar } from '../question/value.js'

// The read-only view of a configuration's state for compiled rules and calculations.

/** The prices of a customer group, shared by all its configurations. Prices are in units; -1 = no calculation. */
export interface GroupView {
  readonly basePrice: number
  readonly baseRecurring: number
  /** By answer index: the price without calculations. */
  readonly answerPrice: Float64Array
  readonly answerRecurring: Float64Array
  /** By answer index: the calculation that replaces the price, or -1. */
  readonly answerPriceCalculation: Int32Array
}

export interface StateView {
  /** By question index: the selection as text, or null. */
  readonly text: (string | null)[]
  /** By question index: the answer id, number or timestamp. NaN if the selection is not numeric or empty. */
  readonly numbers: Float64Array
  /** By question index: the index of the single selected answer, or -1. */
  readonly picked: Int32Array
  /** By answer index: 1 if the answer is selected. */
  readonly chosen: Uint8Array
  readonly group: GroupView
  readonly context: EvaluationContext
  /** The value of a node in units. NaN = null. */
  value(node: number): number
}

export interface EvaluationContext {
  /** Null = no group: no group price applies, and group fields are null. */
  readonly customerGroupId: number | null
  /** The group's fields for rules and terms, by wire name. */
  readonly customerGroup: Readonly<Record<string, Scalar | null>>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The current date in the shop's time zone, for example `2026-11-30`. Default: the date in UTC. */
  readonly today?: string
  /** Data loaded in advance by condition and term types, by `condition:<name>` and `term:<name>`. */
  readonly loaded?: Readonly<Record<string, unknown>>
  /** Texts in the caller's language. Default: English, and the titles of the source. */
  readonly texts?: EvaluationTexts
}

/** All texts that a caller reads, in one language. */
export interface EvaluationTexts {
  /** An IETF language tag for the notation of numbers. Default: English. */
  readonly language?: string
  /** Titles by id. */
  readonly questions: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<number, string>>
  /** The texts of messages in the language, by key: `shop.cartEmpty`. A customization's key can be its English text. */
  readonly messages: Readonly<Record<string, string>>
}

/** The current date in the shop, for example `2026-11-30`. */
export const currentDate = ({ today, now }: EvaluationContext): string => today ?? formatIsoTime(now).slice(0, 10)

/** The caller's language for reading and writing numbers. */
export const callerLanguage = (texts: EvaluationTexts | undefined): string => texts?.language ?? 'en'

/** A plural or a choice. Other texts have placeholders only. */
const formattedPattern = /\{\s*\w+\s*,/

/**
 * Writes a message with its values. Numbers use the caller's notation. The ICU library writes only plurals and choices: messages of the
 * engine have neither, so a browser needs no parser.
 */
export function translateMessage(
  texts: EvaluationTexts | undefined,
  key: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const text = texts && Object.hasOwn(texts.messages, key) ? texts.messages[key]! : (findEnglishText(key) ?? key)
  if (formattedPattern.test(text)) return formatText(text, callerLanguage(texts), values)
  const formatValue = (value: string | number): string =>
    typeof value === 'number' ? formatTypedNumber(value, callerLanguage(texts)) : value
  // ICU writes an apostrophe next to a brace twice.
  const message = text.replaceAll("''", "'")
  let result = ''
  let from = 0
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', from)) {
    const close = message.indexOf('}', open)
    if (close < 0) break
    const name = message.slice(open + 1, close)
    result +=
      message.slice(from, open) + (Object.hasOwn(values, name) ? formatValue(values[name]!) : message.slice(open, close + 1))
    from = close + 1
  }
  return result + message.slice(from)
}
