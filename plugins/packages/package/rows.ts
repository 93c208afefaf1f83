// Formats a record as a line of a package: REST's field names, the authoring form, texts in every language, file references.
import {
  type Property,
  type Entity,
  type Registry,
  createFastObject,
  textGaps,
  storedFiles,
  entityModel,
  storedValues,
  type recordGraphs,
} from '#core/surface.js'
import type { Context } from '#core/contract.js'
import { type FilePointer, toPackageFilePath } from './format.js'

export type PackageRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** True for a field that contains a file name. */
export const isFileProperty = ({ kind }: Property): boolean => kind.files !== undefined

/** The exported fields; write-only fields are not exported. */
export function listExportedProperties(entity: Entity): readonly Property[] {
  return storedValues.getLayout(entity).persisted.filter((property) => !property.apiSensitive)
}

/** `answer-34-image.svg`: derived from record and field only, so it is stable across installations. */
export function createPackageFileName(entity: string, id: number, field: string, original: string): string {
  return `${entity}-${id}-${field}${formatExtension(original)}`
}

function formatExtension(original: string): string {
  const extension = storedFiles
    .getFileExtension(original)
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 10)
  return extension === '' ? '' : `.${extension}`
}

/** The bytes to export: an SVG drawing is sanitized as the importing shop would sanitize it. */
export async function sanitizeExportedFile({ sanitizer }: Context, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (storedFiles.getFileExtension(name) !== 'svg') return bytes
  const clean = bytes.length <= storedFiles.svgLimit ? (await sanitizer.svg(new TextDecoder().decode(bytes))).clean : null
  return clean === null ? bytes : new TextEncoder().encode(clean)
}

/** `picture-<digest>.png`: derived from the content only, so equal pictures have one file in each installation. */
export function createTextPictureName(digest: string, original: string): string {
  return `picture-${digest.slice(0, 32)}${formatExtension(original)}`
}

interface RowField {
  readonly property: Property
  readonly name: string
  /** Flat keys of a translated field, one per language; null for other fields. */
  readonly keys: readonly string[] | null
  readonly isFile: boolean
}

interface RowShape {
  readonly languages: readonly string[]
  readonly fields: readonly RowField[]
  /** Keys of formatted texts. */
  readonly richTextKeys: readonly string[]
  /** All keys in order, on an object that V8 keeps fast. */
  readonly template: Readonly<Record<string, unknown>>
}

const rowShapes = new WeakMap<Entity, RowShape>()

/** Computed once for thousands of records. */
function getRowShape(entity: Entity, languages: readonly string[]): RowShape {
  const cachedShape = rowShapes.get(entity)
  if (cachedShape?.languages === languages) return cachedShape
  const fields = listExportedProperties(entity).map((property): RowField => {
    const { name, translatable } = property
    const keys = translatable ? languages.map((tag) => textGaps.flatKey(name, tag)) : null
    return { property, name, keys, isFile: isFileProperty(property) }
  })
  const names = ['id', ...fields.flatMap(({ name, keys }) => keys ?? [name])]
  const richTextKeys = storedFiles.mediaLibrary.listRichTextKeys(entity, languages)
  const rowShape = { languages, fields, richTextKeys, template: createFastObject(names.map((name) => [name, null])) }
  rowShapes.set(entity, rowShape)
  return rowShape
}

/** The names of the pictures in the formatted texts of a record. */
export function listTextPictures({ entity, record }: recordGraphs.GraphRecord, languages: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const key of getRowShape(entity, languages).richTextKeys) {
    const text = record.values[key]
    if (typeof text !== 'string' || text === '') continue
    storedFiles.mediaLibrary.replaceAddresses(text, (address) => {
      const name = storedFiles.mediaLibrary.getPictureName(address)
      if (name !== null) names.push(name)
      return null
    })
  }
  return names
}

interface RecordFiles {
  /** Original names of the exported files, by field. */
  readonly names: ReadonlyMap<string, string>
  /** Paths of the exported pictures in texts, by stored name. */
  readonly pictures: ReadonlyMap<string, string>
}

export function createPackageRecord(
  { entity, record }: recordGraphs.GraphRecord,
  product: number,
  languages: readonly string[],
  registry: Registry,
  { names, pictures }: RecordFiles,
): PackageRecord {
  const { fields, template, richTextKeys } = getRowShape(entity, languages)
  const row: Record<string, unknown> & { id: number } = { ...template, id: record.id }
  for (const { property, name, keys, isFile } of fields) {
    if (keys) for (const key of keys) row[key] = record.values[key] ?? ''
    else if (isFile) {
      const original = names.get(name)
      const pointer: FilePointer | null =
        original === undefined
          ? null
          : { file: toPackageFilePath(product, createPackageFileName(entity.name, record.id, name, original)), name: original }
      row[name] = pointer
    } else row[name] = storedValues.presentValue(property, record.row[name], registry)
  }
  if (pictures.size === 0) return row
  const toPath = (address: string): string | null => pictures.get(storedFiles.mediaLibrary.getPictureName(address) ?? '') ?? null
  for (const key of richTextKeys) {
    const text = row[key]
    if (typeof text === 'string') row[key] = storedFiles.mediaLibrary.replaceAddresses(text, toPath)
  }
  return row
}

// Identifies records by texts and codes instead of ids, to find the same record in another shop.

/** Maximum length of an identifying text. */
const maxNameLength = 200

/** By field or flat key; empty for a record without identifying texts. */
export function toIdentifyingTexts(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
  languages: readonly string[],
): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  const keep = (key: string): void => {
    const value = values[key]
    if (typeof value === 'string' && value !== '' && value.length <= maxNameLength) names[key] = value
  }
  for (const name of entity.listing) {
    const property = entity.properties[name]
    if (!property || !entityModel.isReadable(property) || property.kind.filter !== 'search') continue
    if (!property.translatable) keep(name)
    else
      for (const { key } of [...storedValues.getFlatKeys(entity, languages).values()].filter(
        (flat) => flat.property.name === name,
      ))
        keep(key)
  }
  return names
}
