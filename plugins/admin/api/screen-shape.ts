// Request and reply types of the admin's own screens: addresses below `/svc-admin/api/`. Lists, records and accounts are separate.
import type { DocumentEntity, DocumentReply, QueueEntry } from '#core/contract.js'
import type { Actor, AuditEntry, CartReply, MigrationFailure, PositionReply, TaskState, TrackState } from '#core/surface.js'
import type { InternalFailure } from '../../http/problem-reply.js'

/** A tile of the start screen that a plugin adds. */
export interface PluginTile {
  readonly name: string
  readonly label: string
  readonly script: string
  readonly may: { readonly write: boolean }
}

/** Records that need attention, with the list or screen that shows them. */
export interface DashboardTile {
  readonly name:
    | 'ordersPaid'
    | 'ordersPlaced'
    | 'ordersConfirmed'
    | 'ordersAmount'
    | 'ordersCurrency'
    | 'quotesAsked'
    | 'paymentsPending'
    | 'methodsIncomplete'
    | 'reviewsToPublish'
    | 'shoppersWaiting'
    | 'migrationsFrozen'
    | 'migrationsPending'
    | 'mailsFailing'
    | 'tasksFailing'
    | 'errors'
    | 'textsMissing'
  readonly count: number
  /** Path below the root of the admin. */
  readonly path: string
  readonly urgent: boolean
}

/** `GET dashboard`: limited to the caller's rights. Tiles with a count of 0 are left out. Urgent tiles come first. */
export interface Dashboard {
  readonly tiles: readonly DashboardTile[]
  /** Set for catalog editors while the catalog has no question: the product to begin with, if there is one. */
  readonly beginning: { readonly product: number | null } | null
  readonly plugged: readonly PluginTile[]
}

/** A row of `GET mails` (system:read), oldest first, 500 at most. `POST mails/<id>/retry` tries it again (system:write). */
export type MailRow = QueueEntry

/** `GET mails/<id>` (system:read and orders:read). `GET mails/<id>/page` returns its HTML, or 404 NOT_FOUND if `html` is false. */
export interface MailPreview {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: boolean
}

/** `GET maintenance` (system:read). `POST tasks/<name>/run` runs a task and replies when it has ended (system:write). */
export interface Maintenance {
  readonly tasks: readonly TaskState[]
  readonly tracks: readonly TrackState[]
  /** The failed migration script. No migration runs until the action unblock-migrations. */
  readonly frozenBy: Omit<MigrationFailure, 'backup'> | null
}

/** A row of `GET failures` (system:read): the latest failed requests of this process, with the identifier that callers received. */
export type FailureRow = InternalFailure

/** An effect of a step besides the new status. */
export interface StepEffect {
  /** A payment may become paid, or end with the order. `no-money`: the step refunds nothing. */
  readonly what: 'mail' | 'invoice' | 'paid' | 'ended' | 'no-money' | 'other'
  /** The mail, the payment's provider, or the description of a plugin's own effect. */
  readonly name?: string
  /** The recipient of a mail. */
  readonly to?: string
}

/** A status that a person can set next. */
export interface StatusStep {
  readonly status: string
  readonly label: string
  /** True for a final status. */
  readonly ends: boolean
  /** True if the order can return to its current status. */
  readonly returns: boolean
  readonly effects: readonly StepEffect[]
}

export interface TimelineEntry {
  /** ISO 8601. */
  readonly at: string
  readonly what: 'created' | 'placed' | 'terms' | 'invoice' | 'payment' | 'status'
  /** The reported status of a payment, or the new status of the record. */
  readonly detail?: string
  readonly by?: Actor
}

/**
 * A payment with its reports, oldest first. `POST payments/<id>/refund {amount?}` refunds it, `POST payments/<id>/settlement {status,
 * amount?, message?}` records the outcome of an offline payment (orders:write).
 */
export interface PaymentDetail {
  readonly id: number
  /** The provider's label. */
  readonly provider: string
  readonly reference: string
  readonly status: string
  readonly statusLabel: string
  readonly amount: number | null
  readonly currency: string
  readonly received: number | null
  readonly receivedCurrency: string
  readonly refunded: number | null
  readonly remark: string
  readonly created: string
  readonly timeline: readonly {
    readonly at: string
    readonly source: string
    readonly status: string
    readonly statusLabel: string
    readonly amount: number | null
    readonly message: string
    /** The author of the status change. Absent if the report changed nothing. */
    readonly by?: Actor
  }[]
}

/** `GET orders/<id>` and `GET quotes/<id>` (orders:read): the frozen document. `GET orders/<id>/print/<printed>` returns its file. */
export interface DocumentDetail {
  readonly entity: DocumentEntity
  readonly id: number
  readonly document: Omit<DocumentReply, 'token'>
  readonly statusLabel: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  /** The price calculation of each line, in line order: `{price, gross, recurring?, weight}`, trees of `{kind, title?, amount, parts?}`. */
  readonly traces: readonly unknown[]
  /** Paths of uploaded files below `api/`, by file id. */
  readonly files: Readonly<Record<string, string>>
  readonly steps: readonly StatusStep[]
  readonly timeline: readonly TimelineEntry[]
  /** The names of the printed documents that are available now. */
  readonly printed: readonly string[]
  /** The number of its invoice. */
  readonly invoice: string | null
  readonly payments: readonly PaymentDetail[]
  readonly quote: {
    readonly answer: string
    readonly revises: number | null
    readonly validityDays: number | null
    /** False if no notification mails customers about sent quotes. */
    readonly mailsCustomer: boolean
  } | null
  readonly may: { readonly write: boolean }
}

/** `GET carts/<id>` (read access to carts): the shopper's view without their tokens. `cart` is null if it no longer is a cart. */
export interface CartDetail {
  readonly id: number
  readonly state: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  readonly cart:
    | (Omit<CartReply, 'cart' | 'positions'> & { readonly positions: readonly Omit<PositionReply, 'configuration'>[] })
    | null
}

/** `GET translations?language=`: the number of missing translations in a language, by entity. */
export interface TranslationCounts {
  readonly language: string
  readonly entities: readonly { readonly name: string; readonly label: string; readonly missing: number }[]
}

/** `GET translations/<entity>?language=&offset=`: pages of 50. `PATCH records/<entity>/<id>` with the key writes one. */
export interface TranslationGaps {
  readonly total: number
  readonly mayWrite: boolean
  readonly gaps: readonly {
    readonly id: number
    readonly field: string
    readonly label: string
    /** The key of the missing text, `title_de_DE`. */
    readonly key: string
    /** By language tag. Languages without a text are left out. */
    readonly texts: Readonly<Record<string, string>>
  }[]
}

/** `GET trail?entity=&record=&before=` (system:read): 50 entries, latest first, only of entities that the caller may read. */
export interface Trail {
  /** Days for which entries are stored. 0 if the audit trail is off. */
  readonly days: number
  readonly entries: readonly AuditEntry[]
  /** Labels of the entities in the entries, and of their fields. */
  readonly labels: Readonly<Record<string, { readonly label: string; readonly fields: Readonly<Record<string, string>> }>>
}

/** A review with its product. */
export interface ReviewRow {
  readonly id: number
  readonly product: { readonly id: number | null; readonly title: string }
  readonly name: string
  /** From 1 to 5. */
  readonly rating: number
  readonly comment: string
  /** A language tag. Empty if unknown. */
  readonly language: string
  readonly customer: number | null
}

/** `GET reviews?published=0|1&offset=` (read access to reviews), 50 at most, latest first. */
export interface ReviewPage {
  readonly reviews: readonly ReviewRow[]
  readonly total: number
  readonly offset: number
}
