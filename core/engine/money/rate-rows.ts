// The rows of an invoice that say how much was taxed at which rate (domain §5.1, 5 and 6).
import { type Amount, sumBy } from './amount.js'
import type { Charge } from './goods.js'

export interface DocumentRate {
  readonly recurring: boolean
  /** Combined, in per cent. */
  readonly rate: number
  /** The codes of the rates that were added, joined; null where none has one. */
  readonly code: string | null
  readonly net: Amount
  readonly tax: Amount
}

/** Sorted, so that the row does not depend on the order of lines. */
function codeOf(charges: readonly Charge[]): string | null {
  const codes = new Set<string>()
  for (const { code } of charges) if (code !== null) codes.add(code)
  return [...codes].sort().join(', ') || null
}

/** One row per combined rate, the highest first; its tax is the sum of the rounded taxes. */
export function rateRows(charges: readonly Charge[], recurring: boolean): readonly DocumentRate[] {
  const byRate = new Map<number, Charge[]>()
  for (const charge of charges) {
    const held = byRate.get(charge.rate)
    if (held) held.push(charge)
    else byRate.set(charge.rate, [charge])
  }
  return [...byRate]
    .sort(([a], [b]) => b - a)
    .map(([rate, held]) => ({
      recurring,
      rate,
      code: codeOf(held),
      net: sumBy(held, ({ net }) => net),
      tax: sumBy(held, ({ tax }) => tax),
    }))
}
