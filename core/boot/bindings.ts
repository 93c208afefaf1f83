// Binds the services of core to their tokens. Each app has its own container.
import { join, resolve } from 'node:path'
import type { Host } from '../app.js'
import { AccountService } from '../commerce/account/account-service.js'
import { StaffDocumentService } from '../commerce/document/staff-document-service.js'
import { DraftPreviewService } from '../verbs/draft-preview-service.js'
import { ConfigurationService } from '../commerce/configuration/configuration-service.js'
import type { DocumentPrinter } from '../commerce/document/define.js'
import type { ShopRules } from '../commerce/shopper-context.js'
import { systemClock, Timings } from '../foundation/clock.js'
import { BootError } from '../foundation/errors.js'
import type { JobPool } from '../jobs/define-worker-job.js'
import { createOptimiser } from '../jobs/optimise.js'
import { QueuedPictureComposer } from '../jobs/picture-composer.js'
import { QueuedSanitizer } from '../jobs/sanitizer.js'
import { createJobQueue } from '../jobs/job-queue.js'
import { ServiceWorkerPool, WorkerPool } from '../jobs/worker-pool.js'
import { CheckedRecords } from '../product/proof/checked-records.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import { parseBucketUrl } from '../settings.js'
import { CatalogueService } from '../shop/catalogue/catalogue-service.js'
import { createAdminAccounts } from '../storage/admin/admin-accounts.js'
import { BackgroundRunner } from '../storage/background.js'
import { recordEffects } from '../commerce/language-texts.js'
import { BearerTokenStore } from '../storage/bearer-token-store.js'
import { Caches, getVersionedSnapshot } from '../storage/caches.js'
import { openDatabase } from '../storage/database/connection.js'
import { type FileStore, createLocalFiles } from '../storage/files/file-store.js'
import { createS3Files } from '../storage/files/s3-files.js'
import { DatabaseMigrations } from '../storage/migration/database-migrations.js'
import { PipelineRecords } from '../storage/pipeline-records.js'
import { readTimeZone } from '../storage/record/snapshot.js'
import { Heartbeat } from '../tasks/heartbeat.js'
import { TaskScheduler } from '../tasks/scheduler.js'
import type { Assembly } from './assemble.js'
import { coreOwner, listContributions, listPlugins } from './collect.js'
import { Container } from './container.js'
import { Lifecycle } from './lifecycle.js'
import { ReadinessCheck } from './readiness.js'
import { ServiceApp } from './service-app.js'
import {
  accountsToken,
  adminAccountsToken,
  appRecordsToken,
  appToken,
  backgroundToken,
  bearerTokensToken,
  cachesToken,
  catalogueToken,
  clockToken,
  configurationsToken,
  contextToken,
  draftPreviewToken,
  filesToken,
  heartbeatToken,
  hostToken,
  jobsToken,
  lifecycleToken,
  logToken,
  migrationSchemaToken,
  migrationsToken,
  openDatabaseToken,
  optimiserToken,
  printerToken,
  readinessToken,
  recordsToken,
  registryToken,
  pictureComposerToken,
  sanitizerToken,
  scheduledTasksToken,
  serviceJobsToken,
  settingsToken,
  staffDocumentsToken,
  shopRulesToken,
  taskListToken,
  timeZoneToken,
  timingsToken,
  workerFileToken,
  databaseToken,
  installationToken,
} from './tokens.js'
import { toS3Location, createExclusiveRunner, openZipStore } from './zip-stores.js'
import { Outages } from '../foundation/outages.js'
import { toEntityTable } from '../model/schema/columns.js'
import type { Context, PluginObservers } from '../storage/context.js'
import type { MigrationSchema } from '../storage/migration/migrations.js'
import { coreMigrations } from '../../migrations/index.js'
import { createRequire } from 'node:module'
import type { pino as Pino, Logger } from 'pino'
import type { Log, LogLevel } from '../foundation/log.js'

/** Creates the context of an app: the services and settings that functions below the service classes receive. */
function createContext({ config, registry, contributed, settings }: Assembly, container: Container): Context {
  const database = container.get(databaseToken)
  const { secret, fileScope } = container.get(installationToken)
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
    sanitizer: container.get(sanitizerToken),
    serviceJobs: createJobQueue(container.get(serviceJobsToken)),
    pictures: container.get(pictureComposerToken),
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
    recordEffects,
    auditDays: settings.auditDays,
    plugins: listPlugins(config).map((plugin) => ({
      name: plugin.name,
      version: 'version' in plugin ? String(plugin.version) : null,
    })),
    settings,
    outages: new Outages(),
    timings: container.get(timingsToken),
    background: container.get(backgroundToken),
    tracks: container.get(migrationSchemaToken).tracks,
  })
}

/** The migrations of core, then of each customization in the order of the configuration, and the tables that they create. */
export function createMigrationSchema({ config, registry }: Assembly): MigrationSchema {
  const customizationTracks = (config.customizations ?? []).map(({ name, migrations }) => ({ owner: name, migrations }))
  return {
    tracks: [{ owner: coreOwner, migrations: coreMigrations }, ...customizationTracks],
    entityTables: new Map([...registry.entities.values()].map((entity) => [entity.name, toEntityTable(entity)])),
    languages: config.languages,
  }
}

/** Levels in ascending severity. A logger writes its level and all higher ones. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const satisfies readonly LogLevel[]
/**
 * Milliseconds after which pino is loaded even without a log line: a later failure may leave no file handle to load it. Most commands
 * end before.
 */
const loadDelay = 5_000

/** Synchronous, so a crash loses no lines. */
function createLogger(level: LogLevel): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { readonly pino: typeof Pino }
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** A logger that creates the underlying pino logger with its first line. */
function createLazyLog(level: LogLevel, logger: () => Logger): Log {
  const writer =
    (lineLevel: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (levels.indexOf(lineLevel) >= levels.indexOf(level)) logger()[lineLevel](fields, message)
    }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    child: (fields) =>
      createLazyLog(
        level,
        memoize(() => logger().child(fields)),
      ),
  }
}

function memoize<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Logs lines from the level on; `err` fields include the stack and causes. pino is loaded lazily, so the first replies do not wait. */
export function createLog(level: LogLevel): Log {
  const logger = memoize(() => createLogger(level))
  setTimeout(logger, loadDelay).unref()
  return createLazyLog(level, logger)
}

/** Binds or replaces services before the first one is created. */
export type Binding = (container: Container) => void

/**
 * The container of one app. Throws a BootError if a token is bound twice or replaced without a binding.
 * @param bind replaces services in tests
 */
export function createContainer(assembly: Assembly, bind?: Binding): Container {
  const container = new Container()
  bindConfiguration(container, assembly)
  bindResources(container, assembly)
  bindServices(container)
  bind?.(container)
  if (container.faults().length > 0) throw new BootError(container.faults())
  return container
}

function bindConfiguration(container: Container, assembly: Assembly): void {
  const { config, settings, registry, contributed } = assembly
  container.bind(settingsToken, coreOwner, { useFactory: () => settings })
  container.bind(registryToken, coreOwner, { useFactory: () => registry })
  container.bind(hostToken, config.host.name, { useFactory: () => config.host })
  container.bind(shopRulesToken, config.host.name, { useFactory: () => toShopRules(config.host) })
  container.bind(taskListToken, coreOwner, { useFactory: () => listContributions(contributed, 'tasks') })
  container.bind(migrationSchemaToken, coreOwner, { useFactory: () => createMigrationSchema(assembly) })
  container.bind(contextToken, coreOwner, { useFactory: (services) => createContext(assembly, services) })
}

/** Services without a class of their own: interfaces with several implementations, and objects that functions create. */
function bindResources(container: Container, assembly: Assembly): void {
  const { settings } = assembly
  container.bind(clockToken, coreOwner, { useFactory: () => systemClock })
  container.bind(logToken, coreOwner, { useFactory: () => createLog(settings.logLevel) })
  container.bind(filesToken, coreOwner, { useFactory: () => createFileStore(settings) })
  container.bind(openDatabaseToken, coreOwner, {
    useFactory: (services) => () =>
      openDatabase(databaseUrl(settings), { log: services.get(logToken), connectionAge: settings.connectionSeconds * 1_000 }),
  })
  container.bind(lifecycleToken, coreOwner, { useFactory: (services) => new Lifecycle(services.get(logToken)) })
  container.bind(printerToken, coreOwner, {
    useFactory: (services) => createDocumentPrinter(assembly, services.get(serviceJobsToken)),
  })
  container.bind(optimiserToken, coreOwner, {
    useFactory: (services) =>
      createOptimiser(services.get(serviceJobsToken), services.get(workerFileToken) === null ? { computedSeconds: 0 } : {}),
  })
  container.bind(timeZoneToken, coreOwner, {
    useFactory: (services) => async () => {
      const context = services.get(contextToken)
      return readTimeZone((await getVersionedSnapshot(context)).snapshot, context.database)
    },
  })
  container.bind(adminAccountsToken, coreOwner, { useFactory: (services) => createAdminAccounts(services.get(contextToken)) })
}

function bindServices(container: Container): void {
  container.bind(timingsToken, coreOwner, { useClass: Timings })
  container.bind(cachesToken, coreOwner, { useClass: Caches })
  container.bind(migrationsToken, coreOwner, { useClass: DatabaseMigrations })
  container.bind(backgroundToken, coreOwner, { useClass: BackgroundRunner })
  container.bind(jobsToken, coreOwner, { useClass: WorkerPool })
  container.bind(serviceJobsToken, coreOwner, { useClass: ServiceWorkerPool })
  container.bind(sanitizerToken, coreOwner, { useClass: QueuedSanitizer })
  container.bind(pictureComposerToken, coreOwner, { useClass: QueuedPictureComposer })
  container.bind(recordsToken, coreOwner, { useClass: PipelineRecords })
  container.bind(appRecordsToken, coreOwner, { useClass: CheckedRecords })
  container.bind(bearerTokensToken, coreOwner, { useClass: BearerTokenStore })
  container.bind(catalogueToken, coreOwner, { useClass: CatalogueService })
  container.bind(configurationsToken, coreOwner, { useClass: ConfigurationService })
  container.bind(accountsToken, coreOwner, { useClass: AccountService })
  container.bind(staffDocumentsToken, coreOwner, { useClass: StaffDocumentService })
  container.bind(draftPreviewToken, coreOwner, { useClass: DraftPreviewService })
  container.bind(scheduledTasksToken, coreOwner, { useClass: TaskScheduler })
  container.bind(heartbeatToken, coreOwner, { useClass: Heartbeat })
  container.bind(readinessToken, coreOwner, { useClass: ReadinessCheck })
  container.bind(appToken, coreOwner, { useClass: ServiceApp })
}

/** The host's rules for commerce. */
function toShopRules({ commerce, adapters }: Host): ShopRules {
  const { carts, lineItems = null, identity } = adapters
  return { commerce, carts, lineItems, keepsAccounts: identity.keepsAccounts ?? false }
}

/** Prints a document by the plugin that contributes it. */
function createDocumentPrinter({ contributed, settings }: Assembly, jobs: JobPool): DocumentPrinter {
  const documents = new Map(listContributions(contributed, 'printedDocuments').map(({ item }) => [item.name, item]))
  return (name, source) => documents.get(name)!.print({ ...source, jobs, config: settings })
}

/** Files are stored in a folder or in a bucket. */
function createFileStore(settings: ResolvedConfig): FileStore {
  const bucket = parseBucketUrl(settings.filesFolder)
  return bucket === null
    ? createLocalFiles(resolve(settings.root, settings.filesFolder))
    : createS3Files(toS3Location(settings, bucket))
}

/** The database URL. A relative SQLite path is resolved against the root. */
function databaseUrl({ database, root }: ResolvedConfig): string {
  const path = /^sqlite:(?!:memory:$|\/)(.+)$/.exec(database)?.[1]
  return path === undefined ? database : `sqlite:${join(root, path)}`
}
