// Loads a product with all catalogue records that it owns, entity by entity along the ownership graph.
import { createMessage } from '../foundation/message.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { DeclaredEntity } from '../foundation/property/typing.js'
import type { Context } from '../storage/context.js'
import type { Queryable } from '../storage/database/dialect.js'
import { type LoadedRecord, loadRecords, type TypedRecord } from '../storage/record/load.js'
import { product } from '../model/entities/catalog/product.js'
import { requireEntity } from '../model/registry.js'

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
