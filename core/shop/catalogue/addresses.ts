// Lists the URL labels of published products, product lists and content pages in every language, for sitemaps.
import { getRecordText } from '../../foundation/language.js'
import { contentPage } from '../../model/entities/store/content-page.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { productList as listEntity } from '../../model/entities/catalog/product-list.js'
import { listEntityRecords } from '../../storage/record/list.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { CatalogueAddresses, RecordLabels } from './define.js'

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
