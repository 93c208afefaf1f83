// The payments of an order: reported statuses, manual outcomes of offline payments, and refunds.
import { type ReactNode, useState, type FormEvent, useEffect } from 'react'
import { SmallForm, FormInput } from '../account/small-form.js'
import type { DocumentDetail, PaymentDetail, OrderState } from '../../api/screen-shape.js'
import { parseNumberInput, formatNumberInput } from '../control/text-controls.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { askConfirmation, Dialog, DialogFooter } from '../base/dialog.js'
import { refreshSales } from '../base/queries.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { createMoneyFormatter, formatTime, t } from '../wording/text.js'
import { formatAuthor, describeStepEffects, tOrder, createDocumentMoneyFormatter, formatPercent } from './order-text.js'
import { useQuery } from '@tanstack/react-query'
import {
  areQuantitiesValid,
  type LineQuantities,
  LineQuantityInputs,
  type SelectableLine,
  toLineQuantities,
} from './line-quantities.js'

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

interface RefundReply {
  readonly credit_note: string | null
  readonly gross: number
  readonly refunded: number
  readonly by_hand: boolean
  readonly problem: string
}

/** Milliseconds after the last input until the server computes the total. */
const previewDelay = 250

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const print = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), previewDelay)
    return () => clearTimeout(timer)
  }, [print])
  return settled
}

interface RefundDialogProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
  readonly onClose: () => void
}

/** The refund of an order: items, shipping or an amount, with the total computed by the server while typing. */
export function RefundDialog({ documentDetail, order, onClose }: RefundDialogProps): ReactNode {
  const money = createDocumentMoneyFormatter(documentDetail)
  const lines: readonly SelectableLine[] = documentDetail.document.lines
    .map((line) => ({ line, available: order.lines.find(({ id }) => id === line.id)?.uncredited ?? 0 }))
    .filter(({ available }) => available > 0)
  const rates = order.rates.filter(({ gross }) => gross > 0)
  const hasMoney = order.paid > order.refunded
  const [quantities, setQuantities] = useState<LineQuantities>({})
  const [delivery, setDelivery] = useState(false)
  const [amount, setAmount] = useState('')
  const [rate, setRate] = useState(rates[0]?.rate ?? 0)
  const [reason, setReason] = useState('')
  const [payBack, setPayBack] = useState(hasMoney)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const chosen = toLineQuantities(lines, quantities)
  const parts = {
    order_id: documentDetail.id,
    ...(chosen.length > 0 && { lines: chosen }),
    ...(delivery && { delivery }),
    ...(amount.trim() !== '' && { amount: parseNumberInput(amount), rate }),
    pay_back: payBack,
  }
  const isChosen = chosen.length > 0 || delivery || amount.trim() !== ''
  const isValid = areQuantitiesValid(lines, quantities)
  const settled = useDebounced(parts)
  const isSettled = JSON.stringify(settled) === JSON.stringify(parts)
  const { data: preview, error } = useQuery({
    queryKey: ['refund-preview', settled],
    enabled: isChosen && isValid && isSettled,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      requestBody<RefundReply>('POST', 'actions/refund-order', { body: { ...settled, dry_run: true }, signal }),
  })
  const total = isChosen && isValid && isSettled ? preview : undefined

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !total) return
    setBusy(true)
    setFailure(null)
    try {
      const reply = await requestBody<RefundReply>('POST', 'actions/refund-order', { body: { ...parts, reason } })
      await refreshSales()
      announce(reply)
      onClose()
    } catch (refusal) {
      setFailure(getErrorMessage(refusal))
      setBusy(false)
    }
  }
  function announce({ problem, refunded, by_hand: byHand, credit_note: number, gross }: RefundReply): void {
    if (problem !== '') return showToast({ kind: 'failed', text: tOrder('refundProblem', { problem }) })
    if (refunded > 0) return showToast({ text: tOrder(byHand ? 'refundByHand' : 'refundDone', { amount: money(refunded) }) })
    showToast({ text: tOrder('creditWritten', { number: number ?? '', amount: money(gross) }) })
  }

  return (
    <Dialog title={tOrder('refundOrder')} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {lines.length > 0 && (
          <LineQuantityInputs
            documentDetail={documentDetail}
            label={tOrder('refundItems')}
            lines={lines}
            quantities={quantities}
            onChange={setQuantities}
          />
        )}
        {order.delivery !== null && order.delivery > 0 && (
          <label className="check">
            <input type="checkbox" checked={delivery} onChange={({ target }) => setDelivery(target.checked)} />{' '}
            {tOrder('refundDelivery', { amount: money(order.delivery) })}
          </label>
        )}
        <div className="field">
          <label htmlFor="refund-amount">{tOrder('refundAmount', { currency: documentDetail.document.currency.code })}</label>
          <input
            id="refund-amount"
            type="text"
            inputMode="decimal"
            className="short"
            autoComplete="off"
            aria-describedby="refund-amount-help"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
          <p className="help" id="refund-amount-help">
            {tOrder('refundAmountHelp')}
          </p>
        </div>
        {rates.length > 1 && (
          <div className="field">
            <label htmlFor="refund-rate">{tOrder('refundRate')}</label>
            <select id="refund-rate" value={rate} onChange={({ target }) => setRate(Number(target.value))}>
              {rates.map((open) => (
                <option key={open.rate} value={open.rate}>
                  {tOrder('rateChoice', { rate: formatPercent(open.rate), amount: money(open.gross) })}
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="field">
          <label htmlFor="refund-reason">{tOrder('refundReason')}</label>
          <textarea
            id="refund-reason"
            rows={2}
            aria-describedby="refund-reason-help"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <p className="help" id="refund-reason-help">
            {tOrder(documentDetail.invoice === null ? 'refundWithoutInvoice' : 'refundReasonHelp')}
          </p>
        </div>
        {hasMoney ? (
          <label className="check">
            <input type="checkbox" checked={payBack} onChange={({ target }) => setPayBack(target.checked)} /> {tOrder('payBack')}
          </label>
        ) : (
          <p className="help">{tOrder('nothingPaid')}</p>
        )}
        <div role="status" className="refund-preview">
          {total ? (
            <dl className="sums">
              <div className="total">
                <dt>{tOrder('refundTotal')}</dt>
                <dd className="number">{money(total.gross)}</dd>
              </div>
              {payBack && (
                <div>
                  <dt>{tOrder(total.by_hand ? 'paidBackByHand' : 'paidBack')}</dt>
                  <dd className="number">{money(total.refunded)}</dd>
                </div>
              )}
            </dl>
          ) : isChosen && isSettled && error ? (
            <p className="form-failure">{getErrorMessage(error)}</p>
          ) : (
            <p className="quiet-text">{isChosen && isValid ? t('loading') : tOrder('refundPreviewHint')}</p>
          )}
        </div>
        <p className="form-failure" role="alert">
          {failure}
        </p>
        <DialogFooter
          onCancel={onClose}
          action={total ? tOrder('refundNow', { amount: money(total.gross) }) : tOrder('refund')}
          destructive
          disabled={!total}
          busy={busy}
        />
      </form>
    </Dialog>
  )
}
