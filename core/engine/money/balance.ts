// Checks a priced document before it is returned: its parts must add up to its totals in every column.
import { type Amount, sumAmounts, sumBy } from './amount.js'
import type { Discount } from './discount.js'
import { type GoodsPrice, sumTotals, type Total } from './goods.js'
import type { DocumentRate } from './rate-rows.js'

interface BalancedDocument extends Total {
  readonly lines: readonly (GoodsPrice & { readonly recurring: GoodsPrice })[]
  readonly delivery: Total | null
  readonly payment: Total | null
  readonly discount: Discount | null
  readonly recurring: Total
  readonly recurringDiscount: Discount | null
  readonly rates: readonly DocumentRate[]
}

const columns = ['net', 'tax', 'gross'] as const

function imbalance(subject: string, sum: Amount, total: Amount): Error {
  return new Error(`The ${subject} of a document add up to ${sum} ten-thousandths instead of ${total}.`)
}

function requireEqual(subject: string, sum: Amount, total: Amount): void {
  if (sum !== total) throw imbalance(subject, sum, total)
}

function requireWhole(subject: string, { net, tax, gross }: Total): void {
  const sum = sumAmounts([net, tax])
  if (sum !== gross) throw imbalance(`net and tax of ${subject}`, sum, gross)
}

/** Compares column by column. Error texts are created only on failure. */
function requireSum(subject: string, parts: readonly Total[], total: Total): void {
  const sum = sumTotals(parts)
  for (const column of columns) {
    if (sum[column] !== total[column]) throw imbalance(`${subject} (${column})`, sum[column], total[column])
  }
  for (const part of parts) requireWhole(subject, part)
  requireWhole(subject, total)
}

function requireShares(lines: readonly GoodsPrice[], discount: Discount | null): void {
  const shares = sumBy(lines, ({ netBeforeDiscount, net }) => netBeforeDiscount - net)
  requireEqual('shares of the discount', shares, discount?.net ?? 0)
}

function requireRates(rows: readonly DocumentRate[], { net, tax }: Total): void {
  requireEqual(
    'nets of the rates',
    sumBy(rows, (row) => row.net),
    net,
  )
  requireEqual(
    'taxes of the rates',
    sumBy(rows, (row) => row.tax),
    tax,
  )
}

/** Throws if a document does not add up. This is a defect of the service that must not reach an invoice. */
export function assertBalanced(document: BalancedDocument): void {
  const { lines, delivery, payment, recurring, rates } = document
  const recurringLines = lines.map((line) => line.recurring)
  requireSum('parts', [...lines, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])], document)
  requireSum('recurring parts', recurringLines, recurring)
  requireShares(lines, document.discount)
  requireShares(recurringLines, document.recurringDiscount)
  requireRates(
    rates.filter((row) => !row.recurring),
    document,
  )
  requireRates(
    rates.filter((row) => row.recurring),
    recurring,
  )
}
