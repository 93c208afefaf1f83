// The contract of a question type: what it stores, which fields rules and terms may read, and which selections it takes.
import type { PropertyMap, Refusal } from '../../ground/property/kind.js'
import type { PreparedOf } from '../../ground/property/typing.js'
import type { FieldKind, Scalar } from './value.js'

/** The smallest and largest value that a question takes at this moment; null = no limit. Dates as timestamps. */
export interface Limits {
  readonly min: number | null
  readonly max: number | null
}

/** The question's fields that are in force, by wire name: the type's own properties among them, absent or null where empty. */
export type SettingsOf<P extends PropertyMap> = Readonly<Record<string, unknown>> & Partial<PreparedOf<P>>

/** What a question type may read of the question that it serves. */
export interface QuestionSettings<S = Readonly<Record<string, unknown>>> {
  readonly id: number
  /** The question's title in the caller's language, for messages. */
  readonly title: string
  /** The ids of the question's answers, in order; empty for a type that takes none. */
  readonly answerIds: readonly number[]
  readonly settings: S
}

/** What a selection is judged against besides the question itself. */
export interface SelectionContext {
  readonly limits: Limits
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Today in the shop's time zone, as `2026-11-30`. */
  readonly today: string
  /** The shopper's language, an IETF tag: numbers are read and written in its notation. */
  readonly language: string
  /** Puts a sentence into the shopper's language: English with {names} in braces, and what stands for them; numbers are written in its notation. */
  say(sentence: string, values: Readonly<Record<string, string | number>>): string
}

/** A selection in the form in which it is held. */
export interface Selection {
  readonly value: string
}

/** A readable field that a type declares beside those which every question has (domain §2). */
export interface FieldDefinition<S = Readonly<Record<string, unknown>>> {
  readonly key: string
  readonly title: string
  readonly kind: Exclude<FieldKind, 'choice'>
  readonly description: string
  /** Reads the field off a selection; null where it yields nothing. Pure. */
  read(selection: string, question: QuestionSettings<S>): Scalar | null
}

/** Which files a question takes. */
export interface FileRules {
  /** In small letters and without the dot; empty = any. */
  readonly extensions: readonly string[]
  /** As `image/jpeg` or `image/*`; empty = any. */
  readonly mediaTypes: readonly string[]
  /** null = as many as the service takes. */
  readonly megabytes: number | null
}

/** What authors' tools know of the entries that a question takes, before they try any. */
export interface EntryHints {
  /** Only whole numbers are meant. */
  readonly whole?: boolean
  /** The distance between neighbouring numbers; 1 if left out. */
  readonly step?: number
  /** All entries that there are. */
  readonly listed?: readonly string[]
}

/** Why two settings do not go together, at the field that is to change. */
export interface SettingRefusal {
  readonly field: string
  readonly refusal: Refusal
}

/** A question type: a plain object of declarations and pure functions. */
export interface QuestionType<P extends PropertyMap = PropertyMap> {
  /** Stored in `question_type`, e.g. `Radiobuttons`; unique. */
  readonly name: string
  readonly label: string
  /**
   * Properties of its own that join the question entity and apply where question_type is this type. Types that share one declare
   * the same property.
   */
  readonly properties: P
  /** Its selection is the id of one of its answers. */
  readonly takesAnswers: boolean
  /** Takes several answers at once: the selection is their ids, ascending, joined by commas. Only with takesAnswers. */
  readonly multiple?: boolean
  /** Reads set_min_value, set_max_value and what belongs to them; without it a question of the type has no limits. */
  readonly limited?: boolean
  /** Fields that rules and terms may read besides the common ones. */
  readonly fields?: readonly FieldDefinition<SettingsOf<P>>[]
  /** The kind of `selected`. Ignored for a type that takes answers: it is `choice` there. */
  selectedKind?(question: QuestionSettings<SettingsOf<P>>): Exclude<FieldKind, 'choice' | 'boolean'>
  /** Judges settings that belong together, by wire name, when a question of the type is stored. */
  checkSettings?(settings: SettingsOf<P>): readonly SettingRefusal[]
  /** What shop fronts are told of its own properties, by wire name; as they are stored if left out. Never what is apiSensitive. */
  shown?(settings: SettingsOf<P>): Readonly<Record<string, unknown>>
  /** Its selection is the id of an uploaded file; says which files the question takes. */
  files?(question: QuestionSettings<SettingsOf<P>>): FileRules
  /** Spares explanation, proof and simulation from guessing entries. Ignored for a type that takes answers. */
  entries?(question: QuestionSettings<SettingsOf<P>>): EntryHints
  /**
   * A selection as people read it in carts, orders, documents and mails; the selection itself if left out. The question's unit
   * is written behind it. Ignored for a type that takes answers.
   */
  format?(value: string, question: QuestionSettings<SettingsOf<P>>, context: Pick<SelectionContext, 'say'>): string
  /**
   * Judges a selection that a shopper sent; it is never empty and at most 2,000 characters long. Returns the selection as it is
   * held, or the refusal with a sentence for the shopper (code INVALID_VALUE, or UNKNOWN for an answer that the question does
   * not have). Whether the chosen answers apply and are available is judged by the engine. A type that takes answers may leave
   * it out: then any of its answers will do. Any other type that leaves it out takes every text.
   */
  validate?(value: string, question: QuestionSettings<SettingsOf<P>>, context: SelectionContext): Selection | Refusal
}

/** Declares a question type; its settings are typed by its properties. */
export function defineQuestionType<const P extends PropertyMap>(type: QuestionType<P>): QuestionType<P> {
  return Object.freeze(type)
}
