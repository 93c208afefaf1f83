// The Context, an app's services and settings that core functions take as first argument, and the options of reads and writes.
import type { Caches, VersionedSnapshot } from './caches.js'
import type { Clock, Timings } from '../foundation/clock.js'
import type { Observers } from '../foundation/events.js'
import type { Message } from '../foundation/message.js'
import type { Log } from '../foundation/log.js'
import type { Sanitizer } from '../foundation/rich-text.js'
import type { Outages } from '../foundation/outages.js'
import type { Platform } from '../foundation/property/kind.js'
import type { Registry } from '../model/registry.js'
import type { Settings } from '../settings.js'
import type { CounterStorage } from './counters.js'
import type { Database } from './database/connection.js'
import type { Unit } from './unit-of-work/transaction.js'
import type { SqlParameter } from './database/dialect.js'
import type { FileStore } from './files/file-store.js'
import type { PictureComposer } from './files/picture.js'
import type { ZipStore } from './files/zip-store.js'
import type { MigrationTrack } from './migration/migration.js'
import type { LoadedRecord } from './record/load.js'
import type { Snapshot } from './record/snapshot.js'

/** The event observers of one plugin. */
export interface PluginObservers {
  readonly owner: string
  readonly observers: Observers
}
export type ObserverList = readonly PluginObservers[]

/** An installed plugin. */
export interface InstalledPlugin {
  readonly name: string
  /** The version of a customization. null for other plugins. */
  readonly version: string | null
}

/** A stored record, in the open transaction. */
export interface StoredChange {
  readonly unit: Unit
  /** The shop before the change. */
  readonly before: Snapshot
}

/** Further writes of the service in the transaction that stored a record. */
export type RecordEffect = (context: Context, change: StoredChange) => Promise<void>

export interface Context {
  /** In start order. */
  readonly plugins: readonly InstalledPlugin[]
  readonly registry: Registry
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The platform of the host. */
  readonly platform: Platform
  /** The signing secret. */
  readonly secret: string
  readonly observers: ObserverList
  /** The maximum time for an observer to handle one event, in seconds. */
  readonly observerSeconds: number
  readonly caches: Caches
  readonly files: FileStore
  readonly sanitizer: Sanitizer
  readonly serviceJobs: JobQueue
  readonly pictures: PictureComposer
  readonly bounds: AnonymousStorageLimits
  /** The storage of rate-limit counters for anonymous callers. */
  readonly limits: CounterStorage
  /** The store of transfer packages: the transfer folder or a bucket. */
  readonly packages: ZipStore
  readonly backups: RecurringBackups
  /** By entity. */
  readonly recordEffects: ReadonlyMap<string, RecordEffect>
  /** The retention period of the audit trail in days. 0 turns it off. */
  readonly auditDays: number
  /** The resolved settings of the installation. */
  readonly settings: Settings
  /** External services that this process cannot use at the moment. */
  readonly outages: Outages
  /** Duration measurements for metrics. */
  readonly timings: Timings
  /** Work that continues after the response. */
  readonly background: BackgroundWork
  /** The migrations that create the tables: first core's, then each customization's. */
  readonly tracks: readonly MigrationTrack[]
}

/** Worker jobs of the service itself. They run one at a time. */
export interface JobQueue {
  /**
   * Runs the job after all earlier ones. Throws NOT_READY if too many jobs wait, or with `tooSlow` if it exceeds its time.
   * @param input a function is called when the job's turn comes
   */
  run<Input, Output>(
    job: { readonly name: string; run(scope: never, input: Input): Promise<Output> },
    input: Input | (() => Promise<Input>),
    tooSlow: Message,
  ): Promise<Output>
}

export interface BackgroundWork {
  /** Starts the work at once and logs its failure. When the service stops, it aborts the signal and waits for the work. */
  begin(work: (signal: AbortSignal) => Promise<void>): void
  /** Registers a function to run after all work has ended. */
  atEnd(end: () => void): void
}

/** The automatic backups of the service. */
export interface RecurringBackups {
  /** The store of the backups. null turns them off. */
  readonly store: ZipStore | null
  /** The interval in hours. */
  readonly hours: number
  /** The number of newest backups to keep. */
  readonly kept: number
}

/** The limits for data that anonymous callers store, in total. */
export interface AnonymousStorageLimits {
  readonly openConfigurations: number
  /** The limit of shopper uploads in bytes. */
  readonly uploadBytes: number
}

export interface ReadOptions {
  /** The language tag of the plain keys. Default: the store default. */
  readonly language?: string
  readonly versionedSnapshot?: VersionedSnapshot
  /** Reads inside this transaction. */
  readonly unit?: Unit
}

export interface ListOptions {
  readonly versionedSnapshot?: VersionedSnapshot
  readonly unit?: Unit
}

export interface WriteOptions {
  /** The record to change. Omit it to create one. */
  readonly id?: number
  /**
   * For core's own writers: the record of `id`, just read with every column. Saves the read and the lock. If another write was
   * faster, the update fails with PRECONDITION_FAILED.
   */
  readonly existingRecord?: LoadedRecord
  /** The language tag of plain keys of translatable fields. Default: the store default. */
  readonly language?: string
  /** If-Match: throws PRECONDITION_FAILED unless the record still has this revision. */
  readonly revision?: number
  /** Joins this unit. */
  readonly unit?: Unit
  /** For core's own writers: allows unsupported operations and read-only fields, nothing else. */
  readonly internal?: boolean
  /** For copies of frozen records: accepts weak ids of deleted records and choices that are no longer offered. */
  readonly copied?: boolean
  /**
   * For core's own writers: weak ids are of records just read, unique keys are new and the position is free. Skips these checks.
   * The unique keys of the table still apply.
   */
  readonly trusted?: boolean
  /**
   * For imports of new records: column values are already validated, also against each other, and in core's internal form. Empty
   * values stay empty instead of getting their default.
   */
  readonly preValidated?: boolean
  /** Accepts only fields of the write schema, like REST and MCP. Images, files and child lists then are unknown fields. */
  readonly schemaOnly?: boolean
  /**
   * For imports: the id of a new record, which must be free. Its siblings keep their positions. For restored records also the
   * revision, and columns whose stored value differs from the written one (password hashes).
   */
  readonly exactly?: {
    readonly id?: number
    readonly revision?: number
    readonly columns?: Readonly<Record<string, SqlParameter>>
  }
  /** Runs the whole write, then rolls it back. */
  readonly dryRun?: boolean
  /** Returns the record as a single read would, if that needs no query (`WriteResult.written`). */
  readonly returning?: boolean
  readonly versionedSnapshot?: VersionedSnapshot
}

export interface RemoveOptions {
  readonly unit?: Unit
  /** If-Match, as for a write. */
  readonly revision?: number
  readonly internal?: boolean
  readonly dryRun?: boolean
}
