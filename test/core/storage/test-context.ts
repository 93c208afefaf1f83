// A service context over an installed database for storage tests, without boot: core entities, stock types and additions.
import { composePicture } from '../../../core/jobs/compose-picture.js'
import type { PictureComposer } from '../../../core/storage/files/picture.js'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSvg } from '../../../core/foundation/rich-text.js'
import { silentLog } from '../../../core/foundation/log.js'
import type { Platform } from '../../../core/foundation/property/kind.js'
import { completeEntity, type EntityDefinition } from '../../../core/model/entity/define.js'
import { Outages } from '../../../core/foundation/outages.js'
import { Timings } from '../../../core/foundation/clock.js'
import type { Registry, RegistryContributions } from '../../../core/model/registry.js'
import { toEntityTable } from '../../../core/model/schema/columns.js'
import { BackgroundRunner } from '../../../core/storage/background.js'
import { Caches } from '../../../core/storage/caches.js'
import type { Context, JobQueue } from '../../../core/storage/context.js'
import { type Database, openDatabase } from '../../../core/storage/database/connection.js'
import type { FileStore } from '../../../core/storage/files/file-store.js'
import { createLocalZips } from '../../../core/storage/files/zip-store.js'
import { createMigrationSteps } from '../../../core/storage/migration/migration-steps.js'
import { resolveSettings } from '../../../core/resolve-settings.js'
import { createTestClock } from '../../support/clock.js'
import { createEmptyDatabase, isServerDatabase } from '../../support/database.js'
import {
  coreTracks,
  installCore,
  type InstalledDatabase,
  openInstalledDatabase,
  testLanguages,
} from '../../support/installed-database.js'
import { bankTransfer } from '../../../plugins/payments/providers/offline.js'
import { listCoreEntities, createCoreRegistry } from '../../support/core-registry.js'

export interface TestContext extends Context {
  readonly database: InstalledDatabase
  /** Names of the files that were removed from the store. */
  readonly removedFiles: string[]
}

export interface TestContextOptions extends Partial<Pick<Context, 'observers' | 'log'>> {
  readonly platform?: Platform
  /** In addition to core's. */
  readonly entities?: readonly EntityDefinition[]
  readonly parts?: Partial<RegistryContributions>
}

/** Opens a context on a new database. Close it through `database`. */
export async function openTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const { platform = 'standalone', entities: extra = [], parts = {}, observers = [], log = silentLog } = options
  const database = await openInstalledDatabase()
  const registry = createTestRegistry(platform, extra, parts)
  const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
  const steps = createMigrationSteps({ owner: 'test', version: '0001', languages: testLanguages, on: database, entityTables })
  for (const { name } of extra) await steps.createEntityTable(name)
  return createTestContext(database, registry, { platform, observers, log })
}

/** Opens several contexts on one database outside of memory, like several processes. */
export async function openSharedContexts(
  count: number,
): Promise<{ readonly contexts: readonly Context[]; close(): Promise<void> }> {
  const empty = await createEmptyDatabase()
  const contexts: Context[] = []
  for (let number = 0; number < count; number++) {
    const database = await openDatabase(empty.url, { poolSize: 4 })
    if (number === 0) await installCore(database)
    contexts.push(createTestContext(database, createTestRegistry('standalone', [], {})))
  }
  return {
    contexts,
    async close() {
      for (const { database } of contexts) await database.close()
      await empty.drop()
    },
  }
}

function createTestContext<D extends Database>(
  database: D,
  registry: Registry,
  options: Partial<Pick<Context, 'observers' | 'log' | 'platform'>> = {},
): Context & { readonly database: D; readonly removedFiles: string[] } {
  const { platform = 'standalone', observers = [], log = silentLog } = options
  const removedFiles: string[] = []
  const files: FileStore = {
    ready: async () => {},
    scoped: () => files,
    retain: () => Promise.reject(new Error('Nothing is held here.')),
    receive: async () => ({ size: 0, head: new Uint8Array(0), keep: async () => {}, drop: async () => {} }),
    put: async () => {},
    get: async () => null,
    remove: async (name) => void removedFiles.push(name),
    deleteUnused: async () => 0,
  }
  const caches = new Caches()
  const rest = {
    clock: createTestClock(),
    log,
    platform,
    secret: 'of tests',
    observers,
    observerSeconds: 10,
    caches,
    files,
    sanitizer: { prepareRichTexts: async () => {}, svg: async (text: string) => checkSvg(text) },
    pictures: { compose: async (_key, load) => composePicture(await load()) } satisfies PictureComposer,
    serviceJobs: { run: async (job, input) => job.run({} as never, input as never) } satisfies JobQueue,
    bounds: { openConfigurations: 1e6, uploadBytes: 1e9 },
    limits: isServerDatabase ? ('database' as const) : ('memory' as const),
    packages: createLocalZips(join(tmpdir(), 'svc-test-transfer'), 'SVC_TRANSFER_FOLDER'),
    backups: { store: null, hours: 24, kept: 7 },
    recordEffects: new Map(),
    auditDays: 0,
    plugins: [],
    settings: resolveSettings(),
    outages: new Outages(),
    timings: new Timings(),
    background: new BackgroundRunner(log),
    tracks: coreTracks,
  }
  return { registry, database, removedFiles, ...rest }
}

function createTestRegistry(
  platform: Platform,
  extra: readonly EntityDefinition[],
  parts: Partial<RegistryContributions>,
): Registry {
  const entities = [...listCoreEntities(), ...extra.map((entity) => completeEntity(entity, 'test'))]
  return createCoreRegistry({ platform, entities }, { paymentProviders: [{ owner: 'core', item: bankTransfer }], ...parts })
}
