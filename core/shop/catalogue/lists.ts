// Reads the shop's product lists and their products.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { productListAssignment } from '../../model/entities/catalog/product-list-assignment.js'
import { productList as listEntity } from '../../model/entities/catalog/product-list.js'
import type { LoadedRecord, TypedRecord } from '../../storage/record/load.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../shop.js'
import type { CatalogueOptions, ListReply, ListSummary, NavigationList, ShopListsReply } from './define.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { loadLowestPrices } from './lowest-prices.js'
import { openCatalogueShop } from './service.js'
import { getBasePrice, toShopView, toProductSummary } from './view.js'

type ListRecord = LoadedRecord<TypedRecord<typeof listEntity.properties>>

/** Maximum number of products read per list. */
const maxProducts = 500

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

/** One list by its label in any language, else by its id, with its published products. */
export async function showProductList(
  fresh: ServiceContext,
  key: string,
  options: CatalogueOptions,
  optimiser: Optimiser | null = null,
): Promise<ListReply> {
  const work = await fresh.at()
  const shop = await openCatalogueShop(work, options)
  const lists = await loadPublishedLists(work, shop)
  const isLabelled = (list: ListRecord): boolean => shop.languages.some((tag) => getRecordText(list.values, 'label', tag) === key)
  const list = lists.find(isLabelled) ?? lists.find(({ id }) => String(id) === key)
  if (list === undefined) throw new NotFoundError(createMessage('shop.productListUnknown', { name: key.slice(0, 100) }))
  const assignments = await work.list(productListAssignment, { column: 'product_list_id', values: [list.id] })
  const places = assignments.toSorted((a, b) => (a.values.ordering ?? 0) - (b.values.ordering ?? 0)).slice(0, maxProducts)
  const ids = [...new Set(places.map(({ values }) => values.product_id))]
  const records = await work.list(productEntity, { column: 'id', values: ids }, shop.languages)
  const least = await loadLowestPrices(work, ids, shop, optimiser)
  const entries = records.flatMap(({ id, values }) =>
    values.published
      ? [[id, toProductSummary(values, getBasePrice(values, shop.customerGroupId), shop, least.get(id))] as const]
      : [],
  )
  const summaries = new Map(entries)
  const products = ids.flatMap((id) => summaries.get(id) ?? [])
  const byTitle = new Intl.Collator(shop.language)
  const parent = lists.find(({ id }) => id === list.values.parent_id)
  return {
    shop: toShopView(shop),
    list: toListSummary(list, shop),
    parent: parent ? toListSummary(parent, shop) : null,
    lists: lists.filter(({ values }) => values.parent_id === list.id).map((child) => toListSummary(child, shop)),
    products:
      list.values.product_sorting === 'manual' ? products : products.toSorted((a, b) => byTitle.compare(a.title, b.title)),
  }
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
