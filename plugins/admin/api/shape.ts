// Request and reply types of the admin's server and client: JSON at addresses below `/svc-admin/api/`.
import type { AdminLanguage, Area, Issue, ServiceError } from '#core/contract.js'
import type { baseCurrency, Finding, productEditing, recordGraphs, inputForms } from '#core/surface.js'

type StoredFormField = ReturnType<typeof inputForms.toFormField>

/** A field of a form, or an argument of an action. */
export interface FormField extends StoredFormField {
  /** The address of the script that draws it, if a plugin brings one. */
  readonly widget?: string
}

/** Hints of the settings of a payment method. */
export interface ProviderHints {
  /** The fields of each provider, by its name. */
  readonly providers: Readonly<Record<string, readonly ProviderField[]>>
  /** Names of the providers with a connection test. */
  readonly tested: readonly string[]
  /** Addresses that the merchant enters at the provider, with `:id` for the payment method. Providers without one are left out. */
  readonly webhooks: Readonly<Record<string, string>>
}

export interface ProviderField extends FormField {
  /** True for the address of the API: only people with system rights see it. */
  readonly forDevelopers: boolean
}

/** Header of every POST, PATCH and DELETE. Its value is `csrf` of the session. */
export const csrfHeader = 'x-svc-csrf'

/** The form field with the same value, for pages without script. */
export const csrfField = '_csrf'

/** The languages of the admin itself, independent of the shop's languages. */
export type { AdminLanguage }

export interface ListColumn {
  readonly field: string
  readonly label: string
  /** The property kind's name. `number` for the id. */
  readonly type: string
  readonly control: string
  readonly hints: Readonly<Record<string, unknown>>
  readonly sortable: boolean
  /** True if the list can change it in place: `published`, and properties of a single key that the caller may change. */
  readonly inline: boolean
  /** True for the column that dragging changes. */
  readonly ordering: boolean
}

export interface ListFilter {
  readonly name: string
  readonly label: string
  readonly compare: 'equals' | 'from' | 'to' | 'contains' | 'owner'
  readonly control: string
  /** As in a form field: choices, the joined entity. For `owner` `{entity}`. */
  readonly hints: Readonly<Record<string, unknown>>
}

export interface FormSection {
  readonly name: string
  readonly label: string
  /** Names of form fields, in order. */
  readonly fields: readonly string[]
}

export interface EntityAction {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly input: readonly FormField[]
  /** The argument that takes the record's id, if there is one. */
  readonly record: string | null
  readonly destructive: boolean
  /** True if its input or result is for programs. Offered only to accounts with system rights. */
  readonly developer: boolean
}

/** `GET entities/<entity>`. */
export interface EntityShape {
  readonly name: string
  readonly label: string
  readonly pluralLabel: string
  readonly area: Area
  readonly singleton: boolean
  /** True if people sort its records by hand: `move` changes their order. */
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** The field that names a record to people. null if only its id does. */
  readonly titleField: string | null
  /** True if `search=` can match. */
  readonly searchable: boolean
  readonly columns: readonly ListColumn[]
  readonly filters: readonly ListFilter[]
  readonly form: { readonly fields: readonly FormField[]; readonly sections: readonly FormSection[] }
  /** Entities whose records belong to a record of this one, with the field that references the owner. */
  readonly children: readonly {
    readonly entity: string
    readonly label: string
    readonly field: string
    readonly ordered: boolean
    /** Set if each owner has at most one such record, and only while this field of the owner has this value. */
    readonly only?: { readonly field: string; readonly value: string }
  }[]
  /** The field that references the owner. null for independent records. */
  readonly owner: string | null
  readonly actions: readonly EntityAction[]
  /** Fields that hold a picture or a file. */
  readonly files: readonly string[]
}

export type WireRow = Readonly<Record<string, unknown>>

/**
 * `GET records/<entity>?filter[x]=&search=&sort=&limit=&offset=&languageTag=`. `sort` is `title,-id`, the maximum limit is 200. `GET
 * records/<entity>.csv` takes the same parameters and returns all records as a file.
 */
export interface RecordList {
  /** `id` and the listing's fields, texts in one language. */
  readonly data: readonly WireRow[]
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number }
  /** The languages in which texts of a record are missing or only copied, by id. Records without missing texts are left out. */
  readonly missing?: Readonly<Record<number, readonly string[]>>
}

/** `GET records/<entity>/<id>`, with its ETag. Also the reply of POST and PATCH. */
export interface RecordReply {
  readonly id: number
  readonly revision: number
  /** Texts in every language by flat keys. */
  readonly record: WireRow
  /** A generated name, if the entity has no title. */
  readonly called?: string
  /** Findings about the write. */
  readonly findings?: readonly Finding[]
}

/** `POST payment-methods/test` (store:write) with the connector, the settings of the form and the id of a stored method. */
export interface ConnectionTest {
  readonly mode: 'test' | 'live'
  /** The shop's account at the provider; '' if it has no name. */
  readonly account: string
}

/** Records of one entity that a delete removes. */
export interface DeletedRecords {
  readonly entity: string
  /** In the language of the account, in the plural. */
  readonly label: string
  readonly count: number
}

export interface DryRun {
  readonly would: 'create' | 'change' | 'delete'
  /** Fields that would change. */
  readonly changed: readonly string[]
  /** Other records that the write would delete or change, by entity. */
  readonly affected: Readonly<Record<string, number>>
  /** For a delete: the records that are deleted with the record. */
  readonly contents?: readonly DeletedRecords[]
  /** For a delete: records outside that need something inside. They prevent the delete. */
  readonly blockers?: readonly DeleteBlocker[]
  /** For a delete: false if the records are too many to be restored. */
  readonly undoable?: boolean
  /** Findings that the write would return. */
  readonly findings?: readonly Finding[]
  /** Configurations and carts that a change of a product would affect. */
  readonly touches?: Awaited<ReturnType<typeof recordGraphs.performDryRun>>['affected']
  /** Requested or sent quotes with the record's product. They stay unchanged. */
  readonly quotes?: number
  /** Languages that a save of the settings switches off, each with its number of texts. The texts stay stored. */
  readonly languages?: readonly { readonly language: string; readonly texts: number }[]
  /** Languages that the save adds: stored texts that are shown again, and missing texts that are shown in `source`. */
  readonly addedLanguages?: readonly {
    readonly language: string
    readonly source: string
    readonly texts: number
    readonly missing: number
  }[]
  /** The new default language, if the save changes it. */
  readonly defaultLanguage?: string
  /** For the delete of a currency: its open carts, open quotes and open orders. Carts prevent the delete. */
  readonly currencyUse?: { readonly carts: number; readonly quotes: number; readonly orders: number }
  /** Codes of the base currencies before and after the save, and the multiplicator of the new one. No amount is converted. */
  readonly base?: { readonly from: string; readonly to: string; readonly multiplicator: number }
}

/** `POST records/<entity>/bulk`: `ids`, or all matches of the list's filters. At most 1,000 records per call. */
export interface BulkRequest {
  readonly ids?: readonly number[]
  readonly filter?: Readonly<Record<string, string>>
  readonly search?: string
  readonly change?: WireRow
  readonly delete?: true
  /** Deletes the contents of the records, too. */
  readonly contents?: true
  readonly dry_run?: boolean
}

/** A record outside of a deleted one that needs it or something in it. */
export interface DeleteBlocker {
  readonly entity: string
  readonly id: number
  readonly title: string
  /** The kind of the record. */
  readonly label: string
}

export interface RefusedRecord {
  readonly id: number
  /** Names the record. */
  readonly title: string
  readonly code: string
  readonly detail: string
  /** Only for dry runs of a delete with contents, for the first refused records. */
  readonly blockers?: readonly DeleteBlocker[]
}

export interface BulkReply {
  readonly changed: number
  readonly deleted: number
  readonly refused: readonly RefusedRecord[]
  /** Token for `POST undo/<token>`. null for dry runs and if the undo data would be too large. */
  readonly undo: string | null
  /** Records inside of the deleted ones that go with them. Only for dry runs with `contents`. */
  readonly contents?: readonly DeletedRecords[]
  /** As in a dry run of one record. Only for dry runs. */
  readonly base?: DryRun['base']
}

/** `POST records/currency/<id>/base {converts, rate?, rounding?, expected?, dry_run?}` */
export interface BaseCurrencyReply extends Pick<BulkReply, 'undo'> {
  readonly from: string
  readonly to: string
  /** Units of the new base currency per unit of the current one. */
  readonly rate: number
  /** The number of converted amounts, and of formulas that are multiplied by the rate. */
  readonly amounts: number
  readonly formulas: number
  readonly factors: readonly { readonly code: string; readonly before: number; readonly after: number }[]
  readonly examples: readonly {
    readonly title: string
    /** The kind of the record, and the field. */
    readonly label: string
    readonly field: string
    readonly before: number
    readonly after: number
  }[]
  /** What prevents the conversion. */
  readonly obstacles: readonly (baseCurrency.BaseCurrencyPlan['obstacles'][number] & {
    readonly title: string
    readonly label: string
  })[]
  readonly moreObstacles: number
  /** Identifies the amounts and factors before the change, for `expected`. */
  readonly state: string
}

/** `POST records/<entity>/prices`: the target records, and arguments of the action change-prices. */
export interface PriceChangeRequest extends Pick<BulkRequest, 'dry_run' | 'filter' | 'ids' | 'search'> {
  readonly prices: readonly string[]
  /** A number, or text as typed in the language of the account. */
  readonly percent?: number | string | null
  readonly amount?: number | string | null
  readonly rounding: string
  readonly direction: string
  readonly group_prices: boolean
  readonly price_tables: boolean
  /** The state of the preview. 412 if a price was changed since. */
  readonly expected?: string
}

/** The report of the action. */
export type PriceChangeReply = Omit<productEditing.PriceChangeReport, 'records'> & Pick<BulkReply, 'undo'>

export type ChangedPrice = NonNullable<PriceChangeReply['prices']>[number]

export type PriceFinding = NonNullable<ChangedPrice['finding']>

/** `DELETE records/<entity>/<id>`. */
export type DeleteReply = Pick<BulkReply, 'undo'>

/** `POST undo/<token>`: restores changed and deleted records. Skips records with later changes. */
export interface UndoReply {
  readonly restored: number
  readonly left: readonly { readonly id: number; readonly detail: string }[]
}

/** `POST records/<entity>/<id>/move`: to before or after a sibling. */
export type MoveRequest = { readonly before: number } | { readonly after: number }

/** A row of `GET choices/<entity>?search=&ids=1,2&limit=&filter[x]=`. */
export interface RecordChoice {
  readonly id: number
  readonly label: string
}

/** `GET records/<entity>/<id>/files`. `POST …/files/<field>?name=` uploads the bytes, DELETE removes the file. */
export interface FileList {
  readonly files: readonly {
    readonly field: string
    readonly url: string
    readonly name: string
    readonly type: string
    readonly size: number | null
    readonly width: number | null
    readonly height: number | null
  }[]
}

/** `GET views/<entity>` and `PATCH views/<entity>`, which replaces them: at most 50 views and 64 kB. Private to the caller. */
export interface ListViews {
  readonly views: readonly ListView[]
}

export interface ListView {
  readonly name: string
  readonly columns?: readonly string[]
  /** The query of a list: filters, search, sort. */
  readonly query?: Readonly<Record<string, string>>
  readonly default?: boolean
}

/** Body of every error: `application/problem+json`, as in REST. */
export interface ProblemDocument {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ServiceError['code']
  readonly detail: string
  readonly validationIssues?: readonly Issue[]
  /** The current record, with a 412 of a PATCH or DELETE whose If-Match is outdated. */
  readonly current?: RecordReply
}
