// The media library: pictures that stay until someone deletes them, also without a record that uses them. Texts can show them.
import { NotFoundError } from '../../foundation/errors.js'
import { flatKey } from '../../foundation/language.js'
import { createMessage } from '../../foundation/message.js'
import type { Entity } from '../../model/entity/define.js'
import { product } from '../../model/entities/catalog/product.js'
import type { Context } from '../context.js'
import { type Queryable, quoteName, splitIntoPortions, toInList } from '../database/dialect.js'
import { releaseBytes, toStorefrontCopyName } from '../pipeline/file-release.js'
import { getLayout } from '../record/present.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { type FileTarget, requireFileField } from './record-files.js'
import {
  addFileRows,
  type FileMetadata,
  type IncomingFile,
  readFileMetadata,
  receiveFile,
  requireDrawableLayer,
  shareFileRows,
  storeFileRows,
  type ValidatedFile,
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

/** The address of a picture of the library in a text. */
function toPictureAddress({ settings: { baseUrl } }: Pick<Context, 'settings'>, name: string): string {
  return (baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')) + toPicturePath(name)
}

/** The name in the address of a picture. null for any other address. The library need not have the picture. */
const getPictureName = (address: string): string | null => /\/pictures\/([\w.-]+)$/.exec(address)?.[1] ?? null

/** The text with other addresses of pictures and links. If `replace` returns null, an address stays. Linear, also for hostile texts. */
function replaceAddresses(text: string, replace: (address: string) => string | null): string {
  return text.replace(/(\s(?:src|href)=")([^"<>]*)(?=")/g, (whole: string, start: string, address: string) => {
    const replacement = replace(address)
    return replacement === null ? whole : start + replacement
  })
}

const isRichText = ({ kind, options }: Entity['properties'][string]): boolean =>
  kind.sanitizes !== undefined && (options as { readonly html?: boolean }).html === true

/** The keys of the formatted texts in records of the entity: flat keys in these languages, or the names of untranslated fields. */
function listRichTextKeys(entity: Entity, languages: readonly string[]): readonly string[] {
  return getLayout(entity)
    .persisted.filter(isRichText)
    .flatMap(({ name, translatable }) => (translatable ? languages.map((tag) => flatKey(name, tag)) : [name]))
}

/** The original file names of those pictures that are in the library, by stored name. */
async function findPictureNames(on: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const originalNames = new Map<string, string>()
  for (const portion of splitIntoPortions(names)) {
    const list = toInList(portion)
    const rows = await on.query<{ name: string; original_name: string }>(
      `SELECT name, original_name FROM svc_files WHERE entity = ? AND property = '' AND name IN ${list.sql} ORDER BY id`,
      [mediaLibraryEntity, ...list.params],
    )
    for (const { name, original_name } of rows) originalNames.set(name, original_name)
  }
  return originalNames
}

/** The stored name of the oldest picture of the library with the same bytes. null if there is none. */
async function findSamePicture({ database, files }: Context, { facts, bytes }: ValidatedFile): Promise<string | null> {
  const rows = await database.query<{ name: string }>(
    `SELECT name FROM svc_files WHERE entity = ? AND property = '' AND media_type = ? AND size = ? ORDER BY id`,
    [mediaLibraryEntity, facts.type, facts.size],
  )
  for (const { name } of rows) {
    const stored = await files.get(name)
    if (stored !== null && Buffer.compare(stored, bytes) === 0) return name
  }
  return null
}

/** Adds a picture whose bytes are stored. */
const addPicture = (context: Context, u: Unit, facts: FileMetadata): Promise<void> =>
  addFileRows(context, u, libraryTarget, facts)

interface TextRow {
  readonly entity: string
  readonly entity_id: number
  readonly field: string
  readonly text: string
}

/** The texts that may show pictures: all translated ones, and the untranslated formatted texts of the entities. */
async function loadPictureTexts(on: Queryable, entities: Iterable<Entity>): Promise<readonly TextRow[]> {
  const condition = `LIKE '%${toPicturePath('')}%'`
  const rows = await on.query<TextRow & object>(
    `SELECT entity, entity_id, field, text FROM svc_texts WHERE text ${condition} ORDER BY entity, entity_id, field`,
  )
  for (const entity of entities) {
    for (const field of listRichTextKeys(entity, [])) {
      const column = quoteName(field)
      const records = await on.query<{ id: number; text: string }>(
        `SELECT id, ${column} AS text FROM ${quoteName(entity.table)} WHERE ${column} ${condition} ORDER BY id`,
      )
      rows.push(...records.map(({ id, text }) => ({ entity: entity.name, entity_id: id, field, text })))
    }
  }
  return rows
}

/** The formatted texts that show pictures of the library, each once for all languages. */
async function listPictureTexts(on: Queryable, entities: Iterable<Entity>): Promise<readonly PictureText[]> {
  const byField = new Map<string, PictureText & { readonly names: Set<string> }>()
  for (const { entity, entity_id, field, text } of await loadPictureTexts(on, entities)) {
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
  toPictureAddress,
  getPictureName,
  replaceAddresses,
  listRichTextKeys,
  findPictureNames,
  findSamePicture,
  addPicture,
}
