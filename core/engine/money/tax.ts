// The tax rates for a destination, and the tax on an amount.
import { type Amount, roundScaledToAmount, toScaledInteger } from './amount.js'

/** A tax rate in percent, for example 19, with its code for invoices. */
export interface TaxRate {
  readonly rate: number
  readonly code: string | null
}

/** A stored tax rate. Exactly one of the region ids is set. */
export interface StoredTaxRate extends TaxRate {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
}

interface Locality {
  readonly country_id: number | null
  readonly state_id?: number | null
  readonly county_id?: number | null
  readonly city_id?: number | null
}

/**
 * The rates of a tax class at a destination: the state's rate, else the country's, else the class default; county and city
 * rates are added. Rates of 0 are included because invoices list them.
 */
export function resolveTaxRates(
  destination: Locality,
  defaultRate: number | null,
  storedRates: readonly StoredTaxRate[],
): readonly TaxRate[] {
  const rateAt = (key: keyof Locality): StoredTaxRate | undefined => {
    const id = destination[key] ?? null
    return id === null ? undefined : storedRates.find((rate) => rate[key] === id)
  }
  const { rate, code } = rateAt('state_id') ?? rateAt('country_id') ?? { rate: defaultRate ?? 0, code: null }
  const rates = [{ rate, code }]
  for (const localRate of [rateAt('county_id'), rateAt('city_id')])
    if (localRate) rates.push({ rate: localRate.rate, code: localRate.code })
  return rates
}

interface TaxSituation {
  readonly destination: { readonly country_id: number; readonly vat_free: boolean; readonly in_eu_vat_area: boolean }
  readonly store: { readonly country_id: number; readonly in_eu_vat_area: boolean } | null
  /** The customer has a valid VAT id from a country other than the store's. */
  readonly vatIdCounts: boolean
}

/** True if no tax applies: a VAT-free country, or a delivery to a business in another country of the EU VAT area. */
export function isZeroRated({ destination, store, vatIdCounts }: TaxSituation): boolean {
  if (destination.vat_free) return true
  const bothInArea = destination.in_eu_vat_area && store?.in_eu_vat_area === true
  return vatIdCounts && bothInArea && destination.country_id !== store.country_id
}

const ratePlaces = 4

/** The sum of the rates in 10^-4 percent. */
function totalRate(rates: readonly TaxRate[]): bigint {
  return rates.reduce((sum, { rate }) => sum + toScaledInteger(rate, ratePlaces), 0n)
}

/** The tax on a net amount, rounded once to the currency's decimals. */
export function taxOnNet(net: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  return roundScaledToAmount(BigInt(net) * totalRate(rates), 4 + ratePlaces + 2, decimals)
}

/** The tax contained in a gross amount, rounded once to the currency's decimals. */
export function taxInGross(gross: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  const rate = totalRate(rates)
  const whole = 100n * 10n ** BigInt(ratePlaces)
  // gross × rate / (100 + rate), with 12 extra digits so only the final rounding matters.
  const wide = (BigInt(gross) * rate * 10n ** 12n) / (whole + rate)
  return roundScaledToAmount(wide, 4 + 12, decimals)
}

/** Combines several rates into one, with all their codes. */
export function combineTaxRates(rates: readonly TaxRate[]): TaxRate {
  const [single] = rates
  if (single && rates.length === 1) return { rate: single.rate, code: single.code || null }
  const codes = new Set(rates.flatMap(({ code }) => code ?? []))
  return { rate: Number(totalRate(rates)) / 10 ** ratePlaces, code: [...codes].join(' + ') || null }
}
