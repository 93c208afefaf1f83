// The interface of a running app for surfaces, plugins and hosts, and the interface of a host.
import type { MessageText } from './foundation/message.js'
import type { Shopper } from './shop/shopper.js'
import type { ActionNamer } from './actions/define-action.js'
import type { Accounts } from './commerce/account/define.js'
import type { CartRules, ShopperContext, ShopperRequest } from './commerce/shopper-context.js'
import type { LineItemTrust } from './commerce/line-item/define.js'
import type { Catalogue } from './shop/catalogue/define.js'
import type { Configurations } from './commerce/configuration/define.js'
import type { StaffDocuments } from './commerce/document/staff-documents.js'
import type { ResolvedConfig } from './resolve-settings.js'
import type { Caller } from './foundation/access.js'
import type { JobPool } from './jobs/define-worker-job.js'
import type { Platform } from './foundation/property/kind.js'
import type { AdminAccounts } from './storage/admin/admin-accounts.js'
import type { AdminCaller } from './storage/admin/account-rows.js'
import type { BearerTokens } from './storage/bearer-tokens.js'
import type { Context } from './storage/context.js'
import type { Unit } from './storage/unit-of-work/transaction.js'
import type { Migrations } from './storage/migration/migrations.js'
import type { AppRecords } from './storage/records.js'
import type { ScheduledTasks } from './tasks/define-task.js'
import type { DraftPreview } from './verbs/draft-preview.js'

export interface ServiceReadiness {
  readonly ready: boolean
  /** Check names with `ok` or a message. Shown only to callers with system:read. */
  readonly checks: Readonly<Record<string, MessageText>>
}

export interface ReadinessReader {
  /** Runs the check, or returns the result of the last second. */
  read(): Promise<ServiceReadiness>
}

/** Options of an action call. Default: in process, with all scopes. */
export interface ActCall {
  readonly caller?: Caller
  /** Called with the progress of long operations. */
  readonly progress?: (sentence: string) => void
  /** Receives the result of a repeatable action, inside the transaction that stores it. */
  readonly settle?: (u: Unit, result: unknown) => Promise<void>
  /** Converts action names in results and errors to the names of the caller's surface. Default: unchanged. */
  readonly formatActionName?: ActionNamer
  /** The language of messages in the result and of progress. Default: English. */
  readonly language?: string
  /** True: messages in the result keep their keys and values, for a surface that writes them itself. */
  readonly keepsMessages?: boolean
}

/** The services of the shop: products, prices and shoppers. */
export interface ShopServices {
  readonly configurations: Configurations
  readonly catalogue: Catalogue
  readonly accounts: Accounts
  /** Orders and quotes for the staff of the shop. */
  readonly documents: StaffDocuments
  /** The configurator with unsaved changes of a product. */
  readonly drafts: DraftPreview
  /** Creates the context of a shopper for commerce functions. */
  createContext(visitor: ShopperRequest): ShopperContext
  /**
   * Runs a verb of the shop API for a shopper. The surface checks scopes and rate limits. NOT_FOUND for unknown verbs and for those
   * that the host provides itself.
   */
  serve(name: string, input: Readonly<Record<string, unknown>>, visitor: ShopperRequest): Promise<unknown>
}

/** The credentials of integrations and of the admin's users. */
export interface AccessServices {
  readonly tokens: BearerTokens
  /** Accounts of the admin's users, if the host does not provide them. */
  readonly admins: AdminAccounts
}

/** The services that keep an installation running. */
export interface OperationServices {
  readonly migrations: Migrations
  /** The pool of worker threads for long computations. */
  readonly jobs: JobPool
  readonly tasks: ScheduledTasks
  /** Whether requests can be served: the database responds, and migrations are neither pending nor blocked. Cached for one second. */
  ready(): Promise<ServiceReadiness>
}

export interface App {
  /** The registry, the clock, the log and the other parts that functions of the core receive. */
  readonly context: Context
  /** The resolved settings with their origins. */
  readonly config: ResolvedConfig
  readonly host: Host
  /** Reads and writes records of all entities. */
  readonly records: AppRecords
  readonly shop: ShopServices
  readonly access: AccessServices
  readonly operations: OperationServices
  /**
   * Runs an action. Its input is prepared and validated by the action's property map; issues name the argument. Surfaces must
   * check scopes before. Default caller: in process, with all scopes.
   */
  act(name: string, input?: Readonly<Record<string, unknown>>, call?: ActCall): Promise<unknown>
  /** Stops plugins and host in reverse order and closes the database. A second call waits for the first. */
  stop(): Promise<void>
}

/** The system in which the service runs. It identifies shoppers, determines page URLs and may own carts. */
export interface Host {
  readonly name: string
  readonly platform: Platform
  /** False if the host owns cart, checkout and orders. Their routes and actions then return NOT_FOUND. */
  readonly commerce: boolean
  readonly adapters: HostAdapters
}

export interface HostAdapters {
  readonly identity: IdentityAdapter
  readonly urls: UrlAdapter
  readonly languages: LanguageAdapter
  /** Null if the host owns the carts. */
  readonly carts: CartRules | null
  readonly adminGate: AdminGate
  /** The signature of line items for a host that owns the carts. Undefined for other hosts. */
  readonly lineItems?: LineItemTrust
}

/** Request headers by lower-case name, as in Node. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export interface IdentityAdapter {
  /** True if the service manages accounts: registration, sign-in and passwords. Default: false, the host does. */
  readonly keepsAccounts?: boolean
  /**
   * The shopper of a runtime API request, from the header X-Svc-Shopper: a signed assertion of the host, or a session token. A guest
   * without the header. AUTHENTICATION_FAILED if it is invalid. Cookies are never read.
   */
  shopper(app: App, headers: Headers): Promise<Shopper>
}

export interface UrlAdapter {
  /** True: unprefixed GET, HEAD, PATCH and DELETE requests are redirected to the prefixed URL. */
  readonly languageFilter: boolean
  /** The URL of a shop page in a language, from its path without language: `/de/blinds`, `/blinds?lang=de`. */
  pageUrl(path: string, language: string, languages: readonly string[]): string
}

export interface LanguageAdapter {
  /** The active language for a locale of the host (`de`, `de_DE`, `de-AT`); null if none matches. */
  tagOf(locale: string, languages: readonly string[]): string | null
}

export interface AdminGate {
  /** True if the service manages admin accounts: sign-in, invitations and sessions. Default: false, the host does. */
  readonly keepsAccounts?: boolean
  /** The user of a request to the admin, with their permissions; null without a signed-in user. */
  admit(app: App, headers: Headers): Promise<AdminCaller | null>
}
