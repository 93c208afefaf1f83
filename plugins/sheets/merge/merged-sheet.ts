// A merged product as a tree of parts, and its complete sheet.
import { textGaps, sheetLines } from '#core/surface.js'
import type { ServiceContext } from '#core/contract.js'
import { alignVersions } from '../diff/align.js'
import { PartValues } from '../diff/part-values.js'
import { versionOfSheet } from '../diff/product-version.js'
import type { TypedBody } from '../sheet/bodies.js'
import { type PartNode, toPartKeys, walkParts } from '../sheet/stored-part.js'
import { parseSheet, type SheetPart } from '../sheet/read.js'
import type { VariantContent } from '../sheet/table-notation.js'
import { toSheetYaml, writeSheet } from '../sheet/write.js'

export interface MergedPart extends PartNode<MergedPart> {
  /** The number of the part in all versions. */
  readonly number: number
  owner: MergedPart | null
  key: string
  /** Fields by name; references are part numbers. */
  readonly fields: Map<string, unknown>
  /** Texts by flat key. */
  readonly texts: Map<string, string>
  body: TypedBody | null
  table: VariantContent | null
  children: MergedPart[]
}

/** A part without content. */
export const createMergedPart = ({ entity, section, key }: SheetPart, number: number): MergedPart => ({
  number,
  entity,
  section,
  key,
  owner: null,
  fields: new Map(),
  texts: new Map(),
  body: null,
  table: null,
  children: [],
})

/** A part with its content in one version; owner and children are added later. */
export function toMergedPart(values: PartValues, languages: readonly string[], sheetPart: SheetPart, number: number): MergedPart {
  const part = createMergedPart(sheetPart, number)
  for (const property of PartValues.fieldsOf(sheetPart)) {
    if (!property.translatable) part.fields.set(property.name, values.field(sheetPart, property))
    else for (const tag of languages) part.texts.set(textGaps.flatKey(property.name, tag), values.text(sheetPart, property, tag))
  }
  part.body = values.body(sheetPart)
  part.table = values.table(sheetPart)
  return part
}

/** YAML; equal products give equal text. */
export async function formatMergedSheet(
  work: ServiceContext,
  root: MergedPart,
  outside: sheetLines.OutsideNames,
): Promise<string> {
  const { context, versionedSnapshot } = work
  const [language = ''] = versionedSnapshot.snapshot.languages
  const keys = toPartKeys(walkParts(root), ({ number }) => number)
  const names = new sheetLines.SheetNames(keys, outside, new Set(context.registry.functions.keys()))
  const sheet = await writeSheet(work, root, names, ({ section, fields, texts, body, table }) => {
    const title = section?.title ?? 'title'
    return {
      title: (texts.get(textGaps.flatKey(title, language)) ?? '') || String(fields.get(title) ?? ''),
      body,
      table,
      text: (name, tag) => texts.get(textGaps.flatKey(name, tag)) ?? '',
      value: (name) => fields.get(name),
      authored: ({ name }) => fields.get(name),
    }
  })
  return toSheetYaml(context, sheet)
}

/** Parses a sheet and formats it again, so that equal content gives equal text. */
export async function normalizeSheet(work: ServiceContext, text: string): Promise<string> {
  const { context, versionedSnapshot } = work
  const { languages } = versionedSnapshot.snapshot
  const version = versionOfSheet(await parseSheet(context, languages, text))
  const [state] = await alignVersions(context.registry, [version])
  const values = new PartValues(work, state!)
  const sheet = await writeSheet(work, version.sheet.root, state!.names, (part) => {
    const { properties } = part.entity
    const title = properties[part.section?.title ?? 'title']
    return {
      get title() {
        if (!title) return ''
        return title.translatable ? values.text(part, title, languages[0]!) : String(values.field(part, title) ?? '')
      },
      get body() {
        return values.body(part)
      },
      get table() {
        return values.table(part)
      },
      text: (name, tag) => values.text(part, properties[name]!, tag),
      value: (name) => (name === 'type' && part.section?.traits.hasBody ? undefined : values.field(part, properties[name]!)),
      authored: (property) => values.field(part, property),
    }
  })
  return toSheetYaml(context, sheet)
}
