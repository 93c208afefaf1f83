// Sums of a document: checked before they are stored, and printed below the table with taxes added or included.
import { type Amount, fromAmount, toAmount } from '../../engine/money/amount.js'
import { SystemError } from '../../foundation/errors.js'
import type { AmountReply } from '../../shop/price.js'
import type { DocumentRateReply, DocumentReply } from './define.js'
import { createMessage, type Message } from '../../foundation/message.js'

export interface DocumentSum {
  readonly label: string
  readonly amount: string
  /** `total`: the amount to pay; `part`: an addend; `aside`: an amount that is included. */
  readonly kind: 'part' | 'total' | 'aside'
}

/** The formats that the sums need, in the document's language. Mails and printed documents pass their own. */
export interface SumFormats {
  translate(messageKey: string, values?: Readonly<Record<string, string | number>>): string
  money(amount: number): string
  /** `rate` is in percent. */
  percent(rate: number): string
}

type SumKind = DocumentSum['kind']

/** Charges in addition to the goods. Delivery is listed even if it is free. */
function createChargeSums({ delivery, payment, b2b }: DocumentReply, { money }: SumFormats): readonly DocumentSum[] {
  const amount = ({ net, gross }: AmountReply): string => money(b2b ? net : gross)
  const costly = payment !== null && payment.gross !== 0 ? [payment] : []
  return [...(delivery ? [delivery] : []), ...costly].map((charge) => ({
    label: charge.title,
    amount: amount(charge),
    kind: 'part',
  }))
}

function createTaxSums(
  rates: readonly DocumentRateReply[],
  { translate, money, percent }: SumFormats,
  kind: SumKind,
): readonly DocumentSum[] {
  return rates.map(({ rate, code, net, tax }) => {
    const values = { rate: percent(rate), net: money(net), code }
    const label = code === '' ? translate('VAT {rate} on {net}', values) : translate('VAT {rate} ({code}) on {net}', values)
    return { label, amount: money(tax), kind }
  })
}

const createSum = (label: string, amount: string, kind: SumKind): DocumentSum => ({ label, amount, kind })

/** The sums of the one-time amounts. */
export function createSums(reply: DocumentReply, wording: SumFormats): readonly DocumentSum[] {
  const { translate, money } = wording
  const { b2b, discount, lines, net, gross } = reply
  const rates = reply.rates.filter(({ recurring }) => !recurring)
  const before = lines.reduce((total, line) => total + line.net_before_discount, 0)
  const discountSums = discount ? [createSum(discount.title || translate('Discount'), money(-discount.net), 'part')] : []
  if (b2b) {
    return [
      ...(discount ? [createSum(translate('Subtotal'), money(before), 'part'), ...discountSums] : []),
      ...createChargeSums(reply, wording),
      createSum(translate('Total, excl. VAT'), money(net), 'part'),
      ...createTaxSums(rates, wording, 'part'),
      createSum(translate('Total, incl. VAT'), money(gross), 'total'),
    ]
  }
  const label = translate('Already deducted: {title}, net', { title: discount?.title || translate('Discount') })
  return [
    ...createChargeSums(reply, wording),
    createSum(translate('Total, incl. VAT'), money(gross), 'total'),
    createSum(translate('Net amount'), money(net), 'aside'),
    ...createTaxSums(rates, wording, 'aside'),
    ...(discount ? [createSum(label, money(discount.net), 'aside')] : []),
  ]
}

/** The sums of the recurring amounts; empty if there are none. */
export function createRecurringSums(reply: DocumentReply, wording: SumFormats): readonly DocumentSum[] {
  const { translate, money } = wording
  const { b2b, recurring, recurring_discount: discount } = reply
  const rates = reply.rates.filter((rate) => rate.recurring)
  if (rates.length === 0 && recurring.gross === 0) return []
  const label = discount?.title || translate('Discount')
  const discountSums = discount ? [createSum(label, money(b2b ? -discount.net : discount.net), b2b ? 'part' : 'aside')] : []
  const total = createSum(translate('Recurring, incl. VAT'), money(recurring.gross), 'total')
  const net = createSum(translate('Recurring, excl. VAT'), money(recurring.net), b2b ? 'part' : 'aside')
  return b2b
    ? [...discountSums, net, ...createTaxSums(rates, wording, 'part'), total]
    : [
        total,
        net,
        ...createTaxSums(rates, wording, 'aside'),
        ...discountSums.map((discountSum) => ({
          ...discountSum,
          label: translate('Already deducted: {title}, net', { title: label }),
        })),
      ]
}

type AmountColumn = 'net' | 'tax' | 'gross'
type StoredAmount = number | null

export interface BalancedHeader extends Readonly<Record<AmountColumn, StoredAmount>> {
  readonly delivery_net: StoredAmount
  readonly delivery_tax: StoredAmount
  readonly delivery_gross: StoredAmount
  readonly payment_net: StoredAmount
  readonly payment_tax: StoredAmount
  readonly payment_gross: StoredAmount
  readonly recurring_net: StoredAmount
  readonly recurring_tax: StoredAmount
  readonly recurring_gross: StoredAmount
}

export interface BalancedLine extends Readonly<Record<AmountColumn, StoredAmount>> {
  readonly recurring_net: StoredAmount
  readonly recurring_tax: StoredAmount
  readonly recurring_gross: StoredAmount
}

export interface BalancedRate {
  readonly recurring: boolean | null
  readonly net: StoredAmount
  readonly tax: StoredAmount
}

const addStoredAmounts = (amounts: readonly StoredAmount[]): Amount =>
  amounts.reduce((total: Amount, figure) => total + toAmount(figure ?? 0), 0)

function requireSum(label: string, parts: readonly StoredAmount[], total: StoredAmount): void {
  if (addStoredAmounts(parts) === toAmount(total ?? 0)) return
  throw new SystemError(`A document was not stored: its parts (${label}) do not add up to its total.`)
}

/** Lines, delivery and payment must add up to the totals, and the rates to net and tax. Recurring amounts are checked separately. */
export function requireBalance(header: BalancedHeader, lines: readonly BalancedLine[], rates: readonly BalancedRate[]): void {
  for (const column of ['net', 'tax', 'gross'] as const) {
    const charges = [header[`delivery_${column}`], header[`payment_${column}`]]
    requireSum(column, [...lines.map((line) => line[column]), ...charges], header[column])
    const again = lines.map((line) => line[`recurring_${column}`])
    requireSum(`recurring ${column}`, again, header[`recurring_${column}`])
  }
  for (const column of ['net', 'tax'] as const) {
    const rows = (recurring: boolean): readonly StoredAmount[] =>
      rates.filter((rate) => (rate.recurring === true) === recurring).map((rate) => rate[column])
    requireSum(`rates, ${column}`, rows(false), header[column])
    requireSum(`recurring rates, ${column}`, rows(true), header[`recurring_${column}`])
  }
  requireSum('net and tax', [header.net, header.tax], header.gross)
}

/** A gross total for a message, with the recurring total if there is one. */
export function createTotalMessage(gross: Amount, recurring: Amount, currency: string): Message {
  const amount = String(fromAmount(gross))
  return recurring === 0
    ? createMessage('shop.amountInCurrency', { amount, currency })
    : createMessage('shop.amountWithRecurring', { amount, recurring: String(fromAmount(recurring)), currency })
}
