// What every function of core takes first: one frozen object per app, and what one request sees of the shop.
import type { Clock } from '../foundation/clock.js'
import type { Observers } from '../foundation/events.js'
import type { Log } from '../foundation/log.js'
import type { Sanitizer } from '../foundation/sanitizer.js'
import type { Timings } from '../foundation/timings.js'
import type { Platform } from '../foundation/property/options.js'
import type { Registry } from '../model/registry.js'
import type { Background } from './background.js'
import type { Caches } from './caches.js'
import type { CountsPlace } from './counts.js'
import type { Database } from './database/connection.js'
import type { Unit } from './database/unit.js'
import type { SqlParameter } from './database/statement.js'
import type { Topic } from './database/versions.js'
import type { FileStore } from './files/file-store.js'
import type { ZipStore } from './files/zip-store.js'
import type { Track } from './migration/migration.js'
import type { LoadedRecord } from './record/load.js'
import type { Snapshot } from './record/snapshot.js'

/** What one plugin subscribes to, in config order with the others. */
export interface OwnedObservers {
  readonly owner: string
  readonly observers: Observers
}
export type ObserverList = readonly OwnedObservers[]

/** A plugin of the installation. */
export interface InstalledPlugin {
  readonly name: string
  /** Of a customization; null for other plugins. */
  readonly version: string | null
}

export interface Context {
  /** In start order. */
  readonly plugins: readonly InstalledPlugin[]
  readonly registry: Registry
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The host's. */
  readonly platform: Platform
  /** Signs what must be signed. */
  readonly secret: string
  readonly observers: ObserverList
  /** The time that an observer has for one event. */
  readonly observerSeconds: number
  readonly caches: Caches
  readonly files: FileStore
  readonly sanitizer: Sanitizer
  readonly bounds: Bounds
  /** Where limits for strangers count. */
  readonly limits: CountsPlace
  /** Where transfer packages lie: the transfer folder, or a bucket in its place. */
  readonly packages: ZipStore
  readonly backups: RecurringBackups
  /** For how many days it is kept who changed what; 0: nobody notes it. */
  readonly auditDays: number
  readonly advisor: AdvisorBounds
  /** How long things take, for whoever measures. */
  readonly timings: Timings
  /** What goes on after a reply. */
  readonly background: Background
  /** The scripts that made the tables: core's, then each customization's. */
  readonly tracks: readonly Track[]
}

/** Backups that the service makes by itself. */
export interface RecurringBackups {
  /** Where they lie; null: none are made. */
  readonly store: ZipStore | null
  /** From one to the next. */
  readonly hours: number
  /** The newest that stay. */
  readonly kept: number
}

/** What the advisor's vendor may be sent and may cost, as the installation says. */
export interface AdvisorBounds {
  /** `name` or `name:port`: the only hosts that are called. */
  readonly hosts: readonly string[]
  /** Milliseconds of silence after which the vendor, or a shopper who has left, is waited for no longer. */
  readonly patience: number
  /** Of a million tokens, in the currency that the day's money is counted in. */
  readonly inputPrice: number
  readonly outputPrice: number
  /** Of one conversation, at most. */
  readonly conversation: { readonly tokens: number; readonly calls: number }
  /** Of all in one day, at most; no bound on money where it is null. */
  readonly day: { readonly tokens: number; readonly calls: number; readonly money: number | null }
}

/** How much strangers may leave with the service, all of them together. */
export interface Bounds {
  readonly openConfigurations: number
  /** Of the files that shoppers upload. */
  readonly uploadBytes: number
}

export type Versions = ReadonlyMap<Topic, number>

/** What one request sees: versions that were read before anything else, by one statement, and what is cached under them. */
export interface Moment {
  readonly versions: Versions
  readonly snapshot: Snapshot
}

export interface ReadOptions {
  /** Tag of the plain keys' language; the store default if left out. */
  readonly language?: string
  readonly moment?: Moment
  /** Reads what the unit sees. */
  readonly unit?: Unit
}

export interface ListOptions {
  readonly moment?: Moment
  readonly unit?: Unit
}

export interface WriteOptions {
  /** The record that changes; a new one is made if left out. */
  readonly id?: number
  /**
   * For core's own writers: the record of the id as it was just read, with all of its columns. Nobody reads and locks it once more, and the
   * statement that changes it finds whether somebody was faster: PRECONDITION_FAILED then.
   */
  readonly standing?: LoadedRecord
  /** Tag of the language that plain keys of translatable fields are written in; the store default if left out. */
  readonly language?: string
  /** If-Match: refused with PRECONDITION_FAILED unless the record still has this revision. */
  readonly revision?: number
  /** Joins this unit. */
  readonly unit?: Unit
  /** For core's own writers: lifts withheld operations and read-only fields, nothing else. */
  readonly internal?: boolean
  /** For copies of what was frozen: weak ids of which nothing is left, and choices that are no longer offered, stay as they were. */
  readonly copied?: boolean
  /**
   * For core's own writers: weak ids are those of records that were just read, keys are new ones, and the place is free, so that
   * nobody looks again. The table's own keys refuse what is there all the same.
   */
  readonly trusted?: boolean
  /**
   * For imports of new records: values of columns were judged before, against each other too, and come as core holds them; what is
   * sent empty stays so, whatever its default.
   */
  readonly judged?: boolean
  /** Takes only fields that are in the write schema, as REST and MCP do: images, files and child lists are unknown fields. */
  readonly schemaOnly?: boolean
  /**
   * For imports: the id of a new record, which must be free, and its place among its neighbours, who stay where they are. For records that
   * are restored also the revision, and columns whose stored value differs from the written one (the hash of a password).
   */
  readonly exactly?: {
    readonly id?: number
    readonly revision?: number
    readonly columns?: Readonly<Record<string, SqlParameter>>
  }
  /** Does everything, then takes it back. */
  readonly dryRun?: boolean
  /** Gives the record back as a single read would, where that costs nothing (`WriteResult.written`). */
  readonly returning?: boolean
  readonly moment?: Moment
}

export interface RemoveOptions {
  readonly unit?: Unit
  /** If-Match, as for a write. */
  readonly revision?: number
  readonly internal?: boolean
  readonly dryRun?: boolean
}
