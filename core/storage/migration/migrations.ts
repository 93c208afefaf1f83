// The migrations of one app: its tracks and its database in one hand, for boot, commands and actions.
import type { Table } from '../../foundation/table.js'
import type { Clock } from '../../foundation/clock.js'
import type { Database } from '../database/connection.js'
import { readBookkeeping, refuseHalfRestored } from './bookkeeping.js'
import type { Track } from './migration.js'
import { migrate, refuseNewer, type MigrateOptions, type MigrationReport } from './runner.js'
import { migrationState, type MigrationState, unblockMigrations, type UnblockInput } from './state.js'

export interface Migrations {
  /** Where every track stands; changes nothing. */
  state(): Promise<MigrationState>
  /** Throws NOT_READY where a newer program has migrated the database, or a restore was cut off; changes nothing. */
  requireKnown(): Promise<void>
  /** Runs all that is pending. A failure freezes and is reported, not thrown; a database newer than the program is thrown. */
  run(progress?: MigrateOptions['progress']): Promise<MigrationReport>
  /** Lifts the freeze and, where asked, moves one pointer. */
  unblock(input?: UnblockInput): Promise<void>
}

export interface MigrationsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly tracks: readonly Track[]
  readonly entityTables: ReadonlyMap<string, Table>
  readonly languages: readonly string[]
}

export function createMigrations(options: MigrationsOptions): Migrations {
  const { database, tracks } = options
  return {
    state: () => migrationState(database, tracks),
    async requireKnown() {
      const found = await readBookkeeping(database)
      refuseHalfRestored(found)
      refuseNewer(tracks, found)
    },
    async run(progress) {
      refuseHalfRestored(await readBookkeeping(database))
      return migrate(progress ? { ...options, progress } : options)
    },
    unblock: (input) => unblockMigrations(database, tracks, input),
  }
}
