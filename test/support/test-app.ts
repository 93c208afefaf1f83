// Boots whole apps for tests on pooled, installed databases, with or without a listening server.
import type { App } from '../../core/app.js'
import type { Binding } from '../../core/boot/bindings.js'
import { boot } from '../../core/boot/boot.js'
import { clockToken, filesToken, logToken, openDatabaseToken } from '../../core/boot/tokens.js'
import type { Composition, Plugin } from '../../core/contract.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import type { Clock } from '../../core/foundation/clock.js'
import { type Log, silentLog } from '../../core/foundation/log.js'
import type { Database } from '../../core/storage/database/connection.js'
import type { FileStore } from '../../core/storage/files/file-store.js'
import { standalone } from '../../hosts/standalone/index.js'
import type { Mount } from '../../plugins/http/mount.js'
import { advisor } from '../../plugins/advisor/index.js'
import { http } from '../../plugins/http/index.js'
import { print } from '../../plugins/print/index.js'
import { backup } from '../../plugins/backup/index.js'
import { packages } from '../../plugins/packages/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { vat } from '../../plugins/vat/index.js'
import { isMochaWorker, openEmptyDatabase } from './database.js'
import { extendApp } from './extended-app.js'
import { createMemoryFiles } from './memory-files.js'
import { type InstalledDatabase, openInstalledDatabase, testLanguages } from './installed-database.js'
import { neverOverloaded } from './never-overloaded.js'

export interface TestOverrides extends Partial<Composition> {
  /** Replaces the system clock. */
  readonly clock?: Clock
  /** Default: no logging. */
  readonly log?: Log
  /** Default: files in memory. */
  readonly files?: FileStore
  /** An open database, which the app closes. Default: an installed one from the pool. */
  readonly opened?: Database
  /** Path of the configuration file, from which worker threads assemble the app. Default: none. */
  readonly path?: string
  /** Binds and replaces further services. */
  readonly bind?: Binding
}

export interface TestApp extends App {
  /** Restores the state after the installation. Only for apps on a pooled database. */
  reset(): Promise<void>
}

export interface ListeningApp extends TestApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
}

/** Pool of installed databases without an app. A test run creates as many as it uses at the same time. */
const pooledDatabases: InstalledDatabase[] = []

/** Closes the pooled databases, so the process can end. */
export async function closeIdleDatabases(): Promise<void> {
  for (const database of pooledDatabases.splice(0)) await database.close()
}

// A worker process keeps its pool for the next test file. Databases on a server are dropped at the end of the whole run.
if (typeof after === 'function' && !isMochaWorker) after(closeIdleDatabases)

/** The plugins of test apps, unless a test names its own. */
export const testPlugins: readonly Plugin[] = [stock, print, advisor, packages, sheets, backup, vat({ register: null })]

/** Boots core, the test plugins and the overrides. Stop it in `after`. */
export async function bootTestApp(overrides: TestOverrides = {}): Promise<TestApp> {
  const { clock, log = silentLog, files = createMemoryFiles(), opened, path, bind, ...options } = overrides
  const installed = opened === undefined && canUsePool(options) ? await takePooledDatabase() : null
  const database = opened ?? installed ?? (options.database === undefined ? await openEmptyDatabase() : null)
  const config = { languages: testLanguages, host: standalone(), plugins: testPlugins, demo: false, listenPort: 0, ...options }
  const app = await boot(config, {
    settings: resolveSettings({ file: config, ...(path !== undefined && { path }) }),
    bind(container) {
      if (database) container.replace(openDatabaseToken, 'test', { useFactory: () => () => Promise.resolve(database) })
      if (clock) container.replace(clockToken, 'test', { useFactory: () => clock })
      container.replace(logToken, 'test', { useFactory: () => log })
      container.replace(filesToken, 'test', { useFactory: () => files })
      bind?.(container)
    },
  })
  const reset = installed ? () => installed.reset() : () => Promise.reject(new Error('This app has a database of its own.'))
  return extendApp(app, { reset })
}

/** Like `bootTestApp`, with a server on a free port that serves the mounts. */
export async function listenTestApp(mounts: readonly Mount[], overrides: TestOverrides = {}): Promise<ListeningApp> {
  const server = http({ mounts, overload: neverOverloaded })
  const app = await bootTestApp({ ...overrides, plugins: [...(overrides.plugins ?? testPlugins), server] })
  return extendApp(app, { url: server.address()! })
}

/** True if a pooled database fits: no added tables or columns, and the usual languages. */
function canUsePool({ database, languages = testLanguages, customizations = [] }: Partial<Composition>): boolean {
  const own = customizations.some(({ migrations }) => migrations.length > 0)
  return database === undefined && !own && languages.join() === testLanguages.join()
}

async function takePooledDatabase(): Promise<InstalledDatabase> {
  const database = pooledDatabases.pop() ?? (await openInstalledDatabase())
  const lent: InstalledDatabase = {
    ...database,
    async close() {
      await database.reset()
      pooledDatabases.push(database)
    },
  }
  return lent
}
