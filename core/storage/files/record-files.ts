// The pictures and files of records: what each field holds, its bytes, and taking it out (domain §7).
import { NotFoundError } from '../../ground/errors.js'
import { didYouMean } from '../../ground/nearest.js'
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { hasColumn } from '../../model/entity/readable.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import { quoteAll } from '../database/dialect.js'
import { write } from '../pipeline/write.js'
import { noRecord, oneOf } from '../record/refusals.js'
import { headLength } from './file-store.js'
import { sniffedTypes } from './media-type.js'

export interface RecordFile {
  readonly field: string
  /** The name that it came with. */
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number | null
  /** Pixels, of pictures that say how large they are. */
  readonly width: number | null
  readonly height: number | null
  /** What the field holds: the name in the file store. */
  readonly stored: string
}

export interface FileTarget {
  readonly entity: string
  readonly id: number
  readonly field: string
}

/** The properties that hold files, a sensitive one left out: nothing tells of those. */
export function fileProperties(entity: Entity): readonly Property[] {
  return Object.values(entity.properties).filter((one) => one.kind.files !== undefined && hasColumn(one) && !one.apiSensitive)
}

function fileProperty(entity: Entity, field: string): Property {
  const properties = fileProperties(entity)
  const found = properties.find(({ name }) => name === field)
  if (found) return found
  const names = properties.map(({ name }) => name)
  const exist = names.length > 0 ? ` Its fields for files are ${oneOf(names)}.` : ' It has no field for files.'
  throw new NotFoundError(
    `There is no field for files '${field.slice(0, 100)}' on ${entity.name}.${didYouMean(field, names)}${exist}`,
  )
}

/** NOT_FOUND for an entity or a field that is not there. */
export function requireFileField(registry: Registry, { entity, field }: Omit<FileTarget, 'id'>): Property {
  return fileProperty(requireEntity(registry, entity), field)
}

interface FileRow {
  readonly name: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** The files of a record in the order of its fields; NOT_FOUND where there is no such record. */
export async function recordFiles({ registry, database }: Context, name: string, id: number): Promise<readonly RecordFile[]> {
  const entity = requireEntity(registry, name)
  const properties = fileProperties(entity)
  const columns = quoteAll(['id', ...properties.map((property) => property.name)])
  const [row] = await database.query(`SELECT ${columns} FROM ${quoteAll([entity.table])} WHERE id = ?`, [id])
  if (!row) throw noRecord(entity, id)
  if (properties.length === 0) return []
  const sql = `SELECT name, original_name, media_type, size, width, height FROM svc_files WHERE entity = ? AND entity_id = ?`
  const held = new Map((await database.query<FileRow & object>(sql, [entity.name, id])).map((one) => [one.name, one]))
  return properties.flatMap(({ name: field }): readonly RecordFile[] => {
    const stored = String(row[field] ?? '')
    if (stored === '') return []
    const file = held.get(stored)
    if (!file) return [{ field, name: stored, type: 'application/octet-stream', size: null, width: null, height: null, stored }]
    const { original_name, media_type: type, size, width, height } = file
    return [{ field, name: original_name, type, size, width, height, stored }]
  })
}

async function told(bytes: Uint8Array): Promise<Pick<RecordFile, 'type' | 'size'>> {
  const [type] = await sniffedTypes(bytes.subarray(0, headLength))
  return { type, size: bytes.length }
}

/** One file with its bytes; NOT_FOUND where the field holds none. */
export async function readRecordFile(
  context: Context,
  { entity, id, field }: FileTarget,
): Promise<RecordFile & { readonly bytes: Uint8Array }> {
  const property = requireFileField(context.registry, { entity, field })
  const file = (await recordFiles(context, entity, id)).find((one) => one.field === property.name)
  const bytes = file ? await context.files.get(file.stored) : null
  // Files that came without an upload, such as those that a sheet names, have no row that tells.
  if (file && bytes) return file.size === null ? { ...file, ...(await told(bytes)), bytes } : { ...file, bytes }
  throw new NotFoundError(`Field '${property.name}' of ${entity} ${id} holds no file.`)
}

/** The fields that speak of the file in another one, emptied: what was said of one file holds of no other. */
export function unsaid(registry: Registry, { entity, field }: Omit<FileTarget, 'id'>): Readonly<Record<string, null>> {
  const properties = Object.values(requireEntity(registry, entity).properties)
  return Object.fromEntries(
    properties.filter((one) => hasColumn(one) && one.kind.speaksOf?.(one) === field).map(({ name }) => [name, null]),
  )
}

/** Takes the file out of its field; NOT_FOUND where there is none. */
export async function removeRecordFile(context: Context, { entity, id, field }: FileTarget): Promise<void> {
  const property = requireFileField(context.registry, { entity, field })
  const files = await recordFiles(context, entity, id)
  if (!files.some((one) => one.field === property.name)) {
    throw new NotFoundError(`Field '${property.name}' of ${entity} ${id} holds no file.`)
  }
  const rest = unsaid(context.registry, { entity, field: property.name })
  await write(context, entity, { ...rest, [property.name]: null }, { id })
}
