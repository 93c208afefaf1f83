// The contract of a question type: its properties, its fields for rules and terms, and the validation of selections.
import { type PropertyMap, Refusal } from '../../foundation/property/kind.js'
import type { PreparedOf } from '../../foundation/property/typing.js'
import type { FieldKind, Scalar } from './value.js'

/** The current limits of a question; null = no limit. Dates are timestamps. */
export interface Limits {
  readonly min: number | null
  readonly max: number | null
}

/** The applicable fields of a question by wire name, including the type's own properties. Empty fields are absent or null. */
export type SettingsOf<P extends PropertyMap> = Readonly<Record<string, unknown>> & Partial<PreparedOf<P>>

/** The data of a question that its type can read. */
export interface QuestionSettings<S = Readonly<Record<string, unknown>>> {
  readonly id: number
  /** The question's title in the caller's language, for messages. */
  readonly title: string
  /** The ids of the question's answers, in order. Empty for a type without answers. */
  readonly answerIds: readonly number[]
  readonly settings: S
}

/** The context for validating a selection. */
export interface SelectionContext {
  readonly limits: Limits
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The current date in the shop's time zone, for example `2026-11-30`. */
  readonly today: string
  /** The customer's language, an IETF tag. It determines the notation of numbers. */
  readonly language: string
  /**
   * Writes a message for the customer. `key` is a key of a catalog, `area.name`, or an English text with {placeholders} that the plugin
   * translates. Numbers use the customer's notation.
   */
  translate(key: string, values: Readonly<Record<string, string | number>>): string
}

/** A selection in normalized form. */
export interface Selection {
  readonly value: string
}

/** A field that a type adds to the common fields of questions. */
export interface FieldDefinition<S = Readonly<Record<string, unknown>>> {
  readonly key: string
  readonly title: string
  readonly kind: Exclude<FieldKind, 'choice'>
  readonly description: string
  /** Reads the field from a selection. Null if there is no value. Must be pure. */
  read(selection: string, question: QuestionSettings<S>): Scalar | null
}

/** Restrictions for uploaded files. */
export interface FileRules {
  /** File name extensions in lower case without the dot. Empty = any. */
  readonly extensions: readonly string[]
  /** Media types such as `image/jpeg` or `image/*`. Empty = any. */
  readonly mediaTypes: readonly string[]
  /** Maximum size in megabytes. Null = the limit of the service. */
  readonly megabytes: number | null
}

/** The accepted entries of a question, for explanations, proofs and simulations. */
export interface EntryHints {
  /** True if only integers are accepted. */
  readonly whole?: boolean
  /** The distance between adjacent numbers. Default 1. */
  readonly step?: number
  /** All accepted entries. */
  readonly listed?: readonly string[]
}

/** A conflict between settings, reported at the field to change. */
export interface SettingRefusal {
  readonly field: string
  readonly refusal: Refusal
}

/** A question type: a plain object of declarations and pure functions. */
export interface QuestionType<P extends PropertyMap = PropertyMap> {
  /** Stored in `question_type`, for example `Radiobuttons`. Must be unique. */
  readonly name: string
  readonly label: string
  /**
   * Properties that are added to the question entity for questions of this type. Types that share a property must declare it
   * identically.
   */
  readonly properties: P
  /** The selection is the id of one of the question's answers. */
  readonly takesAnswers: boolean
  /** Multi-select: the selection consists of answer ids, ascending, separated by commas. Requires takesAnswers. */
  readonly multiple?: boolean
  /** The type uses set_min_value, set_max_value and related fields. Otherwise its questions have no limits. */
  readonly limited?: boolean
  /** Additional fields for rules and terms. */
  readonly fields?: readonly FieldDefinition<SettingsOf<P>>[]
  /** The kind of the field `selected`. Ignored for types with answers: their kind is `choice`. */
  selectedKind?(question: QuestionSettings<SettingsOf<P>>): Exclude<FieldKind, 'choice' | 'boolean'>
  /** Validates combinations of settings (by wire name) when a question is stored. */
  checkSettings?(settings: SettingsOf<P>): readonly SettingRefusal[]
  /** The type's properties for the storefront, by wire name. Default: the stored values. Must not contain apiSensitive values. */
  shown?(settings: SettingsOf<P>): Readonly<Record<string, unknown>>
  /** The selection is the id of an uploaded file. Returns the accepted files. */
  files?(question: QuestionSettings<SettingsOf<P>>): FileRules
  /**
   * The accepted entries. Explanations, proofs and simulations would otherwise have to guess them. Ignored for types with
   * answers.
   */
  entries?(question: QuestionSettings<SettingsOf<P>>): EntryHints
  /**
   * Formats a selection for carts, orders, documents and mails. Default: the selection itself. The question's unit is appended.
   * Ignored for types with answers.
   */
  format?(value: string, question: QuestionSettings<SettingsOf<P>>, context: Pick<SelectionContext, 'translate'>): string
  /**
   * Validates a selection from a customer (not empty, at most 2,000 characters). Returns the normalized selection, or a refusal
   * with a message for the customer (code INVALID_VALUE, or UNKNOWN for an answer that the question does not have). The engine
   * checks separately whether answers apply and are available. Default for types with answers: any of the question's answers;
   * for other types: any text.
   */
  validate?(value: string, question: QuestionSettings<SettingsOf<P>>, context: SelectionContext): Selection | Refusal
}

/** Declares a question type. Its properties determine the types of its settings. */
export function defineQuestionType<const P extends PropertyMap>(type: QuestionType<P>): QuestionType<P> {
  return Object.freeze(type)
}

// Validates selections of questions with answers. The default for types without `validate`.

const maxIdLength = 15

/** The id in a text of plain digits, or 0. */
export function parseId(text: string): number {
  const { length } = text
  if (length === 0 || length > maxIdLength) return 0
  let id = 0
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9 || (i === 0 && digit === 0)) return 0
    id = id * 10 + digit
  }
  return id
}

function checkId(value: string, question: QuestionSettings, context: SelectionContext): Refusal | null {
  const { title } = question
  const id = parseId(value)
  if (id === 0) return new Refusal(context.translate('shop.answerIdInvalid', { question: title }))
  if (question.answerIds.includes(id)) return null
  return new Refusal(context.translate('shop.answerUnknown', { question: title, answer: value }), 'UNKNOWN')
}

/** Validates the selection of one answer. */
export function validateAnswer(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const trimmed = value.trim()
  return checkId(trimmed, question, context) ?? { value: trimmed }
}

/** Validates a comma-separated list of answers. Normalized: ascending, without duplicates. */
export function validateAnswers(value: string, question: QuestionSettings, context: SelectionContext): Selection | Refusal {
  const ids = [...new Set(value.split(',').map((id) => id.trim()))]
  const refusal = ids.map((id) => checkId(id, question, context)).find((refusal) => refusal !== null)
  return refusal ?? { value: ids.sort((a, b) => Number(a) - Number(b)).join(',') }
}
