// The filters of a list or search page in its URL: reads them, and writes URLs with one filter more or less.
import { type ProductSort, productSorts } from '#core/surface.js'

/** Products per page. */
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

export const toFacetParameter = ({ field, value }: FacetChoice): string => `f:${field}:${value}`

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
