// The media library: pictures that stay until someone deletes them, also without a record that uses them.
import { NotFoundError } from '../../foundation/errors.js'
import { createMessage } from '../../foundation/message.js'
import { product } from '../../model/entities/catalog/product.js'
import type { Context } from '../context.js'
import { type Queryable, toInList } from '../database/dialect.js'
import { releaseBytes, toStorefrontCopyName } from '../pipeline/file-release.js'
import { unit } from '../unit-of-work/transaction.js'
import { type FileTarget, requireFileField } from './record-files.js'
import {
  addFileRows,
  type IncomingFile,
  readFileMetadata,
  receiveFile,
  requireDrawableLayer,
  shareFileRows,
  storeFileRows,
} from './store-record-file.js'

/** The rows of the library in `svc_files`. There is no such entity. */
export const mediaLibraryEntity = 'media-library'
const libraryTarget: FileTarget = { entity: mediaLibraryEntity, id: 0, field: '' }

/** Adds a picture that no record uses yet. Returns its name in the file store. Errors as `storeRecordFile`, on the field `image`. */
async function storePicture(context: Context, upload: IncomingFile): Promise<string> {
  let name = ''
  const field = { entity: product.name, field: 'image' } as const
  await receiveFile(context, requireFileField(context.registry, field), upload, async (facts) => {
    name = facts.stored
    await unit(context.database, (u) => addFileRows(context, u, libraryTarget, facts))
  })
  return name
}

/** True if the picture is in the library. */
export async function isLibraryPicture({ database }: Pick<Context, 'database'>, name: string): Promise<boolean> {
  return (await database.query('SELECT id FROM svc_files WHERE name = ? AND entity = ?', [name, mediaLibraryEntity])).length > 0
}

async function readPictureBytes({ files }: Context, name: string): Promise<Uint8Array> {
  const bytes = name === '' ? null : await files.get(name)
  if (bytes === null) throw new NotFoundError(createMessage('shop.pictureUnknown', { name: name.slice(0, 100) }))
  return bytes
}

/** Keeps a picture in the library, so that it outlives the records that use it. */
async function keepPicture(context: Context, name: string): Promise<void> {
  if (await isLibraryPicture(context, name)) return
  const facts = await readFileMetadata(name, await readPictureBytes(context, name))
  await unit(context.database, (u) => shareFileRows(context, u, libraryTarget, facts))
}

/** Keeps the picture of a field, if there is one. Call it before the field gets another picture. */
async function keepFieldPicture(context: Context, { entity, id, field }: FileTarget): Promise<void> {
  const sql = `SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = ? AND media_type LIKE 'image/%'`
  const [row] = await context.database.query<{ readonly name: string }>(sql, [entity, id, field])
  if (row) await keepPicture(context, row.name)
}

/** Shows a stored picture in a field of a record. The record shares the file with all others that use it. */
async function reusePicture(context: Context, target: FileTarget, name: string): Promise<void> {
  const property = requireFileField(context.registry, target)
  const bytes = await readPictureBytes(context, name)
  const facts = await readFileMetadata(name, bytes)
  requireDrawableLayer(property, { ...facts, bytes, size: facts.pixels })
  await storeFileRows(context, target, facts, shareFileRows)
}

/** Removes pictures from the library. Their bytes stay while a record uses them. */
async function removePictures(context: Context, names: readonly string[]): Promise<void> {
  const all = [...names, ...names.map(toStorefrontCopyName)]
  const list = toInList(all)
  await unit(context.database, async (u) => {
    await u.run(`DELETE FROM svc_files WHERE entity = ? AND name IN ${list.sql}`, [mediaLibraryEntity, ...list.params])
    releaseBytes(context, u, all)
  })
}

/** A text with a picture. */
interface PictureText {
  readonly entity: string
  readonly id: number
  readonly field: string
  /** Names in the file store. */
  readonly names: ReadonlySet<string>
}

/** The path of a picture of the library below the address of the shop. */
const toPicturePath = (name: string): string => `/pictures/${name}`

/** The formatted texts that show pictures of the library, each once for all languages. */
async function listPictureTexts(database: Queryable): Promise<readonly PictureText[]> {
  const sql = `SELECT entity, entity_id, field, text FROM svc_texts WHERE text LIKE '%/pictures/%' ORDER BY entity, entity_id, field`
  const rows = await database.query<{ entity: string; entity_id: number; field: string; text: string }>(sql)
  const byField = new Map<string, PictureText & { readonly names: Set<string> }>()
  for (const { entity, entity_id, field, text } of rows) {
    const key = `${entity} ${entity_id} ${field}`
    const entry = byField.get(key) ?? { entity, id: Number(entity_id), field, names: new Set<string>() }
    for (const [, name] of text.matchAll(/\/pictures\/([\w.-]+)/g)) entry.names.add(name!)
    byField.set(key, entry)
  }
  return [...byField.values()]
}

/** The pictures of the shop that stay without a use. */
export const mediaLibrary = {
  entity: mediaLibraryEntity,
  storePicture,
  keepPicture,
  keepFieldPicture,
  reusePicture,
  removePictures,
  listPictureTexts,
  toPicturePath,
}
