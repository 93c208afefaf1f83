// The products of a list or search page with filters, chips, sort order and pages. Links and a form; no script is needed.
import {
  type FacetView,
  type FilterView,
  type ProductSort,
  type ProductSummary,
  type ShopView,
  productSorts,
} from '#core/surface.js'
import { getStorefrontTexts } from './language-texts.js'
import { TextFormatter } from './text-formatter.js'
import { type Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { type PageUrls, toPricePageUrl, toPictureUrl } from './page-frame.js'
import type { StorefrontPageTexts } from './text/types.js'
import { formatFocusClasses } from './files.js'

export const toProductPath = ({ label, id }: Pick<ProductSummary, 'id' | 'label'>): string =>
  `/product/${encodeURIComponent(label || String(id))}`

/** The proven minimum price, or else the price before any selection; null if there is none to show. */
export function formatCardPrice(
  product: Pick<ProductSummary, 'from_price' | 'price'>,
  { b2b }: Pick<ShopView, 'b2b'>,
  wording: TextFormatter<unknown>,
  texts: Pick<StorefrontPageTexts, 'basePrice' | 'fromPrice'>,
): string | null {
  const displayPrice = product.from_price ?? product.price
  const amount = displayPrice === null ? 0 : b2b ? displayPrice.net : displayPrice.gross
  if (amount <= 0) return null
  return (product.from_price === null ? texts.basePrice : texts.fromPrice)({ amount: wording.amount(amount) })
}

/** Number of pictures that load immediately. They are visible without scrolling on most screens; the others load lazily. */
const eagerPictureCount = 3

export function renderProductCards(shop: ShopView, products: readonly ProductSummary[], addresses: PageUrls): Markup {
  const texts = getStorefrontTexts(shop.language)
  const wording = new TextFormatter(shop.language, shop.currency, texts)
  const cards = products.map((product, index) => {
    const words = formatCardPrice(product, shop, wording, texts)
    const price = words === null ? null : markup`<p class="from">${words}</p>`
    const loading = index < eagerPictureCount ? null : markup` loading="lazy"`
    const { image_focus: focus } = product
    const focused = focus === undefined ? null : markup` class="${formatFocusClasses(focus)}"`
    const picture =
      product.image === null
        ? null
        : markup`<img src="${toPictureUrl(addresses, product.id, product.image)}" alt="" width="480" height="270" decoding="async"${focused}${loading}>`
    return markup`<li><a href="${toPricePageUrl(addresses, toProductPath(product), shop.language)}">${picture}<h2>${product.title}</h2>
<p>${toPlainExcerpt(product.description, 200)}</p>${price}<span class="go">${texts.toConfigurator({ title: product.title })}</span></a></li>`
  })
  return products.length === 0 ? markup`<p>${texts.noProducts}</p>` : markup`<ul class="products">${cards}</ul>`
}

/** Products per page, also of the home page. */
export const productsPerPage = 24

/** Parameters of facets: `f:product_custom_1:Oak=1`. A form without scripts needs one name per choice. */
const facetPattern = /^f:([a-z0-9_]+):(.+)$/su
const maximumChoices = 60

export interface FacetChoice {
  readonly field: string
  readonly value: string
}

export interface ProductFilter {
  readonly query: string
  readonly priceFrom: number | null
  readonly priceTo: number | null
  readonly isAvailable: boolean
  readonly choices: readonly FacetChoice[]
  readonly sort: ProductSort | null
  /** From 1. */
  readonly page: number
}

/** A price as entered, with a point or a comma; null if it is no price. */
function parsePrice(text: string | undefined): number | null {
  const price = Number((text ?? '').trim().replace(',', '.') || Number.NaN)
  return Number.isFinite(price) && price >= 0 ? price : null
}

/** Ignores values that are no filters, because shoppers can edit URLs. */
export function readProductFilter(values: ReadonlyMap<string, string>): ProductFilter {
  const page = Number(values.get('page') ?? 1)
  const sort = values.get('sort')
  return {
    query: (values.get('q') ?? '').trim().slice(0, 100),
    priceFrom: parsePrice(values.get('from')),
    priceTo: parsePrice(values.get('to')),
    isAvailable: values.get('available') === '1',
    choices: [...values.keys()].slice(0, maximumChoices).flatMap((name) => {
      const [, field, value] = facetPattern.exec(name) ?? []
      return field === undefined || value === undefined ? [] : [{ field, value }]
    }),
    sort: productSorts.find((name) => name === sort) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 10_000) : 1,
  }
}

const toFacetParameter = ({ field, value }: FacetChoice): string => `f:${field}:${value}`

/** The parameters of a URL. Defaults are left out, so equal filters have equal URLs. */
export function listParameters(filter: ProductFilter): readonly (readonly [string, string])[] {
  const { query, priceFrom, priceTo, isAvailable, choices, sort, page } = filter
  return [
    ...(query === '' ? [] : [['q', query] as const]),
    ...(priceFrom === null ? [] : [['from', String(priceFrom)] as const]),
    ...(priceTo === null ? [] : [['to', String(priceTo)] as const]),
    ...(isAvailable ? [['available', '1'] as const] : []),
    ...choices.map((choice) => [toFacetParameter(choice), '1'] as const),
    ...(sort === null ? [] : [['sort', sort] as const]),
    ...(page === 1 ? [] : [['page', String(page)] as const]),
  ]
}

/** True if the filter selects some of the products. A sort order selects none. */
export const hasFilters = ({ priceFrom, priceTo, isAvailable, choices }: ProductFilter): boolean =>
  priceFrom !== null || priceTo !== null || isAvailable || choices.length > 0

/** The filter as options of the catalogue. */
export function toCatalogueFilter(filter: ProductFilter) {
  const { priceFrom, priceTo, isAvailable, choices, sort, page } = filter
  const fields = [...new Set(choices.map(({ field }) => field))]
  const valuesOf = (name: string): readonly string[] => choices.flatMap(({ field, value }) => (field === name ? [value] : []))
  return {
    ...(priceFrom !== null && { priceFrom }),
    ...(priceTo !== null && { priceTo }),
    ...(isAvailable && { available: true }),
    ...(sort !== null && { sort }),
    facets: Object.fromEntries(fields.map((field) => [field, valuesOf(field)])),
    limit: productsPerPage,
    offset: (page - 1) * productsPerPage,
  }
}

export interface ProductResults {
  readonly shop: ShopView
  readonly products: readonly ProductSummary[]
  readonly total: number
  readonly filters: FilterView
  readonly filter: ProductFilter
  /** The path of the page without language and parameters. */
  readonly path: string
  /** The order without a choice: by relevance, or as in the list. */
  readonly defaultSort: ProductSort
}

type Texts = StorefrontPageTexts

/** The URL of this page with another filter, in the page's language and currency. */
const toFilterUrl = ({ shop, path }: ProductResults, filter: ProductFilter, addresses: PageUrls): string =>
  toPricePageUrl(addresses, path, shop.language, listParameters(filter))

const firstPage = (filter: ProductFilter, part: Partial<ProductFilter>): ProductFilter => ({ ...filter, ...part, page: 1 })

/** Active filters, each with a link that removes it. */
function renderChips(results: ProductResults, texts: Texts, wording: TextFormatter<Texts>, addresses: PageUrls): Markup | null {
  const { filter, filters } = results
  if (!hasFilters(filter)) return null
  const toChip = (title: string, part: Partial<ProductFilter>): Markup =>
    markup`<li><a class="chip" rel="nofollow" href="${toFilterUrl(results, firstPage(filter, part), addresses)}"><span class="hidden">${texts.removeFilter} </span>${title}<span aria-hidden="true"> ×</span></a></li>`
  const { priceFrom, priceTo } = filter
  const price =
    priceFrom !== null && priceTo !== null
      ? `${wording.amount(priceFrom)} – ${wording.amount(priceTo)}`
      : priceFrom !== null
        ? texts.priceAbove({ amount: wording.amount(priceFrom) })
        : texts.priceBelow({ amount: wording.amount(priceTo ?? 0) })
  const facetChips = filter.choices.flatMap((choice) => {
    const facet = filters.facets.find(({ field }) => field === choice.field)
    if (!facet) return []
    const others = filter.choices.filter((other) => other !== choice)
    return [toChip(`${facet.title}: ${formatChoice(facet, choice.value, texts)}`, { choices: others })]
  })
  const cleared = { priceFrom: null, priceTo: null, isAvailable: false, choices: [] }
  return markup`<ul class="chips" aria-label="${texts.activeFilters}">${facetChips}${
    priceFrom === null && priceTo === null ? null : toChip(price, { priceFrom: null, priceTo: null })
  }${filter.isAvailable ? toChip(texts.available, { isAvailable: false }) : null}<li><a rel="nofollow" href="${toFilterUrl(results, firstPage(filter, cleared), addresses)}">${texts.clearFilters}</a></li></ul>`
}

function formatChoice({ kind, choices }: FacetView, value: string, texts: Texts): string {
  if (kind === 'yes_no') return value === 'true' ? texts.yes : texts.no
  return choices.find((choice) => choice.value === value)?.title ?? value
}

function renderCheckbox(name: string, title: string, count: number, isChecked: boolean): Markup {
  const checked = isChecked ? markup` checked` : null
  return markup`<label><input type="checkbox" name="${name}" value="1"${checked}><span>${title}</span> <small>${count}</small></label>`
}

/** A facet without a real choice is left out. */
function renderFacet(facet: FacetView, { filter }: ProductResults, texts: Texts): Markup | null {
  const isChosen = (value: string): boolean =>
    filter.choices.some((choice) => choice.field === facet.field && choice.value === value)
  if (facet.choices.length < 2 && !facet.choices.some(({ value }) => isChosen(value))) return null
  const boxes = facet.choices.map(({ value, count }) =>
    renderCheckbox(toFacetParameter({ field: facet.field, value }), formatChoice(facet, value, texts), count, isChosen(value)),
  )
  return markup`<fieldset><legend>${facet.title}</legend>${boxes}</fieldset>`
}

function renderPriceFields(results: ProductResults, texts: Texts): Markup | null {
  const { filter, filters, shop } = results
  const bounds = filters.price
  const isActive = filter.priceFrom !== null || filter.priceTo !== null
  if (!isActive && (bounds === null || bounds.least === bounds.most)) return null
  const { decimals } = shop.currency
  const bound = (amount: number | undefined): string =>
    amount === undefined
      ? ''
      : amount.toLocaleString(shop.language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const toField = (name: string, label: string, value: number | null, example: string): Markup =>
    markup`<label><span>${label}</span><input name="${name}" inputmode="decimal" autocomplete="off" maxlength="12" value="${value ?? ''}" placeholder="${example}"></label>`
  return markup`<fieldset class="price"><legend>${texts.priceIn({ currency: shop.currency.code })}</legend>${toField('from', texts.priceFrom, filter.priceFrom, bound(bounds?.least))}${toField('to', texts.priceTo, filter.priceTo, bound(bounds?.most))}</fieldset>`
}

/** The filters; null if there is nothing to choose. On a phone, a button opens them as a sheet. */
function renderFilterForm(results: ProductResults, texts: Texts, addresses: PageUrls): Markup | null {
  const { filter, filters, shop, total } = results
  const facets = filters.facets.flatMap((facet) => renderFacet(facet, results, texts) ?? [])
  const price = renderPriceFields(results, texts)
  const availability =
    filter.isAvailable || (filters.available > 0 && filters.available < total)
      ? markup`<fieldset><legend>${texts.availability}</legend>${renderCheckbox('available', texts.available, filters.available, filter.isAvailable)}</fieldset>`
      : null
  if (facets.length === 0 && price === null && availability === null) return null
  const kept = [
    ...(filter.query === '' ? [] : [['q', filter.query] as const]),
    ...(filter.sort === null ? [] : [['sort', filter.sort] as const]),
    ...(addresses.currency === null ? [] : [['currency', addresses.currency] as const]),
  ].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)
  return markup`<form id="filters" class="filters" popover action="${addresses.page(results.path, shop.language)}" aria-label="${texts.filters}"><div class="sheet-head"><strong>${texts.filters}</strong><button type="button" popovertarget="filters" popovertargetaction="hide" aria-label="${texts.closeFilters}">×</button></div>${kept}${facets}${price}${availability}<button class="button">${texts.applyFilters}</button></form>`
}

function renderSortMenu(results: ProductResults, texts: Texts, addresses: PageUrls): Markup | null {
  const { filter, filters, total, defaultSort } = results
  if (total < 2) return null
  const titles: Readonly<Record<ProductSort, string>> = {
    relevance: texts.sortRelevance,
    list: texts.sortList,
    title: texts.sortTitle,
    price: texts.sortPrice,
    price_descending: texts.sortPriceDescending,
    newest: texts.sortNewest,
  }
  const current = filter.sort ?? defaultSort
  const prices: readonly ProductSort[] = filters.price === null ? [] : ['price', 'price_descending']
  const offered = [...new Set<ProductSort>([defaultSort, ...prices, 'newest', 'title'])]
  const items = offered.map((sort) => {
    const target = firstPage(filter, { sort: sort === defaultSort ? null : sort })
    const mark = sort === current ? markup` aria-current="true"` : null
    return markup`<li><a rel="nofollow" href="${toFilterUrl(results, target, addresses)}"${mark}>${titles[sort]}</a></li>`
  })
  return markup`<div class="sort"><button type="button" popovertarget="sort">${texts.sortBy({ order: titles[current] })}</button><ul id="sort" popover>${items}</ul></div>`
}

function renderPages(results: ProductResults, texts: Texts, addresses: PageUrls): Markup | null {
  const { filter, total } = results
  const last = Math.ceil(total / productsPerPage)
  if (last < 2) return null
  const toLink = (page: number, title: string, rel: string): Markup =>
    markup`<a rel="${rel}" href="${toFilterUrl(results, { ...filter, page }, addresses)}">${title}</a>`
  const page = Math.min(filter.page, last)
  return markup`<nav class="pages" aria-label="${texts.pages}">${page > 1 ? toLink(page - 1, texts.previousPage, 'prev') : null}<span>${texts.pageOf({ page, last })}</span>${page < last ? toLink(page + 1, texts.nextPage, 'next') : null}</nav>`
}

/** The number of products, filters, and one page of products. `empty` is shown instead of the products if there are none. */
export function renderProductResults(results: ProductResults, addresses: PageUrls, empty: Markup): Markup {
  const { shop, products, total } = results
  const texts = getStorefrontTexts(shop.language)
  const wording = new TextFormatter<Texts>(shop.language, shop.currency, texts)
  const form = renderFilterForm(results, texts, addresses)
  const opener =
    form === null ? null : markup`<button type="button" class="filter-opener" popovertarget="filters">${texts.filters}</button>`
  const list = products.length === 0 ? empty : renderProductCards(shop, products, addresses)
  return markup`<div class="results${form === null ? '' : ' filtered'}">${form}<div><div class="tools"><p role="status">${texts.productCount({ count: total })}</p>${opener}${renderSortMenu(results, texts, addresses)}</div>${renderChips(results, texts, wording, addresses)}${list}${renderPages(results, texts, addresses)}</div></div>`
}
