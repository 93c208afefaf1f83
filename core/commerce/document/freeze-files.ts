// The files that go with the lines of a document: shared by their bytes, so that they outlive the product and its configurations.
import { isoTime } from '../../ground/clock.js'
import { inList } from '../../storage/database/statement.js'
import type { InUnit, Work } from '../../storage/work.js'

const columns = 'name, entity, entity_id, property, original_name, media_type, size, width, height, created'

/** Where the lines of a document lie. */
interface Lines {
  readonly entity: string
  readonly table: string
  /** The column of the document's id. */
  readonly of: string
}

/**
 * Gives each line the picture of its product (`picture`) and those of the uploads that its configuration holds
 * (`question:<id>`), all lines by two statements at most.
 */
export async function freezeFiles(
  { unit, now }: Work & InUnit,
  { entity, table, of }: Lines,
  id: number,
  uploads: readonly string[],
): Promise<void> {
  const copy = (property: string): string =>
    `INSERT INTO svc_files (${columns})
      SELECT f.name, ?, l.id, ${property}, f.original_name, f.media_type, f.size, f.width, f.height, ?
      FROM ${table} l JOIN svc_files f`
  const pictures = `ON f.entity = 'product' AND f.entity_id = l.product_id AND f.property = 'image' WHERE l.${of} = ? ORDER BY l.id`
  await unit.run(`${copy("'picture'")} ${pictures}`, [entity, isoTime(now), id])
  if (uploads.length === 0) return
  const list = inList(uploads)
  const held = `ON f.entity = 'configuration' AND f.entity_id = l.configuration_id AND f.name IN ${list.sql} WHERE l.${of} = ? ORDER BY l.id, f.id`
  await unit.run(`${copy('f.property')} ${held}`, [entity, isoTime(now), ...list.params, id])
}
