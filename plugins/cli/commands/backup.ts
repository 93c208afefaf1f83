// Writes all data of the installation into one backup file.
import { join } from 'node:path'
import { string } from '#core/contract.js'
import { defineCliCommand, withoutStarts } from '../command.js'

interface BackupResult {
  readonly file: string
  readonly bytes: number
  readonly moment: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that records reference but the store does not contain. */
  readonly lost: readonly string[]
}

export const backupCommand = defineCliCommand({
  name: 'svc:backup',
  description: 'Creates a consistent backup of the database and all files as one ZIP file.',
  options: {
    to: string('Folder', {
      length: 4_000,
      help: 'It is made where it is missing; var/backups if left out. A bucket is named as s3://bucket/prefix.',
    }),
  },
  examples: ['svc:backup', 'svc:backup --to /mnt/backups', 'svc:backup --to s3://shop-backups/live'],
  text({ file, bytes, moment: createdAt, tables, rows, files, lost }: BackupResult) {
    const lostNotes = lost.length === 0 ? [] : [`${lost.length} files that records name are not in the file store any more.`]
    return [
      `Wrote ${rows} rows of ${tables} tables and ${files} files as of ${createdAt}: ${file} (${bytes} bytes).`,
      ...lostNotes,
    ].join('\n')
  },
  async run({ open, load, options: { to }, progress }): Promise<BackupResult> {
    const { makeBackup, createExclusiveRunner, openBackupStore } = await import('#core/surface.js')
    const { settings } = await load()
    const { context } = await open(withoutStarts)
    const backupLocation = to ?? join(settings.root, 'var', 'backups')
    const store = openBackupStore(settings, 'to', backupLocation, createExclusiveRunner(context.database))
    const { path, size, manifest } = await makeBackup(context, store, { progress })
    const tables = Object.values(manifest.tables)
    return {
      file: path,
      bytes: size,
      moment: manifest.moment,
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: Object.keys(manifest.files).length,
      lost: manifest.lost,
    }
  },
})
