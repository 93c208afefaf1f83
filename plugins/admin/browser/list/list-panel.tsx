// A list with search, filters, views, table, pages and bulk actions.
import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { EntityShape, RecordList, WireRow } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { confirmSave } from '../form/confirm-save.js'
import { toRecordPath } from '../base/screen-location.js'
import { queryClient, recordListQuery, menuQuery, namesQuery, refreshRecords } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptListStyle } from '../style/list.js'
import { t } from '../wording/text.js'
import { BulkBar } from './bulk-bar.js'
import { getHintEntity } from './list-cell.js'
import { FilterChips, FilterPanel } from './filter-panel.js'
import { RecordGrid, getRowTitle } from './record-grid.js'
import { toApiQuery, type ListState, parseSort, getDefaultSort } from './list-state.js'
import type { ListPanelProps } from './list-props.js'
import { Pager } from './pager.js'
import { ListToolbar } from './list-toolbar.js'
import { getVisibleColumns, findDefaultView } from './list-views.js'

adoptListStyle()

const OrderedGrid = lazy(() => import('./ordered-grid.js').then(({ OrderedGrid }) => ({ default: OrderedGrid })))

/** Up to this number of rows, search and pages are hidden. */
const maxRowsWithoutSearch = 25

/** Names of the records that the rows reference, one call per entity. */
function useNames(shape: EntityShape, rows: readonly WireRow[]): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const idsByEntity = new Map<string, number[]>()
  for (const { field, hints } of shape.columns) {
    const entity = getHintEntity(hints)
    if (entity === null) continue
    const ids = rows.map((row) => row[field]).filter((id) => typeof id === 'number')
    idsByEntity.set(entity, [...(idsByEntity.get(entity) ?? []), ...ids])
  }
  const entities = [...idsByEntity.keys()]
  const answers = useQueries({ queries: entities.map((entity) => namesQuery(entity, idsByEntity.get(entity)!)) })
  return new Map(entities.map((entity, at) => [entity, answers[at]?.data ?? new Map()]))
}

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
    sort: state.sort,
    onSort: (sort: string) => onState({ ...state, sort, offset: 0 }, true),
    chosen,
    onChoose: setChosen,
    onCell: (id: number, field: string, value: unknown) => void changeCell(id, field, value),
    busy: isFetching,
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
        onDone={() => setChosen(new Set())}
      />
    </div>
  )
}
