// Reads and removes the pictures and files of records.
import { listAlternatives, suggestName, createLabel, createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { type Entity, hasColumn } from '../../model/entity/define.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import type { Context } from '../context.js'
import type { FileRow } from '../database/internal-tables.js'
import { quoteColumns } from '../database/dialect.js'
import { writeEntityRecord } from '../pipeline/write.js'
import { createMissingRecordError } from '../record/load.js'
import { headLength } from './file-store.js'
import { detectMediaTypes } from './media-type.js'

export interface RecordFile {
  /** The property that refers to the file, or the name of a file that the record has outside of its properties. */
  readonly field: string
  /** The original file name of the upload. */
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number | null
  /** In pixels. null if the size is unknown. */
  readonly width: number | null
  readonly height: number | null
  /** The name in the file store. */
  readonly stored: string
}

export interface FileTarget {
  readonly entity: string
  readonly id: number
  readonly field: string
}

/** The properties for files, except sensitive ones. */
export function listFileProperties(entity: Entity): readonly Property[] {
  return Object.values(entity.properties).filter(
    (property) => property.kind.files !== undefined && hasColumn(property) && !property.apiSensitive,
  )
}

/** The format of the id after the colon of a kept file's name. */
export const attachedFileIdPattern = /^[1-9][0-9]{0,15}$/

function isAttachedFile({ keptFiles: attachmentFields = [] }: Entity, field: string): boolean {
  return attachmentFields.some((name) =>
    name.endsWith(':') ? field.startsWith(name) && attachedFileIdPattern.test(field.slice(name.length)) : field === name,
  )
}

/** The names for error messages, such as `question:<id>`. */
const listAttachedFileNames = ({ keptFiles: attachmentFields = [] }: Entity): readonly string[] =>
  attachmentFields.map((name) => (name.endsWith(':') ? `${name}<id>` : name))

function createUnknownFieldError(entity: Entity, field: string, attachmentNames: readonly string[]): NotFoundError {
  const names = [...listFileProperties(entity).map(({ name }) => name), ...attachmentNames]
  const existing =
    names.length > 0
      ? createMessage('errors.fileFields', { names: listAlternatives(names) })
      : createMessage('errors.noFileFields')
  const values = {
    name: field.slice(0, 100),
    entity: createLabel('entity', entity.name),
    hint: suggestName(field, names),
    existing,
  }
  return new NotFoundError(createMessage('errors.unknownFileField', values))
}

/** Throws NOT_FOUND for an unknown entity or field. */
export function requireFileField(registry: Registry, { entity: name, field }: Omit<FileTarget, 'id'>): Property {
  const entity = requireEntity(registry, name)
  const fileProperty = listFileProperties(entity).find((property) => property.name === field)
  if (!fileProperty) throw createUnknownFieldError(entity, field, [])
  return fileProperty
}

type FileDetailsRow = Omit<FileRow, 'created'>

const toFileDetails = ({ original_name: name, media_type: type, size, width, height, name: stored }: FileDetailsRow) => ({
  name,
  type,
  size: Number(size),
  width,
  height,
  stored,
})

/** False if records of the entity cannot have files. */
export const canHaveFiles = (entity: Entity): boolean => listFileProperties(entity).length > 0 || entity.keptFiles !== undefined

/** The files of a record in the order of its fields, then its other files. Throws NOT_FOUND if there is no such record. */
export async function loadRecordFiles({ registry, database }: Context, name: string, id: number): Promise<readonly RecordFile[]> {
  const entity = requireEntity(registry, name)
  const properties = listFileProperties(entity)
  const columns = quoteColumns(['id', ...properties.map((property) => property.name)])
  const [row] = await database.query(`SELECT ${columns} FROM ${quoteColumns([entity.table])} WHERE id = ?`, [id])
  if (!row) throw createMissingRecordError(entity, id)
  if (!canHaveFiles(entity)) return []
  const about = 'name, property, original_name, media_type, size, width, height'
  const sql = `SELECT ${about} FROM svc_files WHERE entity = ? AND entity_id = ? ORDER BY id`
  const rows = await database.query<FileDetailsRow>(sql, [entity.name, id])
  const rowsByName = new Map(rows.map((fileRow) => [fileRow.name, fileRow]))
  const ofFields = properties.flatMap(({ name: field }): readonly RecordFile[] => {
    const stored = String(row[field] ?? '')
    if (stored === '') return []
    const file = rowsByName.get(stored)
    if (!file) return [{ field, name: stored, type: 'application/octet-stream', size: null, width: null, height: null, stored }]
    return [{ field, ...toFileDetails(file) }]
  })
  const attachedRows = rows.filter(({ property }) => isAttachedFile(entity, property))
  return [...ofFields, ...attachedRows.map((fileRow): RecordFile => ({ field: fileRow.property, ...toFileDetails(fileRow) }))]
}

async function detectFileDetails(bytes: Uint8Array): Promise<Pick<RecordFile, 'type' | 'size'>> {
  const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
  return { type, size: bytes.length }
}

/** Reads one file of a record with its bytes, by its field or name. Throws NOT_FOUND if there is none. */
export async function readRecordFile(
  context: Context,
  { entity: name, id, field }: FileTarget,
): Promise<RecordFile & { readonly bytes: Uint8Array }> {
  const entity = requireEntity(context.registry, name)
  const isField = listFileProperties(entity).some((property) => property.name === field)
  if (!isField && !isAttachedFile(entity, field)) throw createUnknownFieldError(entity, field, listAttachedFileNames(entity))
  const file = (await loadRecordFiles(context, name, id)).find((recordFile) => recordFile.field === field)
  const bytes = file ? await context.files.get(file.stored) : null
  // Files without an upload, such as those from a spreadsheet import, have no row with their type and size.
  if (file && bytes) return file.size === null ? { ...file, ...(await detectFileDetails(bytes)), bytes } : { ...file, bytes }
  throw new NotFoundError(
    isField
      ? createMessage('errors.noFileInField', { field, entity: createLabel('entity', name), id })
      : createMessage('errors.noAttachedFile', { field, entity: createLabel('entity', name), id }),
  )
}

/** Null values for the fields that describe the file in `field`, such as its focal point. They do not apply to another file. */
export function createEmptyFileDetails(
  registry: Registry,
  { entity, field }: Omit<FileTarget, 'id'>,
): Readonly<Record<string, null>> {
  const properties = Object.values(requireEntity(registry, entity).properties)
  return Object.fromEntries(
    properties
      .filter((property) => hasColumn(property) && property.kind.speaksOf?.(property) === field)
      .map(({ name }) => [name, null]),
  )
}

/** Removes the file from its field. Throws NOT_FOUND if there is none. */
export async function removeRecordFile(context: Context, { entity, id, field }: FileTarget): Promise<void> {
  const property = requireFileField(context.registry, { entity, field })
  const files = await loadRecordFiles(context, entity, id)
  if (!files.some((file) => file.field === property.name)) {
    throw new NotFoundError(
      createMessage('errors.noFileInField', { field: property.name, entity: createLabel('entity', entity), id }),
    )
  }
  const rest = createEmptyFileDetails(context.registry, { entity, field: property.name })
  await writeEntityRecord(context, entity, { ...rest, [property.name]: null }, { id })
}
