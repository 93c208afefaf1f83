// Opens an assembled app and starts it: database, migrations, host and plugins. Undoes all steps if one fails.
import { randomUUID } from 'node:crypto'
import type { App } from '../app.js'
import type { Composition } from '../contract.js'
import { resolvePrintFonts } from '../resolve-settings.js'
import { BootError } from '../foundation/fault.js'
import { createOptimiser } from '../job/optimiser.js'
import { createPrinter } from '../job/printer.js'
import { createJobPool } from '../job/job-pool.js'
import { createSanitizer } from '../job/sanitizer.js'
import { createSheetParser } from '../job/sheet-parser.js'
import type { Sanitizer } from '../foundation/sanitizer.js'
import type { SheetParser } from '../foundation/sheet-text.js'
import type { Table } from '../foundation/table.js'
import { toEntityTable } from '../model/schema/columns.js'
import { Outages } from '../foundation/outages.js'
import { Timings } from '../foundation/timings.js'
import { BackgroundRunner } from '../storage/background.js'
import { createBearerTokens } from '../storage/bearer-tokens.js'
import type { Context, PluginObservers } from '../storage/context.js'
import type { Database } from '../storage/database/connection.js'
import type { MigrationTrack } from '../storage/migration/migration.js'
import { formatFreezeMessage } from '../storage/migration/bookkeeping.js'
import { createMigrations, type Migrations } from '../storage/migration/migrations.js'
import type { MigrateOptions, MigrationReport } from '../storage/migration/runner.js'
import { createRecords } from '../storage/records.js'
import { getVersionedSnapshot } from '../storage/record/versioned-snapshot.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import { loadFileScope } from '../storage/files/file-scope.js'
import { loadSigningSecret } from '../storage/signing-secret.js'
import { startPresence } from '../task/presence.js'
import { startScheduler } from '../task/scheduler.js'
import { reportInterruptedTransfers } from '../transfer/interrupted-transfer.js'
import { coreMigrations } from '../../migrations/index.js'
import { assemble, type AssembleOptions, type Assembly } from './assemble.js'
import { cachesToken, clockToken, databaseToken, filesToken, logToken } from './bindings.js'
import { coreOwner, listContributions, listPlugins } from './collect.js'
import { createApp } from './create-app.js'
import { findDatabaseFaults } from './database-checks.js'
import { Lifecycle } from './lifecycle.js'
import { createExclusiveRunner, openZipStore } from './zip-stores.js'

export interface OpenOptions {
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
}

/** Assembles, opens and starts an app. Throws a BootError or a ServiceError with a full sentence; nothing keeps running then. */
export async function boot(config: Composition, options: AssembleOptions & OpenOptions = {}): Promise<App> {
  return open(assemble(config, options), options)
}

/** Opens an assembly. An assembly can be opened only once. */
export async function open(assembly: Assembly, options: OpenOptions = {}): Promise<App> {
  const { config, container, contributed } = assembly
  const lifecycle = new Lifecycle(container.get(logToken))
  try {
    const database = await container.get(databaseToken)()
    lifecycle.add('database', () => database.close())
    const migrations = createMigrations({
      database,
      clock: container.get(clockToken),
      tracks: listMigrationTracks(config),
      languages: config.languages,
      entityTables: collectEntityTables(assembly),
    })
    const { installed, upToDate } = await migrate(assembly, database, migrations, options)
    const { secret } = assembly.settings
    const background = new BackgroundRunner(container.get(logToken))
    lifecycle.add('background', () => background.stop())
    const log = container.get(logToken)
    // Commands run their jobs in their own process. A serving process uses worker threads instead.
    const file = (options.starts ?? true) ? assembly.settings.file : null
    // Separate from the jobs of callers, so long proofs cannot delay invoices or saves.
    const serviceJobs = createJobPool({ types: assembly.registry, log, file, atOnce: Infinity })
    lifecycle.add('service jobs', () => serviceJobs.stop())
    const context = createContext(assembly, database, {
      secret: secret ?? (installed ? await loadSigningSecret(database) : randomUUID()),
      // A database that is not installed has no files.
      fileScope: installed ? await loadFileScope(database) : randomUUID(),
      background,
      sanitizer: createSanitizer(serviceJobs),
      sheetParser: createSheetParser(serviceJobs),
    })
    // Workers of the MCP server exist for a single call. Other processes log interrupted transfers.
    if (installed && options.migrations !== 'none') lifecycle.add('transfers', await reportInterruptedTransfers(context))
    const tokens = createBearerTokens(database, {
      clock: context.clock,
      timeZone: async () => readTimeZone((await getVersionedSnapshot(context)).snapshot, database),
    })
    lifecycle.add('tokens', () => tokens.stop())
    const records = createRecords(context)
    const jobs = createJobPool({ types: assembly.registry, log: context.log, file })
    lifecycle.add('jobs', () => jobs.stop())
    const fonts = resolvePrintFonts(assembly.settings)
    const app = createApp({
      assembly,
      context,
      records,
      tokens,
      migrations,
      upToDate,
      jobs,
      printer: createPrinter(serviceJobs, { fonts, clock: context.clock }),
      optimiser: createOptimiser(serviceJobs, file === null ? { pondered: 0 } : {}),
      lifecycle,
    })
    if (options.starts ?? true) {
      await context.files.ready()
      await context.packages.ready()
      if (fonts.length > 0) await (await import('../commerce/pdf/faces.js')).loadFaces(fonts)
      await checkBackupStore(context)
      await lifecycle.start(listPlugins(config), app)
    }
    if (options.tasks) {
      const scheduler = startScheduler(context, records, listContributions(contributed, 'tasks'))
      lifecycle.add('tasks', () => scheduler.stop())
      lifecycle.add('presence', startPresence(context))
    }
    return app
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/** The migration tracks: core, then each customization in the order of the configuration. */
export function listMigrationTracks(config: Composition): readonly MigrationTrack[] {
  const customizationTracks = (config.customizations ?? []).map(({ name, migrations }) => ({ owner: name, migrations }))
  return [{ owner: coreOwner, migrations: coreMigrations }, ...customizationTracks]
}

export function collectEntityTables({ registry }: Assembly): ReadonlyMap<string, Table> {
  return new Map([...registry.entities.values()].map((entity) => [entity.name, toEntityTable(entity)]))
}

/** Runs migrations. Blocked migrations do not stop the service. After all have run, the database is checked against the plugins. */
async function migrate(
  assembly: Assembly,
  database: Database,
  migrations: Migrations,
  options: OpenOptions,
): Promise<{ readonly installed: boolean; readonly upToDate: boolean }> {
  const log = assembly.container.get(logToken)
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
    const faults = await findDatabaseFaults(database, assembly.registry, assembly.contributed)
    if (faults.length > 0) throw new BootError(faults)
  }
  // A migration that failed in a newer version is unknown to this program and does not affect it.
  return { installed: !empty, upToDate: pending === 0 }
}

/** Checks the backup store. The shop keeps running without backups, so a failure is only logged. */
async function checkBackupStore({ backups: { store }, log }: Context): Promise<void> {
  await store?.ready().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ err: error }, `No recurring backup can be made. ${reason}`)
  })
}

interface ContextParts {
  readonly secret: string
  readonly fileScope: string
  readonly background: BackgroundRunner
  readonly sanitizer: Sanitizer
  readonly sheetParser: SheetParser
}

function createContext(
  { config, registry, contributed, container, settings }: Assembly,
  database: Database,
  { secret, fileScope, background, sanitizer, sheetParser }: ContextParts,
): Context {
  const observers = contributed.flatMap(({ owner, contributions }): readonly PluginObservers[] =>
    contributions.observers ? [{ owner, observers: contributions.observers }] : [],
  )
  const runExclusively = createExclusiveRunner(database)
  return Object.freeze({
    registry,
    database,
    observers,
    observerSeconds: settings.observerSeconds,
    secret,
    clock: container.get(clockToken),
    log: container.get(logToken),
    platform: config.host.platform,
    caches: container.get(cachesToken),
    files: container.get(filesToken).scoped(fileScope),
    sanitizer,
    sheetParser,
    bounds: { openConfigurations: settings.openConfigurations, uploadBytes: settings.uploadMegabytes * 1_048_576 },
    limits: settings.limits,
    packages: openZipStore(settings, settings.transferFolder, {
      alone: runExclusively,
      setting: 'SVC_TRANSFER_FOLDER',
      what: 'transfer packages',
    }),
    backups: {
      store:
        settings.backupFolder === null
          ? null
          : openZipStore(settings, settings.backupFolder, {
              alone: runExclusively,
              setting: 'SVC_BACKUP_FOLDER',
              what: 'backups',
            }),
      hours: settings.backupHours,
      kept: settings.backupsKept,
    },
    auditDays: settings.auditDays,
    plugins: listPlugins(config).map((plugin) => ({
      name: plugin.name,
      version: 'version' in plugin ? String(plugin.version) : null,
    })),
    settings,
    outages: new Outages(),
    timings: new Timings(),
    background,
    tracks: listMigrationTracks(config),
  })
}
