// The product that an editor works on: its names, keys and engine source, cached per version.
import { createLabel, createMessage } from '#core/foundation/message.js'
import type { ProductSource } from '#core/engine/program/source.js'
import { requireScopes } from '#core/foundation/access/require.js'
import { NotFoundError, ValidationError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { answer } from '#core/model/entities/catalog/answer.js'
import { calculation } from '#core/model/entities/catalog/calculation.js'
import { product } from '#core/model/entities/catalog/product.js'
import { question } from '#core/model/entities/catalog/question.js'
import { findOwnerJoins } from '#core/model/entity/ownership.js'
import { requireEntity } from '#core/model/registry.js'
import { loadProductSource } from '#core/product/load-product-source.js'
import { toProductTopic } from '#core/product/compiled-products.js'
import { loadProductVocabulary, type ProductVocabulary } from '#core/product/vocabulary.js'
import { defineCache } from '#core/storage/caches.js'
import { type LoadedRecord, loadRecords } from '#core/storage/record/load.js'
import { getVersionedSnapshot, storeTopic } from '#core/storage/versioned-snapshot.js'
import { ServiceContext } from '#core/storage/service-context.js'
import { type StoredPart, loadStoredProduct, toPartKeys, walkStoredParts } from '#core/transfer/sheet/stored-part.js'
import type { PartKey } from '#core/transfer/sheet/sheet-names.js'
import type { AdminScope } from '../../gate/admin-scope.js'
import { parsePositiveId } from './positive-id.js'

export interface EditedProduct {
  readonly vocabulary: ProductVocabulary
  readonly names: readonly PartKey[]
  /** Stored values of the product's questions, by id. */
  readonly settings: ReadonlyMap<number, Readonly<Record<string, unknown>>>
  /** The published product as engine source. */
  readonly source: ProductSource
  /** The store's version when it was read. Titles are in the store's default language. */
  readonly store: number | undefined
}

/** A product with a large table takes many megabytes. */
const editedProducts = defineCache<EditedProduct>('edited-products', 3)

/** Entities that formulas and rules reference by key. */
const referencedEntities: ReadonlySet<string> = new Set([question.name, answer.name, calculation.name])

/** An answer is four steps away from its product. No other path is much longer. */
const maxOwnerSteps = 8

/** The product that owns the owner record, or is that record. Throws NOT_FOUND without one. */
async function findOwningProduct({ app }: AdminScope, entity: Entity, owner: number): Promise<number> {
  const { registry, context } = app
  const root = product.name
  let [join] = findOwnerJoins(entity)
  let id: number | null = owner
  for (let step = 0; join && id !== null && step < maxOwnerSteps; step++) {
    if (join.entity === root) return id
    const above: Entity = requireEntity(registry, join.entity)
    const [next] = findOwnerJoins(above)
    const records: readonly LoadedRecord[] = await loadRecords(context.database, above, [], { column: 'id', values: [id] })
    id = next ? parsePositiveId(records[0]?.values[next.property]) : null
    join = next
  }
  throw new NotFoundError(createMessage('errors.noProductOfOwner', { entity: createLabel('entity', entity.label), owner }))
}

async function loadEditedProduct({ app }: AdminScope, productId: number, store: number | undefined): Promise<EditedProduct> {
  const { context } = app
  const work = await new ServiceContext(context).at(toProductTopic(productId))
  const storedPart: StoredPart = await loadStoredProduct(work, productId)
  const parts = [...walkStoredParts(storedPart)]
  return {
    vocabulary: await loadProductVocabulary(context, productId),
    names: toPartKeys(parts.filter(({ entity }) => referencedEntities.has(entity.name))),
    settings: new Map(
      parts.filter(({ entity }) => entity.name === question.name).map(({ record }) => [record.id, record.values]),
    ),
    source: await loadProductSource(context, productId),
    store,
  }
}

/** Throws VALIDATION_FAILED on `owner`, INSUFFICIENT_SCOPE without catalog:read, NOT_FOUND if no product owns the record. */
export async function getEditedProduct(scope: AdminScope, entity: Entity, owner: unknown): Promise<EditedProduct> {
  requireScopes(scope.caller.grant, ['catalog:read'])
  const id = parsePositiveId(owner)
  if (id === null) throw ValidationError.of('owner', createMessage('errors.ownerRequired'))
  const productId = await findOwningProduct(scope, entity, id)
  const topic = toProductTopic(productId)
  const { versions } = await getVersionedSnapshot(scope.app.context, undefined, [topic])
  const cache = scope.app.context.caches.of(editedProducts)
  const store = versions.get(storeTopic)
  const get = (): Promise<EditedProduct> =>
    cache.get(topic, versions.get(topic) ?? 0, () => loadEditedProduct(scope, productId, store))
  const cachedProduct = await get()
  if (cachedProduct.store === store) return cachedProduct
  cache.delete(topic)
  return get()
}
