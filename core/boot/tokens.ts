// The tokens of all services in an app's container. Imports only types of other layers, so every layer can inject these services.
import type { App, Host, ReadinessReader } from '../app.js'
import type { Accounts } from '../commerce/account/define.js'
import type { Configurations } from '../commerce/configuration/define.js'
import type { DocumentPrinter } from '../commerce/document/define.js'
import type { StaffDocuments } from '../commerce/document/staff-documents.js'
import type { ShopRules } from '../commerce/shopper-context.js'
import type { Clock, Timings } from '../foundation/clock.js'
import { defineToken } from '../foundation/injection.js'
import type { Log } from '../foundation/log.js'
import type { Sanitizer } from '../foundation/rich-text.js'
import type { PictureComposer } from '../storage/files/picture.js'
import type { JobPool } from '../jobs/define-worker-job.js'
import type { OwnedItem, Registry } from '../model/registry.js'
import type { Optimiser } from '../product/optimiser.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import type { Catalogue } from '../shop/catalogue/define.js'
import type { AdminAccounts } from '../storage/admin/admin-accounts.js'
import type { BearerTokens } from '../storage/bearer-tokens.js'
import type { Caches } from '../storage/caches.js'
import type { BackgroundWork, Context } from '../storage/context.js'
import type { Database } from '../storage/database/connection.js'
import type { FileStore } from '../storage/files/file-store.js'
import type { Migrations, MigrationSchema } from '../storage/migration/migrations.js'
import type { AppRecords, Records } from '../storage/records.js'
import type { RecurringWork, ScheduledTasks, Task } from '../tasks/define-task.js'
import type { DraftPreview } from '../verbs/draft-preview.js'
import type { Lifecycle } from './lifecycle.js'

// The assembled configuration.

/** The resolved settings. */
export const settingsToken = defineToken<ResolvedConfig>('settings')
/** Entities, types, actions and verbs of core and all plugins. */
export const registryToken = defineToken<Registry>('registry')
export const hostToken = defineToken<Host>('host')
/** The host's rules for carts, line items and accounts. */
export const shopRulesToken = defineToken<ShopRules>('shop rules')
/** The scheduled tasks of core and all plugins. */
export const taskListToken = defineToken<readonly OwnedItem<Task>[]>('task list')
/** The migration tracks and the tables that they create. */
export const migrationSchemaToken = defineToken<MigrationSchema>('migration schema')

// Services without other services.

export const clockToken = defineToken<Clock>('clock')
/** Writes JSON lines to stderr. Tests discard them. */
export const logToken = defineToken<Log>('log')
/** Duration measurements for metrics. */
export const timingsToken = defineToken<Timings>('timings')
/** In-memory caches between requests. */
export const cachesToken = defineToken<Caches>('caches')
/** The file store of the installation. Files of all its databases; `Context.files` is the part of one database. */
export const filesToken = defineToken<FileStore>('files')

// Provided while the app opens, because they come from asynchronous steps.

/** Opens the database. `open` calls it once. Tests replace it to lend a database to the app. */
export const openDatabaseToken = defineToken<() => Promise<Database>>('open database')
export const databaseToken = defineToken<Database>('database')
/** The state of the database after the migrations. */
export const installationToken = defineToken<InstalledState>('installation')
/** The configuration file for worker threads; null if jobs run in place. */
export const workerFileToken = defineToken<string | null>('worker file')

// Services of the running app.

/** Services and settings for functions below the service classes. */
export const contextToken = defineToken<Context>('context')
export const migrationsToken = defineToken<Migrations>('migrations')
/** Work that continues after the response. */
export const backgroundToken = defineToken<BackgroundWork>('background')
/** Worker jobs of callers, limited to the number of processors. */
export const jobsToken = defineToken<JobPool>('jobs')
/** Worker jobs of the service itself, so long proofs of callers cannot delay invoices or saves. */
export const serviceJobsToken = defineToken<JobPool>('service jobs')
export const sanitizerToken = defineToken<Sanitizer>('sanitizer')
/** Draws pictures from layers. */
export const pictureComposerToken = defineToken<PictureComposer>('picture composer')
export const printerToken = defineToken<DocumentPrinter>('printer')
export const optimiserToken = defineToken<Optimiser>('optimiser')
/** Reads and writes records. Each operation runs in its own unit. */
export const recordsToken = defineToken<Records>('records')
/** The records of the app for surfaces and plugins: their writes also return findings. */
export const appRecordsToken = defineToken<AppRecords>('app records')
export const bearerTokensToken = defineToken<BearerTokens>('bearer tokens')
/** Reads the time zone of the shop. */
export const timeZoneToken = defineToken<() => Promise<string>>('time zone')
export const catalogueToken = defineToken<Catalogue>('catalogue')
export const configurationsToken = defineToken<Configurations>('configurations')
export const accountsToken = defineToken<Accounts>('accounts')
export const staffDocumentsToken = defineToken<StaffDocuments>('staff documents')
export const draftPreviewToken = defineToken<DraftPreview>('draft preview')
/** The schedule of tasks, and the operations on it. */
export const scheduledTasksToken = defineToken<ScheduledTasks & RecurringWork>('scheduled tasks')
/** Sessions of the admin's users, if the service manages them. */
export const adminAccountsToken = defineToken<AdminAccounts>('admin accounts')
export const readinessToken = defineToken<ReadinessReader>('readiness')
/** The steps to undo when the app stops. */
export const lifecycleToken = defineToken<Lifecycle>('lifecycle')
/** The heartbeats of this process. */
export const heartbeatToken = defineToken<RecurringWork>('heartbeat')
export const appToken = defineToken<App>('app')

/** The state of the database after the migrations. */
export interface InstalledState {
  /** True if no migration was pending or blocked. */
  readonly upToDate: boolean
  /** The signing secret. */
  readonly secret: string
  /** The part of the file store that belongs to the database. */
  readonly fileScope: string
}
