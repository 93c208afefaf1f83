// A list with search, filters, views, table, pages and bulk actions.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { EntityShape, RecordList, WireRow } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { confirmSave } from '../form/confirm-save.js'
import { toRecordPath } from '../base/screen-location.js'
import { queryClient, recordListQuery, menuQuery, refreshRecords } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptListStyle } from '../style/list.js'
import { formatNumber, t } from '../wording/text.js'
import { toBulkTarget } from './bulk-change.js'
import { FilterChips, FilterPanel, ListToolbar, type ListPanelProps } from './list-toolbar.js'
import {
  toApiQuery,
  type ListState,
  parseSort,
  getDefaultSort,
  pageSizes,
  getVisibleColumns,
  findDefaultView,
} from './list-views.js'
import { RecordGrid, getRowTitle, useNames } from './record-grid.js'
import { lazyPart } from '../base/lazy-part.js'

adoptListStyle()

const OrderedGrid = lazyPart(async () => (await import('./ordered-grid.js')).OrderedGrid)

/** Up to this number of rows, search and pages are hidden. */
const maxRowsWithoutSearch = 25

function EmptyList({ shape, state, onState, newPath }: ListPanelProps): ReactNode {
  const narrowed = state.search !== '' || state.filters.size > 0
  return (
    <div className="empty">
      <p>{narrowed ? t('nothingMatches') : t('noRecords')}</p>
      {narrowed ? (
        <button type="button" onClick={() => onState({ ...state, search: '', filters: new Map(), offset: 0 })}>
          {t('clearFilters')}
        </button>
      ) : (
        shape.may.create && (
          <Link to={newPath ?? toRecordPath(shape.name, 'new')} className="button primary">
            {t('createFirst')}
          </Link>
        )
      )}
    </div>
  )
}

/** Changes the rows of the current page until the server's reply arrives. */
function replaceRows(entity: string, query: string, change: (rows: readonly WireRow[]) => readonly WireRow[]): void {
  queryClient.setQueryData(recordListQuery(entity, query).queryKey, (recordList: RecordList | undefined) =>
    recordList ? { ...recordList, data: change(recordList.data) } : recordList,
  )
}

interface PagerProps {
  readonly total: number
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** The pager of a list: range of rows, previous and next page, and rows per page. */
function Pager({ total, state, onState }: PagerProps): ReactNode {
  const { offset, limit } = state
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const to = (next: number): void => onState({ ...state, offset: Math.max(0, Math.min(next, last)) })
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span>{t('rowsOf', { from: Math.min(offset + 1, total), to: Math.min(offset + limit, total), total })}</span>
      <label>
        <span className="hidden">{t('perPage')}</span>
        <select value={limit} onChange={(event) => onState({ ...state, limit: Number(event.target.value), offset: 0 })}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('perPageOf', { size })}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="icon-button back"
        aria-label={t('pageBack')}
        disabled={offset === 0}
        onClick={() => to(offset - limit)}
      >
        <Icon name="next" />
      </button>
      <button
        type="button"
        className="icon-button on"
        aria-label={t('pageOn')}
        disabled={offset >= last}
        onClick={() => to(offset + limit)}
      >
        <Icon name="next" />
      </button>
    </nav>
  )
}

const BulkEditDialog = lazyPart(async () => (await import('./bulk-dialogs.js')).BulkEditDialog)
const BulkDeleteDialog = lazyPart(async () => (await import('./bulk-dialogs.js')).BulkDeleteDialog)

const PriceDialog = lazyPart(async () => (await import('../price/price-dialog.js')).PriceDialog)

/** The entities whose records have prices, themselves or in their products. */
const pricedEntities: ReadonlySet<string> = new Set(['product', 'answer', 'product-list', 'product-list-assignment'])

interface BulkBarProps {
  readonly shape: EntityShape
  readonly chosen: ReadonlySet<number>
  readonly total: number
  readonly pageIds: readonly number[]
  readonly state: ListState
  readonly fixed: Readonly<Record<string, string>>
  readonly BulkActions: ListPanelProps['BulkActions']
  readonly onDone: () => void
}

/** The actions for selected rows. Visible below the list while rows are selected. */
function BulkBar({ shape, chosen, total, pageIds, state, fixed, BulkActions, onDone: onComplete }: BulkBarProps): ReactNode {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<'delete' | 'edit' | 'prices' | null>(null)
  if (chosen.size === 0) {
    if (all) setAll(false)
    return null
  }
  const wholePage = pageIds.every((id) => chosen.has(id)) && total > pageIds.length
  const count = all ? total : chosen.size
  const target = toBulkTarget(chosen, all, state, fixed)
  const finish = (): void => {
    setOpen(null)
    setAll(false)
    onComplete()
  }
  const dialog = { shape, target, count, onClose: () => setOpen(null), onDone: finish }
  return (
    <div className="bulk-bar" role="region" aria-label={t('bulk')}>
      <strong>{t('chosen', { count })}</strong>
      {wholePage && !all && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {t('chooseAllOf', { total })}
        </button>
      )}
      <span className="space" />
      {BulkActions && <BulkActions target={target} count={count} onDone={finish} />}
      {shape.may.change && pricedEntities.has(shape.name) && (
        <button type="button" onClick={() => setOpen('prices')}>
          {t('changePrices')}
        </button>
      )}
      {shape.may.change && (
        <button type="button" onClick={() => setOpen('edit')}>
          {t('edit')}
        </button>
      )}
      {shape.may.delete && (
        <button type="button" className="danger" onClick={() => setOpen('delete')}>
          {t('delete')}
        </button>
      )}
      <button type="button" className="quiet" onClick={onComplete}>
        {t('chooseNone')}
      </button>
      <Suspense>
        {open === 'edit' && <BulkEditDialog {...dialog} />}
        {open === 'delete' && <BulkDeleteDialog {...dialog} />}
        {open === 'prices' && (
          <PriceDialog
            entity={shape.name}
            target={target}
            title={`${formatNumber(count)} ${count === 1 ? shape.label : shape.pluralLabel}`}
            onClose={dialog.onClose}
            onDone={finish}
          />
        )}
      </Suspense>
    </div>
  )
}

export function ListPanel(props: ListPanelProps): ReactNode {
  const { shape, state, onState, views, fixed = {} } = props
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [filtering, setFiltering] = useState(false)
  const query = toApiQuery({ ...state, sort: state.sort || getDefaultSort(shape) }, fixed)
  const { data: menu = [] } = useQuery(menuQuery)
  const { data, error, isFetching, refetch } = useQuery(recordListQuery(shape.name, query))
  const names = useNames(shape, data?.data ?? [])
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  const rows = data?.data ?? []
  const columns = getVisibleColumns(
    shape.columns.filter(({ field }) => fixed[field] === undefined),
    findDefaultView(views)?.columns,
  )
  const filters = shape.filters.filter(({ name }) => fixed[name] === undefined)
  const place = shape.columns.find(({ ordering }) => ordering)
  const sorted = parseSort(state.sort)
  const inOrder = sorted === null || (sorted.field === place?.field && !sorted.down)
  // Positions are comparable only within one owner. Entities with an owner are in no menu.
  const areSiblings =
    Object.keys(fixed).length > 0 ||
    menu.some(({ entries }) => entries.some(({ kind, name }) => kind === 'list' && name === shape.name))
  const ordered = shape.ordered && shape.may.change && inOrder && rows.length > 1 && areSiblings
  const narrow = (change: Partial<ListState>): void => {
    setChosen(new Set())
    onState({ ...state, offset: 0, ...change }, true)
  }

  async function changeCell(id: number, field: string, value: unknown): Promise<void> {
    const put = (next: unknown): void =>
      replaceRows(shape.name, query, (listRows) => listRows.map((row) => (row['id'] === id ? { ...row, [field]: next } : row)))
    const row = rows.find((candidate) => candidate['id'] === id)!
    if (!(await confirmSave(shape.name, id, { [field]: value }))) return
    put(value)
    try {
      await requestBody('PATCH', `records/${shape.name}/${id}`, { body: { [field]: value } })
      const column = columns.find((listColumn) => listColumn.field === field)
      showToast({
        text: t(value === true ? 'switchedOn' : 'switchedOff', {
          column: column?.label ?? field,
          title: getRowTitle(shape, row),
        }),
      })
      await refreshRecords(shape.name)
    } catch (failure) {
      put(row[field])
      showErrorToast(failure)
    }
  }

  async function move(id: number, to: number): Promise<void> {
    const ids = rows.map((row) => Number(row['id']))
    const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
    replaceRows(shape.name, query, (listRows) => {
      const rest = listRows.filter((row) => row['id'] !== id)
      return [...rest.slice(0, target), listRows[from]!, ...rest.slice(target)]
    })
    try {
      await requestBody('POST', `records/${shape.name}/${id}/move`, { body: from < target ? { after: to } : { before: to } })
    } catch (failure) {
      showErrorToast(failure)
    }
    await refreshRecords(shape.name)
  }

  const grid = {
    shape,
    columns,
    rows,
    names,
    ...(data?.missing && { missing: data.missing }),
    sort: state.sort,
    onSort: (sort: string) => onState({ ...state, sort, offset: 0 }, true),
    chosen,
    onChoose: setChosen,
    onCell: (id: number, field: string, value: unknown) => void changeCell(id, field, value),
    busy: isFetching,
    choosable: shape.may.change || shape.may.delete || props.BulkActions !== undefined,
    ...(props.drawCell && { drawCell: props.drawCell }),
  }
  const total = data?.meta.total ?? 0
  const narrowed = state.search !== '' || state.filters.size > 0
  return (
    <div className="list">
      {(props.keepsViews || total > maxRowsWithoutSearch || narrowed) && (
        <ListToolbar
          {...props}
          query={query}
          filtering={filtering}
          onFiltering={setFiltering}
          onSearch={(search) => search !== state.search && narrow({ search })}
        />
      )}
      {filtering && <FilterPanel filters={filters} values={state.filters} onChange={(next) => narrow({ filters: next })} />}
      <FilterChips filters={filters} values={state.filters} onChange={(next) => narrow({ filters: next })} />
      <p className="hidden" role="status">
        {data ? t('records', { count: total }) : t('loading')}
      </p>
      {data && rows.length === 0 && !isFetching ? (
        <EmptyList {...props} />
      ) : ordered ? (
        <Suspense fallback={<RecordGrid {...grid} />}>
          <OrderedGrid {...grid} onMove={(id, to) => void move(id, to)} />
        </Suspense>
      ) : (
        <RecordGrid {...grid} />
      )}
      {total > Math.min(maxRowsWithoutSearch, state.limit) && <Pager total={total} state={state} onState={onState} />}
      <BulkBar
        shape={shape}
        chosen={chosen}
        total={total}
        pageIds={rows.map((row) => Number(row['id']))}
        state={state}
        fixed={fixed}
        BulkActions={props.BulkActions}
        onDone={() => setChosen(new Set())}
      />
    </div>
  )
}
