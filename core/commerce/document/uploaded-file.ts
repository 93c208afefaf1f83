// Reads a file that was uploaded to a line of a document. The file exists until the document is deleted.
import { NotFoundError } from '../../foundation/errors.js'
import { uploadPrefix } from '../../model/entity/document-fields.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { DocumentEntity } from './define.js'
import { createMessage } from '../../foundation/message.js'
import { documentKinds } from './kinds.js'

/** `file` is the id from the document's reply. NOT_FOUND unless it is an upload of one of its lines. */
export async function readUploadedFile(
  work: ServiceContext,
  document: DocumentEntity,
  id: number,
  file: string,
): Promise<ReplyFile> {
  const { line } = documentKinds[document]
  const sql = `SELECT f.original_name AS name FROM svc_files f JOIN ${line.table} l ON l.id = f.entity_id
    WHERE f.name = ? AND f.entity = ? AND l.${line.of} = ? AND f.property LIKE '${uploadPrefix}%'`
  const [row] = await work.on.query<{ name: string }>(sql, [file, line.entity, id])
  const bytes = row ? await work.context.files.get(file) : null
  if (row && bytes) return { name: row.name, bytes }
  throw new NotFoundError(document === 'quote' ? createMessage('shop.quoteFileUnknown') : createMessage('shop.orderFileUnknown'))
}
