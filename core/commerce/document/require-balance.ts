// Checks that the amounts of a document add up, as decimals and right before they are stored.
import { type Amount, toAmount } from '../../engine/money/amount.js'
import { SystemError } from '../../foundation/errors.js'

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
