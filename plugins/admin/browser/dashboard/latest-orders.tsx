// The latest orders of the shop.
import type { ReactNode } from 'react'
import type { LatestOrder } from '../../api/screen-shape.js'
import { toRecordListPath, toRecordPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { createMoneyFormatter } from '../order/money-formatter.js'
import { adoptDashboardStyle } from '../style/dashboard.js'
import { DataTable } from '../table/table-screen.js'
import { formatTime } from '../wording/text.js'
import { tDashboard } from './wording/dashboard-text.js'

adoptDashboardStyle()

export function LatestOrders({ orders }: { readonly orders: readonly LatestOrder[] }): ReactNode {
  return (
    <div className="card dash-orders">
      <header className="card-head">
        <h2>{tDashboard('latestOrders')}</h2>
        {orders.length > 0 && (
          <Link to={toRecordListPath('sales-order')} className="button">
            {tDashboard('allOrders')}
          </Link>
        )}
      </header>
      <DataTable
        label={tDashboard('latestOrders')}
        rows={orders}
        keyOf={({ id }) => id}
        empty={tDashboard('noOrders')}
        head={{
          label: tDashboard('order'),
          cell: ({ id, number }) => (
            <Link to={toRecordPath('sales-order', id)} className="opens">
              {number}
            </Link>
          ),
        }}
        columns={[
          { label: tDashboard('placed'), cell: ({ placed }) => formatTime(placed) },
          { label: tDashboard('customer'), cell: ({ customer }) => customer },
          { label: tDashboard('status'), cell: ({ statusLabel }) => <span className="badge">{statusLabel}</span> },
          {
            label: tDashboard('amount'),
            cell: ({ gross, currency, decimals }) => createMoneyFormatter(currency, decimals)(gross),
            isNumeric: true,
          },
        ]}
      />
    </div>
  )
}
