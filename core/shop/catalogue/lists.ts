// Reads the shop's product lists and searches the published products.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language.js'
import { type Facet, toFacet } from '../../model/storefront/facets.js'
import { productList as listEntity } from '../../model/entities/catalog/product-list.js'
import type { LoadedRecord, TypedRecord } from '../../storage/record/load.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../shop.js'
import type {
  CatalogueOptions,
  ListReply,
  ListSummary,
  NavigationList,
  PageOptions,
  ProductFilterOptions,
  ProductListFilterOptions,
  ProductListReply,
  ProductSearchOptions,
  ProductSearchReply,
  ShopListsReply,
  CatalogueAddresses,
  RecordLabels,
} from './define.js'
import type { Optimiser } from '../../product/optimiser.js'
import { findProducts, loadListMembers, type ProductCriteria } from './search/find-products.js'
import { loadProductIndex, productsTopic } from './search/product-index.js'
import { loadSummaries, openCatalogueShop } from './service.js'
import { toShopView } from './view.js'
import { contentPage } from '../../model/entities/store/content-page.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { listEntityRecords } from '../../storage/record/list.js'

type ListRecord = LoadedRecord<TypedRecord<typeof listEntity.properties>>

const translateListField = ({ values }: ListRecord, field: 'description' | 'label' | 'title', shop: Shop): string =>
  getRecordText(values, field, shop.language) || getRecordText(values, field)

function toListSummary(list: ListRecord, shop: Shop): ListSummary {
  const getText = (field: 'description' | 'label' | 'title'): string => translateListField(list, field, shop)
  const texts = { label: getText('label'), title: getText('title'), description: getText('description') }
  return { id: list.id, ...texts, parent_id: list.values.parent_id, image: list.values.image || null }
}

async function loadPublishedLists(work: ServiceContext, shop: Shop): Promise<readonly ListRecord[]> {
  return (await work.list(listEntity, undefined, shop.languages)).filter(({ values }) => values.published === true)
}

/** The published lists, in order of creation. */
export async function listProductLists(fresh: ServiceContext, options: CatalogueOptions): Promise<ShopListsReply> {
  const work = await fresh.at()
  const shop = await openCatalogueShop(work, options)
  return { shop: toShopView(shop), lists: (await loadPublishedLists(work, shop)).map((list) => toListSummary(list, shop)) }
}

/** The published list with this id, or with this label in any language. */
function findList(lists: readonly ListRecord[], key: string, shop: Shop): ListRecord {
  const isLabelled = (list: ListRecord): boolean => shop.languages.some((tag) => getRecordText(list.values, 'label', tag) === key)
  const list = lists.find(isLabelled) ?? lists.find(({ id }) => String(id) === key)
  if (list === undefined) throw new NotFoundError(createMessage('shop.productListUnknown', { name: key.slice(0, 100) }))
  return list
}

const readFacets = ({ values }: ListRecord): readonly Facet[] => (values.facets ?? []).map(toFacet)

/** The criteria of the options, without a query. */
function toCriteria(options: ProductFilterOptions, list: ListRecord | null, listIds: readonly number[]): ProductCriteria {
  const { facets = {} } = options
  return {
    query: '',
    listIds,
    priceFrom: options.priceFrom ?? null,
    priceTo: options.priceTo ?? null,
    isAvailable: options.available === true,
    facets: new Map(Object.entries(facets).map(([field, values]) => [field, new Set(values)])),
    facetFields: list === null ? [] : readFacets(list),
    sort: options.sort ?? null,
  }
}

const maximumLimit = 200

/** The page of the ids that the options select. */
function selectPage(ids: readonly number[], { limit = maximumLimit, offset = 0 }: PageOptions): readonly number[] {
  return ids.slice(offset, offset + Math.min(limit, maximumLimit))
}

/** One list by its label in any language, else by its id, with its published products. */
export async function showProductList(
  fresh: ServiceContext,
  key: string,
  options: ProductListFilterOptions,
  optimiser: Optimiser | null = null,
): Promise<ListReply> {
  const work = await fresh.at(productsTopic)
  const shop = await openCatalogueShop(work, options)
  const lists = await loadPublishedLists(work, shop)
  const list = findList(lists, key, shop)
  const parent = lists.find(({ id }) => id === list.values.parent_id)
  const order = list.values.product_sorting === 'manual' ? 'list' : 'title'
  const criteria = toCriteria(options, list, [list.id])
  const sort = options.sort === undefined || options.sort === 'relevance' ? order : options.sort
  const { ids, filters } = await findProducts(work, shop, { ...criteria, sort })
  return {
    shop: toShopView(shop),
    list: toListSummary(list, shop),
    parent: parent ? toListSummary(parent, shop) : null,
    lists: lists.filter(({ values }) => values.parent_id === list.id).map((child) => toListSummary(child, shop)),
    products: await loadSummaries(work, selectPage(ids, options), shop, optimiser),
    total: ids.length,
    filters,
  }
}

/** The published products that match a query and filters. NotFoundError for an unknown list. */
export async function searchProducts(
  fresh: ServiceContext,
  options: ProductSearchOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductSearchReply> {
  const work = await fresh.at(productsTopic)
  const shop = await openCatalogueShop(work, options)
  const lists = options.list === undefined ? [] : await loadPublishedLists(work, shop)
  const list = options.list === undefined ? null : findList(lists, options.list, shop)
  const listIds = lists.flatMap(({ id, values }) => (id === list?.id || values.parent_id === list?.id ? [id] : []))
  const criteria = { ...toCriteria(options, list, listIds), query: options.query ?? '' }
  const { ids, filters, suggestions } = await findProducts(work, shop, criteria)
  const products = await loadSummaries(work, selectPage(ids, options), shop, optimiser)
  return { shop: toShopView(shop), products, total: ids.length, filters, suggestions }
}

const maximumRelated = 4

/** Other published products of the product's lists: the next ones in the order of each list, from its own position on. */
export async function listRelatedProducts(
  fresh: ServiceContext,
  productId: number,
  options: CatalogueOptions,
  optimiser: Optimiser | null = null,
): Promise<ProductListReply> {
  const work = await fresh.at(productsTopic)
  const shop = await openCatalogueShop(work, options)
  const [index, members] = [await loadProductIndex(work), await loadListMembers(work)]
  const published = await loadPublishedLists(work, shop)
  const related = published.flatMap(({ id }) => {
    const ids = members.get(id) ?? []
    const position = ids.indexOf(productId)
    return position === -1 ? [] : [...ids.slice(position + 1), ...ids.slice(0, position)]
  })
  const ids = [...new Set(related)].filter((id) => index.products.has(id) && id !== productId)
  const products = await loadSummaries(work, ids.slice(0, maximumRelated), shop, optimiser)
  return { shop: toShopView(shop), products, total: ids.length }
}

/** The published lists of the navigation, each with the lists that it contains. */
export async function listNavigation(work: ServiceContext, language: string): Promise<readonly NavigationList[]> {
  const records = await work.records(listEntity)
  const shown = records.filter(({ published, in_navigation: isShown }) => published === true && isShown === true)
  const toEntry = (record: (typeof records)[number]) => ({
    id: record.id,
    label: getRecordText(record, 'label', language) || getRecordText(record, 'label'),
    title: getRecordText(record, 'title', language) || getRecordText(record, 'title'),
  })
  return shown
    .filter(({ parent_id: parentId }) => parentId === null)
    .map((list) => ({ ...toEntry(list), lists: shown.filter(({ parent_id: parentId }) => parentId === list.id).map(toEntry) }))
}

// Lists the URL labels of published products, product lists and content pages in every language, for sitemaps.

/** `limit` products by id, from `offset` on, and all lists and content pages. */
export async function listCatalogueAddresses(fresh: ServiceContext, limit: number, offset: number): Promise<CatalogueAddresses> {
  const work = await fresh.at()
  const { context, versionedSnapshot: shopSnapshot } = work
  const { languages } = shopSnapshot.snapshot
  const labelled = ({
    id,
    values,
  }: {
    readonly id: number
    readonly values: Readonly<Record<string, unknown>>
  }): RecordLabels => ({
    id,
    labels: new Map(languages.map((tag) => [tag, getRecordText(values, 'label', tag)])),
  })
  const { records, meta } = await listEntityRecords(
    context,
    'product',
    { filters: new Map([['published', true]]), sort: 'id', limit, offset },
    { versionedSnapshot: shopSnapshot },
  )
  const products = await work.list(productEntity, { column: 'id', values: records.map(({ id }) => id) }, languages)
  const lists = await work.list(listEntity, undefined, languages)
  const pages = await work.records(contentPage)
  return {
    products: products.map(labelled),
    total: meta.total,
    lists: lists.filter(({ values }) => values.published === true).map(labelled),
    pages: pages.filter(({ published }) => published === true).map((page) => labelled({ id: page.id, values: page })),
  }
}
