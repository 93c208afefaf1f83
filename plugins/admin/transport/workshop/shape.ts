// What the product workshop and its server say to each other, below `/svc-admin/api/workshop/<product id>`.
import type { Finding } from '#core/storage/record/results.js'

/** One record of the product's tree. */
export interface WorkshopNode {
  readonly id: number
  /** The record that it belongs to, of the entity that `owner` of its kind names. */
  readonly owner: number
  /** In the store default, else in another language; empty where it has none. */
  readonly title: string
  /** null where the entity is always there. */
  readonly published: boolean | null
  /** True where a rule says when it applies. */
  readonly ruled: boolean
  /** What it is, of what there are several of: the type of a question. */
  readonly note: string | null
  /** A price of its own in the base currency; null where there is none. */
  readonly price: number | null
  /** Of the entities that belong to it, those of which it takes another record; left out where it takes any. */
  readonly takes?: readonly string[]
}

/** The records of one entity, in the order in which they stand. */
export interface WorkshopKind {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  /** The entity whose records these belong to, and the field that says to which. */
  readonly owner: string
  readonly field: string
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** Keys of the text that names a record, one a language, the store default first; empty where it cannot be written. */
  readonly titleKeys: readonly string[]
  readonly nodes: readonly WorkshopNode[]
}

/** `GET workshop/<product id>`: what the caller may see of the product, owners before what belongs to them. */
export interface WorkshopTree {
  readonly product: { readonly id: number; readonly title: string; readonly published: boolean }
  readonly kinds: readonly WorkshopKind[]
  /** Addresses of the scripts of the storefront's configurator, as callers reach them. */
  readonly scripts: readonly string[]
}

/** A record as it is typed; a new one has no id. */
export interface Draft {
  readonly entity: string
  readonly id: number | null
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a configuration of the workshop holds between two calls: nothing of it is stored. */
export interface Held {
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
  readonly history: string
  readonly currency_id: number | null
  readonly country_id: number | null
  readonly state_id: number | null
}

/** A call of the runtime API as the storefront makes it. */
export interface ShopCall {
  /** Below the API: `configurations/<token>/preview`. */
  readonly path: string
  /** Under which the caller knows the configuration: 32 letters, digits, `-` and `_`. */
  readonly token: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** `POST workshop/<product id>/shop`: refused as the shop refuses. */
export interface ShopRequest {
  /** As whom: a customer of this group, or a guest. */
  readonly customer_group_id: number | null
  /** An ISO code; the base currency if left out. */
  readonly currency: string | null
  readonly drafts: readonly Draft[]
  readonly held: Held | null
  readonly call: ShopCall
}

export interface ShopReply {
  readonly data: unknown
  /** null where the call was not about a configuration. */
  readonly held: Held | null
  /** Why the drafts could not be used; what is stored is shown then. */
  readonly refused: string | null
}

export type Choices = readonly { readonly question_id: number; readonly value: string }[]

/** What mends a finding where only one thing can: the record is written with these fields. */
export interface Repair {
  readonly does: 'remove-rule' | 'remove-part' | 'unpublish'
  readonly entity: string
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface WorkshopFinding extends Finding {
  /** What is to be chosen so that the configurator shows it; empty where nothing is. */
  readonly witness: Choices
  /** null where an author has to decide. */
  readonly repair: Repair | null
}

/** `GET workshop/<product id>/findings`: what the prover doubts about what is published. */
export interface WorkshopFindings {
  readonly findings: readonly WorkshopFinding[]
  /** How many more there are. */
  readonly more: number
  /** True where time was up: there may be more than is said here, never less. */
  readonly gaveUp: boolean
}

/** `POST workshop/<product id>/answers`: rows become answers of one question, all of them or none. */
export interface AnswerRows {
  readonly question_id: number
  readonly rows: readonly AnswerRow[]
  readonly dry_run?: boolean
}

export interface AnswerRow {
  readonly title: string
  readonly sku?: string
  readonly price?: number
}

export interface AnswersReply {
  readonly made: number
  /** By the place of their row; nothing is written where there are any. */
  readonly refused: readonly { readonly row: number; readonly message: string }[]
  /** Of the answers, in the order of their rows; of a dry run none. */
  readonly ids: readonly number[]
}
