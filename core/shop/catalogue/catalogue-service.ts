// Catalogue service for in-process callers.
import { listCatalogueAddresses, listProductLists, listRelatedProducts, searchProducts, showProductList } from './lists.js'
import { readReviews, storeReview } from './reviews.js'
import { listProducts, readPicture, showProduct } from './service.js'
import { readShopFrame, readShopPicture } from './shop-frame.js'
import { showContentPage } from './show-content-page.js'
import { contextToken, optimiserToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import { runUntilAborted } from '../../foundation/long-work.js'
import type { Optimiser } from '../../product/optimum/define.js'
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
} from './define.js'

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
