// Formats a record as a line of a package: REST's field names, the authoring form, texts in every language, file references.
import { flatKey } from '../../foundation/language/tags.js'
import { svgLimit } from '../../foundation/svg.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Registry } from '../../model/registry.js'
import type { Context } from '../../storage/context.js'
import { extensionOf } from '../../storage/files/media-type.js'
import { layoutOf } from '../../storage/record/layout.js'
import { createFastObject } from '../../foundation/fast-object.js'
import { presentValue } from '../../storage/record/present.js'
import type { Member } from '../graph.js'
import { type FilePointer, filePath } from './format.js'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** True for a field that contains a file name. */
export const holdsFile = ({ kind }: Property): boolean => kind.files !== undefined

/** The exported fields; write-only fields are not exported. */
export function travelling(entity: Entity): readonly Property[] {
  return layoutOf(entity).kept.filter((property) => !property.apiSensitive)
}

/** `answer-34-image.svg`: derived from record and field only, so it is stable across installations. */
export function fileNameOf(entity: string, id: number, field: string, original: string): string {
  const extension = extensionOf(original)
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 10)
  return `${entity}-${id}-${field}${extension === '' ? '' : `.${extension}`}`
}

/** The bytes to export: an SVG drawing is sanitized as the importing shop would sanitize it. */
export async function inert({ sanitizer }: Context, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (extensionOf(name) !== 'svg') return bytes
  const clean = bytes.length <= svgLimit ? (await sanitizer.svg(new TextDecoder().decode(bytes))).clean : null
  return clean === null ? bytes : new TextEncoder().encode(clean)
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
  /** All keys in order, on an object that V8 keeps fast. */
  readonly template: Readonly<Record<string, unknown>>
}

const shapes = new WeakMap<Entity, RowShape>()

/** Computed once for thousands of records. */
function shapeOf(entity: Entity, languages: readonly string[]): RowShape {
  const known = shapes.get(entity)
  if (known?.languages === languages) return known
  const fields = travelling(entity).map((property): RowField => {
    const { name, translatable } = property
    const keys = translatable ? languages.map((tag) => flatKey(name, tag)) : null
    return { property, name, keys, isFile: holdsFile(property) }
  })
  const names = ['id', ...fields.flatMap(({ name, keys }) => keys ?? [name])]
  const made = { languages, fields, template: createFastObject(names.map((name) => [name, null])) }
  shapes.set(entity, made)
  return made
}

/** `names`: original names of the exported files, by field. */
export function rowOf(
  { entity, record }: Member,
  product: number,
  languages: readonly string[],
  registry: Registry,
  names: ReadonlyMap<string, string>,
): Row {
  const { fields, template } = shapeOf(entity, languages)
  const row: Record<string, unknown> & { id: number } = { ...template, id: record.id }
  for (const { property, name, keys, isFile } of fields) {
    if (keys) for (const key of keys) row[key] = record.values[key] ?? ''
    else if (isFile) {
      const original = names.get(name)
      const pointer: FilePointer | null =
        original === undefined
          ? null
          : { file: filePath(product, fileNameOf(entity.name, record.id, name, original)), name: original }
      row[name] = pointer
    } else row[name] = presentValue(property, record.row[name], registry)
  }
  return row
}
