// Backup helpers for tests: create a backup of an app, restore it into new databases, and read its entries.
import { type RestoreTarget, verifyBackup } from '../../plugins/backup/verify.js'
import { messageText } from '../../core/foundation/message-format.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../core/app.js'
import { findTotalFaults } from '../../core/commerce/document/sums.js'
import type { Table } from '../../core/foundation/table.js'
import { toEntityTable } from '../../core/model/schema/columns.js'
import type { Context } from '../../core/storage/context.js'
import { type Database, openDatabase } from '../../core/storage/database/connection.js'
import type { FileStore } from '../../core/storage/files/file-store.js'
import { createLocalLocation } from '../../core/storage/files/zip-store.js'
import { restoreBackup, type RestoreReport } from '../../plugins/backup/restore.js'
import { type BackupManifest, openBackup } from '../../plugins/backup/open.js'
import { writeBackup, type BackupResult } from '../../plugins/backup/make.js'
import { createMemoryFiles } from './memory-files.js'
import { testLanguages } from './installed-database.js'
import { type ZipEntries, readEntries } from '../plugins/packages/transfer-packages.js'

export const ignoreProgress = (): void => undefined

export interface BackupFolder {
  readonly path: string
  file(name: string): string
  remove(): Promise<void>
}

export async function backupFolder(): Promise<BackupFolder> {
  const path = await mkdtemp(join(tmpdir(), 'svc-backups-'))
  return { path, file: (name) => join(path, name), remove: () => rm(path, { recursive: true, force: true }) }
}

export function describeInstallation({ context }: Pick<App, 'context'>): RestoreTarget {
  const { registry } = context
  const entityTables: ReadonlyMap<string, Table> = new Map(
    [...registry.entities.values()].map((entity) => [entity.name, toEntityTable(entity)]),
  )
  return { registry, tracks: context.tracks, entityTables, languages: testLanguages }
}

export const createBackup = (context: Context, path: string): Promise<BackupResult> =>
  writeBackup(context, createLocalLocation(path), { progress: ignoreProgress })

export async function verifyBackupFile(installation: RestoreTarget, path: string): Promise<readonly string[]> {
  const backup = await openBackup(createLocalLocation(path))
  try {
    return (await verifyBackup(installation, backup, [findTotalFaults], ignoreProgress)).map(messageText)
  } finally {
    backup.close()
  }
}

export async function restoreBackupFile(
  installation: RestoreTarget,
  path: string,
  into: string | Database,
  { files = createMemoryFiles(), replace }: { readonly files?: FileStore; readonly replace?: string } = {},
): Promise<RestoreReport> {
  const database = typeof into === 'string' ? await openDatabase(into) : into
  const backup = await openBackup(createLocalLocation(path))
  try {
    const options = { checks: [findTotalFaults], progress: ignoreProgress, replace }
    return await restoreBackup(installation, backup, { database, files }, options)
  } finally {
    backup.close()
    if (typeof into === 'string') await database.close()
  }
}

/** The entries without time and database type, which differ between backups of the same rows. */
export async function readComparableEntries(path: string): Promise<ZipEntries> {
  const entries = await readEntries(path)
  const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as Record<keyof BackupManifest, unknown>
  entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, moment: '', database: '' })))
  return entries
}
