// Formats a product as a sheet; the text does not depend on record ids.
import { calculationForms } from '../../engine/calculation/forms/index.js'
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import { requireEntity } from '../../model/registry.js'
import { startingValue } from '../../storage/pipeline/defaults.js'
import { layoutOf } from '../../storage/record/layout.js'
import { presentValue } from '../../storage/record/present.js'
import { isUnset } from '../../storage/record/values.js'
import type { Work } from '../../storage/work.js'
import { sheetBody } from './bodies.js'
import { sheetFormat } from './define.js'
import { type HeldPart, heldProduct, keyGroups, namedParts, partsOf, sheetNames, titleOf } from './held.js'
import { internalNames, titleKeys } from './keys.js'
import type { SheetNames } from './names.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { type Section, partEntities, sectionsOf, sheetProperties } from './sections.js'
import { sheetValue, type ValueScope } from './values.js'
import { type SaidVariants, spellVariants } from './variant-lines.js'
import { writeYaml } from './yaml.js'

type Said = Record<string, unknown>

interface Writing extends ValueScope {
  readonly work: Work
  readonly languages: readonly string[]
  /** Parts whose key follows from the title, so that the sheet omits it. */
  readonly derived: ReadonlySet<HeldPart>
  /** Parts whose internal name follows from key and title. */
  readonly inferred: ReadonlySet<HeldPart>
}

/** A product's sheet as JSON. NOT_FOUND for an unknown product. */
export async function sheetOf(given: Work, id: number): Promise<Readonly<Record<string, unknown>>> {
  const work = await given.at()
  const root = await heldProduct(work, id)
  return sheetOfHeld(work, root, await sheetNames(work, namedParts(partsOf(root))))
}

/** The sheet of a product whose records and names are already loaded. */
export function sheetOfHeld(work: Work, root: HeldPart, names: SheetNames): Readonly<Record<string, unknown>> {
  const { languages } = work.moment.snapshot
  const parts = [...partsOf(root)]
  const derived = new Set<HeldPart>()
  const inferred = new Set<HeldPart>()
  for (const group of keyGroups(parts)) {
    const { section, entity } = group[0]!
    const titles = group.map((part) => titleOf(part, languages[0]!))
    const fallback = entity.name.replaceAll('-', '_')
    const keys = group.map(({ key }) => key)
    const internal = internalNames(keys, titles, fallback)
    const byTitle = titleKeys(titles, fallback)
    for (const [index, part] of group.entries()) {
      if (byTitle[index] === part.key && titles[index] !== '') derived.add(part)
      if (section!.internal !== null && (part.record.values[section!.internal] ?? '') === internal[index]) inferred.add(part)
    }
  }
  const writing: Writing = { work, languages, names, registry: work.context.registry, derived, inferred }
  return { sheet: sheetFormat, product: root.key, ...saidOf(writing, root) }
}

/** A product's sheet as YAML text. */
export async function sheetText(work: Work, id: number): Promise<string> {
  return writeYaml(await sheetOf(work, id), openKeys(work))
}

/** The keys of sections, whose values always take several lines. */
export function openKeys(work: Work): ReadonlySet<string> {
  const { registry } = work.context
  return new Set(partEntities(registry).flatMap(({ name }) => sectionsOf(registry, name).map((section) => section.name)))
}

function saidOf(writing: Writing, part: HeldPart): Said {
  const { entity, record, section, body } = part
  const said: Said = {}
  for (const property of sheetProperties(entity)) {
    const { name } = property
    if (name === section?.internal && writing.inferred.has(part)) continue
    if (name === 'type' && body !== null) continue
    if (section?.traits.hasBody && name === section.title && record.values[name] === part.key) continue
    const value = property.translatable ? saidText(writing, part, property) : saidValue(writing, part, property)
    if (value !== undefined) said[name] = value
  }
  if (body !== null) said[body.type] = sheetBody(body.type, authoredBody(writing.work, body), writing)
  if (section?.traits.hasTable) said['table'] = spellVariants(heldVariants(writing.work, part), writing.names)
  for (const below of sectionsOf(writing.registry, entity.name)) {
    const children = part.children.filter((child) => child.section === below)
    if (children.length > 0) said[below.name] = saidSection(writing, below, children)
  }
  return said
}

/** Questions and calculations are a map by key; other parts are a list, with a key only if the title does not give it. */
function saidSection(writing: Writing, section: Section, children: readonly HeldPart[]): unknown {
  if (section.traits.isProductWide || section.traits.hasBody)
    return Object.fromEntries(children.map((child) => [child.key, saidOf(writing, child)]))
  return children.map((child) => {
    const said = { ...(!writing.derived.has(child) && { key: child.key }), ...saidOf(writing, child) }
    const only = Object.keys(said)
    return only.length === 1 && only[0] === section.title && typeof said[section.title as never] === 'string'
      ? said[section.title as never]
      : said
  })
}

/** A text that is the same in all languages is written once. */
function saidText({ languages }: Writing, { record }: HeldPart, { name }: Property): unknown {
  const texts = languages.map((tag) => [tag, String(record.values[flatKey(name, tag)] ?? '')] as const)
  const filled = texts.filter(([, text]) => text !== '')
  if (filled.length === 0) return undefined
  const first = texts[0]?.[1]
  return texts.every(([, text]) => text === first) ? first : Object.fromEntries(filled)
}

/** Undefined if the value equals the default of a new record. */
function saidValue(writing: Writing, { record }: HeldPart, property: Property): unknown {
  const { context } = writing.work
  const value = record.values[property.name]
  const start = startingValue(property, { context })
  if (isUnset(property, value)) return start === null ? undefined : null
  if (start !== null && isSameJson(value, start)) return undefined
  return sheetValue(property, presentValue(property, record.row[property.name], writing.registry), writing)
}

/** The content of a variant table in authored form. */
export function heldVariants({ context }: Work, { entity, record }: Pick<HeldPart, 'entity' | 'record'>): SaidVariants {
  const shown = (name: keyof SaidVariants): unknown => presentValue(entity.properties[name]!, record.row[name], context.registry)
  return { question_ids: shown('question_ids') as SaidVariants['question_ids'], rows: shown('rows') as SaidVariants['rows'] }
}

/** A calculation body in authored form. */
export function authoredBody(
  { context }: Work,
  { type, record }: NonNullable<HeldPart['body']>,
): Readonly<Record<string, unknown>> {
  const entity = requireEntity(context.registry, bodyEntities[type]!)
  const columns = layoutOf(entity).stored.map(({ name }) => [
    name,
    presentValue(entity.properties[name]!, record.row[name], context.registry),
  ])
  return calculationForms[type].read(Object.fromEntries(columns))
}
