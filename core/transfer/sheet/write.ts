// Formats a product as a sheet; the text does not depend on record ids.
import { calculationForms } from '../../engine/calculation/forms/index.js'
import { flatKey } from '../../foundation/language.js'
import { Turn } from '../../foundation/long-work.js'
import type { Property } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { resolveDefaultValue } from '../../storage/pipeline/defaults.js'
import { getLayout, isUnset } from '../../storage/record/layout.js'
import { presentValue } from '../../storage/record/present.js'
import type { Context } from '../../storage/context.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { formatBodyInTurns } from './bodies.js'
import { sheetFormat, type SheetValue } from './define.js'
import {
  type StoredPart,
  loadStoredProduct,
  groupByKeyScope,
  toPartKeys,
  walkStoredParts,
  createSheetNames,
  getStoredTitle,
} from './stored-part.js'
import { deriveInternalNames, createTitleKeys } from './keys.js'
import type { SheetNames } from './sheet-names.js'
import { isSameJson } from '../../foundation/json.js'
import { type Section, listPartEntities, getSheetSections, getSheetProperties } from './sections.js'
import { formatSheetValue, type ValueScope } from './values.js'
import { type VariantContent, formatVariants } from './variant-lines.js'
import { writeYaml } from './yaml.js'

type SheetMap = Record<string, unknown>

interface SheetWriteContext extends ValueScope {
  readonly work: ServiceContext
  readonly languages: readonly string[]
  /** Parts whose key follows from the title. The sheet omits these keys. */
  readonly derived: ReadonlySet<StoredPart>
  /** Parts whose internal name follows from key and title. */
  readonly inferred: ReadonlySet<StoredPart>
  readonly turn: Turn
}

/** A product's sheet as JSON. NOT_FOUND for an unknown product. */
export async function createSheet(initialWork: ServiceContext, id: number): Promise<Readonly<Record<string, unknown>>> {
  const work = await initialWork.at()
  const root = await loadStoredProduct(work, id)
  return await createSheetFromParts(work, root, await createSheetNames(work, toPartKeys(walkStoredParts(root))))
}

/** The sheet of a product whose records and names are already loaded. */
export async function createSheetFromParts(
  work: ServiceContext,
  root: StoredPart,
  names: SheetNames,
): Promise<Readonly<Record<string, unknown>>> {
  const { languages } = work.versionedSnapshot.snapshot
  const parts = [...walkStoredParts(root)]
  const derived = new Set<StoredPart>()
  const inferred = new Set<StoredPart>()
  for (const group of groupByKeyScope(parts)) {
    const { section, entity } = group[0]!
    const titles = group.map((part) => getStoredTitle(part, languages[0]!))
    const fallback = entity.name.replaceAll('-', '_')
    const keys = group.map(({ key }) => key)
    const internal = deriveInternalNames(keys, titles, fallback)
    const byTitle = createTitleKeys(titles, fallback)
    for (const [index, part] of group.entries()) {
      if (byTitle[index] === part.key && titles[index] !== '') derived.add(part)
      if (section!.internal !== null && (part.record.values[section!.internal] ?? '') === internal[index]) inferred.add(part)
    }
  }
  const { registry } = work.context
  const writing: SheetWriteContext = { work, languages, names, registry, derived, inferred, turn: new Turn() }
  return { sheet: sheetFormat, product: root.key, ...(await formatPart(writing, root)) }
}

/** A product's sheet as YAML text. */
export async function formatSheetText(work: ServiceContext, id: number): Promise<string> {
  return toLargeSheetYaml(work.context, await createSheet(work, id))
}

/** Sections always take several lines. */
const listSectionNames = (registry: Registry): readonly string[] =>
  listPartEntities(registry).flatMap(({ name }) => getSheetSections(registry, name).map((section) => section.name))

/** A sheet as YAML text. */
export const toSheetYaml = (registry: Registry, sheet: SheetValue): string =>
  writeYaml(sheet, new Set(listSectionNames(registry)))

/** A sheet as YAML text, in a worker if it is large. */
export const toLargeSheetYaml = ({ registry, sheetParser }: Context, sheet: SheetValue): Promise<string> =>
  sheetParser.format({ value: sheet, open: listSectionNames(registry) })

async function formatPart(writing: SheetWriteContext, part: StoredPart): Promise<SheetMap> {
  if (writing.turn.isOver) await writing.turn.pause()
  const { entity, record, section, body } = part
  const sheetMap: SheetMap = {}
  for (const property of getSheetProperties(entity)) {
    const { name } = property
    if (name === section?.internal && writing.inferred.has(part)) continue
    if (name === 'type' && body !== null) continue
    if (section?.traits.hasBody && name === section.title && record.values[name] === part.key) continue
    const value = property.translatable ? formatFieldText(writing, part, property) : formatFieldValue(writing, part, property)
    if (value !== undefined) sheetMap[name] = value
  }
  if (body !== null) {
    const authored = readAuthoredBody(writing.work, body)
    if (writing.turn.isOver) await writing.turn.pause()
    sheetMap[body.type] = await formatBodyInTurns(body.type, authored, writing)
    if (writing.turn.isOver) await writing.turn.pause()
  }
  if (section?.traits.hasTable) sheetMap['table'] = formatVariants(readVariantContent(writing.work, part), writing.names)
  for (const below of getSheetSections(writing.registry, entity.name)) {
    const children = part.children.filter((child) => child.section === below)
    if (children.length > 0) sheetMap[below.name] = await formatSection(writing, below, children)
  }
  return sheetMap
}

/** Questions and calculations are a map by key; other parts are a list, with a key only if the title does not give it. */
async function formatSection(writing: SheetWriteContext, section: Section, children: readonly StoredPart[]): Promise<unknown> {
  const maps: SheetMap[] = []
  for (const child of children) maps.push(await formatPart(writing, child))
  if (section.traits.isProductWide || section.traits.hasBody)
    return Object.fromEntries(children.map(({ key }, index) => [key, maps[index]]))
  return children.map((child, index) => {
    const childMap: SheetMap = { ...(!writing.derived.has(child) && { key: child.key }), ...maps[index] }
    const only = Object.keys(childMap)
    return only.length === 1 && only[0] === section.title && typeof childMap[section.title as never] === 'string'
      ? childMap[section.title as never]
      : childMap
  })
}

/** A text that is the same in all languages is written once. */
function formatFieldText({ languages }: SheetWriteContext, { record }: StoredPart, { name }: Property): unknown {
  const texts = languages.map((tag) => [tag, String(record.values[flatKey(name, tag)] ?? '')] as const)
  const filled = texts.filter(([, text]) => text !== '')
  if (filled.length === 0) return undefined
  const first = texts[0]?.[1]
  return texts.every(([, text]) => text === first) ? first : Object.fromEntries(filled)
}

/** Undefined if the value equals the default of a new record. */
function formatFieldValue(writing: SheetWriteContext, { record }: StoredPart, property: Property): unknown {
  const { context } = writing.work
  const value = record.values[property.name]
  const start = resolveDefaultValue(property, { context })
  if (isUnset(property, value)) return start === null ? undefined : null
  if (start !== null && isSameJson(value, start)) return undefined
  return formatSheetValue(property, presentValue(property, record.row[property.name], writing.registry), writing)
}

/** The content of a variant table in authored form. */
export function readVariantContent(
  { context }: ServiceContext,
  { entity, record }: Pick<StoredPart, 'entity' | 'record'>,
): VariantContent {
  const presentField = (name: keyof VariantContent): unknown =>
    presentValue(entity.properties[name]!, record.row[name], context.registry)
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
  const entity = requireEntity(context.registry, bodyEntities[type]!)
  const columns = getLayout(entity).stored.map(({ name }) => [
    name,
    presentValue(entity.properties[name]!, record.row[name], context.registry),
  ])
  return calculationForms[type].read(Object.fromEntries(columns))
}
