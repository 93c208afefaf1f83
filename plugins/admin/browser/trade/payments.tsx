// The payments of an order: reported statuses, refunds, and manual outcomes of offline payments.
import { type ReactNode, useState } from 'react'
import { SmallForm, Input } from '../account/small-form.js'
import type { DeskDocument, DeskPayment } from '../../transport/screen-shape.js'
import { readNumber, writeNumber } from '../control/number.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { salesChanged } from '../ground/queries.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { moment, t } from '../wording/text.js'
import { doneBy } from './done-by.js'
import { moneyIn } from './money.js'
import { effectWords } from './step-words.js'

interface Refunded {
  readonly by_hand: boolean
}

function Refund({ payment, onClose }: { readonly payment: DeskPayment; readonly onClose: () => void }): ReactNode {
  const left = (payment.received ?? 0) - (payment.refunded ?? 0)
  return (
    <Dialog title={t('refund')} onClose={onClose}>
      <SmallForm
        button={t('refund')}
        onCancel={{ label: t('cancel'), run: onClose }}
        onSend={async ({ amount = '' }) => {
          const body = amount.trim() === '' ? {} : { amount: readNumber(amount) }
          const done = await ask<Refunded>('POST', `payments/${payment.id}/refund`, { body })
          tell({ text: done.by_hand ? t('refundByHand') : t('refundDone') })
          await salesChanged()
          onClose()
        }}
      >
        <Input
          name="amount"
          label={t('amountIn', { currency: payment.receivedCurrency })}
          initial={writeNumber(Math.round(left * 10_000) / 10_000)}
          numeric
          optional
          help={t('refundHelp')}
        />
      </SmallForm>
    </Dialog>
  )
}

interface PaymentProps {
  readonly payment: DeskPayment
  readonly desk: DeskDocument
}

function Payment({ payment, desk }: PaymentProps): ReactNode {
  const mayWrite = desk.may.write
  const [refunding, setRefunding] = useState(false)
  const money = moneyIn(payment.currency, 2)
  const received = moneyIn(payment.receivedCurrency || payment.currency, 2)
  const refundable = (payment.received ?? 0) > (payment.refunded ?? 0)
  const settle = async (status: 'paid' | 'failed'): Promise<void> => {
    const paid = status === 'paid'
    const step = paid ? desk.steps.find((one) => one.status === 'paid') : undefined
    const effects = step?.effects.filter(({ what }) => what !== 'paid') ?? []
    const question = {
      title: paid ? t('settlePaidTitle') : t('settleFailedTitle'),
      points: [...(step ? [t('settleOrder')] : []), ...effectWords({ effects }), t('settleText')],
      yes: paid ? t('settlePaid') : t('settleFailed'),
    }
    if (!(await confirm(question))) return
    try {
      await ask('POST', `payments/${payment.id}/settlement`, { body: { status } })
      await salesChanged()
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <li className="sold">
      <header>
        <h3>
          {payment.provider} <span className="badge">{payment.statusLabel}</span>
        </h3>
        <strong className="number">{money(payment.amount)}</strong>
      </header>
      <p className="quiet-text">
        {[
          payment.reference,
          payment.received === null ? '' : t('receivedOf', { amount: received(payment.received) }),
          payment.refunded === null || payment.refunded === 0 ? '' : t('refundedOf', { amount: received(payment.refunded) }),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {payment.remark !== '' && <p className="note">{payment.remark}</p>}
      {payment.timeline.length > 0 && (
        <ol className="timeline">
          {payment.timeline.map(({ at, statusLabel, message, by }, index) => (
            <li key={index}>
              <span>{statusLabel}</span>{' '}
              <span className="quiet-text">
                {moment(at)}
                {doneBy(by)}
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
          {refundable && (
            <button type="button" className="danger" onClick={() => setRefunding(true)}>
              {t('refund')}
            </button>
          )}
        </div>
      )}
      {refunding && <Refund payment={payment} onClose={() => setRefunding(false)} />}
    </li>
  )
}

export function Payments({ desk }: { readonly desk: DeskDocument }): ReactNode {
  return (
    <section className="card" aria-labelledby="payments">
      <h2 id="payments">{t('payments')}</h2>
      {desk.payments.length === 0 ? (
        <p className="quiet-text">{t('noPayments')}</p>
      ) : (
        <ul className="plain">
          {desk.payments.map((payment) => (
            <Payment key={payment.id} payment={payment} desk={desk} />
          ))}
        </ul>
      )}
    </section>
  )
}
