// Amounts as Stripe counts them: whole numbers of a currency's smallest unit, with Stripe's own ideas of what that is.

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Counted in hundredths, of which only whole units are taken. */
const wholeUnits = new Set(['ISK'])
/** Its documents say both that it has hundredths and that it has none: wrong by a factor of a hundred is worse than not at all. */
const unclear = new Set(['UGX'])

interface Counting {
  /** Smallest units in one unit. */
  readonly factor: number
  /** Amounts are multiples of so many smallest units. */
  readonly step: number
}

function countingOf(currency: string): Counting {
  if (unclear.has(currency)) throw new Error(`Payments in ${currency} cannot be made through Stripe here.`)
  if (withoutDecimals.has(currency)) return { factor: 1, step: 1 }
  if (withThree.has(currency)) return { factor: 1_000, step: 10 }
  return { factor: 100, step: wholeUnits.has(currency) ? 100 : 1 }
}

/** Throws for an amount that Stripe cannot take to the last unit: what is charged is what was ordered. */
export function toMinor(amount: number, currency: string): number {
  const { factor, step } = countingOf(currency)
  const minor = Math.round(amount * factor)
  if (minor / factor !== amount || minor % step !== 0) {
    throw new Error(`Stripe takes amounts in ${currency} in steps of ${step / factor}, and ${amount} is none.`)
  }
  return minor
}

export function fromMinor(minor: number, currency: string): number {
  return minor / countingOf(currency).factor
}
