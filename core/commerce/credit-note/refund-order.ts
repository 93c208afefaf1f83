// Refunds parts of an order: writes the credit note, then pays the money back through the payments that have some left.
import { fromAmount, toAmount } from '../../engine/money/amount.js'
import { toErrorMessage, ServiceError, ValidationError } from '../../foundation/errors.js'
import { createMessage, type MessageText } from '../../foundation/message.js'
import { creditNote } from '../../model/entities/orders/credit-note.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { type States, transitions } from '../../model/state/statuses.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import { queueNotifications } from '../notification/notify.js'
import { lockOrder } from '../state/change-state.js'
import { loadMethodWithProvider } from '../payment/provider.js'
import { refundPayment } from '../payment/refund.js'
import { listOrderPayments, type PaymentRecord } from '../payment/rows.js'
import type { Credit, CreditRequest } from './compute-credit.js'
import { computeOrderCredit, creditOrder, findInvoiceId } from './write-credit-note.js'

interface RefundRequest extends CreditRequest {
  /** Printed on the credit note. */
  readonly reason?: string | null | undefined
  /** False: writes the credit note only. Default true. */
  readonly pay_back?: boolean | undefined
  /** True: computes the refund and changes nothing. */
  readonly dry_run?: boolean | undefined
}

export interface OrderRefund {
  readonly order_id: number
  readonly credit_note_id: number | null
  /** The number of the credit note. null: the order has no invoice. */
  readonly credit_note: string | null
  /** The credited amount. */
  readonly gross: number
  readonly currency: string
  /** The amount paid back by this call. Less than `gross` if less was received, or the provider failed. */
  readonly refunded: number
  /** True if staff must pay the money back, because the provider cannot. */
  readonly by_hand: boolean
  /** The answer of a provider that failed. Empty: none failed. */
  readonly problem: MessageText
  readonly payment_state: string
}

interface PaidBack {
  readonly refunded: number
  readonly by_hand: boolean
  readonly problem: MessageText
}

const computeMoneyLeft = ({ received, refunded }: PaymentRecord): number => toAmount(received ?? 0) - toAmount(refunded ?? 0)

const sumParts = (parts: ReturnType<typeof listPayBackParts>): number => parts.reduce((sum, { part }) => sum + part, 0)

const canFollow = (status: States['sales-order'], next: States['sales-order']): boolean =>
  (transitions['sales-order'][status] as readonly string[]).includes(next)

/** The parts of an amount that the payments with money left can pay back, oldest first. */
function listPayBackParts(payments: readonly PaymentRecord[], currency: string, gross: number) {
  let open = toAmount(gross)
  return payments.flatMap((payment) => {
    const left = payment.received_currency === currency ? computeMoneyLeft(payment) : 0
    const part = Math.min(open, left)
    if (part <= 0) return []
    open -= part
    return [{ payment, part }]
  })
}

/** Pays back the parts. A provider that fails ends it; the rest can be refunded by payment. */
async function payBack(work: ServiceContext, orderId: number, currency: string, gross: number): Promise<PaidBack> {
  let [paid, byHand] = [0, false]
  for (const { payment, part } of listPayBackParts(await listOrderPayments(work, orderId), currency, gross)) {
    try {
      const report = await refundPayment(work, payment.id, fromAmount(part))
      byHand ||= report.by_hand
      paid += part
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { refunded: fromAmount(paid), by_hand: byHand, problem: toErrorMessage(error) }
    }
  }
  return { refunded: fromAmount(paid), by_hand: byHand, problem: '' }
}

/** The expected result of paying back. Calls no provider. */
async function previewPayBack(work: ServiceContext, orderId: number, currency: string, gross: number): Promise<PaidBack> {
  const parts = listPayBackParts(await listOrderPayments(work, orderId), currency, gross)
  const refunded = fromAmount(sumParts(parts))
  let byHand = false
  for (const { payment } of parts) {
    try {
      byHand ||= (await loadMethodWithProvider(work, payment.payment_method_id)).provider.refund === undefined
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { refunded, by_hand: byHand, problem: toErrorMessage(error) }
    }
  }
  return { refunded, by_hand: byHand, problem: '' }
}

/** Without an invoice nothing records the credit, so only money that was received can be refunded. */
async function requireReceivedMoney(work: ServiceContext, orderId: number, currency: string, { gross }: Credit): Promise<void> {
  if ((await findInvoiceId(work, orderId)) !== null) return
  const parts = listPayBackParts(await listOrderPayments(work, orderId), currency, gross)
  const amount = fromAmount(sumParts(parts))
  if (amount < gross)
    throw ValidationError.of('amount', createMessage('errors.refundExceedsPayments', { amount }), 'OUT_OF_RANGE')
}

/** Queues no mail if the whole order is paid back: the mail about the refunded order follows and has the credit note too. */
async function queueCreditNoteMail(
  work: ServiceContext & TransactionContext,
  orderId: number,
  creditNoteId: number,
  toPayBack: number,
): Promise<void> {
  const { status, currency_code } = await lockOrder(work, orderId)
  const payments = await listOrderPayments(work, orderId)
  const refund = sumParts(listPayBackParts(payments, currency_code, toPayBack))
  const left = payments.reduce((sum, payment) => sum + computeMoneyLeft(payment), 0)
  const isRefunded = refund > 0 && refund === left && status !== '' && canFollow(status, 'refunded')
  if (isRefunded) return
  await queueNotifications(work, 'sales-order', orderId, 'credit_note', {
    creditNote: { id: creditNoteId, refund: fromAmount(refund) },
  })
}

/**
 * Credits and pays back lines, delivery or an amount. Call it outside of units, because it calls payment providers. NOT_FOUND for an unknown
 * order. VALIDATION_FAILED if the parts exceed the remainder of the invoice, or without an invoice the received money.
 */
export async function refundOrder(work: ServiceContext, orderId: number, request: RefundRequest): Promise<OrderRefund> {
  const { reason, pay_back: paysBack = true, dry_run: dryRun = false, ...parts } = request
  const { stored, currency } = await work.transact(async (inside) => {
    const { number, status, currency_code } = await lockOrder(inside, orderId)
    if (number === null || status === 'cancelled')
      throw ValidationError.of('order_id', createMessage('errors.orderNotRefundable', { id: orderId, status }), 'NOT_ALLOWED')
    const credit = await computeOrderCredit(inside, orderId, parts)
    if (paysBack) await requireReceivedMoney(inside, orderId, currency_code, credit)
    const creditNoteId = dryRun ? null : await creditOrder(inside, orderId, credit, reason ?? '')
    if (creditNoteId !== null) await queueCreditNoteMail(inside, orderId, creditNoteId, paysBack ? credit.gross : 0)
    return { stored: { credit, creditNoteId }, currency: currency_code }
  })
  const { credit, creditNoteId } = stored
  const nothing = { refunded: 0, by_hand: false, problem: '' }
  const pay = dryRun ? previewPayBack : payBack
  const paid = paysBack ? await pay(work, orderId, currency, credit.gross) : nothing
  const order = await work.read(salesOrder, orderId)
  const note = creditNoteId === null ? null : await work.read(creditNote, creditNoteId)
  return {
    order_id: orderId,
    credit_note_id: creditNoteId,
    credit_note: note?.values.number ?? null,
    gross: credit.gross,
    currency,
    ...paid,
    payment_state: order?.values.payment_state ?? '',
  }
}
