// Request and reply types of the admin's single screens and of the picture library: addresses below `/svc-admin/api/`.
import type { QueueEntry, App } from '#core/contract.js'
import type { serviceState } from '#core/surface.js'
import type { InternalFailure } from '../../http/problem-reply.js'
import type { readStatistics } from '../../statistics/surface.js'
import type { TitledRecord } from './choices.js'

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

/** Reply of POST, PATCH and DELETE of records with `?dry_run=1`. Changes nothing. Returns the same errors as the write. */
/** A picture of the shop, once for all records that use it. */
export interface MediaPicture extends LibraryEntry {
  /** The file name of the upload. */
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly url: string
  /** False also if only records that the account may not read use it. */
  readonly isUnused: boolean
  /** Fields, and texts that contain it. */
  readonly uses: readonly {
    readonly entity: string
    readonly id: number
    readonly title: string
    /** The label of the field. */
    readonly field: string
  }[]
}

/** `POST media` */
export interface LibraryEntry {
  /** The name in the file store. */
  readonly stored: string
}

/** `POST media/:picture` */
export interface LibraryPicture extends LibraryEntry {
  /** Its path in the shop. */
  readonly shopUrl: string
}

/** `GET media?search=&unused=1&limit=` */
export interface MediaList {
  readonly total: number
  readonly pictures: readonly MediaPicture[]
}
