// The migration operations of an app, bound to its tracks and database, for boot, commands and actions.
import type { Table } from '../../foundation/table.js'
import type { Clock } from '../../foundation/clock.js'
import type { Database } from '../database/connection.js'
import { readBookkeeping, requireFinishedRestore } from './bookkeeping.js'
import type { MigrationTrack } from './migration.js'
import { migrate, requireNotNewer, type MigrateOptions, type MigrationReport } from './runner.js'
import { readMigrationState, type MigrationState, unblockMigrations, type UnblockInput } from './migration-state.js'

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

export interface MigrationsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly tracks: readonly MigrationTrack[]
  readonly entityTables: ReadonlyMap<string, Table>
  readonly languages: readonly string[]
}

export function createMigrations(options: MigrationsOptions): Migrations {
  const { database, tracks } = options
  return {
    state: () => readMigrationState(database, tracks),
    async requireSupportedDatabase() {
      const bookkeeping = await readBookkeeping(database)
      requireFinishedRestore(bookkeeping)
      requireNotNewer(tracks, bookkeeping)
    },
    async run(progress) {
      requireFinishedRestore(await readBookkeeping(database))
      return migrate(progress ? { ...options, progress } : options)
    },
    unblock: (input) => unblockMigrations(database, tracks, input),
  }
}
