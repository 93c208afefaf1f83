// Adds files to a document by sharing their bytes, so they outlive the product, its configurations and the shop's logo.
import { formatIsoTime } from '../../foundation/clock.js'
import { toInList } from '../../storage/database/statement.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity } from './define.js'
import { documentPartStores } from './part-stores.js'

const fileRowColumns = 'name, entity, entity_id, property, original_name, media_type, size, width, height, created'

/** Selects another record's file as a row of this record. */
const selectFileCopy = (entity: string, id: string, property: string): string =>
  `SELECT f.name, ${entity}, ${id}, ${property}, f.original_name, f.media_type, f.size, f.width, f.height, ?`

/** The answer's picker image, else its own image. */
const answerImageCondition = `f.entity = 'answer' AND f.entity_id = c.answer_id AND (f.property = 'picker_image' OR (f.property = 'image'
  AND NOT EXISTS (SELECT 1 FROM svc_files p WHERE p.entity = 'answer' AND p.entity_id = c.answer_id AND p.property = 'picker_image')))`

/**
 * Adds the shop's logo (`logo`) to the document, and to each line the picture of its product (`picture`), of the selected answers
 * (`answer:<id>`) and the uploads of its configuration (`question:<id>`), in at most two statements. Returns the number of added files.
 */
export async function freezeFiles(
  { unit, now }: ServiceContext & TransactionContext,
  document: DocumentEntity,
  id: number,
  uploads: readonly string[],
): Promise<number> {
  const { line, config } = documentPartStores[document]
  const at = formatIsoTime(now)
  const lines = `FROM ${line.table} l`
  const { affected } = await unit.run(
    `INSERT INTO svc_files (${fileRowColumns})
      ${selectFileCopy('?', 'l.id', "'picture'")} ${lines}
        JOIN svc_files f ON f.entity = 'product' AND f.entity_id = l.product_id AND f.property = 'image' WHERE l.${line.of} = ?
      UNION ALL ${selectFileCopy('?', 'l.id', "CONCAT('answer:', c.answer_id)")} ${lines}
        JOIN ${config.table} c ON c.${config.of} = l.id JOIN svc_files f ON ${answerImageCondition} WHERE l.${line.of} = ?
      UNION ALL ${selectFileCopy('?', '?', "'logo'")} FROM svc_files f WHERE f.entity = 'store' AND f.property = 'logo'`,
    [line.entity, at, id, line.entity, at, id, document, id, at],
  )
  if (uploads.length === 0) return affected
  const list = toInList(uploads)
  const more = await unit.run(
    `INSERT INTO svc_files (${fileRowColumns}) ${selectFileCopy('?', 'l.id', 'f.property')} ${lines}
      JOIN svc_files f ON f.entity = 'configuration' AND f.entity_id = l.configuration_id AND f.name IN ${list.sql}
      WHERE l.${line.of} = ? ORDER BY l.id, f.id`,
    [line.entity, at, ...list.params, id],
  )
  return affected + more.affected
}
