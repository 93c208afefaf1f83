// Writes all data of the installation into a backup file, and restores or verifies one.
import { join } from 'node:path'
import { createMessage, string, boolean, ValidationError, type Message, type MessageText } from '#core/contract.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { joinSentences, messageFormat } from '#core/surface.js'

interface BackupResult {
  readonly file: string
  readonly bytes: number
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that records reference but the store does not contain. */
  readonly lost: readonly string[]
}

type BackupContents = Pick<BackupResult, 'createdAt' | 'tables' | 'rows' | 'files'>

const describeContents = ({ createdAt, tables, rows, files }: BackupContents): Message =>
  createMessage('commands.backupContents', { rows, tables, files, time: createdAt })

export const backupCommand = defineCliCommand({
  name: 'svc:backup',
  description: 'Creates a consistent backup of the database and all files as one ZIP file.',
  options: {
    to: string('Folder', {
      length: 4_000,
      help: 'A folder, created if necessary, or a bucket such as s3://bucket/prefix. Default: var/backups.',
    }),
  },
  examples: ['svc:backup', 'svc:backup --to /mnt/backups', 'svc:backup --to s3://shop-backups/live'],
  text({ file, bytes, lost, ...contents }: BackupResult, write) {
    const missing = lost.length === 0 ? [] : [createMessage('commands.filesMissing', { count: lost.length })]
    return [
      createMessage('commands.backupWritten', { contents: describeContents(contents), file, bytes: String(bytes) }),
      ...missing,
    ]
      .map(write)
      .join('\n')
  },
  async run({ open, load, options: { to }, progress }): Promise<BackupResult> {
    const { makeBackup, openBackupStore } = await import('../../backup/surface.js')
    const { createExclusiveRunner } = await import('#core/surface.js')
    const { settings } = await load()
    const { context } = await open(withoutStarts)
    const backupLocation = to ?? join(settings.root, 'var', 'backups')
    const store = openBackupStore(settings, 'to', backupLocation, createExclusiveRunner(context.database))
    const { path, size, manifest } = await makeBackup(context, store, { progress })
    const tables = Object.values(manifest.tables)
    return {
      file: path,
      bytes: size,
      createdAt: manifest.moment,
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: Object.keys(manifest.files).length,
      lost: manifest.lost,
    }
  },
})

interface RestoreResult {
  readonly backup: string
  readonly createdAt: string
  readonly service: string
  /** Null if the backup was only verified. */
  readonly into: string | null
  readonly tables: number
  readonly rows: number
  readonly files: number
  readonly before: string | null
  readonly findings: readonly MessageText[]
}

/** Restores a database and its files from a backup, or only verifies the backup. */
export const restoreCommand = defineCliCommand({
  name: 'svc:restore',
  description:
    'Restores a backup into an empty or new database, and its files into the file store. --verify only checks the backup. ' +
    'Stop the service first.',
  positional: ['file'],
  options: {
    file: string('The file of the backup', { required: true, length: 4_000, help: 'Or s3://bucket/prefix/name.zip.' }),
    verify: boolean('Verify', {
      help: 'Checks the file, its checksums, the references between records and the totals of orders. Writes nothing.',
    }),
    into: string('Database', { length: 4_000, help: 'URL of the database. Default: the database of the installation.' }),
    replace: string('Replace', { length: 255, help: 'The name of the database to overwrite. Required if it contains a shop.' }),
  },
  examples: [
    'svc:restore backup.zip --verify',
    'svc:restore backup.zip',
    'svc:restore backup.zip --into mysql://svc:secret@db/shop',
  ],
  text({ backup, service, into, before, findings, ...contents }: RestoreResult, write) {
    const values = { backup, contents: describeContents(contents), version: service }
    const headline =
      into === null
        ? createMessage('commands.backupSound', values)
        : createMessage('commands.restored', { ...values, database: into })
    const saved = before === null ? [] : [createMessage('results.databaseSaved', { path: before })]
    const lines = findings.map((finding) => createMessage('commands.alreadyInBackup', { finding }))
    return [headline, ...saved, ...lines].map(write).join('\n')
  },
  async run({ options, assemble, progress }): Promise<RestoreResult> {
    const { file, verify = false, into, replace } = options
    if (verify && (into !== undefined || replace !== undefined)) {
      throw ValidationError.of('verify', createMessage('commands.verifyWritesNothing'))
    }
    const { locateBackup, openBackup, restoreBackup, verifyBackup } = await import('../../backup/surface.js')
    const { createInstallationParts, findTotalFaults, requireNoServingProcess } = await import('#core/surface.js')
    const assembly = await assemble()
    const { schema, files: fileStore, openDatabase } = createInstallationParts(assembly)
    const installation = { registry: assembly.registry, ...schema }
    const looks = [findTotalFaults]
    const backup = await openBackup(locateBackup(assembly.settings, 'file', file))
    try {
      const { moment: createdAt, service, tables, files } = backup.manifest
      const all = Object.values(tables)
      const header = { backup: backup.name, createdAt, service }
      const counts = { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0), files: Object.keys(files).length }
      if (verify) {
        const findings = await verifyBackup(installation, backup, looks, progress)
        if (findings.length === 0) return { ...header, into: null, ...counts, before: null, findings }
        throw new ValidationError(
          findings.map((message) => messageFormat.createIssue('file', message, 'UNSOUND')),
          createMessage('commands.backupInconsistent', { findings: joinSentences(findings) }),
        )
      }
      const database = await openDatabase(into)
      try {
        await requireNoServingProcess(database, Date.now())
        const target = { database, files: fileStore }
        const { before, findings } = await restoreBackup(installation, backup, target, { replace, checks: looks, progress })
        return { ...header, into: database.maskedUrl, ...counts, before, findings }
      } finally {
        await database.close()
      }
    } finally {
      backup.close()
    }
  },
})
