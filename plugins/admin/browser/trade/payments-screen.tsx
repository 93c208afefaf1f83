// All payments, latest first, with their outcome and a button that queries the providers.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordList, WireRow } from '../../transport/shape.js'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { salesChanged, shapeQuery } from '../ground/queries.js'
import { Link } from '../ground/routing.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { offeredIn } from '../list/cell.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { mayWrite, TableScreen } from '../table/table-screen.js'
import { moment, t } from '../wording/text.js'
import { moneyIn } from './money.js'

interface Polled {
  readonly polledCount: number
  readonly changedCount: number
  readonly failedCount: number
}

const text = (row: WireRow, name: string): string => String(row[name] ?? '')

async function poll(again: () => void): Promise<void> {
  try {
    const {
      polledCount: asked,
      changedCount: changed,
      failedCount: failed,
    } = await ask<Polled>('POST', 'actions/poll-payments', { body: {} })
    tell({ text: t('polled', { asked, changed, failed }) })
    await salesChanged()
    again()
  } catch (error) {
    tellFailure(error)
  }
}

export function PaymentsScreen(props: ScreenProps): ReactNode {
  const { data: shape } = useQuery(shapeQuery('payment'))
  const offered = offeredIn(shape?.columns.find(({ field }) => field === 'status')?.hints ?? {})
  const { data: method } = useQuery(shapeQuery('payment-method'))
  const providers = offeredIn(method?.columns.find(({ field }) => field === 'connector')?.hints ?? {})
  return (
    <TableScreen<WireRow>
      title={t('payments')}
      lead={t('paymentsLead')}
      queryKey={['list', 'payment', 'screen']}
      load={async (signal) => (await ask<RecordList>('GET', 'records/payment?sort=-created&limit=200', { signal })).data}
      keyOf={(row) => Number(row['id'])}
      head={{
        label: t('orderName'),
        cell: (row) => <Link to={recordPath('sales-order', Number(row['sales_order_id']))}>#{text(row, 'sales_order_id')}</Link>,
      }}
      columns={[
        {
          label: t('provider'),
          cell: (row) => providers.find(({ value }) => value === text(row, 'connector'))?.label ?? text(row, 'connector'),
        },
        { label: t('reference'), cell: (row) => text(row, 'reference') },
        {
          label: t('state'),
          cell: (row) => (
            <span className="badge">
              {offered.find(({ value }) => value === text(row, 'status'))?.label ?? text(row, 'status')}
            </span>
          ),
        },
        {
          label: t('amount'),
          cell: (row) => moneyIn(text(row, 'currency_code'), 2)(row['amount'] === null ? null : Number(row['amount'])),
        },
        { label: t('when'), cell: (row) => (text(row, 'created') === '' ? '' : moment(text(row, 'created'))) },
        { label: t('remark'), cell: (row) => <span title={text(row, 'remark')}>{text(row, 'remark')}</span> },
      ]}
      begin={(again) =>
        mayWrite(props, 'payments') && (
          <button type="button" onClick={() => void poll(again)}>
            {t('pollNow')}
          </button>
        )
      }
      empty={t('noPayments')}
    />
  )
}
