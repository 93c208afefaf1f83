// The part of a product that shoppers see: published pages, questions and answers, in order, with only the applicable fields.
import { createMessage } from '../foundation/message.js'
import type { PropertyMap, Platform } from '../foundation/property/kind.js'
import type { DeclaredEntity, ApplicableValuesOf, WireRecord } from '../foundation/property/typing.js'
import { answer } from '../model/entities/catalog/answer.js'
import { calculation } from '../model/entities/catalog/calculation.js'
import { page } from '../model/entities/catalog/page.js'
import { product } from '../model/entities/catalog/product.js'
import { question } from '../model/entities/catalog/question.js'
import { findInapplicableFields } from '../model/entity/applicable-fields.js'
import { requireEntity, type Registry } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import type { Queryable } from '../storage/database/dialect.js'
import { type LoadedRecord, loadRecords, type TypedRecord } from '../storage/record/load.js'

/** Maximum number of pages, questions, answers and other parts of a product. The largest real products have fewer than 1,000. */
export const maxProductParts = 15_000

export const tooManyParts = createMessage('transfer.productTooLarge', { most: maxProductParts })

/** The records by entity name, each list in id order. Includes the child entities of customizations. */
export type ProductTree = ReadonlyMap<string, readonly LoadedRecord[]>

/** The records of an entity, typed by its declaration. */
export function getTreeRecords<P extends PropertyMap>(
  tree: ProductTree,
  entity: DeclaredEntity<P>,
): readonly LoadedRecord<TypedRecord<P>>[]
/** Loads a product with all catalogue records that it owns, entity by entity along the ownership graph. */
export function getTreeRecords(tree: ProductTree, entity: DeclaredEntity<PropertyMap>): readonly LoadedRecord[] {
  return tree.get(entity.name) ?? []
}

/** Maximum number of parents per statement. The ids of their children must fit into one statement too. */
const maxParents = 1_000

/**
 * The product and all catalogue records that it owns; null if there is no such product.
 * @param languages active languages, the store default first; translated fields are loaded for each
 */
export async function loadProductTree(
  context: Context,
  on: Queryable,
  productId: number,
  languages: readonly string[],
): Promise<ProductTree | null> {
  const { registry } = context
  const root = await loadRecords(on, requireEntity(registry, product), languages, { column: 'id', values: [productId] })
  if (root.length === 0) return null
  const tree = new Map<string, readonly LoadedRecord[]>([['product', root]])
  const waiting = ['product']
  for (let owner = waiting.shift(); owner !== undefined; owner = waiting.shift()) {
    const parents = (tree.get(owner) ?? []).map((record) => record.id)
    for (const { entity, property } of registry.owned(owner)) {
      if (entity.topic !== 'product') continue
      const records: LoadedRecord[] = []
      for (let from = 0; from < parents.length; from += maxParents) {
        const values = parents.slice(from, from + maxParents)
        records.push(...(await loadRecords(on, entity, languages, { column: property, values })))
      }
      if (!tree.has(entity.name)) waiting.push(entity.name)
      tree.set(entity.name, mergeRecords(tree.get(entity.name) ?? [], records))
    }
  }
  return tree
}

/** Merges both lists. A record that is reached through two owners occurs once. */
function mergeRecords(existingRecords: readonly LoadedRecord[], newRecords: readonly LoadedRecord[]): readonly LoadedRecord[] {
  const existingIds = new Set(existingRecords.map((record) => record.id))
  return [...existingRecords, ...newRecords.filter((record) => !existingIds.has(record.id))].sort((a, b) => a.id - b.id)
}

/** A record's wire values. A field that does not apply on this host or to this record is null. */
export type ApplicableRecord<D extends DeclaredEntity<PropertyMap>> = { readonly id: number } & ApplicableValuesOf<
  D['properties']
>

export interface PublishedRecord<V = WireRecord> {
  readonly id: number
  readonly values: V
}

/** A record of a declared entity, for example `Published<typeof question>`. */
export type TypedPublishedRecord<D extends DeclaredEntity<PropertyMap>> = PublishedRecord<ApplicableRecord<D>>

export interface PublishedTree {
  readonly product: TypedPublishedRecord<typeof product>
  readonly isPublished: boolean
  readonly pages: readonly TypedPublishedRecord<typeof page>[]
  /** In page and question order. */
  readonly questions: readonly TypedPublishedRecord<typeof question>[]
  /** In order within their question, questions in their order. */
  readonly answers: readonly TypedPublishedRecord<typeof answer>[]
  readonly calculations: readonly TypedPublishedRecord<typeof calculation>[]
  /** All other records of the tree, typed if the entity is passed as its declaration. */
  records<P extends PropertyMap>(entity: DeclaredEntity<P>): readonly TypedPublishedRecord<DeclaredEntity<P>>[]
  records(entity: string): readonly PublishedRecord[]
}

interface OrderedValues {
  readonly ordering: number | null
  /** Absent for entities that have no such field. */
  readonly published?: boolean | null
}

/** The records that are published or have no `published` field, in order. */
export function selectPublished<R extends PublishedRecord<OrderedValues>>(records: readonly R[]): readonly R[] {
  return records
    .filter(({ values }) => values.published !== false)
    .toSorted((a, b) => (a.values.ordering ?? 0) - (b.values.ordering ?? 0) || a.id - b.id)
}

/** The records whose parent is in the list, grouped by parent, in order. */
function selectChildren<R extends PublishedRecord<OrderedValues>>(
  parents: readonly PublishedRecord<unknown>[],
  records: readonly R[],
  parentOf: (record: R) => number,
): readonly R[] {
  const groups = new Map<number, R[]>(parents.map((parent) => [parent.id, []]))
  for (const record of selectPublished(records)) groups.get(parentOf(record))?.push(record)
  return [...groups.values()].flat()
}

export function createPublishedTree(registry: Registry, platform: Platform, tree: ProductTree): PublishedTree {
  function records<P extends PropertyMap>(wanted: DeclaredEntity<P>): readonly TypedPublishedRecord<DeclaredEntity<P>>[]
  function records(wanted: string): readonly PublishedRecord[]
  function records(declaration: string | DeclaredEntity<PropertyMap>): readonly PublishedRecord[] {
    const entity = requireEntity(registry, declaration)
    return (tree.get(entity.name) ?? []).map(({ id, values }) => {
      let maskedValues: (Record<string, unknown> & { id: number }) | null = null
      for (const name of findInapplicableFields(entity, values, platform)) {
        // Skip the copy of the record: most inapplicable fields are null already.
        if (values[name] === null) continue
        maskedValues ??= { ...values }
        maskedValues[name] = null
      }
      return { id, values: maskedValues ?? values }
    })
  }
  const root = records(product)[0]!
  const pages = selectChildren([root], records(page), ({ values }) => values.product_id)
  const questions = selectChildren(pages, records(question), ({ values }) => values.page_id)
  return {
    product: root,
    isPublished: root.values.published === true,
    pages,
    questions,
    answers: selectChildren(questions, records(answer), ({ values }) => values.question_id),
    calculations: records(calculation),
    records,
  }
}
