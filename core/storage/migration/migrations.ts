// The migration operations of an app, for boot, commands and actions.
import type { Table } from '../../foundation/table.js'
import type { MigrationTrack } from './migration.js'
import type { MigrationState, UnblockInput, MigrateOptions, MigrationReport } from './runner.js'

/** The migrations of an installation and the tables that they create. */
export interface MigrationSchema {
  /** The core track first, then the customizations' tracks in config order. */
  readonly tracks: readonly MigrationTrack[]
  /** The tables of the registry's entities, by entity name. */
  readonly entityTables: ReadonlyMap<string, Table>
  /** The store default first. */
  readonly languages: readonly string[]
}

export interface Migrations {
  /** Reads the state of every track. Changes nothing. */
  state(): Promise<MigrationState>
  /** Throws NOT_READY if a newer program has migrated the database or a restore is unfinished. Changes nothing. */
  requireSupportedDatabase(): Promise<void>
  /** Runs all pending scripts. A script failure freezes the tracks and is returned. Throws if the database is newer than the program. */
  run(progress?: MigrateOptions['progress']): Promise<MigrationReport>
  /** Lifts the freeze and, if requested, moves one pointer. */
  unblock(input?: UnblockInput): Promise<void>
}
