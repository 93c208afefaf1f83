// What the admin's server and its client say to each other, as types: addresses below `/svc-admin/api/`, JSON in and out.
import type { Affected } from '#core/commerce/configuration/affected.js'
import type { Area, Preset, Scope } from '#core/foundation/access/areas.js'
import type { ErrorCode, Issue } from '#core/foundation/errors.js'
import type { Platform } from '#core/foundation/property/options.js'
import type { EntityFormField as DeclaredField } from '#core/model/schema/form.js'
import type { Invitation } from '#core/storage/admin/accounts.js'
import type { AdminLanguage, AdminSessionRow, AdminAccount as KeptAccount } from '#core/storage/admin/define.js'
import type { TokenSummary } from '#core/storage/bearer-tokens.js'
import type { Finding } from '#core/storage/record/results.js'

/** A field of a form, or an argument of an action. */
export interface FormField extends DeclaredField {
  /** The address of the script that draws it, where a plugin brings one. */
  readonly widget?: string
}

/** Sent with every POST, PATCH and DELETE; its value is `csrf` of the session. */
export const csrfHeader = 'x-svc-csrf'
/** The same in the forms of pages without script. */
export const csrfField = '_csrf'

/** The languages of the admin itself, whatever the shop speaks. */
export type { AdminLanguage }

export interface AdminAccount {
  readonly name: string
  /** null where the host keeps the users, and for API tokens. */
  readonly email: string | null
  readonly language: AdminLanguage
  /** As given, without what they imply: `catalog:write` allows `catalog:read` too. */
  readonly scopes: readonly Scope[]
  /** The presets that the scopes cover whole. */
  readonly presets: readonly Preset[]
  /** True where the session is ours to end: standalone, signed in by password. */
  readonly signOut: boolean
  /** True where a one-time code is asked for at the login. */
  readonly totp: boolean
}

/** `GET session`, and what `POST session`, `POST first-account` and `POST invitation` answer. 401 AUTHENTICATION_REQUIRED when nobody. */
export interface Session {
  readonly account: AdminAccount
  readonly csrf: string
  readonly platform: Platform
  readonly commerce: boolean
  /** Of the shop; texts have a key per tag, `title_en_GB`. */
  readonly languages: readonly { readonly tag: string; readonly label: string; readonly default: boolean }[]
  readonly currencies: readonly {
    readonly id: number
    readonly code: string
    readonly decimals: number
    readonly base: boolean
  }[]
  /** IANA name of the shop's time zone, in which screens show and read days and times. */
  readonly timeZone: string
  readonly version: string
  /** Without a slash at the end: where pages and `api/` lie, `/svc-admin` or `/shop/svc-admin`. */
  readonly root: string
  /** Where this surface's records lie over REST, for "show the API call". */
  readonly rest: string
  /** Where shoppers come in, with a slash at the end; null where the service draws no shop. */
  readonly shop: string | null
}

/** `POST session`. 401 AUTHENTICATION_FAILED for whatever is wrong, TOTP_REQUIRED where only the one-time code lacks. */
export interface SignIn {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** `POST first-account`, with the secret of the link that the first start printed. */
export interface FirstAccount {
  readonly secret: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** `POST invitation`: the address stands in the invitation. Also what sets a new password after svc:admin:reset. */
export interface Acceptance {
  readonly secret: string
  readonly name?: string
  readonly password: string
}

/** A row of `GET sessions`; `DELETE sessions/<id>` ends one, `DELETE sessions` all but this one. */
export interface SessionRow extends AdminSessionRow {
  /** True for the one that asks. */
  readonly current: boolean
}

/** `PATCH account`, answered by the session. A new password needs the present one and ends the other sessions. */
export interface AccountChange {
  readonly name?: string
  readonly language?: AdminLanguage
  readonly password?: string
  readonly current_password?: string
}

/** `POST account/totp` begins and answers this; `PATCH account/totp {code}` confirms, `DELETE account/totp {password}` ends it. */
export interface TotpBeginning {
  /** Base32, to be typed. */
  readonly secret: string
  /** otpauth://… for a picture. */
  readonly uri: string
}

/** A row of `GET accounts` (system:read). `PATCH accounts/<id> {name?, scopes?, presets?, active?}` and `DELETE accounts/<id>` need system:write. */
export interface AccountRow extends KeptAccount {
  /** Those that the scopes cover whole. */
  readonly presets: readonly Preset[]
}

/** `POST accounts`: invites. Nobody can give scopes that he lacks. */
export type AccountInvitation = Invitation

/** What `POST accounts` and `POST accounts/<id>/reset` answer: the link is shown this once. */
export interface InvitationLink {
  readonly id: number
  readonly link: string
  readonly expires: string
}

export interface MenuEntry {
  readonly kind: 'list' | 'screen'
  /** An entity's name, or a screen's. */
  readonly name: string
  readonly label: string
  readonly icon?: string
  /** The address of the script of a screen that a plugin brings; such a screen lies at `screens/<name>`. */
  readonly script?: string
  readonly may: { readonly write: boolean }
}

/** A row of `GET menu`: what this caller may open, by area. */
export interface MenuArea {
  readonly area: Area
  readonly label: string
  readonly entries: readonly MenuEntry[]
}

export interface Column {
  readonly field: string
  readonly label: string
  /** The property kind's name; `number` for the id. */
  readonly type: string
  readonly control: string
  readonly hints: Readonly<Record<string, unknown>>
  readonly sortable: boolean
  /** True where the list may change it in place: published, and what stands with a single key and may be changed. */
  readonly inline: boolean
  /** True for the column that dragging changes. */
  readonly ordering: boolean
}

export interface ListFilter {
  readonly name: string
  readonly label: string
  readonly compare: 'equals' | 'from' | 'to' | 'contains' | 'owner'
  readonly control: string
  /** As a form field's: choices, the joined entity; for `owner` `{entity}`. */
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
  /** The argument that takes the id of the record, where there is one. */
  readonly record: string | null
  readonly destructive: boolean
}

/** `GET entities/<entity>`. */
export interface EntityShape {
  readonly name: string
  readonly label: string
  readonly pluralLabel: string
  readonly area: Area
  readonly singleton: boolean
  /** True where its records stand in an order that people make: `move` changes it. */
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** The field that names a record to people; null where only its id does. */
  readonly titleField: string | null
  /** True where `search=` finds anything. */
  readonly searchable: boolean
  readonly columns: readonly Column[]
  readonly filters: readonly ListFilter[]
  readonly form: { readonly fields: readonly FormField[]; readonly sections: readonly FormSection[] }
  /** Whose records belong to one of these, by the field that says so. */
  readonly children: readonly {
    readonly entity: string
    readonly label: string
    readonly field: string
    readonly ordered: boolean
    /** Where only one may belong to each of these, and only while a field of its owner has this value. */
    readonly only?: { readonly field: string; readonly value: string }
  }[]
  /** The field that says to whom a record belongs; null where it stands for itself. */
  readonly owner: string | null
  readonly actions: readonly EntityAction[]
  /** Fields that hold a picture or a file. */
  readonly files: readonly string[]
}

export type WireRow = Readonly<Record<string, unknown>>

/**
 * `GET records/<entity>?filter[x]=&search=&sort=&limit=&offset=&languageTag=`; `sort` is `title,-id`, the limit 200 at most.
 * `GET records/<entity>.csv` takes the same and answers all of it as a file.
 */
export interface RecordList {
  /** `id` and the listing's fields, texts in one language. */
  readonly data: readonly WireRow[]
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number }
}

/** `GET records/<entity>/<id>`, with its ETag; also what POST and PATCH answer. */
export interface RecordReply {
  readonly id: number
  readonly revision: number
  /** Texts in every language by flat keys. */
  readonly record: WireRow
  /** What it is called, where its entity has no title. */
  readonly called?: string
  /** What the prover doubts about the write. */
  readonly findings?: readonly Finding[]
}

/** What `?dry_run=1` answers on POST, PATCH and DELETE of records; nothing is changed. Refusals are those of the write. */
export interface DryRun {
  readonly would: 'create' | 'change' | 'delete'
  /** Fields that would change. */
  readonly changed: readonly string[]
  /** Records that would go or change with it, by entity; the record itself left out. */
  readonly affected: Readonly<Record<string, number>>
  /** What the prover would doubt. */
  readonly findings?: readonly Finding[]
  /** Configurations and carts that a change of a product would touch. */
  readonly touches?: Affected
  /** Quotes with the record's product that were asked for or sent: they stay as they are. */
  readonly quotes?: number
  /** Languages that a save of the settings switches off, each with its number of texts. The texts stay stored. */
  readonly languages?: readonly { readonly language: string; readonly texts: number }[]
  /** Codes of the base currencies before and after the save, and the multiplicator of the new one. No amount is converted. */
  readonly base?: { readonly from: string; readonly to: string; readonly multiplicator: number }
}

/** `POST records/<entity>/bulk`: `ids` or what the list's filters find; 1,000 records at most in one call. */
export interface Bulk {
  readonly ids?: readonly number[]
  readonly filter?: Readonly<Record<string, string>>
  readonly search?: string
  readonly change?: WireRow
  readonly delete?: true
  readonly dry_run?: boolean
}

export interface BulkReply {
  readonly changed: number
  readonly deleted: number
  readonly refused: readonly { readonly id: number; readonly code: string; readonly detail: string }[]
  /** For `POST undo/<token>`; null for dry runs, where nothing was done, and where too much would have to be kept. */
  readonly undo: string | null
  /** As in a dry run of one record; for dry runs only. */
  readonly base?: DryRun['base']
}

/** `DELETE records/<entity>/<id>`. */
export type DeleteReply = Pick<BulkReply, 'undo'>

/** `POST undo/<token>`: what stood before is written again, and what was deleted stands again, except where it was changed since. */
export interface UndoReply {
  readonly restored: number
  readonly left: readonly { readonly id: number; readonly detail: string }[]
}

/** `POST records/<entity>/<id>/move`: to before or behind a sibling. */
export type Move = { readonly before: number } | { readonly after: number }

/** A row of `GET choices/<entity>?search=&ids=1,2&limit=&filter[x]=`. */
export interface Choice {
  readonly id: number
  readonly label: string
}

/** `GET records/<entity>/<id>/files`; `POST …/files/<field>?name=` takes the bytes, DELETE removes. */
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

/** `GET views/<entity>` and `PATCH views/<entity>`, which replaces them: 50 views and 64 kB at most. Kept for this caller. */
export interface Views {
  readonly views: readonly View[]
}

export interface View {
  readonly name: string
  readonly columns?: readonly string[]
  /** A list's query: filters, search, sort. */
  readonly query?: Readonly<Record<string, string>>
  readonly default?: boolean
}

/** A row of `GET tokens` (system:read); `DELETE tokens/<id>` revokes (system:write). */
export type TokenRow = TokenSummary

/** `POST tokens` (system:write); `code:write` is in no preset and must be named. */
export interface TokenMint {
  readonly name: string
  readonly preset?: string
  readonly scopes?: readonly string[]
  /** ISO date or time, or a span such as 30d. */
  readonly expires?: string | null
}

/** The secret is shown this once. */
export type { MintedToken } from '#core/storage/bearer-tokens.js'

/** Every refusal: `application/problem+json`, as REST answers it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string
  readonly validationIssues?: readonly Issue[]
  /** The record as it is now, with a 412 of a PATCH or DELETE whose If-Match is out of date. */
  readonly current?: RecordReply
}
