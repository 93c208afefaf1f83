// Request and reply types of the admin's own screens: addresses below `/svc-admin/api/`. Lists, records and accounts are separate.
import type { DocumentEntity, DocumentReply, QueueEntry, App } from '#core/contract.js'
import type { serviceState, shopperCalls } from '#core/surface.js'
import type { InternalFailure } from '../../http/problem-reply.js'
import type { readStatistics } from '../../statistics/surface.js'
import type { TitledRecord } from './advisor.js'

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
    | 'notificationsMissing'
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

/** The notifications that a shop lacks. */
export interface MissingNotifications {
  /** The labels of the statuses without a notification. */
  readonly statuses: readonly string[]
  /** True if the shop has no notification at all. */
  readonly hasNone: boolean
}

/** A step of the setup checklist. */
export interface SetupStep {
  readonly name: 'address' | 'languages' | 'tax' | 'delivery' | 'payment' | 'invoices' | 'mails' | 'legal' | 'product' | 'order'
  readonly isDone: boolean
  /** Path below the root of the admin; null for the storefront. */
  readonly path: string | null
}

/** One of the latest placed orders. */
export interface LatestOrder {
  readonly id: number
  /** With its prefix. */
  readonly number: string
  /** ISO 8601. */
  readonly placed: string
  /** The name or company of the billing address. */
  readonly customer: string
  readonly gross: number
  readonly currency: string
  readonly decimals: number
  readonly status: string
  readonly statusLabel: string
}

/** `GET dashboard`: limited to the caller's rights. Tiles with a count of 0 are left out. Urgent tiles come first. */
export interface Dashboard {
  readonly tiles: readonly DashboardTile[]
  /** Set for catalog editors while the catalog has no question: the product to begin with, if there is one. */
  readonly beginning: { readonly product: number | null } | null
  /** null after the checklist has ended, and without the rights to set up the shop. `POST setup/dismiss` ends it. */
  readonly setup: readonly SetupStep[] | null
  /** null for callers who may not read orders. */
  readonly orders: readonly LatestOrder[] | null
  readonly plugged: readonly PluginTile[]
}

type StatisticsReport = Awaited<ReturnType<typeof readStatistics>>
type CurrencySales = StatisticsReport['sales'][number]
type ProductSales = CurrencySales['products'][number]
type StopCount = StatisticsReport['left'][number]

interface TitledStop extends Pick<StopCount, 'kind' | 'id' | 'count'> {
  /** Empty for a deleted record, and if the shopper changed no question. */
  readonly title: string
  readonly product: TitledRecord
}

/** `GET statistics?interval=day|week|month` (orders:read). */
export interface TitledStatistics extends Omit<StatisticsReport, 'sales' | 'answers' | 'left' | 'rules'> {
  readonly sales: readonly (Omit<CurrencySales, 'products'> & {
    readonly products: readonly (Omit<ProductSales, 'product_id'> & { readonly product: TitledRecord })[]
  })[]
  readonly answers: readonly {
    readonly answer: TitledRecord
    readonly question: string
    readonly product: TitledRecord
    readonly quantity: number
  }[]
  readonly left: readonly TitledStop[]
  readonly rules: readonly TitledStop[]
}

/** A row of `GET mails` (system:read), oldest first, 500 at most. `POST mails/<id>/retry` tries it again (system:write). */
export type MailRow = QueueEntry

/** `GET mails/<id>` (system:read and orders:read). `GET mails/<id>/page` returns its HTML, or 404 NOT_FOUND if `html` is false. */
export interface MailPreview {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: boolean
  /** The name of the attached file. null: none. */
  readonly attachment: string | null
}

/** `POST notifications/preview` and `POST notifications/test` (store:write): a notification as it is edited. */
export interface NotificationPreviewRequest {
  readonly name: string
  readonly status: string
  /** The name of the attached document; '' for none. */
  readonly attachment: string
  /** By key, such as `subject_en_GB`. */
  readonly texts: Readonly<Record<string, string>>
  readonly language: string
  readonly reader: 'customer' | 'manager'
}

/** The recipient of a test mail. */
export interface SentTest {
  readonly to: string
}

/** Reply of `POST mails/test`. */
export interface ServerTest {
  readonly to: string
  /** The reply of the mail server; '' if the mail still waits. null if the mail was sent. */
  readonly failure: string | null
}

type Operations = App['operations']
type MigrationState = Awaited<ReturnType<Operations['migrations']['state']>>

/** `GET maintenance` (system:read). `POST tasks/<name>/run` runs a task and replies when it has ended (system:write). */
export interface Maintenance {
  readonly tasks: Awaited<ReturnType<Operations['tasks']['states']>>
  readonly tracks: MigrationState['tracks']
  /** The failed migration script. No migration runs until the action unblock-migrations. */
  readonly frozenBy: Omit<NonNullable<MigrationState['failure']>, 'backup'> | null
}

/** A row of `GET failures` (system:read): the latest failed requests of this process, with the identifier that callers received. */
export type FailureRow = InternalFailure

/** An effect of a step besides the new status. */
export interface StepEffect {
  /** A payment may become paid, or end with the order. `no-money`: the step refunds nothing. `credit`: it writes a credit note. `capture` and `release`: of an authorized payment. */
  readonly what: 'mail' | 'invoice' | 'paid' | 'ended' | 'no-money' | 'shipment' | 'credit' | 'capture' | 'release' | 'other'
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

/** The author of a status change. */
type DocumentAuthor = Pick<Awaited<ReturnType<App['shop']['documents']['listPaymentHistory']>>[number], 'role' | 'who'>

export interface TimelineEntry {
  /** ISO 8601. */
  readonly at: string
  readonly what:
    | 'created'
    | 'placed'
    | 'terms'
    | 'invoice'
    | 'payment'
    | 'status'
    | 'shipment'
    | 'delivered'
    | 'shipmentCancelled'
    | 'creditNote'
  /** The reported status of a payment, the new status of the record, or the number of a shipment or a credit note. */
  readonly detail?: string
  readonly by?: DocumentAuthor
}

/**
 * A payment with its reports, oldest first. `POST payments/<id>/refund {amount?}` refunds it, `POST payments/<id>/settlement {status,
 * amount?, message?}` records the outcome of an offline payment, `POST payments/<id>/capture` captures an authorized one (orders:write).
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
  /** The amount that the provider holds. null once it is captured or released. */
  readonly authorized: number | null
  /** ISO 8601: the end of the authorization. null if unknown. */
  readonly captureBefore: string | null
  /** The step that the service carries out next. */
  readonly planned: '' | 'capture' | 'release'
  /** In the reader's language. */
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
    readonly by?: DocumentAuthor
  }[]
}

/** A parcel of an order. `cancelled` is a time, or null. */
export interface ShipmentDetail {
  readonly id: number
  readonly number: string
  readonly carrier: string
  readonly trackingCode: string
  readonly trackingUrl: string
  readonly shipped: string | null
  readonly delivered: string | null
  readonly cancelled: string | null
  readonly lines: readonly { readonly order_line_id: number; readonly quantity: number }[]
}

/** A derived state with its label in the reader's language. */
export interface LabelledState {
  readonly value: string
  readonly label: string
}

/** What happened to an order after it was placed, and what can still happen. Amounts are in the order's currency. */
export interface OrderState {
  readonly payment: LabelledState
  readonly fulfilment: LabelledState
  readonly paid: number
  readonly refunded: number
  readonly tags: readonly string[]
  readonly staffNote: string
  readonly shipments: readonly ShipmentDetail[]
  /** `GET credit-notes/<id>/print` returns the file. */
  readonly creditNotes: readonly {
    readonly id: number
    readonly number: string
    readonly created: string | null
    readonly gross: number
    readonly reason: string
  }[]
  /** Pieces of each line that are in no shipment, and in no credit note. */
  readonly lines: readonly { readonly id: number; readonly unshipped: number; readonly uncredited: number }[]
  /** The gross delivery that was not credited. null if there is none. */
  readonly delivery: number | null
  /** The gross amount that can still be credited, per tax rate in percent. */
  readonly rates: readonly { readonly rate: number; readonly gross: number }[]
  /** True if a notification mails new shipments to the customer. */
  readonly mailsShipments: boolean
  readonly may: { readonly ship: boolean; readonly refund: boolean }
}

/** `GET orders/<id>` and `GET quotes/<id>` (orders:read): the frozen document. `GET orders/<id>/print/<printed>` returns its file. */
export interface DocumentDetail {
  readonly entity: DocumentEntity
  readonly id: number
  readonly document: Omit<DocumentReply, 'token'>
  /** Converts unit prices and prices of parts, which are in the base currency of that time, to the document's currency. */
  readonly baseFactor: number
  readonly statusLabel: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  /** The price calculation of each line, in line order: `{price, gross, recurring?, weight}`, trees of `{kind, title?, amount, parts?}`. */
  readonly traces: readonly unknown[]
  /** Paths of uploaded files below `api/`, by file id. */
  readonly files: Readonly<Record<string, string>>
  /** Paths of the lines' pictures below `api/`, by line id. Lines without a picture are left out. */
  readonly pictures: Readonly<Record<number, string>>
  /** null for a quote. */
  readonly order: OrderState | null
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
    /** Whether the customer gets a mail when the quote is sent. `waits`: only after a mail server was set up. */
    readonly mail: 'no-address' | 'off' | 'sent' | 'waits'
  } | null
  readonly may: { readonly write: boolean }
}

/** Tabs of the list of orders: `pay` and `ship` are the open ones with money due, and with something to ship. */
export type OrderTab = 'all' | 'open' | 'pay' | 'ship'

/** `GET orders` (orders:read): the number of orders per tab. `GET records/sales-order?filter[tab]=` returns the orders of one. */
export type OrderCounts = Readonly<Record<OrderTab, number>>

/** `POST orders/bulk {ids | filter, search, status | tag, dry_run?}` (orders:write): each order is changed separately. */
export interface OrderBulkReply {
  readonly changed: number
  /** `reason`: the present status if it does not allow the change, else the refusal. */
  readonly refused: readonly { readonly id: number; readonly number: string; readonly reason: string }[]
}

/** A record in the reply of `GET search?text=`. */
export interface SearchResult {
  readonly entity: string
  readonly id: number
  readonly label: string
  readonly detail: string
}

/** `GET search?text=`: at most five records per entity, orders first. `exact`: the first one has exactly this number. */
export interface SearchReply {
  readonly exact: boolean
  readonly results: readonly SearchResult[]
}

/** `GET carts/<id>` (read access to carts): the shopper's view without their tokens. `cart` is null if it no longer is a cart. */
export interface CartDetail {
  readonly id: number
  readonly created: string
  readonly state: string
  /** The customer's record, for accounts that may read customers. */
  readonly customer: number | null
  readonly cart:
    | (Omit<shopperCalls.CartReply, 'cart' | 'positions'> & {
        readonly positions: readonly Omit<shopperCalls.CartReply['positions'][number], 'configuration'>[]
      })
    | null
}

/** `GET translations?language=`: the number of missing translations in a language, by entity. */
export interface TranslationCounts {
  readonly language: string
  /** True if the caller may change texts of any entity. */
  readonly mayWrite: boolean
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

/** `GET translations/same`: texts that are right in a language although they equal the text in the default language. */
export interface SameTexts {
  readonly texts: readonly { readonly language: string; readonly text: string }[]
}

/** `GET trail?entity=&record=&before=` (system:read): 50 entries, latest first, only of entities that the caller may read. */
export interface Trail {
  /** Days for which entries are stored. 0 if the audit trail is off. */
  readonly days: number
  readonly entries: Awaited<ReturnType<typeof serviceState.listAuditEntries>>
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
