// How many files guests may leave with the service: in one configuration, and all of them together.
import type { Program } from '../../engine/program/program.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import { releaseBytes } from '../../storage/pipeline/files.js'
import type { InUnit, Work } from '../../storage/work.js'
import { fileLimits } from './file-rules.js'

/**
 * NOT_READY where a file of that size, with all that are there, would take more than the installation has room for. What is
 * arriving at the same time does not count: an upload that never ends must keep nobody else out.
 */
export async function requireRoom({ context, on }: Work, bytes: number): Promise<void> {
  // A copy shares the bytes of what it was copied from.
  const sql = "SELECT SUM(size) AS bytes FROM (SELECT DISTINCT name, size FROM svc_files WHERE entity = 'configuration') files"
  const [row] = await on.query<{ bytes: number | string | null }>(sql)
  if (Number(row?.bytes ?? 0) + bytes <= context.bounds.uploadBytes) return
  throw new ServiceError('NOT_READY', 'The service has no room for further files at the moment. Try again later.')
}

/** Files that a configuration may hold beside one for each question: earlier ones that were replaced. */
const spareFiles = 10

/**
 * Makes room in a configuration, whose row is locked: files that no selection holds go, the oldest first. ValidationError on
 * `file` where those that are held leave no room for one of `size` bytes.
 */
export async function dropSpareFiles(
  { unit, context }: InUnit & Work,
  program: Program,
  { id, selections }: { readonly id: number; readonly selections: readonly { readonly value: string }[] },
  size: number,
): Promise<void> {
  const limits = fileLimits(program)
  const mostFiles = limits.length + spareFiles
  // A question's file stands beside the one that takes its place until that one is selected.
  const mostBytes = limits.reduce((sum, limit) => sum + limit, 0) + Math.max(0, ...limits)
  const sql = "SELECT id, name, size FROM svc_files WHERE entity = 'configuration' AND entity_id = ? ORDER BY id"
  const files = [...(await unit.query<{ id: number; name: string; size: number | string }>(sql, [id]))]
  const held = new Set(selections.map(({ value }) => value))
  const isFull = (): boolean =>
    files.length >= mostFiles || files.reduce((sum, file) => sum + Number(file.size), size) > mostBytes
  while (isFull()) {
    const index = files.findIndex(({ name }) => !held.has(name))
    const [oldest] = index === -1 ? [] : files.splice(index, 1)
    if (oldest === undefined) {
      throw ValidationError.of(
        'file',
        'This configuration holds as many files as it may. Clear the question of one that is not needed first.',
      )
    }
    await unit.run('DELETE FROM svc_files WHERE id = ?', [oldest.id])
    releaseBytes(context, unit, [oldest.name])
  }
}
