// What a person says of a payment whose provider does not: that the money came, or never will.
import { NotFoundError } from '../../foundation/errors.js'
import { payment as paymentEntity } from '../../model/entities/orders/payment.js'
import type { Work } from '../../storage/work.js'
import type { PaymentReport } from './define.js'
import { settlePayment } from './settle.js'

export interface SaidByHand {
  readonly status: 'paid' | 'failed' | 'cancelled'
  /** What came; what was to be paid if left out. */
  readonly amount?: number | undefined
  /** The currency in which it came; that of the payment if left out. */
  readonly currency?: string | undefined
  readonly message?: string | undefined
}

export interface SettledByHand {
  readonly payment_id: number
  readonly status: string
  /** False where this was known. */
  readonly changed: boolean
  /** What somebody should look at. */
  readonly remark: string
}

/** Settles a payment as its provider's own report would: checked, forward only, with the order behind it. */
export async function settleByHand(work: Work, id: number, said: SaidByHand): Promise<SettledByHand> {
  const found = await work.read(paymentEntity, id)
  if (!found) throw new NotFoundError(`There is no payment with the id ${id}.`)
  const { amount, currency_code } = found.values
  const note = said.message === undefined ? {} : { message: said.message }
  const report: PaymentReport =
    said.status === 'paid'
      ? { status: 'paid', amount: said.amount ?? amount ?? 0, currency: said.currency ?? currency_code, ...note }
      : { status: said.status, ...note }
  const changed = await work.transact((inside) => settlePayment(inside, id, report, { source: 'person' }))
  const after = await work.read(paymentEntity, id)
  return { payment_id: id, status: after?.values.status ?? '', changed, remark: after?.values.remark ?? '' }
}
