// Makes a backup in a folder or bucket, under a generated name.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import type { Context } from '../../storage/context.js'
import { loadFileScope } from '../../storage/files/file-scope.js'
import type { ZipStore } from '../../storage/files/zip-store.js'
import { explainWriteError } from '../package/write-error.js'
import { withTransferNote } from '../transfer-note.js'
import { createBackupName } from './backup-name.js'
import { writeBackup, type BackupOptions, type BackupResult } from './write.js'

/** VALIDATION_FAILED on `to` if it names a file or cannot be written. */
export async function makeBackup(context: Context, store: ZipStore, options: BackupOptions): Promise<BackupResult> {
  const { path: folder, isBucket } = store
  if (!isBucket && folder.toLowerCase().endsWith('.zip') && !existsSync(folder)) {
    const sentence = `A backup is written into a folder, under a name of its own, and '${folder}' names a file.`
    throw ValidationError.of('to', `${sentence} Name the folder that it is to lie in, '${dirname(folder)}'.`)
  }
  const name = createBackupName(await loadFileScope(context.database), formatIsoTime(context.clock.now()))
  try {
    return await withTransferNote(context, { what: 'backup', name, products: [] }, () =>
      writeBackup(context, store.locate(name), options),
    )
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const reason = explainWriteError(error)
    if (reason !== null) throw ValidationError.of('to', `No backup can be written to '${folder}': ${reason}.`)
    throw error
  }
}
