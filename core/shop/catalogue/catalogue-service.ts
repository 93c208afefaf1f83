// Catalogue service for in-process callers.
import {
  listCatalogueAddresses,
  listProductLists,
  listRelatedProducts,
  searchProducts,
  showProductList,
  listNavigation,
} from './lists.js'
import { listProducts, readPicture, showProduct, openCatalogueShop } from './service.js'
import { contextToken, optimiserToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import { runUntilAborted } from '../../foundation/long-work.js'
import type { Optimiser } from '../../product/optimiser.js'
import type { Context } from '../../storage/context.js'
import { ServiceContext } from '../../storage/service-context.js'
import type {
  Catalogue,
  CatalogueAddresses,
  CatalogueOptions,
  ContentPageReply,
  ListReply,
  ProductListFilterOptions,
  ProductListOptions,
  ProductListReply,
  ProductReply,
  ProductReviews,
  ProductSearchOptions,
  ProductSearchReply,
  ShopFrame,
  ShopListsReply,
  ShopContact,
} from './define.js'
import { ValidationError, NotFoundError } from '../../foundation/errors.js'
import { product as productEntity } from '../../model/entities/catalog/product.js'
import { review as reviewEntity } from '../../model/entities/customers/review.js'
import {
  resolveLanguage,
  listContentPages,
  loadPublishedPages,
  toPageSummary,
  translatePageField,
  type PageRecord,
} from '../language.js'
import { createMessage } from '../../foundation/message.js'
import { findById } from '../../storage/record/snapshot.js'
import { getRecordText } from '../../foundation/language.js'
import { productList } from '../../model/entities/catalog/product-list.js'
import { country } from '../../model/entities/store/country.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { settings } from '../../model/entities/store/settings.js'
import { shippingMethod } from '../../model/entities/store/shipping-method.js'
import { store } from '../../model/entities/store/store.js'
import { isLibraryPicture } from '../../storage/files/media-library.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import { toShopView } from './view.js'

/** Number of reviews in a reply, latest first. */
const maxReviews = 20
/** Maximum number of unpublished reviews per product. Further reviews are rejected, also those of customers who bought the product. */
const maxPendingReviews = 100
const maxCommentLength = 4_000

const reviewFields = ['name', 'rating', 'comment'] as const

/** Whether reviews are enabled, by the product's setting or else by the shop's. */
async function isReviewEnabled(work: ServiceContext, productId: number): Promise<boolean> {
  const values = (await work.read(productEntity, productId))?.values
  const own = values?.enable_reviews ?? 'inherit'
  if (values === undefined || values.published !== true) return false
  return own === 'inherit' ? work.versionedSnapshot.snapshot.settings.enable_reviews === true : own === 'yes'
}

/** The published reviews, latest first; null if reviews are disabled for the product. */
async function readReviews(fresh: ServiceContext, productId: number): Promise<ProductReviews | null> {
  const work = await fresh.at()
  if (!(await isReviewEnabled(work, productId))) return null
  const all = await work.list(reviewEntity, { column: 'product_id', values: [productId] })
  const published = all.filter(({ values }) => values.published)
  const sum = published.reduce((total, { values }) => total + values.rating, 0)
  return {
    count: published.length,
    average: published.length === 0 ? null : Math.round((sum / published.length) * 10) / 10,
    reviews: published
      .slice(-maxReviews)
      .reverse()
      .map(({ values: { name, rating, comment, language_tag } }) => ({ name, rating, comment, language_tag })),
  }
}

/** Stores a review, which stays hidden until the shop publishes it. ValidationError by field, or on `product_id`. */
async function storeReview(
  fresh: ServiceContext,
  productId: number,
  input: Readonly<Record<string, unknown>>,
  language?: string,
): Promise<void> {
  const work = await fresh.at()
  if (!(await isReviewEnabled(work, productId)))
    throw ValidationError.of('product_id', createMessage('shop.reviewsClosed'), 'NOT_AVAILABLE')
  if (String(input['comment'] ?? '').length > maxCommentLength)
    throw ValidationError.of('comment', createMessage('shop.reviewTooLong', { most: maxCommentLength }), 'TOO_LONG')
  await work.transact(async (inside) => {
    await inside.lock(productEntity, { column: 'id', values: [productId] })
    const all = await inside.list(reviewEntity, { column: 'product_id', values: [productId] })
    if (all.filter(({ values }) => !values.published).length >= maxPendingReviews)
      throw ValidationError.of('product_id', createMessage('shop.tooManyReviews'), 'TOO_MANY')
    const reviewValues = Object.fromEntries(reviewFields.map((field) => [field, input[field]]))
    const fields = { ...reviewValues, language_tag: resolveLanguage(work, language), product_id: productId, published: false }
    await inside.write(reviewEntity, fields, { byCaller: true })
  })
}

interface PublishableRecord extends Readonly<Record<string, unknown>> {
  readonly published: boolean | null
}

const translateField = (record: Readonly<Record<string, unknown>>, field: string, language: string): string =>
  getRecordText(record, field, language) || getRecordText(record, field)

/** The titles of published records in their order, without repetitions. */
function listTitles(records: readonly PublishableRecord[], language: string): readonly string[] {
  const open = records.filter(({ published }) => published === true)
  return [...new Set(open.map((record) => translateField(record, 'title', language)))].filter((title) => title !== '')
}

async function readContact(work: ServiceContext, language: string): Promise<ShopContact> {
  const [own] = await work.records(store)
  const home = findById(await work.records(country), own?.country_id ?? null)
  return {
    name: own?.name ?? '',
    street: [own?.line1, own?.line2].filter(Boolean).join(', '),
    city: [own?.zip, own?.city].filter(Boolean).join(' '),
    country: home ? translateField(home, 'name', language) : '',
    phone: own?.phone ?? '',
    email: own?.email_support || (own?.email_sales ?? ''),
  }
}

/** ValidationError on `language`, with the active languages. */
async function readShopFrame(fresh: ServiceContext, languageTag: string | undefined): Promise<ShopFrame> {
  const work = await fresh.at()
  const language = resolveLanguage(work, languageTag)
  const [own] = await work.records(settings)
  return {
    logo: (await work.records(store))[0]?.logo || null,
    favicon: own?.theme_favicon || null,
    hero_image: own?.theme_hero || null,
    theme: own?.theme ?? {},
    contact: await readContact(work, language),
    navigation: await listNavigation(work, language),
    pages: await listContentPages(work, language),
    payment_methods: listTitles(await work.records(paymentMethod), language),
    shipping_methods: own?.disable_delivery === true ? [] : listTitles(await work.records(shippingMethod), language),
  }
}

/** The bytes of a picture of the shop itself, of a published list, or of the library. NotFoundError for any other name. */
async function readShopPicture(fresh: ServiceContext, name: string): Promise<Uint8Array> {
  const work = await fresh.at()
  const [own] = await work.records(store)
  const [shopSettings] = await work.records(settings)
  const lists = (await work.records(productList)).filter(({ published }) => published === true)
  const names = [own?.logo, shopSettings?.theme_favicon, shopSettings?.theme_hero, ...lists.map((list) => list.image)]
  const { files } = work.context
  const isShown = name !== '' && (names.includes(name) || (await isLibraryPicture(work.context, name)))
  // Prefer the smaller copy, if there is one.
  const bytes = isShown ? ((await files.get(toStorefrontCopyName(name))) ?? (await files.get(name))) : null
  if (bytes === null) throw new NotFoundError(createMessage('shop.pictureUnknown', { name: name.slice(0, 100) }))
  return bytes
}

/** One page by its label in any language, else by its id. NotFoundError for unknown and unpublished pages. */
async function showContentPage(fresh: ServiceContext, key: string, options: CatalogueOptions): Promise<ContentPageReply> {
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

@injectable()
export class CatalogueService implements Catalogue {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(optimiserToken) private readonly optimiser: Optimiser | null,
  ) {}

  async products(options: ProductListOptions = {}): Promise<ProductListReply> {
    return listProducts(this.createServiceContext(), options, this.optimiser)
  }

  async product(key: number | string, options: CatalogueOptions = {}): Promise<ProductReply> {
    return showProduct(this.createServiceContext(), key, options, this.optimiser)
  }

  async lists(options: CatalogueOptions = {}): Promise<ShopListsReply> {
    return listProductLists(this.createServiceContext(), options)
  }

  async list(key: string, options: ProductListFilterOptions = {}): Promise<ListReply> {
    return showProductList(this.createServiceContext(), key, options, this.optimiser)
  }

  async search(options: ProductSearchOptions = {}): Promise<ProductSearchReply> {
    return searchProducts(this.createServiceContext(), options, this.optimiser)
  }

  prepareSearch(): void {
    this.context.background.begin(async (signal) => {
      const { prepareProductIndex } = await import('./search/product-index.js')
      const prepare = (): Promise<void> => prepareProductIndex(this.createServiceContext())
      // The first search reports an error again.
      await runUntilAborted(signal, prepare).catch(() => undefined)
    })
  }

  async related(productId: number, options: CatalogueOptions = {}): Promise<ProductListReply> {
    return listRelatedProducts(this.createServiceContext(), productId, options, this.optimiser)
  }

  async shopPicture(name: string): Promise<Uint8Array> {
    return readShopPicture(this.createServiceContext(), name)
  }

  async frame(options: Pick<CatalogueOptions, 'language'> = {}): Promise<ShopFrame> {
    return readShopFrame(this.createServiceContext(), options.language)
  }

  async contentPage(key: string, options: CatalogueOptions = {}): Promise<ContentPageReply> {
    return showContentPage(this.createServiceContext(), key, options)
  }

  async addresses(limit: number, offset: number): Promise<CatalogueAddresses> {
    return listCatalogueAddresses(this.createServiceContext(), limit, offset)
  }

  async reviews(productId: number): Promise<ProductReviews | null> {
    return readReviews(this.createServiceContext(), productId)
  }

  async review(productId: number, input: Readonly<Record<string, unknown>>, language?: string): Promise<void> {
    return storeReview(this.createServiceContext(), productId, input, language)
  }

  async picture(productId: number, name: string, network?: string): Promise<Uint8Array> {
    return readPicture(this.createServiceContext(), productId, name, network === undefined ? 'staff' : { network })
  }

  private createServiceContext(): ServiceContext {
    return new ServiceContext(this.context)
  }
}
