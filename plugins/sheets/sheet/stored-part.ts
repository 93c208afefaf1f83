// Loads a stored product as a tree of parts with keys, in the structure that a sheet shows.
import {
  entityModel,
  type Entity,
  type Registry,
  requireEntity,
  textGaps,
  type formulaLanguage,
  recordGraphs,
  recordWriting,
  storedValues,
  sheetLines,
} from '#core/surface.js'
import type { ServiceContext } from '#core/contract.js'
import { listPartEntities, type Section, getSheetSections } from './sections.js'

/** The parts of a product as a tree: the parts of a sheet, of a stored product and of a merged product have this form. */
export interface PartNode<P> {
  readonly entity: Entity
  /** Null for the product. */
  readonly section: Section | null
  readonly owner: P | null
  readonly key: string
  readonly children: readonly P[]
}

/** All parts, owners before their children. */
export function* walkParts<P extends { readonly children: readonly P[] }>(part: P): Generator<P> {
  yield part
  for (const child of part.children) yield* walkParts(child)
}

/** Groups of parts whose keys must be unique: questions within the product, other parts within one owner. */
export function groupByKeyScope<P extends Pick<PartNode<P>, 'entity' | 'section' | 'owner'>>(
  parts: Iterable<P>,
): readonly (readonly P[])[] {
  const groups = new Map<unknown, Map<string, P[]>>()
  for (const part of parts) {
    if (part.owner === null) continue
    const place = part.section?.traits.isProductWide ? 'product' : part.owner
    const group = groups.get(place) ?? new Map<string, P[]>()
    groups.set(place, group)
    const siblings = group.get(part.entity.name)
    if (siblings) siblings.push(part)
    else group.set(part.entity.name, [part])
  }
  return [...groups.values()].flatMap((group) => [...group.values()])
}

/** The key that parts without a title get. */
export const fallbackKey = ({ name }: Entity): string => name.replaceAll('-', '_')

/** The parts as `SheetNames` takes them. `idOf` is the id by which rules and other fields reference the part. */
export function toPartKeys<P extends Pick<PartNode<P>, 'entity' | 'key' | 'owner'>>(
  parts: Iterable<P>,
  idOf: (part: P) => number,
): readonly sheetLines.PartKey[] {
  return [...parts].map((part) => ({
    entity: part.entity.name,
    id: idOf(part),
    key: part.key,
    owner: part.owner && { entity: part.owner.entity.name, id: idOf(part.owner) },
  }))
}

/** Name of a part in messages: `width`, or `wood.oak` for an answer. */
export function formatPartName(part: {
  readonly key: string
  readonly section: Section | null
  readonly owner: { readonly key: string } | null
}): string {
  return part.section?.traits.isWithin && part.owner ? `${part.owner.key}.${part.key}` : part.key
}

export interface StoredPart extends PartNode<StoredPart> {
  readonly record: recordGraphs.LoadedRecord
  key: string
  readonly children: StoredPart[]
  /** Only for a calculation: its body. */
  readonly body: { readonly type: formulaLanguage.BodyType; readonly record: recordGraphs.LoadedRecord } | null
}

const getText = (values: Readonly<Record<string, unknown>>, name: string): string => String(values[name] ?? '')

/** The title from which a part's key is derived, in the given language if it has one. */
export function getStoredTitle(
  { record, section, entity }: Pick<StoredPart, 'record' | 'section' | 'entity'>,
  language: string,
): string {
  const name = section?.title ?? 'title'
  const isText = entity.properties[name]?.translatable === true
  return (isText ? getText(record.values, textGaps.flatKey(name, language)) : '') || getText(record.values, name)
}

/** The active languages, with the given one first if it is active. */
const orderLanguages = (languages: readonly string[], first: string | undefined): readonly string[] =>
  first !== undefined && languages.includes(first) ? [first, ...languages.filter((tag) => tag !== first)] : languages

/** Loads the product with its ordered parts. Keys come from titles in `language`, else in the store's default. NOT_FOUND if unknown. */
export async function loadStoredProduct(work: ServiceContext, id: number, language?: string): Promise<StoredPart> {
  const { languages } = work.versionedSnapshot.snapshot
  const members = await recordGraphs.loadGraph(work, [{ entity: 'product', id }], languages)
  return buildStoredProduct(work.context.registry, members, orderLanguages(languages, language))
}

/** The product whose label is the key of a sheet, in `language` or in the store's default; null if there is none. */
export async function findProductByKey(work: ServiceContext, key: string, language?: string): Promise<number | null> {
  const { languages } = work.versionedSnapshot.snapshot
  const product = requireEntity(work.context.registry, 'product')
  const flat = storedValues.getFlatKeys(product, languages)
  for (const tag of new Set([orderLanguages(languages, language)[0]!, languages[0]!])) {
    const label = flat.get(textGaps.flatKey('label', tag))!
    const [id] = await (work.unit
      ? recordWriting.findTextHoldersInUnit(work.unit, product, label, key)
      : recordWriting.findTextHolders(work.on, product, label, key))
    if (id !== undefined) return id
  }
  return null
}

/** Builds the tree of a product's records. The product comes first in `members`, the store default first in `languages`. */
export function buildStoredProduct(
  registry: Registry,
  members: readonly recordGraphs.GraphRecord[],
  languages: readonly string[],
): StoredPart {
  const byOwner = new Map<string, recordGraphs.LoadedRecord[]>()
  for (const { entity, record } of members) {
    for (const property of storedValues.getLayout(entity).stored) {
      const join = entityModel.getJoinOptions(property)
      const owner = record.values[property.name]
      if (!join?.owner || typeof owner !== 'number') continue
      const place = `${entity.name}.${property.name} ${owner}`
      const records = byOwner.get(place)
      if (records) records.push(record)
      else byOwner.set(place, [record])
    }
  }
  const bodyOf = (calculation: number): StoredPart['body'] => {
    for (const [type, name] of Object.entries(entityModel.bodyEntities)) {
      const [record] = byOwner.get(`${name}.calculation_id ${calculation}`) ?? []
      if (record) return { type: type as formulaLanguage.BodyType, record }
    }
    return null
  }
  const build = (
    entity: Entity,
    section: Section | null,
    record: recordGraphs.LoadedRecord,
    owner: StoredPart | null,
  ): StoredPart => {
    const body = section?.traits.hasBody ? bodyOf(record.id) : null
    const part: StoredPart = { entity, section, record, owner, key: '', children: [], body }
    for (const below of getSheetSections(registry, entity.name)) {
      const records = byOwner.get(`${below.entity.name}.${below.owner} ${record.id}`) ?? []
      for (const partRecord of sortByOrdering(records, below.entity))
        part.children.push(build(below.entity, below, partRecord, part))
    }
    return part
  }
  // The product comes first; every other record belongs to it.
  const product = members[0]!
  const root = build(product.entity, null, product.record, null)
  root.key = getText(product.record.values, textGaps.flatKey('label', languages[0]!)) || getText(product.record.values, 'label')
  assignKeys(root, languages[0]!)
  return root
}

/** Sorts by ordering; by id if the entity has no ordering. */
function sortByOrdering(records: readonly recordGraphs.LoadedRecord[], entity: Entity): readonly recordGraphs.LoadedRecord[] {
  if (!entity.properties['ordering']) return records.toSorted((a, b) => a.id - b.id)
  return records.toSorted((a, b) => Number(a.values['ordering'] ?? 0) - Number(b.values['ordering'] ?? 0) || a.id - b.id)
}

function assignKeys(root: StoredPart, language: string): void {
  for (const group of groupByKeyScope(walkParts(root))) {
    const { section, entity } = group[0]!
    const keys = sheetLines.createPartKeys(
      group.map((part) => ({
        internal: section!.internal === null ? '' : getText(part.record.values, section!.internal),
        title: getStoredTitle(part, language),
      })),
      fallbackKey(entity),
    )
    for (const [index, part] of group.entries()) part.key = keys[index]!
  }
}

/** The keys of stored parts, by record id. */
export const toStoredPartKeys = (parts: Iterable<StoredPart>): readonly sheetLines.PartKey[] =>
  toPartKeys(parts, ({ record }) => record.id)

/** The entities outside of products that parts may reference, such as tax classes and customer groups. */
export function listOutsideEntities(registry: Registry): readonly string[] {
  const parts = listPartEntities(registry)
  const referencedNames = parts.flatMap((entity) =>
    storedValues
      .getLayout(entity)
      .referring.flatMap(
        (property) => property.kind.referenceTargets?.(property) ?? entityModel.getJoinOptions(property)?.entity ?? [],
      ),
  )
  const own = new Set(parts.map(({ name }) => name))
  return [...new Set(referencedNames)].filter((name) => !own.has(name))
}

/** The field that names records outside of products; undefined if they have none. */
export const findNamingField = (entity: Entity): string | undefined =>
  ['title', 'name', 'label', 'code'].find((name) => entity.properties[name] !== undefined)

export async function loadOutsideNames(work: ServiceContext): Promise<sheetLines.OutsideNames> {
  const { registry } = work.context
  const outside = new Map<string, readonly { readonly id: number; readonly name: string }[]>()
  for (const name of listOutsideEntities(registry)) {
    const entity = requireEntity(registry, name)
    const title = findNamingField(entity)
    const records = await recordGraphs.loadOutsideRecords(work, entity)
    outside.set(
      name,
      records.map((values) => ({ id: values.id, name: title === undefined ? '' : getText(values, title) })),
    )
  }
  return outside
}

/** Pass `outside` if it is already loaded. */
export async function createSheetNames(
  work: ServiceContext,
  parts: readonly sheetLines.PartKey[],
  outside?: sheetLines.OutsideNames,
): Promise<sheetLines.SheetNames> {
  return new sheetLines.SheetNames(
    parts,
    outside ?? (await loadOutsideNames(work)),
    new Set(work.context.registry.functions.keys()),
  )
}
