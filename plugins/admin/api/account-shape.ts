// Request and reply types of accounts, sessions and tokens in the admin.
import type {
  AdminAccount as KeptAccount,
  AdminAccounts,
  AdminLanguage,
  App,
  Area,
  Platform,
  Preset,
  Scope,
} from '#core/contract.js'

export interface SessionAccount {
  readonly name: string
  /** null if the host stores the users, and for API tokens. */
  readonly email: string | null
  readonly language: AdminLanguage
  /** As assigned, without implied scopes: `catalog:write` allows `catalog:read` too. */
  readonly scopes: readonly Scope[]
  /** The presets whose scopes are all included. */
  readonly presets: readonly Preset[]
  /** True if the service can end the session: standalone, signed in by password. */
  readonly signOut: boolean
  /** True if signing in needs a one-time code. */
  readonly totp: boolean
}

/** Reply of `GET session`, `POST session`, `POST first-account` and `POST invitation`. 401 AUTHENTICATION_REQUIRED if not signed in. */
export interface AdminSessionReply {
  readonly account: SessionAccount
  readonly csrf: string
  readonly platform: Platform
  readonly commerce: boolean
  /** The shop's languages. Texts have one key per tag, `title_en_GB`. */
  readonly languages: readonly { readonly tag: string; readonly label: string; readonly default: boolean }[]
  readonly currencies: readonly {
    readonly id: number
    readonly code: string
    readonly decimals: number
    readonly base: boolean
  }[]
  /** True if the installation can import models of other programs. */
  readonly modelImport: boolean
  /** IANA name of the shop's time zone. Screens show and read all days and times in it. */
  readonly timeZone: string
  readonly version: string
  /** The base path of pages and `api/` without a trailing slash: `/svc-admin` or `/shop/svc-admin`. */
  readonly root: string
  /** The REST address of this surface's records, for "show the API call". */
  readonly rest: string
  /** The storefront's address with a trailing slash. null if the service renders no storefront. */
  readonly shop: string | null
}

/** `POST session`. 401 AUTHENTICATION_FAILED for any wrong field, TOTP_REQUIRED if only the one-time code is missing. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** `POST first-account`, with the secret of the link that the first start printed. */
export interface FirstAccountRequest {
  readonly secret: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** `POST invitation`. The invitation contains the email address. Also sets a new password after svc:admin:reset. */
export interface InvitationAcceptance {
  readonly secret: string
  readonly name?: string
  readonly password: string
}

type SessionFacts = Awaited<ReturnType<AdminAccounts['listSessions']>>[number]

/** A row of `GET sessions`. `DELETE sessions/<id>` ends one, `DELETE sessions` ends all but the current one. */
export interface SessionRow extends SessionFacts {
  /** True for the session of this request. */
  readonly current: boolean
}

/** `PATCH account`. Replies with the session. A new password needs the current one and ends all other sessions. */
export interface OwnAccountChange {
  readonly name?: string
  readonly language?: AdminLanguage
  readonly password?: string
  readonly current_password?: string
}

/**
 * `POST account/totp` starts the setup and returns this. `PATCH account/totp {code}` confirms, `DELETE account/totp {password}` ends it.
 */
export interface TotpSetup {
  /** Base32, for typing. */
  readonly secret: string
  /** otpauth://…, for a QR code. */
  readonly uri: string
}

/**
 * A row of `GET accounts` (system:read). `PATCH accounts/<id> {name?, scopes?, presets?, active?}` and `DELETE accounts/<id>` need
 * system:write.
 */
export interface AdminAccountRow extends KeptAccount {
  /** The presets whose scopes are all included. */
  readonly presets: readonly Preset[]
}

/** `POST accounts`: invites. Nobody can give scopes that they lack. */
export type AccountInvitation = Parameters<AdminAccounts['invite']>[1]

/** Reply of `POST accounts` and `POST accounts/<id>/reset`. The link is shown only once. */
export interface InvitationLink {
  readonly id: number
  readonly link: string
  readonly expires: string
}

export interface MenuEntry {
  readonly kind: 'list' | 'screen'
  /** Name of an entity or a screen. */
  readonly name: string
  readonly label: string
  readonly icon?: string
  /** The script's address of a plugin's screen. Such a screen opens at `screens/<name>`. */
  readonly script?: string
  readonly may: { readonly write: boolean }
}

/** A row of `GET menu`: the entries that the caller may open, by area. */
export interface MenuArea {
  readonly area: Area
  readonly label: string
  readonly entries: readonly MenuEntry[]
}

/** A row of `GET tokens` (system:read). `DELETE tokens/<id>` revokes it (system:write). */
export type TokenRow = Awaited<ReturnType<App['access']['tokens']['list']>>[number]

/** `POST tokens` (system:write). No preset includes `code:write`; it must be named. */
export interface TokenRequest {
  readonly name: string
  readonly preset?: string
  readonly scopes?: readonly string[]
  /** ISO date or time, or a duration such as 30d. */
  readonly expires?: string | null
}

/** The secret is shown only once. */
export type NewToken = Awaited<ReturnType<App['access']['tokens']['mint']>>
