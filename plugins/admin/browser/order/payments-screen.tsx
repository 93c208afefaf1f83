// All payments, latest first, with their outcome and a button that queries the providers.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordList, WireRow } from '../../api/shape.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { entityShapeQuery, namesQuery, queryClient, refreshSales } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { canWriteScreen, TableScreen } from '../table/table-screen.js'
import { createMoneyFormatter, formatTime, t } from '../wording/text.js'
import { getHintChoices } from '../list/list-views.js'

interface PollReply {
  readonly polledCount: number
  readonly changedCount: number
  readonly failedCount: number
}

const text = (row: WireRow, name: string): string => String(row[name] ?? '')

async function pollProviders(again: () => void): Promise<void> {
  try {
    const {
      polledCount: polled,
      changedCount: changed,
      failedCount: failed,
    } = await requestBody<PollReply>('POST', 'actions/poll-payments', { body: {} })
    showToast({ text: t('polled', { asked: polled, changed, failed }) })
    await refreshSales()
    again()
  } catch (error) {
    showErrorToast(error)
  }
}

/** The latest payments, each with the name of its order. */
async function loadPayments(signal: AbortSignal): Promise<readonly WireRow[]> {
  const { data } = await requestBody<RecordList>('GET', 'records/payment?sort=-created&limit=200', { signal })
  const names = await queryClient.fetchQuery(
    namesQuery(
      'sales-order',
      data.map((row) => Number(row['sales_order_id'])),
    ),
  )
  return data.map((row) => ({ ...row, order: names.get(Number(row['sales_order_id'])) ?? t('unknownRecord') }))
}

export function PaymentsScreen(props: ScreenProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery('payment'))
  const offered = getHintChoices(shape?.columns.find(({ field }) => field === 'status')?.hints ?? {})
  const { data: method } = useQuery(entityShapeQuery('payment-method'))
  const providers = getHintChoices(method?.columns.find(({ field }) => field === 'connector')?.hints ?? {})
  return (
    <TableScreen<WireRow>
      title={t('payments')}
      lead={t('paymentsLead')}
      queryKey={['list', 'payment', 'screen']}
      load={loadPayments}
      keyOf={(row) => Number(row['id'])}
      head={{
        label: t('orderName'),
        cell: (row) => (
          <Link to={toRecordPath('sales-order', Number(row['sales_order_id']))}>
            {text(row, 'order_number') || t('orderName')}
          </Link>
        ),
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
          cell: (row) =>
            createMoneyFormatter(
              text(row, 'currency_code'),
              Number(row['currency_decimals']),
            )(row['amount'] === null ? null : Number(row['amount'])),
        },
        { label: t('when'), cell: (row) => (text(row, 'created') === '' ? '' : formatTime(text(row, 'created'))) },
        { label: t('remark'), cell: (row) => <span title={text(row, 'remark')}>{text(row, 'remark')}</span> },
      ]}
      begin={(again) =>
        canWriteScreen(props, 'payments') && (
          <button type="button" onClick={() => void pollProviders(again)}>
            {t('pollNow')}
          </button>
        )
      }
      empty={t('noPayments')}
    />
  )
}
