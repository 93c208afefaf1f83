// Runs and inspects the migrations of one database.
import { clockToken, databaseToken, migrationSchemaToken } from '../../boot/tokens.js'
import type { Clock } from '../../foundation/clock.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Database } from '../database/connection.js'
import { readBookkeeping, requireFinishedRestore } from './bookkeeping.js'
import {
  type MigrationState,
  readMigrationState,
  unblockMigrations,
  type UnblockInput,
  migrate,
  type MigrateOptions,
  type MigrationReport,
  requireNotNewer,
} from './runner.js'
import type { Migrations, MigrationSchema } from './migrations.js'

@injectable()
export class DatabaseMigrations implements Migrations {
  constructor(
    @inject(databaseToken) private readonly database: Database,
    @inject(clockToken) private readonly clock: Clock,
    @inject(migrationSchemaToken) private readonly schema: MigrationSchema,
  ) {}

  state(): Promise<MigrationState> {
    return readMigrationState(this.database, this.schema.tracks)
  }

  async requireSupportedDatabase(): Promise<void> {
    const bookkeeping = await readBookkeeping(this.database)
    requireFinishedRestore(bookkeeping)
    requireNotNewer(this.schema.tracks, bookkeeping)
  }

  async run(progress?: MigrateOptions['progress']): Promise<MigrationReport> {
    const { database, clock, schema } = this
    requireFinishedRestore(await readBookkeeping(database))
    return migrate({ database, clock, ...schema, ...(progress && { progress }) })
  }

  unblock(input?: UnblockInput): Promise<void> {
    return unblockMigrations(this.database, this.schema.tracks, input)
  }
}
