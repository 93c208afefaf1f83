// The dialog that refunds an order: amount, lines, and a preview of the refund.
import { type ReactNode, useState, type FormEvent, useEffect } from 'react'
import type { DocumentDetail, OrderState } from '../../api/document-shape.js'
import { parseNumberInput } from '../control/text-controls.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { refreshSales } from '../base/queries.js'
import { showToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { tOrder, createDocumentMoneyFormatter, formatPercent } from './order-text.js'
import { useQuery } from '@tanstack/react-query'
import {
  areQuantitiesValid,
  type LineQuantities,
  LineQuantityInputs,
  type SelectableLine,
  toLineQuantities,
} from './line-quantities.js'

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
