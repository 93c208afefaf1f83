// Limits the files that guests can upload: per configuration and in total.
import { createMessage } from '../../foundation/message.js'
import type { Program } from '../../engine/program/program.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { releaseBytes } from '../../storage/pipeline/file-release.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { listSizeLimits } from './file-rules.js'

/**
 * NOT_READY if a file of `bytes` bytes would exceed the installation's upload limit. Uploads in progress are not counted: one that
 * never ends must block nobody.
 */
export async function requireUploadRoom({ context, on }: ServiceContext, bytes: number): Promise<void> {
  // Copied configurations share the bytes of their files, so each file name counts once.
  const sql = "SELECT SUM(size) AS bytes FROM (SELECT DISTINCT name, size FROM svc_files WHERE entity = 'configuration') files"
  const [row] = await on.query<{ bytes: number | string | null }>(sql)
  if (Number(row?.bytes ?? 0) + bytes <= context.bounds.uploadBytes) return
  throw new ServiceError('NOT_READY', createMessage('shop.uploadSpaceFull'))
}

/** Number of files that a configuration can store in addition to one per question: replaced files. */
const maxExtraFiles = 10

/**
 * Deletes unselected files of a configuration, oldest first, until there is room. The caller has locked the configuration's row.
 * ValidationError on `file` if the selected files leave no room for one of `size` bytes.
 */
export async function deleteUnselectedFiles(
  { unit, context }: TransactionContext & ServiceContext,
  program: Program,
  { id, selections }: { readonly id: number; readonly selections: readonly { readonly value: string }[] },
  size: number,
): Promise<void> {
  const limits = listSizeLimits(program)
  const maxFiles = limits.length + maxExtraFiles
  // A replacement is stored before it is selected, so the previous file needs room at the same time.
  const maxBytes = limits.reduce((sum, limit) => sum + limit, 0) + Math.max(0, ...limits)
  const sql = "SELECT id, name, size FROM svc_files WHERE entity = 'configuration' AND entity_id = ? ORDER BY id"
  const files = [...(await unit.query<{ id: number; name: string; size: number | string }>(sql, [id]))]
  const selectedNames = new Set(selections.map(({ value }) => value))
  const isFull = (): boolean => files.length >= maxFiles || files.reduce((sum, file) => sum + Number(file.size), size) > maxBytes
  while (isFull()) {
    const index = files.findIndex(({ name }) => !selectedNames.has(name))
    const [oldest] = index === -1 ? [] : files.splice(index, 1)
    if (oldest === undefined) {
      throw ValidationError.of('file', createMessage('shop.tooManyFiles'))
    }
    await unit.run('DELETE FROM svc_files WHERE id = ?', [oldest.id])
    releaseBytes(context, unit, [oldest.name])
  }
}
