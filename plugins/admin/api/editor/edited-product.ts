// The product that an editor works on: its names, keys and engine source, cached per version.
import {
  createLabel,
  createMessage,
  getVersionedSnapshot,
  NotFoundError,
  ServiceContext,
  ValidationError,
} from '#core/contract.js'
import {
  defineCache,
  type Entity,
  findOwnerJoins,
  type LoadedRecord,
  loadProductSource,
  loadProductVocabulary,
  loadRecords,
  loadStoredProduct,
  type PartKey,
  type ProductSource,
  type ProductVocabulary,
  requireEntity,
  requireScopes,
  type StoredPart,
  storeTopic,
  toStoredPartKeys,
  toProductTopic,
  walkParts,
  entities,
} from '#core/surface.js'
import type { AdminScope } from '../../gate/admin-scope.js'

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
const referencedEntities: ReadonlySet<string> = new Set([entities.question.name, entities.answer.name, entities.calculation.name])

/** An answer is four steps away from its product. No other path is much longer. */
const maxOwnerSteps = 8

/** The id, from a number or its text. null for everything else. */
export function parsePositiveId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The product that owns the owner record, or is that record. Throws NOT_FOUND without one. */
async function findOwningProduct({ app }: AdminScope, entity: Entity, owner: number): Promise<number> {
  const {
    context: { registry },
    context,
  } = app
  const root = entities.product.name
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
  const parts = [...walkParts(storedPart)]
  return {
    vocabulary: await loadProductVocabulary(context, productId),
    names: toStoredPartKeys(parts.filter(({ entity }) => referencedEntities.has(entity.name))),
    settings: new Map(
      parts.filter(({ entity }) => entity.name === entities.question.name).map(({ record }) => [record.id, record.values]),
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
