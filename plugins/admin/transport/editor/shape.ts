// What the editors of rules, formulas, tables and code ask the server, and what it answers. Addresses lie below `api/editor/<entity>/`.
import type { FieldKind } from '#core/engine/question/value.js'
import type { EntityFormField } from '#core/model/schema/form.js'
import type { Finding } from '#core/storage/record/results.js'

/** A field of a question, as conditions and terms read it. */
export interface EditorField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  readonly description: string
  /** Named together with one of the question's answers. */
  readonly perAnswer: boolean
  readonly inRules: boolean
  readonly inTerms: boolean
}

export interface EditorQuestion {
  readonly id: number
  /** How lines name it: `wood`. */
  readonly key: string
  readonly title: string
  /** The title of the page on which it stands. */
  readonly page: string
  readonly type: string
  readonly unit: string
  /** The place of its fields in `fields` of the vocabulary. */
  readonly fields: number
  readonly answers: readonly { readonly id: number; readonly key: string; readonly title: string }[]
  /** What it takes at least and at most where that is fixed; null where it is open or calculated. */
  readonly min: number | null
  readonly max: number | null
}

/** A condition or term type that has a code of its own. */
export interface EditorType {
  readonly name: string
  readonly label: string
  /** What its operator and value are judged by; null for terms. */
  readonly kind: FieldKind | null
  readonly fields: readonly EntityFormField[]
}

/** `GET vocabulary?owner=<id>`: what may be written about the product that the owner belongs to; NOT_FOUND where it belongs to none. */
export interface EditorVocabulary {
  readonly product: { readonly id: number; readonly title: string }
  readonly questions: readonly EditorQuestion[]
  /** Lists of fields that questions share. */
  readonly fields: readonly (readonly EditorField[])[]
  readonly calculations: readonly { readonly id: number; readonly key: string; readonly name: string; readonly type: string }[]
  readonly groupFields: readonly { readonly key: string; readonly title: string; readonly kind: FieldKind }[]
  readonly functions: readonly {
    readonly name: string
    readonly description: string
    readonly required: number
    readonly optional: number | 'any'
  }[]
  readonly conditionTypes: readonly EditorType[]
  readonly termTypes: readonly EditorType[]
}

/** What is wrong with what is typed; `path` is the place inside of it, '' for all of it. */
export interface EditorIssue {
  readonly path: string
  readonly message: string
  /** The character of a text at which it stands, counted from 0. */
  readonly at?: number
}

/** `POST rule`: judges a rule that is typed and not saved. `id` is the record whose rule it is; without one nothing is counted. */
export interface RuleAsked {
  readonly owner: number
  readonly id?: number | null
  readonly rule: unknown
}

/** How many valid configurations there are, in digits. */
export interface Count {
  readonly configurations: string
  /** False where so many were met on random ways, and there may be more. */
  readonly exact: boolean
}

export interface RuleJudged {
  readonly issues: readonly EditorIssue[]
  /** null where nothing is counted: the rule is wrong, its record is new or not published. */
  readonly counts: {
    readonly withRule: Count | null
    readonly withoutRule: Count | null
  } | null
  /** What the prover doubts about the rule. */
  readonly findings: readonly Finding[]
}

/** `POST body`: judges the body of a calculation that is typed and not saved, and reckons it for a sample. */
export interface BodyAsked {
  readonly owner: number
  /** The record's fields, as a write takes them. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

/** A part of a value: how much it adds, and what it was made of. */
export interface TracedPart {
  readonly kind: string
  readonly title: string | null
  readonly value: number
  readonly details: readonly { readonly what: string; readonly value: number | string | null }[]
  readonly warnings: readonly string[]
  readonly parts: readonly TracedPart[]
}

export interface BodyJudged {
  readonly issues: readonly EditorIssue[]
  /** The questions that the value depends on, by this body itself or by the calculations that it names. */
  readonly reads: readonly number[]
  /** null where the body is wrong. `value` is null where the sample gives none. */
  readonly sample: { readonly value: number | null; readonly trace: TracedPart } | null
  /** What of the sample was not taken. */
  readonly refused: readonly { readonly question_id: number; readonly message: string }[]
}
