// The payments of an order: reported statuses, manual outcomes of offline payments, and refunds.
import { type ReactNode, useState } from 'react'
import { SmallForm, FormInput } from '../account/small-form.js'
import type { DocumentDetail, PaymentDetail } from '../../api/document-shape.js'
import { parseNumberInput, formatNumberInput } from '../control/text-controls.js'
import { requestBody } from '../base/api.js'
import { askConfirmation, Dialog } from '../base/dialog.js'
import { refreshSales } from '../base/queries.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { createMoneyFormatter, formatTime, t } from '../wording/text.js'
import { formatAuthor, describeStepEffects, tOrder } from './order-text.js'

interface PaymentRefundReply {
  readonly by_hand: boolean
}

function PaymentRefundDialog({ payment, onClose }: { readonly payment: PaymentDetail; readonly onClose: () => void }): ReactNode {
  const refundable = (payment.received ?? 0) - (payment.refunded ?? 0)
  return (
    <Dialog title={t('refund')} onClose={onClose}>
      <SmallForm
        button={t('refund')}
        onCancel={{ label: t('cancel'), run: onClose }}
        onSend={async ({ amount = '' }) => {
          const seen = { expected_refunded: payment.refunded ?? 0 }
          const body = amount.trim() === '' ? seen : { ...seen, amount: parseNumberInput(amount) }
          const refund = await requestBody<PaymentRefundReply>('POST', `payments/${payment.id}/refund`, { body })
          showToast({ text: refund.by_hand ? t('refundByHand') : t('refundDone') })
          await refreshSales()
          onClose()
        }}
      >
        <FormInput
          name="amount"
          label={t('amountIn', { currency: payment.receivedCurrency })}
          initial={formatNumberInput(Math.round(refundable * 10_000) / 10_000)}
          numeric
          optional
          help={t('refundHelp')}
        />
      </SmallForm>
    </Dialog>
  )
}

interface OrderPaymentProps {
  readonly payment: PaymentDetail
  readonly documentDetail: DocumentDetail
}

function OrderPayment({ payment, documentDetail }: OrderPaymentProps): ReactNode {
  const mayWrite = documentDetail.may.write
  const [refunding, setRefunding] = useState(false)
  const [capturing, setCapturing] = useState(false)
  const { decimals } = documentDetail.document.currency
  const money = createMoneyFormatter(payment.currency, decimals)
  const received = createMoneyFormatter(payment.receivedCurrency || payment.currency, decimals)
  const { order } = documentDetail
  // The refund of the order comes first: it also writes the credit note. Credited money that a provider failed to pay back is paid back here.
  const credited = order?.creditNotes.reduce((sum, { gross }) => sum + gross, 0) ?? 0
  const isFirst = order !== null && order.may.refund && credited <= order.refunded
  const refundable = (payment.received ?? 0) > (payment.refunded ?? 0) && !isFirst
  const settle = async (status: 'paid' | 'failed'): Promise<void> => {
    const paid = status === 'paid'
    const step = paid ? documentDetail.steps.find((statusStep) => statusStep.status === 'paid') : undefined
    const effects = step?.effects.filter(({ what: effectKind }) => effectKind !== 'paid') ?? []
    const question = {
      title: paid ? t('settlePaidTitle') : t('settleFailedTitle'),
      points: [...(step ? [t('settleOrder')] : []), ...describeStepEffects({ effects }), t('settleText')],
      yes: paid ? t('settlePaid') : t('settleFailed'),
    }
    if (!(await askConfirmation(question))) return
    try {
      await requestBody('POST', `payments/${payment.id}/settlement`, { body: { status } })
      await refreshSales()
    } catch (error) {
      showErrorToast(error)
    }
  }
  const capture = async (): Promise<void> => {
    const question = {
      title: tOrder('captureTitle', { amount: money(payment.authorized) }),
      points: [tOrder('captureText')],
      yes: tOrder('capture'),
    }
    if (!(await askConfirmation(question))) return
    setCapturing(true)
    try {
      const { status } = await requestBody<{ readonly status: string }>('POST', `payments/${payment.id}/capture`, { body: {} })
      showToast({ text: tOrder(status === 'authorized' ? 'captureAccepted' : 'captureDone') })
    } catch (error) {
      showErrorToast(error)
    } finally {
      await refreshSales()
      setCapturing(false)
    }
  }
  return (
    <li className="sold">
      <header>
        <h3>
          {payment.provider || tOrder('manualPayment')} <span className="badge">{payment.statusLabel}</span>
        </h3>
        <strong className="number">{money(payment.amount)}</strong>
      </header>
      <p className="quiet-text">
        {[
          payment.reference === '' ? '' : tOrder('paymentReference', { reference: payment.reference }),
          payment.authorized === null ? '' : tOrder('authorizedOf', { amount: money(payment.authorized) }),
          payment.captureBefore === null ? '' : tOrder('captureBefore', { time: formatTime(payment.captureBefore) }),
          payment.received === null ? '' : t('receivedOf', { amount: received(payment.received) }),
          payment.refunded === null || payment.refunded === 0 ? '' : t('refundedOf', { amount: received(payment.refunded) }),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {payment.planned !== '' && (
        <p className="quiet-text">{tOrder(payment.planned === 'capture' ? 'capturePlanned' : 'releasePlanned')}</p>
      )}
      {payment.remark !== '' && <p className="note">{payment.remark}</p>}
      {payment.timeline.length > 0 && (
        <ol className="timeline">
          {payment.timeline.map(({ at, statusLabel, message, by }, index) => (
            <li key={index}>
              <span>{statusLabel}</span>{' '}
              <span className="quiet-text">
                {formatTime(at)}
                {formatAuthor(by)}
              </span>
              {message !== '' && <p className="quiet-text">{message}</p>}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="buttons">
          {payment.status === 'pending' && (
            <>
              <button type="button" onClick={() => void settle('paid')}>
                {t('settlePaid')}
              </button>
              <button type="button" onClick={() => void settle('failed')}>
                {t('settleFailed')}
              </button>
            </>
          )}
          {payment.status === 'authorized' && payment.planned !== 'release' && (
            <button type="button" className="primary" disabled={capturing} onClick={() => void capture()}>
              {tOrder('capture')}
            </button>
          )}
          {refundable && (
            <button type="button" className="danger" onClick={() => setRefunding(true)}>
              {t('refund')}
            </button>
          )}
        </div>
      )}
      {refunding && <PaymentRefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </li>
  )
}

export function OrderPayments({ documentDetail }: { readonly documentDetail: DocumentDetail }): ReactNode {
  return (
    <section className="card" aria-labelledby="payments">
      <h2 id="payments">{t('payments')}</h2>
      {documentDetail.payments.length === 0 ? (
        <p className="quiet-text">{t('noPayments')}</p>
      ) : (
        <ul className="plain">
          {documentDetail.payments.map((payment) => (
            <OrderPayment key={payment.id} payment={payment} documentDetail={documentDetail} />
          ))}
        </ul>
      )}
    </section>
  )
}
