// What a unit deletes, kept for whoever may want it back: asked for before the first delete, else nothing is noted.
import type { Entity } from '../../model/entity/define.js'
import type { Unit } from '../database/unit.js'
import type { LoadedRecord } from '../record/load.js'

/** A row of `svc_files`; its bytes stay until nothing names them any more. */
export interface LeftFile {
  readonly name: string
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly created: string
}

/** A deleted record with its texts, and its files. */
export interface Left {
  readonly entity: Entity
  readonly record: LoadedRecord
  readonly files: readonly LeftFile[]
}

const fileColumns = 'name, property, original_name, media_type, size, width, height, created'

const create = (): { list: Left[] | null } => ({ list: null })

/** From now on the unit notes what it deletes, in the order in which it does; the list fills while it works. */
export function noteLeavings(u: Unit): readonly Left[] {
  const notes = u.kept(create)
  return (notes.list ??= [])
}

/** True where what goes may come back, so that the bytes of files stay. */
export const areNoted = (u: Unit): boolean => u.kept(create).list !== null

/** Called while the record's files are still there. */
export async function noteLeaving(u: Unit, entity: Entity, record: LoadedRecord): Promise<void> {
  const { list } = u.kept(create)
  if (list === null) return
  const sql = `SELECT ${fileColumns} FROM svc_files WHERE entity = ? AND entity_id = ? ORDER BY id`
  list.push({ entity, record, files: await u.query<LeftFile & Record<string, unknown>>(sql, [entity.name, record.id]) })
}
