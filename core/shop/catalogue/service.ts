// Reads the published catalogue for shop fronts. Caches the guests' product views per version of product and store.
import type { PictureRequester } from '../../storage/files/picture.js'
import { isConfiguredPictureName, readConfiguredPicture } from '../configured-picture.js'
import { createMessage } from '../../foundation/message.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { resolveLanguage } from '../language.js'
import { resolveCurrency, openShop, type Shop } from '../shop.js'
import { guest } from '../shopper.js'
import { NotFoundError } from '../../foundation/errors.js'
import { createLruCache, type LruCache } from '../../foundation/lru-cache.js'
import { flatKey } from '../../foundation/language.js'
import { requireEntity } from '../../model/registry.js'
import { defineCache, storeTopic } from '../../storage/caches.js'
import { findTextHolders } from '../../storage/pipeline/unique-values.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import { getFlatKeys } from '../../storage/record/present.js'
import { listEntityRecords } from '../../storage/record/list.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type {
  CatalogueOptions,
  ProductListOptions,
  ProductListReply,
  ProductReply,
  ProductSummary,
  ProductView,
} from './define.js'
import { loadProductTree, createPublishedTree } from '../../product/published-tree.js'
import { getCatalogVersion, type CompiledProduct, loadCompiledProduct, toProductTopic } from '../../product/compiled-products.js'
import type { Optimiser } from '../../product/optimiser.js'
import { resolvePlace } from '../destination.js'
import { loadLowestPrices } from './lowest-prices.js'
import { toLowestPrice, getBasePrice, buildProductView, toShopView, toProductSummary } from './view.js'

/** A product's views for guests, by language, currency, group and place. */
type ProductViews = LruCache<string, Promise<ProductView>>

const viewCache = defineCache<ProductViews>('product views', 50)
const maxViewsPerProduct = 12

/** The shop for the shopper in the options. */
export async function openCatalogueShop(work: ServiceContext, options: CatalogueOptions): Promise<Shop> {
  const language = resolveLanguage(work, options.language)
  const currencies = await resolveCurrency(work, options.currency ?? null)
  const enteredPlace = await resolvePlace(work, options.place ?? {}, options.enteredPlace)
  return openShop(work, options.shopper ?? guest, language, currencies, { enteredPlace })
}

/** The published products, by title. */
export async function listProducts(
  fresh: ServiceContext,
  options: ProductListOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductListReply> {
  const work = await fresh.at()
  const { context, versionedSnapshot: shopSnapshot } = work
  const shop = await openCatalogueShop(work, options)
  const page = { limit: options.limit ?? 200, offset: options.offset ?? 0 }
  const query = { filters: new Map([['published', true]]), sort: 'title', language: shop.language, ...page }
  const { records, meta } = await listEntityRecords(context, 'product', query, { versionedSnapshot: shopSnapshot })
  const ids = records.map((record) => record.id)
  return { shop: toShopView(shop), products: await loadSummaries(work, ids, shop, optimiser), total: meta.total }
}

/** The published products with these ids, in their order. */
export async function loadSummaries(
  work: ServiceContext,
  ids: readonly number[],
  shop: Shop,
  optimiser: Optimiser | null,
): Promise<readonly ProductSummary[]> {
  const records = await work.list(productEntity, { column: 'id', values: ids }, shop.languages)
  const byId = new Map(records.map((record) => [record.id, record.values]))
  const least = await loadLowestPrices(work, ids, shop, optimiser)
  return ids.flatMap((id) => {
    const values = byId.get(id)
    return values?.published ? [toProductSummary(values, getBasePrice(values, shop.customerGroupId), shop, least.get(id))] : []
  })
}

const createUnknownProductError = (key: number | string): NotFoundError =>
  new NotFoundError(createMessage('shop.productUnknown', { name: String(key).slice(0, 100) }))

/** Finds the id of a key: a label in the language or another one, else an id in digits. A number is an id. */
async function findProductId(
  { context, versionedSnapshot: shopSnapshot, on }: ServiceContext,
  key: number | string,
  language: string,
): Promise<number> {
  if (typeof key === 'number') return key
  const entity = requireEntity(context.registry, 'product')
  const keys = getFlatKeys(entity, shopSnapshot.snapshot.languages)
  for (const tag of [language, ...shopSnapshot.snapshot.languages]) {
    const label = keys.get(flatKey('label', tag))
    const [id] = label ? await findTextHolders(on, entity, label, String(key)) : []
    if (id !== undefined) return id
  }
  if (/^[1-9][0-9]{0,14}$/.test(key)) return Number(key)
  throw createUnknownProductError(key)
}

async function buildView(work: ServiceContext, compiled: CompiledProduct, id: number, shop: Shop): Promise<ProductView> {
  const { context } = work
  const tree = await loadProductTree(context, work.on, id, work.versionedSnapshot.snapshot.languages)
  if (tree === null) throw createUnknownProductError(id)
  return buildProductView(createPublishedTree(context.registry, context.platform, tree), compiled, shop)
}

async function loadCachedView(work: ServiceContext, compiled: CompiledProduct, id: number, shop: Shop): Promise<ProductView> {
  const { context, versionedSnapshot: shopSnapshot } = work
  const version = getCatalogVersion(shopSnapshot, id)
  const views = await context.caches
    .of(viewCache)
    .get(toProductTopic(id), version, () => Promise.resolve<ProductViews>(createLruCache(maxViewsPerProduct)))
  const key = [
    shopSnapshot.versions.get(storeTopic) ?? 0,
    shop.language,
    shop.currency.code,
    shop.customerGroupId,
    shop.prices,
    JSON.stringify([shop.destination, shop.taxRates(null)]),
  ].join()
  const cachedView = views.get(key)
  if (cachedView) return cachedView
  const drawing = buildView(work, compiled, id, shop)
  views.set(key, drawing)
  drawing.catch(() => views.delete(key))
  return drawing
}

/** One product by its id or label, with the data for its configurator page. */
export async function showProduct(
  fresh: ServiceContext,
  key: number | string,
  options: CatalogueOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductReply> {
  const first = await fresh.at()
  const id = await findProductId(first, key, resolveLanguage(first, options.language))
  const work = await first.at(toProductTopic(id))
  const shop = await openCatalogueShop(work, options)
  const compiled = await loadCompiledProduct(work, id)
  if (!compiled?.isPublished) throw createUnknownProductError(key)
  const isGuest = (options.shopper?.customerId ?? null) === null
  const view = await (isGuest ? loadCachedView : buildView)(work, compiled, id, shop)
  const least = (await loadLowestPrices(work, [id], shop, optimiser)).get(id)
  return { shop: toShopView(shop), product: { ...view, from_price: toLowestPrice(least, shop, compiled.taxClassId) } }
}

/** The file names of all pictures in the view. */
function listPictures(view: ProductView): ReadonlySet<string | null> {
  const questions = view.pages.flatMap((page) => page.questions)
  const answers = questions.flatMap((question) => question.answers)
  return new Set([
    view.image,
    view.visualization_image,
    ...view.gallery,
    ...questions.map((question) => question.image),
    ...answers.flatMap((answer) => [answer.picker_image, answer.image, answer.visualization_image]),
  ])
}

async function readShownPicture(work: ServiceContext, id: number, name: string): Promise<Uint8Array | null> {
  const { product: view } = await showProduct(work, id, {})
  if (!listPictures(view).has(name)) return null
  const { files } = work.context
  // Prefer the smaller copy, if there is one.
  return (await files.get(toStorefrontCopyName(name))) ?? files.get(name)
}

/**
 * The bytes of a picture that the published product shows, or of a configured product, which may be unpublished by now. NotFoundError for any
 * other name.
 */
export async function readPicture(
  work: ServiceContext,
  id: number,
  name: string,
  requester: PictureRequester,
): Promise<Uint8Array> {
  const bytes = isConfiguredPictureName(name)
    ? ((await readConfiguredPicture(work.context, name, requester))?.bytes ?? null)
    : await readShownPicture(work, id, name)
  if (bytes === null)
    throw new NotFoundError(createMessage('shop.productPictureUnknown', { id: String(id), name: name.slice(0, 100) }))
  return bytes
}
