// Reads the published catalogue for shop fronts. Caches the guests' product views per version of product and store.
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { shopLanguage } from '../language.js'
import { shopCurrency } from '../currency.js'
import { guest } from '../shopper.js'
import { NotFoundError } from '../../foundation/errors.js'
import { createLruCache, type LruCache } from '../../foundation/lru-cache.js'
import { flatKey } from '../../foundation/language/tags.js'
import { requireEntity } from '../../model/registry.js'
import { defineCache } from '../../storage/caches.js'
import { holdersOf } from '../../storage/pipeline/unique-texts.js'
import { shownName } from '../../storage/pipeline/files.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { list } from '../../storage/record/list.js'
import { storeTopic } from '../../storage/record/moment.js'
import type { Work } from '../../storage/work.js'
import type { CatalogueOptions, ProductListOptions, ProductListReply, ProductReply, ProductView } from './define.js'
import { loadProductTree } from '../../product/tree.js'
import { catalogVersion, type CompiledProduct, compiledProduct, productTopic } from '../../product/programs.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { publishedTree } from '../../product/published-tree.js'
import { placeTold } from '../place.js'
import { openShop, type Shop } from '../shop.js'
import { fromPrices } from './from-prices.js'
import { fromPriceView, listedBasePrice, productView, shopView, summaryView } from './view.js'

/** A product's views for guests, by language, currency, group and place. */
type Views = LruCache<string, Promise<ProductView>>

const cache = defineCache<Views>('product views', 50)
const viewsPerProduct = 12

/** The shop for the shopper in the options. */
export async function shopOf(work: Work, options: CatalogueOptions): Promise<Shop> {
  const language = shopLanguage(work, options.language)
  const currencies = await shopCurrency(work, options.currency ?? null)
  const told = await placeTold(work, options.place ?? {}, options.told)
  return openShop(work, options.shopper ?? guest, language, currencies, { told })
}

/** The published products, by title. */
export async function listProducts(
  fresh: Work,
  options: ProductListOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductListReply> {
  const work = await fresh.at()
  const { context, moment } = work
  const shop = await shopOf(work, options)
  const page = { limit: options.limit ?? 200, offset: options.offset ?? 0 }
  const query = { filters: new Map([['published', true]]), sort: 'title', language: shop.language, ...page }
  const { records, meta } = await list(context, 'product', query, { moment })
  const ids = records.map((record) => record.id)
  const found = await work.list(productEntity, { column: 'id', values: ids }, shop.languages)
  const byId = new Map(found.map((record) => [record.id, record.values]))
  const least = await fromPrices(work, ids, shop, optimiser)
  const summaries = ids.flatMap((id) => {
    const values = byId.get(id)
    return values ? [summaryView(values, listedBasePrice(values, shop.customerGroupId), shop, least.get(id))] : []
  })
  return { shop: shopView(shop), products: summaries, total: meta.total }
}

const unknown = (key: number | string): NotFoundError =>
  new NotFoundError(`There is no published product '${String(key).slice(0, 100)}'. GET products lists those that exist.`)

/** Finds the id of a key: a label in the language or another one, else an id in digits. A number is an id. */
async function productId({ context, moment, on }: Work, key: number | string, language: string): Promise<number> {
  if (typeof key === 'number') return key
  const entity = requireEntity(context.registry, 'product')
  const keys = flatKeysOf(entity, moment.snapshot.languages)
  for (const tag of [language, ...moment.snapshot.languages]) {
    const label = keys.get(flatKey('label', tag))
    const [id] = label ? await holdersOf(on, entity, label, String(key)) : []
    if (id !== undefined) return id
  }
  if (/^[1-9][0-9]{0,14}$/.test(key)) return Number(key)
  throw unknown(key)
}

async function draw(work: Work, compiled: CompiledProduct, id: number, shop: Shop): Promise<ProductView> {
  const { context } = work
  const tree = await loadProductTree(context, work.on, id, work.moment.snapshot.languages)
  if (tree === null) throw unknown(id)
  return productView(publishedTree(context.registry, context.platform, tree), compiled, shop)
}

async function cachedView(work: Work, compiled: CompiledProduct, id: number, shop: Shop): Promise<ProductView> {
  const { context, moment } = work
  const version = catalogVersion(moment, id)
  const views = await context.caches
    .of(cache)
    .get(productTopic(id), version, () => Promise.resolve<Views>(createLruCache(viewsPerProduct)))
  const key = [
    moment.versions.get(storeTopic) ?? 0,
    shop.language,
    shop.currency.code,
    shop.customerGroupId,
    shop.prices,
    JSON.stringify([shop.destination, shop.taxRates(null)]),
  ].join()
  const held = views.get(key)
  if (held) return held
  const drawing = draw(work, compiled, id, shop)
  views.set(key, drawing)
  drawing.catch(() => views.delete(key))
  return drawing
}

/** One product by its id or label, with the data for its configurator page. */
export async function showProduct(
  fresh: Work,
  key: number | string,
  options: CatalogueOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductReply> {
  const first = await fresh.at()
  const id = await productId(first, key, shopLanguage(first, options.language))
  const work = await first.at(productTopic(id))
  const shop = await shopOf(work, options)
  const compiled = await compiledProduct(work, id)
  if (!compiled?.isPublished) throw unknown(key)
  const isGuest = (options.shopper?.customerId ?? null) === null
  const view = await (isGuest ? cachedView : draw)(work, compiled, id, shop)
  const least = (await fromPrices(work, [id], shop, optimiser)).get(id)
  return { shop: shopView(shop), product: { ...view, from_price: fromPriceView(least, shop, compiled.taxClassId) } }
}

/** The file names of all pictures in the view. */
function picturesOf(view: ProductView): ReadonlySet<string | null> {
  const questions = view.pages.flatMap((page) => page.questions)
  const answers = questions.flatMap((question) => question.answers)
  return new Set([
    view.image,
    view.visualization_image,
    ...questions.map((question) => question.image),
    ...answers.flatMap((answer) => [answer.picker_image, answer.image, answer.visualization_image]),
  ])
}

/** The bytes of a picture that the published product shows. NotFoundError for any other name. */
export async function readPicture(work: Work, id: number, name: string): Promise<Uint8Array> {
  const { product: view } = await showProduct(work, id, {})
  const { files } = work.context
  // Prefer the smaller copy, if there is one.
  const bytes = picturesOf(view).has(name) ? ((await files.get(shownName(name))) ?? (await files.get(name))) : null
  if (bytes === null) throw new NotFoundError(`Product ${id} has no picture '${name.slice(0, 100)}'.`)
  return bytes
}
