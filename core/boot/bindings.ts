// Binds the services of core to their tokens. Each app has its own container.
import { join, resolve } from 'node:path'
import type { Host } from '../app.js'
import { AccountService } from '../commerce/account/account-service.js'
import { ConfigurationService } from '../commerce/configuration/configuration-service.js'
import type { DocumentPrinter } from '../commerce/document/print-source.js'
import type { ShopRules } from '../commerce/shopper-context.js'
import { systemClock } from '../foundation/clock.js'
import { BootError } from '../foundation/errors.js'
import { Timings } from '../foundation/timings.js'
import type { JobPool } from '../jobs/job-pool.js'
import { createOptimiser } from '../jobs/optimiser.js'
import { QueuedSanitizer } from '../jobs/sanitizer.js'
import { QueuedSheetParser } from '../jobs/sheet-parser.js'
import { ServiceWorkerPool, WorkerPool } from '../jobs/worker-pool.js'
import { CheckedRecords } from '../product/proof/checked-records.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import { parseBucketUrl } from '../settings.js'
import { CatalogueService } from '../shop/catalogue/catalogue-service.js'
import { createAdminAccounts } from '../storage/admin/admin-accounts.js'
import { BackgroundRunner } from '../storage/background.js'
import { BearerTokenStore } from '../storage/bearer-token-store.js'
import { Caches } from '../storage/caches.js'
import { openDatabase } from '../storage/database/connection.js'
import { type FileStore, createLocalFiles } from '../storage/files/file-store.js'
import { createS3Files } from '../storage/files/s3-files.js'
import { DatabaseMigrations } from '../storage/migration/database-migrations.js'
import { PipelineRecords } from '../storage/pipeline-records.js'
import { readTimeZone } from '../storage/record/time-zone.js'
import { getVersionedSnapshot } from '../storage/versioned-snapshot.js'
import { Heartbeat } from '../tasks/heartbeat.js'
import { TaskScheduler } from '../tasks/scheduler.js'
import type { Assembly } from './assemble.js'
import { coreOwner, listContributions } from './collect.js'
import { Container } from './container.js'
import { createContext, createMigrationSchema } from './create-context.js'
import { Lifecycle } from './lifecycle.js'
import { createLog } from './log.js'
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
  sanitizerToken,
  scheduledTasksToken,
  serviceJobsToken,
  settingsToken,
  sheetParserToken,
  shopRulesToken,
  taskListToken,
  timeZoneToken,
  timingsToken,
  workerFileToken,
} from './tokens.js'
import { toS3Location } from './zip-stores.js'

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
      createOptimiser(services.get(serviceJobsToken), services.get(workerFileToken) === null ? { pondered: 0 } : {}),
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
  container.bind(sheetParserToken, coreOwner, { useClass: QueuedSheetParser })
  container.bind(recordsToken, coreOwner, { useClass: PipelineRecords })
  container.bind(appRecordsToken, coreOwner, { useClass: CheckedRecords })
  container.bind(bearerTokensToken, coreOwner, { useClass: BearerTokenStore })
  container.bind(catalogueToken, coreOwner, { useClass: CatalogueService })
  container.bind(configurationsToken, coreOwner, { useClass: ConfigurationService })
  container.bind(accountsToken, coreOwner, { useClass: AccountService })
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
