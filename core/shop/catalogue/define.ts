// Types of the published catalogue: products with their texts and display options, in one language and currency.
import type { shopShape } from '../shape.js'
import type {
  pageShape,
  exampleShape,
  facetShape,
  filterShape,
  summaryShape,
  answerShape,
  questionShape,
  productShape,
  productSearchShape,
  productListShape,
  productReplyShape,
} from './shape.js'
import type { ShapeValue } from '../../model/verb/shape.js'
import type { Theme } from '../../model/storefront/theme.js'
import type { EnteredPlace, PlaceInput } from '../destination.js'
import type { ContentPageSummary } from '../language.js'
import type { Shopper } from '../shopper.js'

/** Data common to all products of a reply: available languages and currencies, and how prices are shown. */
export type ShopView = ShapeValue<typeof shopShape>

export type ProductSummary = ShapeValue<typeof summaryShape>

export type AnswerView = ShapeValue<typeof answerShape>

/** Fields of every question, plus the settings that its type exposes, by wire name: `slider_steps`, `choices` … */
export type QuestionView = ShapeValue<typeof questionShape>

export type PageView = ShapeValue<typeof pageShape>

export type ExampleView = ShapeValue<typeof exampleShape>

export type ProductView = ShapeValue<typeof productShape>

export interface CatalogueOptions {
  readonly language?: string
  /** An ISO code, or the id of a currency. */
  readonly currency?: string | number
  readonly shopper?: Shopper
  /** The place that the shopper named. Determines the taxes until there is an address. */
  readonly place?: PlaceInput
  /** The place that was stored before. */
  readonly enteredPlace?: EnteredPlace
}

export interface PageOptions {
  /** At most 200, which is the default. */
  readonly limit?: number
  readonly offset?: number
}

export interface ProductListOptions extends CatalogueOptions, PageOptions {}

/** `relevance` for a query, `list` for the order of a product list. */
export const productSorts = ['relevance', 'list', 'title', 'price', 'price_descending', 'newest'] as const
export type ProductSort = (typeof productSorts)[number]

export interface ProductFilterOptions extends PageOptions {
  /** In the currency of the reply, as the price is shown: from the lowest price, else the base price. */
  readonly priceFrom?: number
  readonly priceTo?: number
  /** True: only products that shoppers can put into their cart. */
  readonly available?: boolean
  /** Accepted values by product field. Fields that are no facet of the list are ignored. */
  readonly facets?: Readonly<Record<string, readonly string[]>>
  /** Default: by relevance for a query, else in the order of the list, else by title. */
  readonly sort?: ProductSort
}

export interface ProductSearchOptions extends CatalogueOptions, ProductFilterOptions {
  /** Each word must occur in the title, the SKU or the description. The last word may be incomplete unless a space follows. */
  readonly query?: string
  /** A product list, by its id or label. Its lists are included. */
  readonly list?: string
}

export interface ProductListFilterOptions extends CatalogueOptions, ProductFilterOptions {}

export type FacetView = ShapeValue<typeof facetShape>

/** The available filters. Each counts the products that pass all other filters. */
export type FilterView = ShapeValue<typeof filterShape>

export type ProductSearchReply = ShapeValue<typeof productSearchShape>

export type ProductListReply = ShapeValue<typeof productListShape>

export type ProductReply = ShapeValue<typeof productReplyShape>

export interface ListSummary {
  readonly id: number
  readonly label: string
  readonly title: string
  readonly description: string
  readonly parent_id: number | null
  /** The file name of its picture. `Catalogue.shopPicture` returns the bytes. */
  readonly image: string | null
}

/** A list in the navigation, with the lists that it contains. */
export interface NavigationList extends Pick<ListSummary, 'id' | 'label' | 'title'> {
  readonly lists: readonly Pick<ListSummary, 'id' | 'label' | 'title'>[]
}

export interface ShopListsReply {
  readonly shop: ShopView
  readonly lists: readonly ListSummary[]
}

export interface ListReply {
  readonly shop: ShopView
  readonly list: ListSummary
  /** The list that contains this one; null on the first level. */
  readonly parent: ListSummary | null
  /** The published lists that this one contains. */
  readonly lists: readonly ListSummary[]
  readonly products: readonly ProductSummary[]
  /** Number of all matching products, shown here or not. */
  readonly total: number
  readonly filters: FilterView
}

/** URL labels of a record, by language; '' if its URL uses the id. */
export interface RecordLabels {
  readonly id: number
  readonly labels: ReadonlyMap<string, string>
}

export interface CatalogueAddresses {
  readonly products: readonly RecordLabels[]
  /** Number of published products. */
  readonly total: number
  readonly lists: readonly RecordLabels[]
  /** Published content pages. */
  readonly pages: readonly RecordLabels[]
}

export interface ContentPageReply {
  readonly shop: ShopView
  /** `content` is sanitised rich text. `labels` are the URL labels by language. */
  readonly page: ContentPageSummary & { readonly content: string; readonly labels: RecordLabels['labels'] }
}

/** The shop's own details, for the footer of a storefront. Unknown details are ''. */
export interface ShopContact {
  readonly name: string
  readonly street: string
  readonly city: string
  readonly country: string
  readonly phone: string
  readonly email: string
}

/** The parts of a storefront that every page shows around its content. */
export interface ShopFrame {
  /** File names of pictures. `Catalogue.shopPicture` returns the bytes. */
  readonly logo: string | null
  readonly favicon: string | null
  readonly hero_image: string | null
  readonly theme: Theme
  readonly contact: ShopContact
  /** Published product lists of the navigation. */
  readonly navigation: readonly NavigationList[]
  /** Published content pages, in their order. */
  readonly pages: readonly ContentPageSummary[]
  /** Titles of the published payment methods, without repetitions. */
  readonly payment_methods: readonly string[]
  /** Titles of the published shipping methods, without repetitions. Empty if the shop does not deliver. */
  readonly shipping_methods: readonly string[]
}

export interface ProductReviews {
  /** Number of published reviews. */
  readonly count: number
  /** From 1 to 5, to one decimal; null if there are no reviews. */
  readonly average: number | null
  /** The latest ones. */
  readonly reviews: readonly {
    readonly name: string
    readonly rating: number
    readonly comment: string
    readonly language_tag: string | null
  }[]
}

/** Reads the published catalogue. ValidationError on `language`, `currency`, `country`, `state`; NotFoundError for unknown products. */
export interface Catalogue {
  products(options?: ProductListOptions): Promise<ProductListReply>
  /** `key` is an id, or the label in the reply's language. */
  product(key: number | string, options?: CatalogueOptions): Promise<ProductReply>
  /** The published product lists. */
  lists(options?: CatalogueOptions): Promise<ShopListsReply>
  /** `key` is an id, or the label in any language of the shop. NotFoundError for unknown lists. */
  list(key: string, options?: ProductListFilterOptions): Promise<ListReply>
  /** At most four other published products of the product's lists. */
  related(productId: number, options?: CatalogueOptions): Promise<ProductListReply>
  /** The published products that match a query and filters. */
  search(options?: ProductSearchOptions): Promise<ProductSearchReply>
  /** Starts to build the index of the search in the background. Without it, the first search builds the index. */
  prepareSearch(): void
  /** The parts of a storefront that every page shows. */
  frame(options?: Pick<CatalogueOptions, 'language'>): Promise<ShopFrame>
  /** `key` is an id, or the label in any language of the shop. NotFoundError for unknown and unpublished pages. */
  contentPage(key: string, options?: CatalogueOptions): Promise<ContentPageReply>
  /** The bytes of a picture of the shop itself, such as its logo, or of a published list. NotFoundError for any other name. */
  shopPicture(name: string): Promise<Uint8Array>
  /** Labels of the products, by id, and of all lists and content pages. */
  addresses(limit: number, offset: number): Promise<CatalogueAddresses>
  /** null if the shop shows no reviews of the product. */
  reviews(productId: number): Promise<ProductReviews | null>
  /** Stores an unpublished review: `name`, `rating` and `comment` of the input. ValidationError by field. */
  review(productId: number, input: Readonly<Record<string, unknown>>, language?: string): Promise<void>
  /**
   * The bytes of a picture that the published product shows, or of a configured product with the name from a reply. NotFoundError for any
   * other name. @param network of the shopper; omitted for staff
   */
  picture(productId: number, name: string, network?: string): Promise<Uint8Array>
}
