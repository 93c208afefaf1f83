// One order: states, lines, totals, shipments, payments, credit notes, notes of the staff and timeline.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { DocumentDetail, StatusStep } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { MenuButton } from '../base/menu-button.js'
import { documentQuery, entityShapeQuery, refreshSales } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { toRecordListPath } from '../base/screen-location.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatHeading, formatTime, t } from '../wording/text.js'
import { DocumentLines } from './document-lines.js'
import { AllFieldsLink, DocumentParties, Printouts, Timeline } from './document-parts.js'
import { CreditNotes } from './credit-notes.js'
import { OrderNotesSection } from './order-notes.js'
import { OrderPayments } from './order-payments.js'
import { OrderShipments } from './order-shipments.js'
import { StateBadge } from './state-badge.js'
import { createStepQuestion } from './step-effects.js'
import { tOrder } from './wording/order-text.js'

adoptFormStyle()
adoptSalesStyle()

const RefundDialog = lazy(() => import('./refund-dialog.js').then(({ RefundDialog }) => ({ default: RefundDialog })))

async function setStatus(orderId: number, step: StatusStep): Promise<void> {
  const { status, label } = step
  const question = createStepQuestion(step)
  if (question && !(await askConfirmation(question))) return
  try {
    await requestBody('POST', 'actions/set-order-status', { body: { order_id: orderId, status } })
    await refreshSales()
    showToast({ text: t('statusSet', { status: label }) })
  } catch (error) {
    showErrorToast(error)
  }
}

/** The step that cancels an order comes last. */
function StatusMenu({ documentDetail: { id, steps } }: { readonly documentDetail: DocumentDetail }): ReactNode {
  if (steps.length === 0) return null
  const choices = steps.map((step) => ({
    label: step.status === 'cancelled' ? tOrder('cancelOrder') : step.label,
    destructive: step.ends,
    run: () => void setStatus(id, step),
  }))
  const ordered = [...choices.filter(({ destructive }) => !destructive), ...choices.filter(({ destructive }) => destructive)]
  return <MenuButton className="status-menu" label={tOrder('changeStatus')} choices={ordered} />
}

/** When the order was placed, who placed it, and its status. */
function OrderSummary({ documentDetail: { document, statusLabel } }: { readonly documentDetail: DocumentDetail }): ReactNode {
  const { placed, created, billing, email } = document
  const name = billing ? billing.company || `${billing.first_name} ${billing.last_name}`.trim() : ''
  const time = placed === null ? tOrder('createdAt', { at: formatTime(created) }) : tOrder('placedAt', { at: formatTime(placed) })
  return <p className="quiet-text">{[time, name || email, statusLabel].filter((text) => text !== '').join(' · ')}</p>
}

interface OrderScreenProps extends ScreenProps {
  readonly id: number
}

export function OrderScreen({ id, session }: OrderScreenProps): ReactNode {
  const { data: documentDetail, error, refetch } = useQuery(documentQuery('sales-order', id))
  const { data: shape } = useQuery(entityShapeQuery('sales-order'))
  const [refunding, setRefunding] = useState(false)
  const title = `${formatHeading(shape?.label ?? '')} ${documentDetail?.document.number_text ?? ''}`.trim()
  useWindowTitle(title)
  if (error && !documentDetail) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!documentDetail || !shape) return <p className="loading">{t('loading')}</p>
  const { order } = documentDetail
  return (
    <div className="page">
      <header className="page-head order-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to={toRecordListPath('sales-order')}>{formatHeading(shape.pluralLabel)}</Link>
          </nav>
          <h1>
            {title} {order && <StateBadge state={order.payment} />} {order && <StateBadge state={order.fulfilment} />}
          </h1>
          <OrderSummary documentDetail={documentDetail} />
        </div>
        {documentDetail.may.write && (
          <div className="head-actions">
            {order?.may.refund && (
              <button type="button" onClick={() => setRefunding(true)}>
                {tOrder('refund')}
              </button>
            )}
            <StatusMenu documentDetail={documentDetail} />
          </div>
        )}
      </header>
      <div className="desk">
        <div className="desk-main">
          <DocumentLines documentDetail={documentDetail} />
          {order && <OrderShipments documentDetail={documentDetail} order={order} />}
          <OrderPayments documentDetail={documentDetail} />
          {order && order.creditNotes.length > 0 && <CreditNotes documentDetail={documentDetail} order={order} />}
        </div>
        <div className="desk-side">
          {order && <OrderNotesSection key={id} documentDetail={documentDetail} order={order} />}
          <DocumentParties documentDetail={documentDetail} />
          <Printouts documentDetail={documentDetail} />
          <Timeline documentDetail={documentDetail} />
          <AllFieldsLink entity="sales-order" id={id} session={session} />
        </div>
      </div>
      <Suspense>
        {refunding && order && <RefundDialog documentDetail={documentDetail} order={order} onClose={() => setRefunding(false)} />}
      </Suspense>
    </div>
  )
}
