// The tax rows of a document: net and tax per tax rate.
import { type Amount, sumBy } from './amount.js'
import type { Charge } from './goods.js'

export interface DocumentRate {
  readonly recurring: boolean
  /** The combined rate in percent. */
  readonly rate: number
  /** The codes of the combined rates, joined. Null if none has a code. */
  readonly code: string | null
  readonly net: Amount
  readonly tax: Amount
}

/** Sorted, so the result does not depend on the order of lines. */
function joinCodes(charges: readonly Charge[]): string | null {
  const codes = new Set<string>()
  for (const { code } of charges) if (code !== null) codes.add(code)
  return [...codes].sort().join(', ') || null
}

/** One row per combined rate, the highest first. Its tax is the sum of the rounded taxes. */
export function createRateRows(charges: readonly Charge[], recurring: boolean): readonly DocumentRate[] {
  const byRate = new Map<number, Charge[]>()
  for (const charge of charges) {
    const group = byRate.get(charge.rate)
    if (group) group.push(charge)
    else byRate.set(charge.rate, [charge])
  }
  return [...byRate]
    .sort(([a], [b]) => b - a)
    .map(([rate, group]) => ({
      recurring,
      rate,
      code: joinCodes(group),
      net: sumBy(group, ({ net }) => net),
      tax: sumBy(group, ({ tax }) => tax),
    }))
}
