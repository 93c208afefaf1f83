// Reads the shop's product lists and their products.
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language/tags.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { productListAssignment } from '../../model/entities/catalog/product-list-assignment.js'
import { productList as listEntity } from '../../model/entities/catalog/product-list.js'
import type { LoadedRecord, TypedRecord } from '../../storage/record/load.js'
import type { Work } from '../../storage/work.js'
import type { Shop } from '../shop.js'
import type { CatalogueOptions, ListReply, ListSummary, ShopListsReply } from './define.js'
import type { Optimiser } from '../../product/optimum/define.js'
import { fromPrices } from './from-prices.js'
import { shopOf } from './service.js'
import { listedBasePrice, shopView, summaryView } from './view.js'

type Listed = LoadedRecord<TypedRecord<typeof listEntity.properties>>

/** Maximum number of products read per list. */
const most = 500

const saidIn = ({ values }: Listed, field: 'description' | 'label' | 'title', shop: Shop): string =>
  getRecordText(values, field, shop.language) || getRecordText(values, field)

function summary(list: Listed, shop: Shop): ListSummary {
  const said = (field: 'description' | 'label' | 'title'): string => saidIn(list, field, shop)
  return { id: list.id, label: said('label'), title: said('title'), description: said('description') }
}

async function published(work: Work, shop: Shop): Promise<readonly Listed[]> {
  return (await work.list(listEntity, undefined, shop.languages)).filter(({ values }) => values.published === true)
}

/** The published lists, in order of creation. */
export async function listProductLists(fresh: Work, options: CatalogueOptions): Promise<ShopListsReply> {
  const work = await fresh.at()
  const shop = await shopOf(work, options)
  return { shop: shopView(shop), lists: (await published(work, shop)).map((list) => summary(list, shop)) }
}

/** One list by its label in any language, else by its id, with its published products. */
export async function showProductList(
  fresh: Work,
  key: string,
  options: CatalogueOptions,
  optimiser: Optimiser | null = null,
): Promise<ListReply> {
  const work = await fresh.at()
  const shop = await shopOf(work, options)
  const lists = await published(work, shop)
  const isLabelled = (list: Listed): boolean => shop.languages.some((tag) => getRecordText(list.values, 'label', tag) === key)
  const list = lists.find(isLabelled) ?? lists.find(({ id }) => String(id) === key)
  if (list === undefined) throw new NotFoundError(`There is no published product list '${key.slice(0, 100)}'.`)
  const assignments = await work.list(productListAssignment, { column: 'product_list_id', values: [list.id] })
  const places = assignments.toSorted((a, b) => (a.values.ordering ?? 0) - (b.values.ordering ?? 0)).slice(0, most)
  const ids = [...new Set(places.map(({ values }) => values.product_id))]
  const found = await work.list(productEntity, { column: 'id', values: ids }, shop.languages)
  const least = await fromPrices(work, ids, shop, optimiser)
  const shown = found.flatMap(({ id, values }) =>
    values.published
      ? [[id, summaryView(values, listedBasePrice(values, shop.customerGroupId), shop, least.get(id))] as const]
      : [],
  )
  const summaries = new Map(shown)
  const products = ids.flatMap((id) => summaries.get(id) ?? [])
  const byTitle = new Intl.Collator(shop.language)
  return {
    shop: shopView(shop),
    list: summary(list, shop),
    products:
      list.values.product_sorting === 'manual' ? products : products.toSorted((a, b) => byTitle.compare(a.title, b.title)),
  }
}
