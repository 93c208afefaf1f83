// Loads a stored product as a tree of parts with keys, in the structure that a sheet shows.
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { getJoinOptions } from '../../model/entity/ownership.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { flatKey } from '../../foundation/language.js'
import type { BodyType } from '../../engine/program/source.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import { findTextHoldersInUnit, findTextHolders } from '../../storage/pipeline/unique-values.js'
import { getFlatKeys, getLayout } from '../../storage/record/present.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { loadGraph, type GraphRecord, loadOutsideRecords } from '../graph.js'
import { createPartKeys } from './keys.js'
import { fallbackKey, groupByKeyScope, type PartNode, toPartKeys, walkParts } from './part-tree.js'
import { type PartKey, type OutsideNames, SheetNames } from './sheet-names.js'
import { listPartEntities, type Section, getSheetSections } from './sections.js'

export interface StoredPart extends PartNode<StoredPart> {
  readonly record: LoadedRecord
  key: string
  readonly children: StoredPart[]
  /** Only for a calculation: its body. */
  readonly body: { readonly type: BodyType; readonly record: LoadedRecord } | null
}

const getText = (values: Readonly<Record<string, unknown>>, name: string): string => String(values[name] ?? '')

/** The title from which a part's key is derived, in the given language if it has one. */
export function getStoredTitle(
  { record, section, entity }: Pick<StoredPart, 'record' | 'section' | 'entity'>,
  language: string,
): string {
  const name = section?.title ?? 'title'
  const isText = entity.properties[name]?.translatable === true
  return (isText ? getText(record.values, flatKey(name, language)) : '') || getText(record.values, name)
}

/** The active languages, with the given one first if it is active. */
const orderLanguages = (languages: readonly string[], first: string | undefined): readonly string[] =>
  first !== undefined && languages.includes(first) ? [first, ...languages.filter((tag) => tag !== first)] : languages

/** Loads the product with its ordered parts. Keys come from titles in `language`, else in the store's default. NOT_FOUND if unknown. */
export async function loadStoredProduct(work: ServiceContext, id: number, language?: string): Promise<StoredPart> {
  const { languages } = work.versionedSnapshot.snapshot
  const members = await loadGraph(work, [{ entity: 'product', id }], languages)
  return buildStoredProduct(work.context.registry, members, orderLanguages(languages, language))
}

/** The product whose label is the key of a sheet, in `language` or in the store's default; null if there is none. */
export async function findProductByKey(work: ServiceContext, key: string, language?: string): Promise<number | null> {
  const { languages } = work.versionedSnapshot.snapshot
  const product = requireEntity(work.context.registry, 'product')
  const flat = getFlatKeys(product, languages)
  for (const tag of new Set([orderLanguages(languages, language)[0]!, languages[0]!])) {
    const label = flat.get(flatKey('label', tag))!
    const [id] = await (work.unit
      ? findTextHoldersInUnit(work.unit, product, label, key)
      : findTextHolders(work.on, product, label, key))
    if (id !== undefined) return id
  }
  return null
}

/** Builds the tree of a product's records. The product comes first in `members`, the store default first in `languages`. */
export function buildStoredProduct(
  registry: Registry,
  members: readonly GraphRecord[],
  languages: readonly string[],
): StoredPart {
  const byOwner = new Map<string, LoadedRecord[]>()
  for (const { entity, record } of members) {
    for (const property of getLayout(entity).stored) {
      const join = getJoinOptions(property)
      const owner = record.values[property.name]
      if (!join?.owner || typeof owner !== 'number') continue
      const place = `${entity.name}.${property.name} ${owner}`
      const records = byOwner.get(place)
      if (records) records.push(record)
      else byOwner.set(place, [record])
    }
  }
  const bodyOf = (calculation: number): StoredPart['body'] => {
    for (const [type, name] of Object.entries(bodyEntities)) {
      const [record] = byOwner.get(`${name}.calculation_id ${calculation}`) ?? []
      if (record) return { type: type as BodyType, record }
    }
    return null
  }
  const build = (entity: Entity, section: Section | null, record: LoadedRecord, owner: StoredPart | null): StoredPart => {
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
  root.key = getText(product.record.values, flatKey('label', languages[0]!)) || getText(product.record.values, 'label')
  assignKeys(root, languages[0]!)
  return root
}

/** Sorts by ordering; by id if the entity has no ordering. */
function sortByOrdering(records: readonly LoadedRecord[], entity: Entity): readonly LoadedRecord[] {
  if (!entity.properties['ordering']) return records.toSorted((a, b) => a.id - b.id)
  return records.toSorted((a, b) => Number(a.values['ordering'] ?? 0) - Number(b.values['ordering'] ?? 0) || a.id - b.id)
}

function assignKeys(root: StoredPart, language: string): void {
  for (const group of groupByKeyScope(walkParts(root))) {
    const { section, entity } = group[0]!
    const keys = createPartKeys(
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
export const toStoredPartKeys = (parts: Iterable<StoredPart>): readonly PartKey[] => toPartKeys(parts, ({ record }) => record.id)

/** The entities that the parts of products may reference. */
export function listReferencedEntities(registry: Registry): ReadonlySet<string> {
  return new Set(
    listPartEntities(registry).flatMap((entity) =>
      getLayout(entity).referring.flatMap(
        (property) => property.kind.referenceTargets?.(property) ?? getJoinOptions(property)?.entity ?? [],
      ),
    ),
  )
}

/** The entities outside of products that parts may reference, such as tax classes and customer groups. */
export function listOutsideEntities(registry: Registry): readonly string[] {
  const own = new Set(listPartEntities(registry).map(({ name }) => name))
  return [...listReferencedEntities(registry)].filter((name) => !own.has(name))
}

/** The field that names records outside of products; undefined if they have none. */
export const findNamingField = (entity: Entity): string | undefined =>
  ['title', 'name', 'label', 'code'].find((name) => entity.properties[name] !== undefined)

export async function loadOutsideNames(work: ServiceContext): Promise<OutsideNames> {
  const { registry } = work.context
  const outside = new Map<string, readonly { readonly id: number; readonly name: string }[]>()
  for (const name of listOutsideEntities(registry)) {
    const entity = requireEntity(registry, name)
    const title = findNamingField(entity)
    const records = await loadOutsideRecords(work, entity)
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
  parts: readonly PartKey[],
  outside?: OutsideNames,
): Promise<SheetNames> {
  return new SheetNames(parts, outside ?? (await loadOutsideNames(work)), new Set(work.context.registry.functions.keys()))
}
