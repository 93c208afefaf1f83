// The list of orders: tabs for open work with counts, both states as badges, and actions for many orders.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { LabelledState, OrderCounts, OrderTab } from '../../api/document-shape.js'
import type { EntityShape, ListColumn, WireRow } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { Link, setRouteQuery } from '../base/routing.js'
import { toRecordListPath, type ScreenProps } from '../base/screen-location.js'
import { useShortcuts } from '../base/shortcuts.js'
import { ListPanel } from '../list/list-panel.js'
import { type ListState, parseListState, toListParameters, useListScreen, type CellDrawer } from '../list/list-views.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptSalesStyle } from '../style/sales.js'
import { createMoneyFormatter, formatHeading, formatNumber, formatTime, t } from '../wording/text.js'
import { StateBadge, type OrderTextKey, tOrder } from './order-text.js'
import { OrderBulkActions } from './order-bulk-actions.js'

adoptSalesStyle()

const tabs = { all: 'tabAll', open: 'tabOpen', pay: 'tabPay', ship: 'tabShip' } as const satisfies Readonly<
  Record<OrderTab, OrderTextKey>
>
const tabNames = Object.keys(tabs) as readonly OrderTab[]

const text = (row: WireRow, field: string): string => (typeof row[field] === 'string' ? row[field] : '')

const cells: Readonly<Record<string, (row: WireRow) => ReactNode>> = {
  number: (row) => text(row, 'number_text') || t('unplacedOrder'),
  placed: (row) => {
    const time = text(row, 'placed') || text(row, 'created')
    return <time dateTime={time}>{formatTime(time)}</time>
  },
  customer_name: (row) => {
    const name = text(row, 'customer_name') || text(row, 'email')
    return name === '' ? <span className="quiet-text">–</span> : <bdi>{name}</bdi>
  },
  payment_state: (row) => <StateBadge state={row['payment'] as LabelledState} />,
  fulfilment_state: (row) => <StateBadge state={row['fulfilment'] as LabelledState} />,
  pieces: (row) => formatNumber(Number(row['pieces'])),
  gross: (row) =>
    createMoneyFormatter(
      text(row, 'currency_code'),
      Number(row['currency_decimals']),
    )(typeof row['gross'] === 'number' ? row['gross'] : null),
  tags: (row) =>
    (row['tags'] as readonly string[]).map((tag) => (
      <span key={tag} className="badge tag">
        {tag}
      </span>
    )),
}

const drawCell: CellDrawer = ({ field }, row) => (Object.hasOwn(cells, field) ? cells[field]!(row) : undefined)

/** The columns in reading order: columns of the entity, and columns of this list only. */
function createColumns({ columns }: EntityShape): readonly ListColumn[] {
  const own = (field: string, label: OrderTextKey, control = 'text'): ListColumn => {
    return { field, label: tOrder(label), type: control, control, hints: {}, sortable: false, inline: false, ordering: false }
  }
  const find = (field: string): readonly ListColumn[] => columns.filter((column) => column.field === field)
  return [
    ...find('number').map((column) => ({ ...column, label: t('orderName'), control: 'text' })),
    ...find('placed').map((column) => ({ ...column, label: tOrder('date') })),
    own('customer_name', 'customer'),
    ...find('payment_state').map((column) => ({ ...column, label: tOrder('payment') })),
    ...find('fulfilment_state').map((column) => ({ ...column, label: tOrder('fulfilment') })),
    own('pieces', 'pieces', 'number'),
    ...find('gross').map((column) => ({ ...column, label: t('total') })),
    own('tags', 'tags'),
    ...find('status'),
  ]
}

interface OrderTabsProps {
  readonly tab: OrderTab
  readonly parameters: (tab: OrderTab) => URLSearchParams
}

function OrderTabs({ tab, parameters }: OrderTabsProps): ReactNode {
  const { data: counts } = useQuery({
    queryKey: ['order-counts'],
    queryFn: ({ signal }) => requestBody<OrderCounts>('GET', 'orders', { signal }),
  })
  return (
    <nav className="tabs" aria-label={tOrder('tabs')}>
      {tabNames.map((name) => {
        const query = parameters(name).toString()
        return (
          <Link key={name} to={toRecordListPath('sales-order') + (query === '' ? '' : `?${query}`)} current={name === tab}>
            {tOrder(tabs[name])} {counts && <span className="badge">{formatNumber(counts[name])}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

function toParameters(state: ListState, tab: OrderTab): URLSearchParams {
  const query = toListParameters(state)
  if (tab !== 'all') query.set('tab', tab)
  return query
}

export function OrderListScreen({ session }: ScreenProps): ReactNode {
  const { shape, views, query, isReady, error, reload } = useListScreen('sales-order')
  useShortcuts([
    { keys: '/', label: t('searchList'), run: () => document.querySelector<HTMLElement>('.toolbar input[type=search]')?.focus() },
  ])
  const orderShape = useMemo(() => shape && { ...shape, columns: createColumns(shape) }, [shape])
  if (!orderShape || !isReady) return <ScreenPlaceholder error={error} retry={reload} />
  const parameters = new URLSearchParams(query)
  const tab = tabNames.find((name) => name === parameters.get('tab')) ?? 'all'
  const state = parseListState(parameters)
  // A filter for a status also finds drafts, which no tab lists.
  const fixed: Readonly<Record<string, string>> = state.filters.has('status') && tab === 'all' ? {} : { tab }
  const mayWrite = session.account.scopes.some((scope) => scope === 'orders:write')
  return (
    <div className="page wide orders">
      <header className="page-head">
        <h1>{formatHeading(orderShape.pluralLabel)}</h1>
      </header>
      <OrderTabs tab={tab} parameters={(name) => toParameters({ ...state, offset: 0 }, name)} />
      <ListPanel
        key={tab}
        shape={orderShape}
        state={state}
        onState={(next, replace) => setRouteQuery(toParameters(next, tab), replace)}
        views={views}
        keepsViews
        fixed={fixed}
        drawCell={drawCell}
        BulkActions={mayWrite ? OrderBulkActions : undefined}
      />
    </div>
  )
}
