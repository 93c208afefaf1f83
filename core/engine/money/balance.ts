// Holds a priced document against itself before it leaves: its parts must add up to its totals, in every column (domain §5.1, 3 to 6).
import { type Amount, sumAmounts, sumBy } from './amount.js'
import type { Discount } from './discount.js'
import { type GoodsPrice, sumTotals, type Total } from './goods.js'
import type { DocumentRate } from './rate-rows.js'

interface Balanced extends Total {
  readonly lines: readonly (GoodsPrice & { readonly recurring: GoodsPrice })[]
  readonly delivery: Total | null
  readonly payment: Total | null
  readonly discount: Discount | null
  readonly recurring: Total
  readonly recurringDiscount: Discount | null
  readonly rates: readonly DocumentRate[]
}

const columns = ['net', 'tax', 'gross'] as const

function unbalanced(what: string, sum: Amount, total: Amount): Error {
  return new Error(`The ${what} of a document add up to ${sum} ten-thousandths instead of ${total}.`)
}

function requireEqual(what: string, sum: Amount, total: Amount): void {
  if (sum !== total) throw unbalanced(what, sum, total)
}

function requireWhole(what: string, { net, tax, gross }: Total): void {
  const sum = sumAmounts([net, tax])
  if (sum !== gross) throw unbalanced(`net and tax of ${what}`, sum, gross)
}

/** Every price is held against itself, so that sentences are made where something is wrong alone. */
function requireSum(what: string, parts: readonly Total[], total: Total): void {
  const sum = sumTotals(parts)
  for (const column of columns) {
    if (sum[column] !== total[column]) throw unbalanced(`${what} (${column})`, sum[column], total[column])
  }
  for (const part of parts) requireWhole(what, part)
  requireWhole(what, total)
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

/** Throws where a document does not add up: a defect of this service that must not reach an invoice. */
export function assertBalanced(document: Balanced): void {
  const { lines, delivery, payment, recurring, rates } = document
  const again = lines.map((line) => line.recurring)
  requireSum('parts', [...lines, ...(delivery ? [delivery] : []), ...(payment ? [payment] : [])], document)
  requireSum('recurring parts', again, recurring)
  requireShares(lines, document.discount)
  requireShares(again, document.recurringDiscount)
  requireRates(
    rates.filter((row) => !row.recurring),
    document,
  )
  requireRates(
    rates.filter((row) => row.recurring),
    recurring,
  )
}
