// Request and reply types of the workshop: addresses below `/svc-admin/api/workshop`.
import type { Finding } from '#core/surface.js'
import type { App } from '#core/contract.js'

/** One record of the product's tree. */
export interface WorkshopNode {
  readonly id: number
  /** The id of its owner, of the entity in `owner` of its kind. */
  readonly owner: number
  /** In the store's default language, otherwise in another one. Empty without a title. */
  readonly title: string
  /** null if records of the entity cannot be unpublished. */
  readonly published: boolean | null
  /** True if it has a rule. */
  readonly ruled: boolean
  /** Its type, if the entity has several: the type of a question. */
  readonly note: string | null
  /** Its own price in the base currency. null without one. */
  readonly price: number | null
  /** The child entities that can be added to it. Absent if all can. */
  readonly takes?: readonly string[]
  /** The languages in which its texts are missing or only copied. */
  readonly missing?: readonly string[]
}

/** The records of one entity, in display order. */
export interface WorkshopKind {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  /** The entity of the owners, and the field that references them. */
  readonly owner: string
  readonly field: string
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** Keys of the title, one per language, the store's default first. Empty if it cannot be written. */
  readonly titleKeys: readonly string[]
  /** True if a new record needs more than a title, so that its form opens. */
  readonly needsForm: boolean
  readonly nodes: readonly WorkshopNode[]
}

/** `GET workshop/<product id>`: the parts of the product that the caller may see, owners before their children. */
export interface WorkshopTree {
  readonly product: { readonly id: number; readonly title: string; readonly published: boolean }
  readonly kinds: readonly WorkshopKind[]
  /** Public addresses of the storefront configurator's scripts. */
  readonly scripts: readonly string[]
}

type PreviewRequest = Parameters<App['shop']['drafts']['run']>[0]

/** An unsaved record. A new one has no id. */
export type WorkshopDraft = PreviewRequest['drafts'][number]

/** The state of a workshop configuration between two calls. The server stores nothing. */
export type PreviewState = NonNullable<PreviewRequest['state']>

/** A call of the runtime API, as the storefront makes it. */
export type ShopCall = PreviewRequest['call']

/** `POST workshop/<product id>/shop`: returns the same errors as the storefront. */
export interface ShopRequest {
  /** The customer group of the simulated shopper. null for a guest. */
  readonly customer_group_id: number | null
  /** An ISO code. Default: the base currency. */
  readonly currency: string | null
  readonly drafts: readonly WorkshopDraft[]
  readonly state: PreviewState | null
  readonly call: ShopCall
}

export interface ShopReply {
  readonly data: unknown
  /** null if the call did not concern a configuration. */
  readonly state: PreviewState | null
  /** The reason why the drafts could not be used. The reply then shows the stored product. */
  readonly refused: string | null
}

export type WitnessSelections = readonly { readonly question_id: number; readonly value: string }[]

/** The only possible repair of a finding: writes these fields to the record. */
export interface Repair {
  readonly does: 'remove-rule' | 'remove-part' | 'unpublish'
  readonly entity: string
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface WorkshopFinding extends Finding {
  /** Selections that make the finding visible in the configurator. Empty if none are needed. */
  readonly witness: WitnessSelections
  /** null if an author has to decide. */
  readonly repair: Repair | null
}

/** `GET workshop/<product id>/findings`: the findings of the published product. */
export interface WorkshopFindings {
  readonly findings: readonly WorkshopFinding[]
  /** Number of further findings. */
  readonly more: number
  /** True after a timeout: the list may be incomplete. */
  readonly gaveUp: boolean
}

/** A configuration with its net unit price in the base currency. */
interface SimulatedConfiguration {
  readonly price: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

interface WalksAtQuestion {
  readonly question_id: number
  readonly walks: number
}

/** The members of the report of the action `simulate-product` that the workshop shows. */
export interface Simulation {
  readonly exact: boolean
  /** An integer as text. null if no shopper reached the end. */
  readonly validConfigurations: string | null
  readonly answers: readonly {
    readonly question_id: number
    readonly question: string
    readonly answer_id: number
    readonly answer: string
    readonly share: number
  }[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: SimulatedConfiguration | null
  readonly dearest: SimulatedConfiguration | null
  readonly deadEnds: { readonly walks: number; readonly stuck: number; readonly at: readonly WalksAtQuestion[] }
  readonly unpriced: { readonly walks: number; readonly at: readonly WalksAtQuestion[] }
}

/** A row of an answer sheet. The keys of `fields` are the columns of the sheet. */
export interface AnswerSheetRow {
  readonly id: number
  readonly revision: number
  readonly fields: Readonly<Record<string, unknown>>
  /** The file name of the picture in the choice. */
  readonly picture: string | null
}

/** Maximum number of answers in the grid of a question. */
export const maxSheetRows = 2_000

/** `GET workshop/<product id>/answer-sheet/<question id>`: the answers in their order, and the fields that the sheet can change. */
export interface AnswerSheet {
  readonly columns: readonly string[]
  readonly rows: readonly AnswerSheetRow[]
}

/** `POST` to the same address: all rows in their new order, with changed fields only. A row without id becomes an answer. */
export interface AnswerSheetRequest {
  readonly rows: readonly {
    readonly id?: number
    /** Refuses the row if the answer was changed since. */
    readonly revision?: number
    readonly fields: Readonly<Record<string, unknown>>
  }[]
  readonly dry_run?: boolean
}

export interface AnswerSheetReply {
  readonly created: number
  readonly changed: number
  /** Number of existing answers with another position. */
  readonly moved: number
  /** By row index. If there are any, nothing is written. */
  readonly refused: readonly { readonly row: number; readonly message: string }[]
  readonly ids: readonly number[]
  /** Token for `POST undo/<token>`, which restores everything at once or nothing. */
  readonly undo: string | null
}

/** `GET workshop/<product id>/readiness`: what shoppers would miss if the product were published. */
export interface ProductReadiness {
  /** True if the product, an answer or a calculation has a price, or a text replaces it. */
  readonly hasPrice: boolean
  /** True if the tax class has a rate for the country of the shop, or a default rate. */
  readonly hasTax: boolean
  readonly hasPicture: boolean
  /** Languages with texts that exist only in the default language. */
  readonly missingTexts: readonly { readonly language: string; readonly count: number }[]
}
