// The published products in memory, for search, filters and sorting. After a change, only the changed products are read again.
import type { Property } from '../../../foundation/property/kind.js'
import { listFacetProperties } from '../../../model/storefront/facets.js'
import { product as productEntity } from '../../../model/entities/catalog/product.js'
import { requireEntity } from '../../../model/registry.js'
import { defineCache } from '../../../storage/caches.js'
import { toRowsTopic } from '../../../storage/unit-of-work/identity-map.js'
import { quoteName, splitIntoPortions } from '../../../storage/database/dialect.js'
import { loadTexts } from '../../../storage/record/present.js'
import type { Context } from '../../../storage/context.js'
import type { ServiceContext } from '../../../storage/service-context.js'
import { getBasePrice } from '../view.js'
import { LanguageIndex } from './product-words.js'

/** Every write of a product raises the version of this topic. */
export const productsTopic = toRowsTopic(productEntity)

export interface IndexedProduct {
  readonly revision: number
  readonly sku: string
  readonly taxClassId: number | null
  /** True if shoppers can put it into their cart. Other products are shown without a buy button. */
  readonly isAvailable: boolean
  /** The values of facet fields without translations. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The base price by customer group, in currency units; the key null has the price of all other groups. */
  readonly prices: ReadonlyMap<number | null, number>
}

/** SQLite reads the rows of a query in one step, which must not block the event loop for long. */
const productsPerQuery = 250

async function loadProducts(
  work: ServiceContext,
  ids: readonly number[],
  facets: readonly Property[],
): Promise<ReadonlyMap<number, IndexedProduct>> {
  const products = new Map<number, IndexedProduct>()
  for (const portion of splitIntoPortions(ids, productsPerQuery)) {
    for (const { id, revision, values } of await work.list(productEntity, { column: 'id', values: portion })) {
      if (!values.published) continue
      const groups = (values.baseprice_overrides ?? []).map(({ customer_group_id: groupId }) => groupId)
      products.set(id, {
        revision,
        sku: values.sku,
        taxClassId: values.tax_class_id,
        isAvailable: values.show_buy_button === true,
        fields: Object.fromEntries(facets.map(({ name }) => [name, (values as Readonly<Record<string, unknown>>)[name]])),
        prices: new Map([null, ...groups].map((groupId) => [groupId, getBasePrice(values, groupId)])),
      })
    }
  }
  return products
}

/** Immutable, except that languages are added. A change of a product leads to a new index. */
export class ProductIndex {
  /** By the languages whose texts are shown, in the order of precedence. */
  private readonly languages = new Map<string, Promise<LanguageIndex>>()
  private readonly outdated: Map<string, Promise<LanguageIndex>>

  private constructor(
    readonly products: ReadonlyMap<number, IndexedProduct>,
    previous: ProductIndex | null,
  ) {
    this.outdated = new Map(previous ? [...previous.outdated, ...previous.languages] : [])
  }

  static async load(work: ServiceContext, previous: ProductIndex | null): Promise<ProductIndex> {
    const { table } = requireEntity(work.context.registry, productEntity.name)
    const sql = `SELECT id, revision FROM ${quoteName(table)} WHERE published = 1 ORDER BY id`
    const rows = await work.on.query<{ id: number; revision: number }>(sql)
    const changed = rows.filter(({ id, revision }) => previous?.products.get(id)?.revision !== revision)
    const facets = listFacetProperties(work.context.registry).filter(({ translatable }) => !translatable)
    const loaded = await loadProducts(
      work,
      changed.map(({ id }) => id),
      facets,
    )
    const products = new Map<number, IndexedProduct>()
    for (const { id } of rows) {
      const product = loaded.get(id) ?? previous?.products.get(id)
      if (product) products.set(id, product)
    }
    return new ProductIndex(products, previous)
  }

  /** The words and titles that shoppers see in the language. */
  language(work: ServiceContext, language: string): Promise<LanguageIndex> {
    const { languages } = work.versionedSnapshot.snapshot
    const tags = [...new Set([language, ...languages])]
    const key = tags.join()
    const cached = this.languages.get(key)
    if (cached) return cached
    const loading = this.loadLanguage(work, language, tags, this.outdated.get(key) ?? null)
    this.languages.set(key, loading)
    loading.then(
      () => this.outdated.delete(key),
      () => this.languages.delete(key),
    )
    return loading
  }

  private async loadLanguage(
    work: ServiceContext,
    language: string,
    tags: readonly string[],
    outdated: Promise<LanguageIndex> | null,
  ): Promise<LanguageIndex> {
    const translated = listFacetProperties(work.context.registry).flatMap(({ name, translatable }) =>
      translatable ? [name] : [],
    )
    return LanguageIndex.create(language, this.products, (await outdated?.catch(() => null)) ?? null, async (ids) => {
      const fields = [...new Set(['title', 'description', ...translated])]
      const texts = await loadTexts(work.on, productEntity.name, ids, { fields })
      return (id) => ({
        title: texts.plain(id, 'title', tags),
        description: texts.plain(id, 'description', tags),
        fields: new Map(translated.map((name) => [name, texts.plain(id, name, tags)])),
      })
    })
  }
}

const indexCache = defineCache<ProductIndex>('published products', 1)
/** The latest index, from which the next one starts. The cache forgets an index as soon as a product changes. */
const latestIndexes = new WeakMap<Context, ProductIndex>()

/** The index at the version of the products that `work` has read. `work` must have the topic of the products. */
export async function loadProductIndex(work: ServiceContext): Promise<ProductIndex> {
  const { context } = work
  const load = async (): Promise<ProductIndex> => {
    const index = await ProductIndex.load(work, latestIndexes.get(context) ?? null)
    latestIndexes.set(context, index)
    return index
  }
  return context.caches.of(indexCache).get(productsTopic, work.versionedSnapshot.versions.get(productsTopic) ?? 0, load, work.on)
}

/** Loads the index with all active languages, so that the first search finds it. */
export async function prepareProductIndex(fresh: ServiceContext): Promise<void> {
  const work = await fresh.at(productsTopic)
  const index = await loadProductIndex(work)
  for (const language of work.versionedSnapshot.snapshot.languages) await index.language(work, language)
}
