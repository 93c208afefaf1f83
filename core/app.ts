// The handle that surfaces, plugins and hosts hold: the running service, and the host that it runs on.
import type { Shopper } from './shop/shopper.js'
import type { SpellAction } from './action/spelling.js'
import type { Accounts } from './commerce/account/define.js'
import type { CartRules } from './commerce/cart/ownership.js'
import type { LineItemTrust } from './commerce/line-item/define.js'
import type { Visit, Visitor } from './commerce/visit.js'
import type { Catalogue } from './shop/catalogue/define.js'
import type { Configurations } from './commerce/configuration/define.js'
import type { ResolvedConfig } from './environment.js'
import type { Caller } from './ground/access/caller.js'
import type { Jobs } from './job/runner.js'
import type { Platform } from './ground/property/options.js'
import type { Registry } from './model/registry.js'
import type { AdminAccounts, AdminVisitor } from './storage/admin/define.js'
import type { BearerTokens } from './storage/bearer-tokens.js'
import type { Context } from './storage/context.js'
import type { Unit } from './storage/database/unit.js'
import type { Migrations } from './storage/migration/migrations.js'
import type { Finding, WriteResult } from './storage/record/results.js'
import type { Records } from './storage/records.js'
import type { TaskState } from './task/overview.js'

export interface Readiness {
  readonly ready: boolean
  /** Check name to `ok` or a sentence; shown to callers with system:read only. */
  readonly checks: Readonly<Record<string, string>>
}

/** How an action is called; in-process with every scope if left out. */
export interface ActCall {
  readonly caller?: Caller
  /** Told how far long work has come. */
  readonly progress?: (sentence: string) => void
  /** Given what a repeatable action will answer, inside of the unit that stores it. */
  readonly settle?: (u: Unit, result: unknown) => Promise<void>
  /** How the caller's surface spells the actions that a result names; neutral if left out. */
  readonly spell?: SpellAction
}

export interface App extends Records {
  readonly context: Context
  readonly registry: Registry
  /** The settings in force, with their origins. */
  readonly config: ResolvedConfig
  readonly host: Host
  readonly configurations: Configurations
  readonly catalogue: Catalogue
  readonly accounts: Accounts
  /** Work in the name of a shopper: what the functions of commerce are given. */
  visit(visitor: Visitor): Visit
  readonly tokens: BearerTokens
  /** Accounts of those who keep the shop, where no host does. */
  readonly admins: AdminAccounts
  readonly migrations: Migrations
  /** Work of seconds, in threads beside those who are served. */
  readonly jobs: Jobs
  /** Recurring work. */
  readonly tasks: {
    states(): Promise<readonly TaskState[]>
    /** Now, and until it ends. NOT_FOUND for an unknown one, NOT_READY while it runs; what the task throws is thrown. */
    run(name: string): Promise<void>
  }
  /** What is doubtful about a write that stands (domain §3); for one that joined a unit, asked once that has been committed. */
  findings(written: WriteResult): Promise<readonly Finding[]>
  /**
   * Runs a verb of the shop for a visitor, as the runtime API does; scopes and limits are the surface's question. NOT_FOUND for
   * unknown ones and for what the host does itself.
   */
  serve(name: string, input: Readonly<Record<string, unknown>>, visitor: Visitor): Promise<unknown>
  /**
   * Runs an action: its input is prepared and validated by the action's property map, issues name the argument.
   * Scopes are asked by surfaces, never here; the caller is in-process, with every scope, if left out.
   */
  act(name: string, input?: Readonly<Record<string, unknown>>, call?: ActCall): Promise<unknown>
  /** Whether requests can be answered: the database responds and migrations are neither pending nor frozen. Cached for a second. */
  ready(): Promise<Readiness>
  /** Stops plugins and host in reverse order and closes the database; a second call waits for the first. */
  stop(): Promise<void>
}

/** The system that the service runs in: who its shoppers are, where its pages lie, whose carts they are. */
export interface Host {
  readonly name: string
  readonly platform: Platform
  /** False where the host owns cart, checkout and orders: their addresses and actions then answer NOT_FOUND. */
  readonly commerce: boolean
  readonly adapters: HostAdapters
}

export interface HostAdapters {
  readonly identity: IdentityAdapter
  readonly urls: UrlAdapter
  readonly languages: LanguageAdapter
  /** null where the host owns the carts. */
  readonly carts: CartRules | null
  readonly adminGate: AdminGate
  /** How line items are signed for a host that owns the carts; left out elsewhere. */
  readonly lineItems?: LineItemTrust
}

/** A request's headers by lower-case name, as Node gives them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export interface IdentityAdapter {
  /** True where the service keeps the accounts itself: registration, login and passwords. False if left out: the host does. */
  readonly keepsAccounts?: boolean
  /**
   * The shopper behind a request of the runtime API, from the header X-Svc-Shopper: the host's signed assertion, or a session
   * token. A guest where nothing is sent; AUTHENTICATION_FAILED for what does not hold. Cookies are never read.
   */
  shopper(app: App, headers: Headers): Promise<Shopper>
}

export interface UrlAdapter {
  /** Unprefixed GET, HEAD, PATCH and DELETE are redirected to the prefixed URL (spec 4.1). */
  readonly languageFilter: boolean
  /** The address of a page of the shop in a language, from its path without language: `/de/blinds`, `/blinds?lang=de`. */
  pageUrl(path: string, language: string, languages: readonly string[]): string
}

export interface LanguageAdapter {
  /** The active language that the host's own locale (`de`, `de_DE`, `de-AT`) means; null where none fits. */
  tagOf(locale: string, languages: readonly string[]): string | null
}

export interface AdminGate {
  /** True where the service keeps the accounts itself: sign-in, invitations and sessions. False if left out: the host does. */
  readonly keepsAccounts?: boolean
  /** The person behind a request to the admin pages, with what he may do; null for nobody. */
  admit(app: App, headers: Headers): Promise<AdminVisitor | null>
}
