// Decimal places of currencies, and the conversion of amounts that a provider can charge exactly.
import { createProviderError } from './api.js'

const withoutDecimals = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Decimal places of a currency in amounts that are charged. */
export const countDecimals = (currency: string): number => (withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2)

export interface ChargedUnit {
  /** Decimal places of the amount that the provider receives. */
  readonly decimals: number
  /** The amount must be a multiple of this many smallest units. Default 1. */
  readonly step?: number
}

/** The amount in the smallest unit of the currency. Throws if the provider cannot charge exactly this amount. */
export function toSmallestUnit(amount: number, currency: string, provider: string, { decimals, step = 1 }: ChargedUnit): number {
  const factor = 10 ** decimals
  const units = Math.round(amount * factor)
  if (units / factor !== amount || units % step !== 0) {
    throw createProviderError('operations.paymentAmountStep', { provider, currency, step: step / factor, amount })
  }
  return units
}
