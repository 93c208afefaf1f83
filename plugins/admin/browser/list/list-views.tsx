// The state of a list in its address, its saved views, and the menus of its views and columns.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { EntityShape, ListColumn, ListView, WireRow } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { entityShapeQuery, queryClient, viewsQuery } from '../base/queries.js'
import { setRouteQuery, useRoute, useWindowTitle } from '../base/routing.js'
import { showErrorToast } from '../base/toasts.js'
import { formatHeading, t } from '../wording/text.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { MenuButton } from '../base/menu-button.js'

/** The name of the view that is saved automatically. */
export const defaultViewName = 'usual'

/** The view that a list starts with. */
export function findDefaultView(views: readonly ListView[]): ListView | null {
  return views.find((view) => view.default) ?? views.find(({ name }) => name === defaultViewName) ?? null
}

interface ListScreenData {
  /** Undefined until it is loaded. */
  readonly shape: EntityShape | undefined
  readonly views: readonly ListView[]
  /** The query of the address, which contains the state of the list. */
  readonly query: string
  readonly isReady: boolean
  readonly error: Error | null
  readonly reload: () => void
}

/** The data of a list's screen. A list that is opened without a query starts with its default view. */
export function useListScreen(entity: string): ListScreenData {
  const { data: shape, error, refetch } = useQuery(entityShapeQuery(entity))
  const { data: views, isFetched } = useQuery(viewsQuery(entity))
  const { query } = useRoute()
  const hasStarted = useRef(false)
  useWindowTitle(shape ? formatHeading(shape.pluralLabel) : t('loading'))
  const defaultQuery = findDefaultView(views?.views ?? [])?.query
  useEffect(() => {
    if (hasStarted.current || !isFetched) return
    hasStarted.current = true
    if (query === '' && defaultQuery) setRouteQuery(new URLSearchParams(defaultQuery))
  }, [isFetched, query, defaultQuery])
  return {
    shape,
    views: views?.views ?? [],
    query,
    isReady: shape !== undefined && isFetched,
    error,
    reload: () => void refetch(),
  }
}

/** Saves a view. Replaces the one with the same name. */
export async function saveView(entity: string, views: readonly ListView[], view: ListView): Promise<void> {
  const otherViews = views
    .filter(({ name }) => name !== view.name)
    .map((listView) => (view.default ? { ...listView, default: false } : listView))
  await storeViews(entity, [...otherViews, view])
}

export async function deleteView(entity: string, views: readonly ListView[], name: string): Promise<void> {
  await storeViews(
    entity,
    views.filter((view) => view.name !== name),
  )
}

async function storeViews(entity: string, views: readonly ListView[]): Promise<void> {
  const { queryKey } = viewsQuery(entity)
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, { views })
  try {
    await requestBody('PATCH', `views/${entity}`, { body: { views } })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    showErrorToast(error)
  }
}

/** The visible columns: the selected ones in their order, or all. */
export function getVisibleColumns(columns: readonly ListColumn[], chosen: readonly string[] | undefined): readonly ListColumn[] {
  const columnList = (chosen ?? []).flatMap((field) => columns.find((column) => column.field === field) ?? [])
  return columnList.length > 0 ? columnList : columns.filter(({ field }) => field !== 'id' || columns.length === 1)
}

interface ViewDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

/** Dialog that asks for the name of a view. */
export function ViewDialog({ onClose, onName }: ViewDialogProps): ReactNode {
  const [name, setName] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <Dialog title={t('keepView')} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('keepViewLead')}</p>
        <div className="field">
          <label htmlFor="view-name">{t('viewName')}</label>
          <input id="view-name" required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        <DialogFooter onCancel={onClose} action={t('keep')} />
      </form>
    </Dialog>
  )
}

/** The state of a list in its address: search, filters, sort and page, with the names of the API. */
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

/** An installation knows all currencies of the world. Those in use come first. */
const currencySort = '-is_base,-published,title'

/** Default sort of records that arrive on their own, such as orders: latest first. */
export function getDefaultSort({ name, ordered, columns }: Pick<EntityShape, 'name' | 'ordered' | 'columns'>): string {
  if (name === 'currency') return currencySort
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

interface CellChoice {
  readonly value: string
  readonly label: string
}

export function getHintEntity(hints: Readonly<Record<string, unknown>>): string | null {
  return typeof hints['entity'] === 'string' ? hints['entity'] : null
}

export function getHintChoices(hints: Readonly<Record<string, unknown>>): readonly CellChoice[] {
  return Array.isArray(hints['choices']) ? (hints['choices'] as readonly CellChoice[]) : []
}

export type CellDrawer = (column: ListColumn, row: WireRow) => ReactNode | undefined

/** The list whose columns and views the menus change. */
export interface ListMenuProps {
  readonly shape: EntityShape
  readonly state: ListState
  /** `replace`: adds no history entry. */
  readonly onState: (state: ListState, replace?: boolean) => void
  readonly views: readonly ListView[]
}

export function ColumnMenu({ shape, views }: Pick<ListMenuProps, 'shape' | 'views'>): ReactNode {
  const usual = findDefaultView(views)
  const visibleNames = getVisibleColumns(shape.columns, usual?.columns).map(({ field }) => field)
  const toggle = (field: string): void => {
    const next = shape.columns
      .map((column) => column.field)
      .filter((columnField) => (columnField === field) !== visibleNames.includes(columnField))
    void saveView(shape.name, views, { ...usual, name: usual?.name ?? defaultViewName, default: true, columns: next })
  }
  return (
    <MenuButton
      name={t('columns')}
      label={<Icon name="columns" />}
      choices={shape.columns.map(({ field, label }) => ({
        label,
        checked: visibleNames.includes(field),
        run: () => toggle(field),
      }))}
    />
  )
}

export function ViewMenu({ shape, views, state, onState }: ListMenuProps): ReactNode {
  const [naming, setNaming] = useState(false)
  const savedViews = views.filter(({ name }) => name !== defaultViewName)
  const present = toListParameters(state).toString()
  const isActive = (query: Readonly<Record<string, string>> = {}): boolean => new URLSearchParams(query).toString() === present
  const activeView = savedViews.find(({ query }) => isActive(query))
  return (
    <>
      <MenuButton
        name={t('views')}
        label={
          <>
            <Icon name="bookmark" />
            {activeView && <span>{activeView.name}</span>}
          </>
        }
        choices={[
          ...savedViews.map((view) => ({
            label: view.name,
            checked: view === activeView,
            run: () => onState(parseListState(new URLSearchParams(view.query))),
          })),
          { label: t('keepView'), run: () => setNaming(true) },
          activeView
            ? {
                label: t('dropView', { name: activeView.name }),
                destructive: true,
                run: () => void deleteView(shape.name, views, activeView.name),
              }
            : null,
        ]}
      />
      {naming && (
        <ViewDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false)
            const columns = findDefaultView(views)?.columns
            const query = Object.fromEntries(toListParameters({ ...state, offset: 0 }))
            void saveView(shape.name, views, { name, query, ...(columns && { columns }) })
          }}
        />
      )}
    </>
  )
}
