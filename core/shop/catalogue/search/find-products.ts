// Finds the published products for a query, filters and a sort order, and counts the choices of each filter.
import { toAmount } from '../../../engine/money/amount.js'
import { getRecordText } from '../../../foundation/language.js'
import { type Facet, listFacetProperties } from '../../../model/storefront/facets.js'
import { productListAssignment } from '../../../model/entities/catalog/product-list-assignment.js'
import type { ChoiceOptions } from '../../../model/properties/dropdown.js'
import type { JoinOptions } from '../../../model/entity/ownership.js'
import type { Property } from '../../../foundation/property/kind.js'
import type { ServiceContext } from '../../../storage/service-context.js'
import { peekLowestPrice } from '../lowest-prices.js'
import { calculateAmount } from '../../price.js'
import type { Shop } from '../../shop.js'
import type { FacetView, FilterView, ProductSort } from '../define.js'
import { type IndexedProduct, loadProductIndex, type ProductIndex } from './product-index.js'
import { type LanguageIndex, maximumQueryWords } from './product-words.js'
import { editDistance } from '../../../foundation/message.js'
import { listSpellings, splitWords } from '../../../foundation/language/words.js'

export interface ProductCriteria {
  readonly query: string
  /** Ids of product lists; an empty list selects all products. The first products come first in the order of the lists. */
  readonly listIds: readonly number[]
  /** In the shop's currency, as the price is shown. */
  readonly priceFrom: number | null
  readonly priceTo: number | null
  readonly isAvailable: boolean
  /** Accepted values by field. */
  readonly facets: ReadonlyMap<string, ReadonlySet<string>>
  /** The facets whose choices are counted. */
  readonly facetFields: readonly Facet[]
  /** null: by relevance for a query, else by title. */
  readonly sort: ProductSort | null
}

interface ProductMatches {
  /** All matching products, in order. */
  readonly ids: readonly number[]
  readonly filters: FilterView
  /** Other queries that find products; only if nothing is found. */
  readonly suggestions: readonly string[]
}

interface Candidate {
  readonly id: number
  readonly product: IndexedProduct
  /** As shown; null if the product has no price or prices are hidden. */
  readonly price: number | null
}

const maximumFacetChoices = 30

/** The price as product cards show it, before the product is opened. */
function createPriceReader(work: ServiceContext, shop: Shop): (id: number, product: IndexedProduct) => number | null {
  if (!shop.maySeePrices) return () => null
  const amounts = new Map<string, number | null>()
  return (id, { prices, taxClassId }) => {
    const base = prices.get(shop.customerGroupId) ?? prices.get(null) ?? 0
    const lowest = peekLowestPrice(work, id, shop.customerGroupId)
    const net = lowest !== null && lowest > 0 ? lowest : toAmount(base)
    const key = `${taxClassId} ${net}`
    const known = amounts.get(key)
    if (known !== undefined) return known
    const amount = calculateAmount(net, shop, taxClassId)
    const shown = amount === null ? null : shop.b2b ? amount.net : amount.gross
    const price = shown !== null && shown > 0 ? shown : null
    amounts.set(key, price)
    return price
  }
}

type ListMembers = ReadonlyMap<number, readonly number[]>
const membersCache = new WeakMap<readonly unknown[], ListMembers>()

/** The product ids of each list, in the order of the list. */
export async function loadListMembers(work: ServiceContext): Promise<ListMembers> {
  const assignments = await work.records(productListAssignment)
  const cached = membersCache.get(assignments)
  if (cached) return cached
  const members = new Map<number, number[]>()
  for (const { product_list_id: listId, product_id: productId } of assignments.toSorted(
    (a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id,
  )) {
    const ids = members.get(listId)
    if (ids) ids.push(productId)
    else members.set(listId, [productId])
  }
  membersCache.set(assignments, members)
  return members
}

/** Reads the values of a facet field, and writes them for shoppers. */
interface FacetReader {
  readonly facet: Facet
  readonly property: Property
  read(id: number, product: IndexedProduct): string
  format(value: string): string
}

async function createFacetReaders(
  work: ServiceContext,
  facets: readonly Facet[],
  shop: Shop,
  words: LanguageIndex,
): Promise<readonly FacetReader[]> {
  const { registry } = work.context
  const readers = facets.map(async (facet): Promise<readonly FacetReader[]> => {
    const property = listFacetProperties(registry).find(({ name }) => name === facet.field)
    if (!property) return []
    const read = (id: number, { fields }: IndexedProduct): string => {
      const value = property.translatable ? words.entries.get(id)?.fields.get(property.name) : fields[property.name]
      return value === null || value === undefined ? '' : String(value)
    }
    return [{ facet, property, read, format: await createValueFormatter(work, property, shop) }]
  })
  return (await Promise.all(readers)).flat()
}

async function createValueFormatter(work: ServiceContext, property: Property, shop: Shop): Promise<(value: string) => string> {
  const { choices, entity } = (property.options ?? {}) as Partial<ChoiceOptions> & Partial<JoinOptions>
  if (typeof choices === 'object') return (value) => choices[value] ?? value
  if (typeof entity !== 'string') return (value) => value
  const titles = new Map<string, string>()
  for (const record of await work.list(entity, undefined, shop.languages)) {
    const field = 'title' in record.values ? 'title' : 'name'
    titles.set(String(record.id), getRecordText(record.values, field, shop.language) || getRecordText(record.values, field))
  }
  return (value) => titles.get(value) || value
}

type Filter = (candidate: Candidate) => boolean

/** The filters by name: `price`, `available`, and the fields of the facets. */
function createFilters(criteria: ProductCriteria, readers: readonly FacetReader[]): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>()
  const { priceFrom, priceTo } = criteria
  if (priceFrom !== null || priceTo !== null)
    filters.set('price', ({ price }) => price !== null && price >= (priceFrom ?? 0) && price <= (priceTo ?? Infinity))
  if (criteria.isAvailable) filters.set('available', ({ product }) => product.isAvailable)
  for (const { facet, read } of readers) {
    const values = criteria.facets.get(facet.field)
    if (values && values.size > 0) filters.set(facet.field, ({ id, product }) => values.has(read(id, product)))
  }
  return filters
}

/** The candidates that pass all filters except one, which then counts its own choices. */
function selectBut(
  candidates: readonly Candidate[],
  filters: ReadonlyMap<string, Filter>,
  name: string | null,
): readonly Candidate[] {
  const others = [...filters].flatMap(([filterName, filter]) => (filterName === name ? [] : [filter]))
  return others.length === 0 ? candidates : candidates.filter((candidate) => others.every((filter) => filter(candidate)))
}

function countFacet(
  { facet, property, read, format }: FacetReader,
  candidates: readonly Candidate[],
  shop: Shop,
  chosen: ReadonlySet<string>,
): FacetView {
  const counts = new Map<string, number>()
  for (const { id, product } of candidates) {
    const value = read(id, product)
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  for (const value of chosen) if (!counts.has(value)) counts.set(value, 0)
  const { compare } = new Intl.Collator(shop.language, { numeric: true })
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, maximumFacetChoices)
  const choices = frequent.map(([value, count]) => ({ value, title: format(value), count }))
  return {
    field: facet.field,
    title: facet.title[shop.language] || facet.title[shop.languages[0]!] || property.label,
    kind: property.kind.filter === 'boolean' ? 'yes_no' : 'choice',
    choices: choices.toSorted((a, b) => compare(a.title, b.title)),
  }
}

function listPriceBounds(candidates: readonly Candidate[]): FilterView['price'] {
  let [least, most] = [Infinity, -Infinity]
  for (const { price } of candidates) {
    if (price === null) continue
    least = Math.min(least, price)
    most = Math.max(most, price)
  }
  return least > most ? null : { least, most }
}

/** Sorts products without a price last. Infinity minus Infinity would not be a number. */
const withoutPrice = Number.MAX_SAFE_INTEGER

type Comparison = (a: Candidate, b: Candidate) => number

function createComparison(
  sort: ProductSort,
  words: LanguageIndex,
  ranks: ReadonlyMap<number, number> | null,
  positions: ReadonlyMap<number, number>,
): Comparison {
  const titles = words.titlePositions
  const byTitle: Comparison = (a, b) => (titles.get(a.id) ?? 0) - (titles.get(b.id) ?? 0)
  switch (sort) {
    case 'relevance':
      return (a, b) => (ranks?.get(a.id) ?? 0) - (ranks?.get(b.id) ?? 0) || byTitle(a, b)
    case 'price':
      return (a, b) => (a.price ?? withoutPrice) - (b.price ?? withoutPrice) || byTitle(a, b)
    case 'price_descending':
      return (a, b) => (b.price ?? -1) - (a.price ?? -1) || byTitle(a, b)
    case 'newest':
      return (a, b) => b.id - a.id
    case 'list':
      return (a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0)
    case 'title':
      return byTitle
  }
}

/** The products of the lists, or all, each once. */
function listCandidateIds(index: ProductIndex, members: ListMembers, listIds: readonly number[]): readonly number[] {
  if (listIds.length === 0) return [...index.products.keys()]
  const ids = new Set(listIds.flatMap((listId) => members.get(listId) ?? []))
  return [...ids].filter((id) => index.products.has(id))
}

/** `work` must have the topic of the products. */
export async function findProducts(work: ServiceContext, shop: Shop, criteria: ProductCriteria): Promise<ProductMatches> {
  const index = await loadProductIndex(work)
  const words = await index.language(work, shop.language)
  const hasQuery = criteria.query.trim() !== ''
  const ranks = hasQuery ? words.search(criteria.query) : null
  const readPrice = createPriceReader(work, shop)
  const inLists = listCandidateIds(index, await loadListMembers(work), criteria.listIds)
  const candidates = inLists.flatMap((id): readonly Candidate[] => {
    const product = index.products.get(id)!
    return hasQuery && ranks?.has(id) !== true ? [] : [{ id, product, price: readPrice(id, product) }]
  })
  const readers = await createFacetReaders(work, criteria.facetFields, shop, words)
  const filters = createFilters(criteria, readers)
  const found = selectBut(candidates, filters, null)
  const positions = new Map(inLists.map((id, position) => [id, position]))
  const sort = criteria.sort ?? (hasQuery ? 'relevance' : 'title')
  const none: ReadonlySet<string> = new Set()
  return {
    ids: found.toSorted(createComparison(sort, words, ranks, positions)).map(({ id }) => id),
    filters: {
      price: listPriceBounds(selectBut(candidates, filters, 'price')),
      available: selectBut(candidates, filters, 'available').filter(({ product }) => product.isAvailable).length,
      facets: readers.map((reader) => {
        const { field } = reader.facet
        return countFacet(reader, selectBut(candidates, filters, field), shop, criteria.facets.get(field) ?? none)
      }),
    },
    suggestions: hasQuery && candidates.length === 0 ? suggestQueries(words, criteria.query) : [],
  }
}

// Suggests other queries if a search finds nothing: similar words of the products, and the single words of the query.

const maximumSuggestions = 4
/** Minimum letters of a word for which similar words are suggested. */
const minimumLetters = 4

/** The most similar word of a title, within a third of its letters; null if there is none. */
function findSimilarWord(titleWords: ReadonlySet<string>, word: string): string | null {
  const typed = listSpellings(word)[0]!
  if (typed.length < minimumLetters) return null
  let bound = Math.floor(typed.length / 3)
  let best: string | null = null
  for (const titleWord of titleWords) {
    for (const spelling of listSpellings(titleWord)) {
      const edits = editDistance(typed, spelling, bound)
      if (edits > bound || (best !== null && edits === bound)) continue
      best = titleWord
      bound = edits
    }
  }
  return best
}

/** At most four queries that find products, the most similar first. */
function suggestQueries(index: LanguageIndex, query: string): readonly string[] {
  const { language } = index
  const words = splitWords(query, language).slice(0, maximumQueryWords)
  const titleWords = new Set([...index.entries.values()].flatMap(({ title }) => splitWords(title, language)))
  const finds = (text: string): boolean => (index.search(`${text} `)?.size ?? 0) > 0
  const replaced = words.map((word) => (finds(word) ? word : (findSimilarWord(titleWords, word) ?? word)))
  const candidates = [replaced.join(' '), ...(words.length > 1 ? replaced : [])]
  return [...new Set(candidates)].filter((text) => text !== words.join(' ') && finds(text)).slice(0, maximumSuggestions)
}
