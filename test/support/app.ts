// Whole apps for tests: booted on an installed database that is emptied and used again, with or without a listening server.
import type { App } from '../../core/app.js'
import type { Binding } from '../../core/boot/assemble.js'
import { boot } from '../../core/boot/boot.js'
import { clockToken, databaseToken, filesToken, logToken } from '../../core/boot/bindings.js'
import type { Composition } from '../../core/contract.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import type { Clock } from '../../core/foundation/clock.js'
import { type Log, silentLog } from '../../core/foundation/log.js'
import type { Database } from '../../core/storage/database/connection.js'
import type { FileStore } from '../../core/storage/files/file-store.js'
import { standalone } from '../../hosts/standalone/index.js'
import type { Mount } from '../../plugins/http/mount.js'
import { http } from '../../plugins/http/index.js'
import { stock } from '../../plugins/stock/index.js'
import { isWorker, openEmptyDatabase } from './database.js'
import { createMemoryFiles } from './files.js'
import { type InstalledDatabase, openInstalledDatabase, testLanguages } from './installed.js'
import { patient } from './patient.js'

export interface TestOverrides extends Partial<Composition> {
  /** Takes the place of the system's. */
  readonly clock?: Clock
  /** Nothing is logged if left out. */
  readonly log?: Log
  /** Files are kept in memory if left out. */
  readonly files?: FileStore
  /** An open database, which the app closes; an installed one of the pool if left out. */
  readonly opened?: Database
  /** The configuration file that it counts as booted from: threads assemble it. None if left out. */
  readonly path?: string
  /** Binds and replaces further services. */
  readonly bind?: Binding
}

export interface TestApp extends App {
  /** Takes back what tests stored: the state after the install. Only for apps on a database of the pool. */
  reset(): Promise<void>
}

export interface ListeningApp extends TestApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
}

/** Installed databases that no app uses at the moment; each test run makes as many as it uses at a time. */
const idle: InstalledDatabase[] = []

/** Closes what the pool holds, so that the process can end. */
export async function closeIdleDatabases(): Promise<void> {
  for (const database of idle.splice(0)) await database.close()
}

// A process that takes file after file keeps them for the next one; what lies on a server then is dropped at the end of the whole run.
if (typeof after === 'function' && !isWorker) after(closeIdleDatabases)

/** Boots core, the stock plugin and whatever the overrides add. Stop it in `after`. */
export async function bootTestApp(overrides: TestOverrides = {}): Promise<TestApp> {
  const { clock, log = silentLog, files = createMemoryFiles(), opened, path, bind, ...given } = overrides
  const installed = opened === undefined && isPlain(given) ? await fromPool() : null
  const database = opened ?? installed ?? (given.database === undefined ? await openEmptyDatabase() : null)
  const config = { languages: testLanguages, host: standalone(), plugins: [stock], demo: false, listenPort: 0, ...given }
  const app = await boot(config, {
    settings: resolveSettings({ file: config, ...(path !== undefined && { path }) }),
    bind(container) {
      if (database) container.replace(databaseToken, 'test', () => () => Promise.resolve(database))
      if (clock) container.replace(clockToken, 'test', () => clock)
      container.replace(logToken, 'test', () => log)
      container.replace(filesToken, 'test', () => files)
      bind?.(container)
    },
  })
  const reset = installed ? () => installed.reset() : () => Promise.reject(new Error('This app has a database of its own.'))
  return { ...app, reset }
}

/** The same with a server on a free port that carries the mounts. */
export async function listenTestApp(mounts: readonly Mount[], overrides: TestOverrides = {}): Promise<ListeningApp> {
  const server = http({ mounts, overload: patient })
  const app = await bootTestApp({ ...overrides, plugins: [...(overrides.plugins ?? [stock]), server] })
  return { ...app, url: server.address()! }
}

/** True where the database of the pool fits: nobody adds tables or columns, and the seed has the usual languages. */
function isPlain({ database, languages = testLanguages, customizations = [] }: Partial<Composition>): boolean {
  const own = customizations.some(({ migrations }) => migrations.length > 0)
  return database === undefined && !own && languages.join() === testLanguages.join()
}

async function fromPool(): Promise<InstalledDatabase> {
  const database = idle.pop() ?? (await openInstalledDatabase())
  const lent: InstalledDatabase = {
    ...database,
    async close() {
      await database.reset()
      idle.push(database)
    },
  }
  return lent
}
