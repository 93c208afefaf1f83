// Catalogue service for in-process callers. Loads each part on first use.
import { contextToken, optimiserToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
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
    const { listProducts } = await import('./service.js')
    return listProducts(this.createServiceContext(), options, this.optimiser)
  }

  async product(key: number | string, options: CatalogueOptions = {}): Promise<ProductReply> {
    const { showProduct } = await import('./service.js')
    return showProduct(this.createServiceContext(), key, options, this.optimiser)
  }

  async lists(options: CatalogueOptions = {}): Promise<ShopListsReply> {
    const { listProductLists } = await import('./lists.js')
    return listProductLists(this.createServiceContext(), options)
  }

  async list(key: string, options: ProductListFilterOptions = {}): Promise<ListReply> {
    const { showProductList } = await import('./lists.js')
    return showProductList(this.createServiceContext(), key, options, this.optimiser)
  }

  async search(options: ProductSearchOptions = {}): Promise<ProductSearchReply> {
    const { searchProducts } = await import('./lists.js')
    return searchProducts(this.createServiceContext(), options, this.optimiser)
  }

  async related(productId: number, options: CatalogueOptions = {}): Promise<ProductListReply> {
    const { listRelatedProducts } = await import('./lists.js')
    return listRelatedProducts(this.createServiceContext(), productId, options, this.optimiser)
  }

  async shopPicture(name: string): Promise<Uint8Array> {
    const { readShopPicture } = await import('./shop-frame.js')
    return readShopPicture(this.createServiceContext(), name)
  }

  async frame(options: Pick<CatalogueOptions, 'language'> = {}): Promise<ShopFrame> {
    const { readShopFrame } = await import('./shop-frame.js')
    return readShopFrame(this.createServiceContext(), options.language)
  }

  async contentPage(key: string, options: CatalogueOptions = {}): Promise<ContentPageReply> {
    const { showContentPage } = await import('./show-content-page.js')
    return showContentPage(this.createServiceContext(), key, options)
  }

  async addresses(limit: number, offset: number): Promise<CatalogueAddresses> {
    const { listCatalogueAddresses } = await import('./addresses.js')
    return listCatalogueAddresses(this.createServiceContext(), limit, offset)
  }

  async reviews(productId: number): Promise<ProductReviews | null> {
    const { readReviews } = await import('./reviews.js')
    return readReviews(this.createServiceContext(), productId)
  }

  async review(productId: number, input: Readonly<Record<string, unknown>>, language?: string): Promise<void> {
    const { storeReview } = await import('./reviews.js')
    return storeReview(this.createServiceContext(), productId, input, language)
  }

  async picture(productId: number, name: string): Promise<Uint8Array> {
    const { readPicture } = await import('./service.js')
    return readPicture(this.createServiceContext(), productId, name)
  }

  private createServiceContext(): ServiceContext {
    return new ServiceContext(this.context)
  }
}
