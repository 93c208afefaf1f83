// Formats a product as a sheet; the text does not depend on record ids.
import { formatSheetDocument } from './sheet-text.js'
import {
  formulaLanguage,
  textGaps,
  longWork,
  type Property,
  entityModel,
  requireEntity,
  recordWriting,
  storedValues,
  type sheetLines,
  isSameJson,
} from '#core/surface.js'
import { type Context, type ServiceContext, createTitleKeys } from '#core/contract.js'
import { formatBodyInTurns, type TypedBody } from './bodies.js'
import { sheetFormat, type SheetValue } from './define.js'
import {
  fallbackKey,
  groupByKeyScope,
  type PartNode,
  walkParts,
  type StoredPart,
  loadStoredProduct,
  toStoredPartKeys,
  createSheetNames,
  getStoredTitle,
} from './stored-part.js'
import { type Section, listPartEntities, getSheetSections, getSheetProperties } from './sections.js'
import { formatSheetValue, type ValueScope } from './values.js'
import { type VariantContent, formatVariants } from './table-notation.js'

type SheetMap = Record<string, unknown>

/** The content of a part to write. Values and texts are read one by one: most values equal their default and are not written. */
interface PartContent {
  readonly title: string
  readonly body: TypedBody | null
  /** Null for a part that is not written as a table. */
  readonly table: VariantContent | null
  /** The text in the language; empty if there is none. */
  text(name: string, tag: string): string
  /** The value in the form of its default; undefined if the part has no such field. */
  value(name: string): unknown
  /** The value as an author would send it. */
  authored(property: Property): unknown
}

class SheetWriter<P extends PartNode<P>> {
  private readonly languages: readonly string[]
  private readonly scope: ValueScope
  private readonly turn = new longWork.Turn()
  /** Parts whose key follows from the title. The sheet omits these keys. */
  private readonly derived = new Set<P>()
  /** Parts whose internal name follows from key and title. */
  private readonly inferred = new Set<P>()

  constructor(
    private readonly work: ServiceContext,
    names: sheetLines.SheetNames,
    private readonly describe: (part: P) => PartContent,
  ) {
    this.languages = work.versionedSnapshot.snapshot.languages
    this.scope = { names, registry: work.context.registry }
  }

  async write(root: P): Promise<SheetValue> {
    for (const group of groupByKeyScope(walkParts(root))) this.inferNames(group)
    return { sheet: sheetFormat, product: root.key, ...(await this.part(root)) }
  }

  private inferNames(group: readonly P[]): void {
    const { section, entity } = group[0]!
    const { internal } = section!
    const contents = group.map((part) => this.describe(part))
    const titles = contents.map(({ title }) => title)
    const byTitle = createTitleKeys(titles, fallbackKey(entity))
    for (const [index, part] of group.entries()) {
      const isByTitle = byTitle[index] === part.key
      if (titles[index] !== '' && (internal === null || isByTitle)) this.derived.add(part)
      if (internal !== null && (contents[index]!.value(internal) ?? '') === (isByTitle ? '' : part.key)) this.inferred.add(part)
    }
  }

  private async part(part: P): Promise<SheetMap> {
    if (this.turn.isOver) await this.turn.pause()
    const { entity, section } = part
    const content = this.describe(part)
    const { body, table } = content
    const sheetMap: SheetMap = {}
    for (const property of getSheetProperties(entity)) {
      const { name } = property
      if (name === section?.internal && this.inferred.has(part)) continue
      if (section?.traits.hasBody && name === 'type' && (body !== null || content.value(name) === undefined)) continue
      if (section?.traits.hasBody && name === section.title && content.value(name) === part.key) continue
      const value = property.translatable ? this.text(content, name) : this.value(content, property)
      if (value !== undefined) sheetMap[name] = value
    }
    if (body !== null) {
      if (this.turn.isOver) await this.turn.pause()
      sheetMap[body.type] = await formatBodyInTurns(body.type, body.body, this.scope)
      if (this.turn.isOver) await this.turn.pause()
    }
    if (table !== null) sheetMap['table'] = formatVariants(table, this.scope.names)
    for (const below of getSheetSections(this.scope.registry, entity.name)) {
      const children = part.children.filter((child) => child.section === below)
      if (children.length > 0) sheetMap[below.name] = await this.section(below, children)
    }
    return sheetMap
  }

  /** Questions and calculations are a map by key; other parts are a list, with a key only if the title does not give it. */
  private async section(section: Section, children: readonly P[]): Promise<unknown> {
    const maps: SheetMap[] = []
    for (const child of children) maps.push(await this.part(child))
    if (section.traits.isProductWide || section.traits.hasBody)
      return Object.fromEntries(children.map(({ key }, index) => [key, maps[index]]))
    return children.map((child, index) => {
      const childMap: SheetMap = { ...(!this.derived.has(child) && { key: child.key }), ...maps[index] }
      const only = Object.keys(childMap)
      const title = childMap[section.title]
      return only.length === 1 && only[0] === section.title && typeof title === 'string' ? title : childMap
    })
  }

  /** A text that is the same in all languages is written once. */
  private text(content: PartContent, name: string): unknown {
    const texts = this.languages.map((tag) => [tag, content.text(name, tag)] as const)
    const filled = texts.filter(([, text]) => text !== '')
    if (filled.length === 0) return undefined
    const first = texts[0]?.[1]
    return texts.every(([, text]) => text === first) ? first : Object.fromEntries(filled)
  }

  /** Undefined if the value equals the default of a new record. */
  private value(content: PartContent, property: Property): unknown {
    const value = content.value(property.name)
    const start = recordWriting.resolveDefaultValue(property, this.work)
    if (storedValues.isUnset(property, value)) return start === null ? undefined : null
    if (start !== null && isSameJson(value, start)) return undefined
    return formatSheetValue(property, content.authored(property), this.scope)
  }
}

/** Writes the parts as a sheet; equal parts give equal sheets. */
export const writeSheet = <P extends PartNode<P>>(
  work: ServiceContext,
  root: P,
  names: sheetLines.SheetNames,
  describe: (part: P) => PartContent,
): Promise<SheetValue> => new SheetWriter(work, names, describe).write(root)

/** The sheet of a stored product whose names are already loaded. */
export function writeStoredSheet(work: ServiceContext, root: StoredPart, names: sheetLines.SheetNames): Promise<SheetValue> {
  const [language = ''] = work.versionedSnapshot.snapshot.languages
  const { registry } = work.context
  return writeSheet(work, root, names, (part) => {
    const { body, record, section } = part
    return {
      get title() {
        return getStoredTitle(part, language)
      },
      get body() {
        return body && { type: body.type, body: readAuthoredBody(work, body) }
      },
      get table() {
        return section?.traits.hasTable ? readVariantContent(work, part) : null
      },
      text: (name, tag) => String(record.values[textGaps.flatKey(name, tag)] ?? ''),
      value: (name) => record.values[name],
      authored: (property) => storedValues.presentValue(property, record.row[property.name], registry),
    }
  })
}

/** A product's sheet as JSON. NOT_FOUND for an unknown product. */
export async function createSheet(initialWork: ServiceContext, id: number): Promise<SheetValue> {
  const work = await initialWork.at()
  const root = await loadStoredProduct(work, id)
  return writeStoredSheet(work, root, await createSheetNames(work, toStoredPartKeys(walkParts(root))))
}

/** A product's sheet as YAML text. */
export async function formatSheetText(work: ServiceContext, id: number): Promise<string> {
  return toSheetYaml(work.context, await createSheet(work, id))
}

/** A sheet as YAML text, in a worker if it is large. Sections always take several lines. */
export function toSheetYaml(context: Context, sheet: SheetValue): Promise<string> {
  const sections = listPartEntities(context.registry).flatMap(({ name }) => getSheetSections(context.registry, name))
  return formatSheetDocument(context, { value: sheet, open: sections.map(({ name }) => name) })
}

/** The content of a variant table in authored form. */
export function readVariantContent(
  { context }: ServiceContext,
  { entity, record }: Pick<StoredPart, 'entity' | 'record'>,
): VariantContent {
  const presentField = (name: keyof VariantContent): unknown =>
    storedValues.presentValue(entity.properties[name]!, record.row[name], context.registry)
  return {
    question_ids: presentField('question_ids') as VariantContent['question_ids'],
    rows: presentField('rows') as VariantContent['rows'],
  }
}

/** A calculation body in authored form. */
export function readAuthoredBody(
  { context }: ServiceContext,
  { type, record }: NonNullable<StoredPart['body']>,
): Readonly<Record<string, unknown>> {
  const entity = requireEntity(context.registry, entityModel.bodyEntities[type]!)
  const columns = storedValues
    .getLayout(entity)
    .stored.map(({ name }) => [name, storedValues.presentValue(entity.properties[name]!, record.row[name], context.registry)])
  return formulaLanguage.calculationForms[type].read(Object.fromEntries(columns))
}
