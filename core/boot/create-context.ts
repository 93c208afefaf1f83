// Creates the context of an app: the services and settings that functions below the service classes receive.
import { Outages } from '../foundation/outages.js'
import { toEntityTable } from '../model/schema/columns.js'
import type { Context, PluginObservers } from '../storage/context.js'
import type { MigrationSchema } from '../storage/migration/migrations.js'
import { coreMigrations } from '../../migrations/index.js'
import type { Assembly } from './assemble.js'
import { coreOwner, listPlugins } from './collect.js'
import type { Container } from './container.js'
import {
  backgroundToken,
  cachesToken,
  clockToken,
  databaseToken,
  filesToken,
  installationToken,
  logToken,
  migrationSchemaToken,
  sanitizerToken,
  sheetParserToken,
  timingsToken,
} from './tokens.js'
import { createExclusiveRunner, openZipStore } from './zip-stores.js'

export function createContext({ config, registry, contributed, settings }: Assembly, container: Container): Context {
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
    sheetParser: container.get(sheetParserToken),
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
