// Opens an assembled app and starts it: database, migrations, host and plugins. Undoes all steps if one fails.
import { randomUUID } from 'node:crypto'
import type { App } from '../app.js'
import type { Composition } from '../contract.js'
import { BootError, createBootFault, type Fault } from '../foundation/errors.js'
import { createMessage, suggestName } from '../foundation/message.js'
import { seedNotifications } from '../commerce/notification/default-notifications.js'
import type { Registry } from '../model/registry.js'
import { toEntityColumns } from '../model/schema/columns.js'
import type { Context } from '../storage/context.js'
import { type Database, openDatabase } from '../storage/database/connection.js'
import { loadFileScope, type FileStore } from '../storage/files/file-store.js'
import { formatFreezeMessage } from '../storage/migration/bookkeeping.js'
import type { MigrateOptions, MigrationReport } from '../storage/migration/runner.js'
import { ServiceContext } from '../storage/service-context.js'
import { loadSigningSecret } from '../storage/system-variables.js'
import { reportInterruptedTransfers } from '../transfer/transfer-note.js'
import { assemble, type AssembleOptions, type Assembly } from './assemble.js'
import { type Binding, createContainer } from './bindings.js'
import { coreOwner, listPlugins, type Contributed, findPropertyOwner, questionEntity } from './collect.js'
import type { Container } from './container.js'
import {
  appToken,
  contextToken,
  databaseToken,
  heartbeatToken,
  installationToken,
  lifecycleToken,
  logToken,
  migrationsToken,
  openDatabaseToken,
  scheduledTasksToken,
  shopRulesToken,
  workerFileToken,
  filesToken,
  migrationSchemaToken,
} from './tokens.js'
import type { MigrationSchema } from '../storage/migration/migrations.js'

export interface BootOptions {
  /** Handling of pending migrations: run all (the default), only install an empty database, or none. */
  readonly migrations?: 'run' | 'install' | 'none'
  /** Called before each migration script. */
  readonly onMigration?: MigrateOptions['progress']
  /** Called with the migration report before anything is started. */
  readonly onMigrated?: (report: MigrationReport) => void
  /** Whether host and plugins are started. Default: true. */
  readonly starts?: boolean
  /** Whether scheduled tasks run. Default: false. */
  readonly tasks?: boolean
  /** Replaces services in tests. */
  readonly bind?: Binding
}

/** Assembles, opens and starts an app. Throws a BootError or a ServiceError with a full sentence; nothing keeps running then. */
export async function boot(config: Composition, options: AssembleOptions & BootOptions = {}): Promise<App> {
  return open(assemble(config, options), options)
}

/** Opens an assembly. */
export async function open(assembly: Assembly, options: BootOptions = {}): Promise<App> {
  const container = createContainer(assembly, options.bind)
  const lifecycle = container.get(lifecycleToken)
  const { starts = true } = options
  try {
    const database = await container.get(openDatabaseToken)()
    lifecycle.add('database', () => database.close())
    lifecycle.add('services', () => container.dispose())
    container.provide(databaseToken, coreOwner, database)
    // Commands run their jobs in their own process. A serving process uses worker threads instead.
    container.provide(workerFileToken, coreOwner, starts ? assembly.settings.file : null)
    const { installed, upToDate } = await migrate(assembly, container, options)
    container.provide(installationToken, coreOwner, {
      upToDate,
      secret: assembly.settings.secret ?? (installed ? await loadSigningSecret(database) : randomUUID()),
      // A database that is not installed has no files.
      fileScope: installed ? await loadFileScope(database) : randomUUID(),
    })
    // Workers of the MCP server exist for a single call. Other processes log interrupted transfers.
    if (installed && options.migrations !== 'none') {
      lifecycle.add('transfers', await reportInterruptedTransfers(container.get(contextToken)))
    }
    if (upToDate && options.migrations !== 'none' && container.get(shopRulesToken).commerce)
      await seedNotifications(new ServiceContext(container.get(contextToken)))
    const app = container.get(appToken)
    if (starts) {
      await prepareStart(app.context)
      await lifecycle.start(listPlugins(assembly.config), app)
    }
    if (options.tasks) {
      for (const token of [scheduledTasksToken, heartbeatToken]) {
        const work = container.get(token)
        work.start()
        lifecycle.add(String(token.description), () => work.stop())
      }
    }
    return app
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/** Returns all faults. Call only if no migration is pending. */
async function findDatabaseFaults(
  database: Database,
  registry: Registry,
  contributed: readonly Contributed[],
): Promise<readonly Fault[]> {
  const missing = await missingColumns(database, registry, contributed)
  return missing.length > 0 ? missing : await unknownQuestionTypes(database, registry)
}

async function missingColumns(
  database: Database,
  registry: Registry,
  contributed: readonly Contributed[],
): Promise<readonly Fault[]> {
  const tables = await database.dialect.readTables(database)
  return [...registry.entities.values()].flatMap((entity): readonly Fault[] => {
    const table = tables.get(entity.table)
    const { owner } = entity
    if (!table) {
      const message = createMessage('boot.tableMissing', { entity: entity.name, table: entity.table })
      return [createBootFault('column-missing', owner, message, createMessage('boot.createTable', { entity: entity.name }))]
    }
    // A hidden column is created together with the column that it belongs to.
    const toPropertyName = (name: string): string => (entity.properties[name] ? name : name.replace(/_folded$/, ''))
    const columns = Object.keys(toEntityColumns(entity)).filter((name) => !table.columns.has(name))
    const absent = [...new Set(columns.map(toPropertyName))]
    return absent.map((name) => {
      const values = { entity: entity.name, name }
      const propertyOwner = findPropertyOwner(contributed, entity, name)
      return createBootFault(
        'column-missing',
        propertyOwner,
        createMessage('boot.columnMissing', values),
        createMessage('boot.addColumn', values),
      )
    })
  })
}

interface TypeRow {
  readonly question_type: string
  readonly count: number
  readonly first: number
}

async function unknownQuestionTypes(database: Database, registry: Registry): Promise<readonly Fault[]> {
  const table = registry.entities.get(questionEntity)?.table
  if (table === undefined) return []
  const sql = `SELECT question_type, COUNT(*) AS count, MIN(id) AS first FROM ${table} GROUP BY question_type ORDER BY question_type`
  const rows = await database.query<TypeRow>(sql)
  return rows
    .filter(({ question_type: type }) => !registry.questionTypes.has(type))
    .map(({ question_type: type, count, first }) => {
      const suggestion = suggestName(type, registry.questionTypes.keys())
      return createBootFault(
        'question-type-unknown',
        coreOwner,
        createMessage('boot.questionTypeUnknown', { count: Number(count), first: String(first), type, suggestion }),
        createMessage('boot.addTypePlugin'),
      )
    })
}

/** Runs migrations. Blocked migrations do not stop the service. After all have run, the database is checked against the plugins. */
async function migrate(
  { registry, contributed }: Assembly,
  container: Container,
  options: BootOptions,
): Promise<{ readonly installed: boolean; readonly upToDate: boolean }> {
  const log = container.get(logToken)
  const migrations = container.get(migrationsToken)
  const policy = options.migrations ?? 'run'
  await migrations.requireSupportedDatabase()
  if (policy === 'run' || (policy === 'install' && (await migrations.state()).empty)) {
    const report = await migrations.run(options.onMigration)
    options.onMigrated?.(report)
  }
  const { failure, tracks, empty } = await migrations.state()
  const pending = tracks.reduce((count, track) => count + track.pending.length, 0)
  if (failure) {
    log.error({ failure }, formatFreezeMessage(failure))
  } else if (pending > 0) {
    log.warn({ pending }, `${pending} migrations are pending. Run svc:migrate.`)
  } else {
    const faults = await findDatabaseFaults(container.get(databaseToken), registry, contributed)
    if (faults.length > 0) throw new BootError(faults)
  }
  // A migration that failed in a newer version is unknown to this program and does not affect it.
  return { installed: !empty, upToDate: pending === 0 }
}

/** Checks the stores before plugins start. */
async function prepareStart(context: Context): Promise<void> {
  await Promise.all([context.files.ready(), context.packages.ready(), checkBackupStore(context)])
}

/** Checks the backup store. The shop keeps running without backups, so a failure is only logged. */
async function checkBackupStore({ backups: { store }, log }: Context): Promise<void> {
  await store?.ready().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ err: error }, `Scheduled backups cannot be made. ${reason}`)
  })
}

export interface InstallationParts {
  readonly files: FileStore
  readonly schema: MigrationSchema
  /** The database of the installation, or of the URL. Opened without checking its contents. The caller closes it. */
  openDatabase(url?: string): Promise<Database>
}

export function createInstallationParts(assembly: Assembly): InstallationParts {
  const container = createContainer(assembly)
  return {
    files: container.get(filesToken),
    schema: container.get(migrationSchemaToken),
    openDatabase: (url) =>
      url === undefined ? container.get(openDatabaseToken)() : openDatabase(url, { log: container.get(logToken) }),
  }
}
