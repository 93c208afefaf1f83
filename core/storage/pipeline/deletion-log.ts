// Records the deletions of a transaction for a later undo. Off until a caller asks for it.
import type { Entity } from '../../model/entity/define.js'
import type { Unit } from '../database/unit.js'
import type { LoadedRecord } from '../record/load.js'

/** A row of `svc_files`. The file's bytes stay until no row refers to them. */
export interface DeletedFile {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly created: string
}

/** A deleted record with its texts and files. */
export interface LoggedDeletion {
  readonly entity: Entity
  readonly record: LoadedRecord
  readonly files: readonly DeletedFile[]
}

const fileColumns = 'name, property, original_name, media_type, size, width, height, created'

const createDeletionLog = (): { list: LoggedDeletion[] | null } => ({ list: null })

/** Starts to record the unit's deletions, in order. The returned list fills while the unit runs. */
export function startDeletionLog(u: Unit): readonly LoggedDeletion[] {
  const notes = u.memoize(createDeletionLog)
  return (notes.list ??= [])
}

/** True if deletions may be undone. The bytes of files then stay. */
export const hasDeletionLog = (u: Unit): boolean => u.memoize(createDeletionLog).list !== null

/** Call it before the record's files are deleted. */
export async function logDeletion(u: Unit, entity: Entity, record: LoadedRecord): Promise<void> {
  const { list } = u.memoize(createDeletionLog)
  if (list === null) return
  const sql = `SELECT ${fileColumns} FROM svc_files WHERE entity = ? AND entity_id = ? ORDER BY id`
  list.push({ entity, record, files: await u.query<DeletedFile & Record<string, unknown>>(sql, [entity.name, record.id]) })
}
