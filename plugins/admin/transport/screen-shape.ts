// What the admin's own screens and the server say to each other, beside lists, records and accounts: addresses below `/svc-admin/api/`.
import type { CartReply, PositionReply } from '#core/commerce/cart/define.js'
import type { DocumentEntity, DocumentReply } from '#core/commerce/document/define.js'
import type { Doer } from '#core/storage/work.js'
import type { TrailEntry } from '#core/storage/audit-trail.js'
import type { QueueEntry } from '#core/storage/mail-queue.js'
import type { MigrationFailure } from '#core/storage/migration/bookkeeping.js'
import type { TrackState } from '#core/storage/migration/state.js'
import type { TaskState } from '#core/task/overview.js'
import type { KeptFailure } from '../../http/kept-failures.js'
import type { Printed } from '#core/commerce/print/define.js'

/** A tile of the start screen that a plugin brings. */
export interface PluggedTile {
  readonly name: string
  readonly label: string
  readonly script: string
  readonly may: { readonly write: boolean }
}

/** Something that waits for a person, with the list or screen that shows it. */
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
  /** Below the root of the admin. */
  readonly path: string
  readonly urgent: boolean
}

/** `GET dashboard`: as far as the caller may see it. Tiles with nothing to do are left out; urgent ones come first. */
export interface Dashboard {
  readonly tiles: readonly DashboardTile[]
  /** For whoever writes the catalogue while nobody has asked a question in it: the product to begin with, where there is one. */
  readonly beginning: { readonly product: number | null } | null
  readonly plugged: readonly PluggedTile[]
}

/** A row of `GET mails` (system:read), the oldest first, 500 at most. `POST mails/<id>/retry` tries it again (system:write). */
export type MailRow = QueueEntry

/** `GET mails/<id>` (system:read and orders:read). `GET mails/<id>/page` (the same) answers its HTML, 404 NOT_FOUND where `html` is false. */
export interface MailPreview {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: boolean
}

/** `GET maintenance` (system:read). `POST tasks/<name>/run` runs a task now and answers when it has ended (system:write). */
export interface Maintenance {
  readonly tasks: readonly TaskState[]
  readonly tracks: readonly TrackState[]
  /** The script that failed: nothing migrates until the action unblock-migrations. */
  readonly frozenBy: Omit<MigrationFailure, 'backup'> | null
}

/** A row of `GET failures` (system:read): the last requests that broke in this process, by the identifier that callers were told. */
export type FailureRow = KeptFailure

/** What a step does beside setting the status. */
export interface StepEffect {
  /** A payment may become paid or end with the order; `no-money` says that none is paid back by it. */
  readonly what: 'mail' | 'invoice' | 'paid' | 'ended' | 'no-money' | 'other'
  /** The mail, the payment's provider, or the sentence of a plugin's own effect. */
  readonly name?: string
  /** The address of a mail. */
  readonly to?: string
}

/** What the order may become next by hand. */
export interface DeskStep {
  readonly status: string
  readonly label: string
  /** True for what nothing follows. */
  readonly ends: boolean
  /** True where the status of now may follow again. */
  readonly returns: boolean
  readonly effects: readonly StepEffect[]
}

export interface TimelineEntry {
  /** ISO 8601. */
  readonly at: string
  readonly what: 'created' | 'placed' | 'terms' | 'invoice' | 'payment' | 'status'
  /** The status that was reported of a payment, or that the record came to. */
  readonly detail?: string
  readonly by?: Doer
}

/** A payment with what was reported about it, the oldest first. `POST payments/<id>/refund {amount?}` pays back, `POST payments/<id>/settlement {status, amount?, message?}` says what a provider does not (orders:write). */
export interface DeskPayment {
  readonly id: number
  /** As people call it. */
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
    /** Who brought the payment to the status; absent where something was reported that changed nothing. */
    readonly by?: Doer
  }[]
}

/** `GET orders/<id>` and `GET quotes/<id>` (orders:read): as it was frozen. `GET orders/<id>/print/<printed>` answers a PDF file. */
export interface DeskDocument {
  readonly entity: DocumentEntity
  readonly id: number
  readonly document: Omit<DocumentReply, 'token'>
  readonly statusLabel: string
  /** The record of its customer, for whoever may read customers. */
  readonly customer: number | null
  /** How each line came to its price, in the order of the lines: `{price, gross, recurring?, weight}`, trees of `{kind, title?, amount, parts?}`. */
  readonly traces: readonly unknown[]
  /** Where what was uploaded lies, below `api/`, by the ids of the files. */
  readonly files: Readonly<Record<string, string>>
  readonly steps: readonly DeskStep[]
  readonly timeline: readonly TimelineEntry[]
  /** What can be printed of it now. */
  readonly printed: readonly Printed[]
  /** The number of its invoice. */
  readonly invoice: string | null
  readonly payments: readonly DeskPayment[]
  readonly quote: {
    readonly answer: string
    readonly revises: number | null
    readonly validityDays: number | null
    /** False if no notification is set up that tells customers of sent quotes. */
    readonly mailsCustomer: boolean
  } | null
  readonly may: { readonly write: boolean }
}

/** `GET carts/<id>` (read of carts): as its shopper sees it, without the tokens that are his keys; null where it is a cart no more. */
export interface DeskCart {
  readonly id: number
  readonly state: string
  /** The record of its customer, for whoever may read customers. */
  readonly customer: number | null
  readonly cart:
    | (Omit<CartReply, 'cart' | 'positions'> & { readonly positions: readonly Omit<PositionReply, 'configuration'>[] })
    | null
}

/** `GET translations?language=`: how many texts that stand in the store's own language lack in another one, by entity. */
export interface TranslationCounts {
  readonly language: string
  readonly entities: readonly { readonly name: string; readonly label: string; readonly missing: number }[]
}

/** `GET translations/<entity>?language=&offset=`: 50 of them; `PATCH records/<entity>/<id>` with the key writes one. */
export interface TranslationGaps {
  readonly total: number
  readonly mayWrite: boolean
  readonly gaps: readonly {
    readonly id: number
    readonly field: string
    readonly label: string
    /** The key of the text that lacks, `title_de_DE`. */
    readonly key: string
    /** By language tag; languages without a text are left out. */
    readonly texts: Readonly<Record<string, string>>
  }[]
}

/** `GET trail?entity=&record=&before=` (system:read): 50 entries, the last one first, of entities that the caller may read. */
export interface Trail {
  /** For how long entries are kept; 0 where nobody notes any. */
  readonly days: number
  readonly entries: readonly TrailEntry[]
  /** What people call the entities of the entries, and their fields. */
  readonly labels: Readonly<Record<string, { readonly label: string; readonly fields: Readonly<Record<string, string>> }>>
}

/** A review with what it speaks of. */
export interface ReviewRow {
  readonly id: number
  readonly product: { readonly id: number | null; readonly title: string }
  readonly name: string
  /** From 1 to 5. */
  readonly rating: number
  readonly comment: string
  /** A tag; empty where nobody said. */
  readonly language: string
  readonly customer: number | null
}

/** `GET reviews?published=0|1&offset=` (read of reviews), 50 at most, the last one first. */
export interface ReviewPage {
  readonly reviews: readonly ReviewRow[]
  readonly total: number
  readonly offset: number
}
