// The state of a list in its address: search, filters, sort and page, with the names of the API.
import type { EntityShape } from '../../api/shape.js'

export const pageSizes = [25, 50, 100, 200] as const
const defaultPageSize = 50

export interface ListState {
  readonly search: string
  /** `title,-id`. '' for the list's own order. */
  readonly sort: string
  readonly limit: number
  readonly offset: number
  /** Filter name to value. */
  readonly filters: ReadonlyMap<string, string>
}

const filterName = /^filter\[([^\]]+)\]$/

function parseWholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise
}

export function parseListState(query: URLSearchParams): ListState {
  const filters = new Map<string, string>()
  for (const [key, value] of query) {
    const name = filterName.exec(key)?.[1]
    if (name !== undefined && value !== '') filters.set(name, value)
  }
  return {
    search: query.get('search') ?? '',
    sort: query.get('sort') ?? '',
    limit: parseWholeNumber(query.get('limit'), defaultPageSize) || defaultPageSize,
    offset: parseWholeNumber(query.get('offset'), 0),
    filters,
  }
}

/** The address query. Default values are left out. */
export function toListParameters({ search, sort, limit, offset, filters }: ListState): URLSearchParams {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  for (const [name, value] of filters) query.set(`filter[${name}]`, value)
  if (sort !== '') query.set('sort', sort)
  if (limit !== defaultPageSize) query.set('limit', String(limit))
  if (offset > 0) query.set('offset', String(offset))
  return query
}

/** The query of an API call. `fixed` contains filters that the person cannot change. */
export function toApiQuery(state: ListState, fixed: Readonly<Record<string, string>> = {}): string {
  const filters = new Map([...state.filters, ...Object.entries(fixed)])
  const query = toListParameters({ ...state, filters })
  query.set('limit', String(state.limit))
  return query.toString()
}

/** Default sort of records that arrive on their own, such as orders: latest first. */
export function getDefaultSort({ ordered, columns }: Pick<EntityShape, 'ordered' | 'columns'>): string {
  return !ordered && columns.some(({ field }) => field === 'created' || field === 'placed' || field === 'started') ? '-id' : ''
}

/** The first sort column and its direction. */
export function parseSort(sort: string): { readonly field: string; readonly down: boolean } | null {
  const [first = ''] = sort.split(',')
  return first === '' ? null : { field: first.replace(/^-/, ''), down: first.startsWith('-') }
}

/** The next sort of a clicked column: ascending, descending, then the list's own order. */
export function getNextSort(sort: string, field: string): string {
  const present = parseSort(sort)
  if (present?.field !== field) return field
  return present.down ? '' : `-${field}`
}
