// Converts amounts to Stripe's minor units and back. Stripe's number of decimals differs from ISO 4217 for some currencies.

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Charged in hundredths, but only in whole units. */
const wholeUnits = new Set(['ISK'])
/** Stripe's documentation contradicts itself about the decimals. Refuse payment rather than charge 100 times the amount. */
const unclear = new Set(['UGX'])

interface MinorUnit {
  /** Minor units per unit. */
  readonly factor: number
  /** Amounts must be multiples of this many minor units. */
  readonly step: number
}

function minorUnitOf(currency: string): MinorUnit {
  if (unclear.has(currency)) throw new Error(`Payments in ${currency} cannot be made through Stripe here.`)
  if (withoutDecimals.has(currency)) return { factor: 1, step: 1 }
  if (withThree.has(currency)) return { factor: 1_000, step: 10 }
  return { factor: 100, step: wholeUnits.has(currency) ? 100 : 1 }
}

/** Throws if Stripe cannot charge exactly this amount. */
export function toMinor(amount: number, currency: string): number {
  const { factor, step } = minorUnitOf(currency)
  const minor = Math.round(amount * factor)
  if (minor / factor !== amount || minor % step !== 0) {
    throw new Error(`Stripe accepts amounts in ${currency} in steps of ${step / factor}. ${amount} is not a multiple.`)
  }
  return minor
}

export function fromMinor(minor: number, currency: string): number {
  return minor / minorUnitOf(currency).factor
}
