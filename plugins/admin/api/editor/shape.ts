// Request and reply types of the editors of rules, formulas, tables and code: addresses below `api/editor/<entity>/`.
import type { FieldKind } from '#core/contract.js'
import type { Finding, inputForms } from '#core/surface.js'

/** A field of a question, as conditions and terms read it. */
export interface EditorField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  readonly description: string
  /** Needs one of the question's answers as a second part. */
  readonly perAnswer: boolean
  readonly inRules: boolean
  readonly inTerms: boolean
}

export interface EditorQuestion {
  readonly id: number
  /** Its key in formulas: `wood`. */
  readonly key: string
  readonly title: string
  /** The title of its page. */
  readonly page: string
  readonly type: string
  readonly unit: string
  /** The index of its fields in `fields` of the vocabulary. */
  readonly fields: number
  readonly answers: readonly { readonly id: number; readonly key: string; readonly title: string }[]
  /** True if several answers can be selected. */
  readonly multiple: boolean
  /** Smallest and largest allowed value. null if unlimited or calculated. */
  readonly min: number | null
  readonly max: number | null
}

/** A condition or term type with a code of its own. */
export interface EditorType {
  readonly name: string
  readonly label: string
  /** The kind that decides about operator and value. null for terms. */
  readonly kind: FieldKind | null
  readonly fields: readonly inputForms.EntityFormField[]
}

/** A field of the shopper's customer group. */
export interface EditorGroupField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  /** The customer groups by name, for the field that identifies the group. */
  readonly choices?: readonly { readonly id: number; readonly title: string }[]
  /** True for fields of programs. Pickers offer them only where a rule already uses them. */
  readonly internal?: boolean
}

/** `GET vocabulary?owner=<id>`: the names available in the owner's product. NOT_FOUND if no product owns it. */
export interface EditorVocabulary {
  readonly product: { readonly id: number; readonly title: string }
  readonly questions: readonly EditorQuestion[]
  /** Lists of fields that questions share. */
  readonly fields: readonly (readonly EditorField[])[]
  readonly calculations: readonly { readonly id: number; readonly key: string; readonly name: string; readonly type: string }[]
  readonly groupFields: readonly EditorGroupField[]
  readonly functions: readonly {
    readonly name: string
    readonly description: string
    readonly required: number
    readonly optional: number | 'any'
  }[]
  readonly conditionTypes: readonly EditorType[]
  readonly termTypes: readonly EditorType[]
}

/** An error in the typed input. `path` is the position inside of it, '' for the whole input. */
export interface EditorIssue {
  readonly path: string
  readonly message: string
  /** Index of the character in a text, from 0. */
  readonly at?: number
}

/** `POST rule`: checks an unsaved rule. `id` is the rule's record. Without it nothing is counted. */
export interface RuleCheckRequest {
  readonly owner: number
  readonly id?: number | null
  readonly rule: unknown
}

/** Number of valid configurations, in digits. */
export interface ValidConfigurationCount {
  readonly configurations: string
  /** False for a random sample: there may be more. */
  readonly exact: boolean
}

export interface RuleCheckReply {
  readonly issues: readonly EditorIssue[]
  /** null if nothing is counted: the rule is wrong, or its record is new or not published. */
  readonly counts: {
    readonly withRule: ValidConfigurationCount | null
    readonly withoutRule: ValidConfigurationCount | null
  } | null
  /** Findings about the rule. */
  readonly findings: readonly Finding[]
}

/** `POST body`: checks the unsaved body of a calculation and evaluates it for a sample. */
export interface BodyCheckRequest {
  readonly owner: number
  /** The record's fields, as a write takes them. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

/** A part of a value: its amount, and its components. */
export interface TracedPart {
  readonly kind: string
  readonly title: string | null
  readonly value: number
  readonly details: readonly { readonly what: string; readonly value: number | string | null }[]
  readonly warnings: readonly string[]
  readonly parts: readonly TracedPart[]
}

export interface BodyCheckReply {
  readonly issues: readonly EditorIssue[]
  /** The questions that the value depends on, directly or through referenced calculations. */
  readonly reads: readonly number[]
  /** null if the body is wrong. `value` is null if the sample has no result. */
  readonly sample: { readonly value: number | null; readonly trace: TracedPart } | null
  /** Sample selections that were refused. */
  readonly refused: readonly { readonly question_id: number; readonly message: string }[]
}
