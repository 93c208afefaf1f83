// Loads the product that an editor of formulas and rules works on, with the keys of its parts.

import { entities, productEditing, shopperCalls, defineCache } from '#core/surface.js'
import { getVersionedSnapshot, type Context, ServiceContext } from '#core/contract.js'
import { loadStoredProduct, toStoredPartKeys, walkParts } from './sheet/stored-part.js'

/** A product with a large table takes many megabytes. */
const editedProducts = defineCache<productEditing.EditedProduct>('edited-products', 3)

/** Entities that formulas and rules reference by key. */
const referencedEntities: ReadonlySet<string> = new Set([entities.question.name, entities.answer.name, entities.calculation.name])

async function readEditedProduct(
  context: Context,
  productId: number,
  store: number | undefined,
): Promise<productEditing.EditedProduct> {
  const work = await new ServiceContext(context).at(shopperCalls.toProductTopic(productId))
  const parts = [...walkParts(await loadStoredProduct(work, productId))]
  return {
    ...(await productEditing.loadProductVocabulary(context, productId)),
    names: toStoredPartKeys(parts.filter(({ entity }) => referencedEntities.has(entity.name))),
    settings: new Map(
      parts.filter(({ entity }) => entity.name === entities.question.name).map(({ record }) => [record.id, record.values]),
    ),
    source: await productEditing.loadProductSource(context, productId),
    store,
  }
}

/** Loads the product, or returns it from the cache of its version. NOT_FOUND for an unknown product. */
export async function loadEditedProduct(context: Context, productId: number): Promise<productEditing.EditedProduct> {
  const topic = shopperCalls.toProductTopic(productId)
  const { versions } = await getVersionedSnapshot(context, undefined, [topic])
  const cache = context.caches.of(editedProducts)
  const store = versions.get(shopperCalls.storeTopic)
  const get = (): Promise<productEditing.EditedProduct> =>
    cache.get(topic, versions.get(topic) ?? 0, () => readEditedProduct(context, productId, store))
  const cachedProduct = await get()
  if (cachedProduct.store === store) return cachedProduct
  cache.delete(topic)
  return get()
}
