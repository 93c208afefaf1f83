// Reads the shop's product lists and their products.
import { createMessage } from '../../foundation/message.js'
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language/tags.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { productListAssignment } from '../../model/entities/catalog/product-list-assignment.js'
import { productList as listEntity } from '../../model/entities/catalog/product-list.js'
import type { LoadedRecord, TypedRecord } from '../../storage/record/load.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Shop } from '../shop.js'
import type { CatalogueOptions, ListReply, ListSummary, ShopListsReply } from './define.js'
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
  return { id: list.id, label: getText('label'), title: getText('title'), description: getText('description') }
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
  return {
    shop: toShopView(shop),
    list: toListSummary(list, shop),
    products:
      list.values.product_sorting === 'manual' ? products : products.toSorted((a, b) => byTitle.compare(a.title, b.title)),
  }
}
