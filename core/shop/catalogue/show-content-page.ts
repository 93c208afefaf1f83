// Shows one published content page in one language.
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language.js'
import { createMessage } from '../../foundation/message.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { loadPublishedPages, type PageRecord, toPageSummary, translatePageField } from './content-pages.js'
import type { CatalogueOptions, ContentPageReply } from './define.js'
import { openCatalogueShop } from './service.js'
import { toShopView } from './view.js'

/** One page by its label in any language, else by its id. NotFoundError for unknown and unpublished pages. */
export async function showContentPage(fresh: ServiceContext, key: string, options: CatalogueOptions): Promise<ContentPageReply> {
  const work = await fresh.at()
  const shop = await openCatalogueShop(work, options)
  const pages = await loadPublishedPages(work)
  const isLabelled = (page: PageRecord): boolean => shop.languages.some((tag) => getRecordText(page, 'label', tag) === key)
  const page = pages.find(isLabelled) ?? pages.find(({ id }) => String(id) === key)
  if (page === undefined) throw new NotFoundError(createMessage('shop.contentPageUnknown', { name: key.slice(0, 100) }))
  const labels = new Map(shop.languages.map((tag) => [tag, getRecordText(page, 'label', tag)] as const))
  const content = translatePageField(page, 'content', shop.language)
  return { shop: toShopView(shop), page: { ...toPageSummary(page, shop.language), content, labels } }
}
