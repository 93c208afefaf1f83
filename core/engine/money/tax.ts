// Which tax rates apply to a destination, and the tax on an amount (domain §5).
import { type Amount, roundWide, scaledInteger } from './amount.js'

/** One rate in percent, e.g. 19, with the code that stands on invoices. */
export interface TaxRate {
  readonly rate: number
  readonly code: string | null
}

/** A stored tax-rate record: exactly one of the places is set. */
export interface PlacedRate extends TaxRate {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
}

export interface Locality {
  readonly country_id: number | null
  readonly state_id?: number | null
  readonly county_id?: number | null
  readonly city_id?: number | null
}

/**
 * The rates of a tax class at a destination: the state's, else the country's, else the class default; county and city come
 * on top. Rates of 0 stay, so that they stand on the invoice.
 */
export function ratesAt(destination: Locality, defaultRate: number | null, placed: readonly PlacedRate[]): readonly TaxRate[] {
  const at = (key: keyof Locality): PlacedRate | undefined => {
    const id = destination[key] ?? null
    return id === null ? undefined : placed.find((rate) => rate[key] === id)
  }
  const main = at('state_id') ?? at('country_id') ?? { rate: defaultRate ?? 0, code: null }
  return [main, at('county_id'), at('city_id')].flatMap((found) => (found ? [{ rate: found.rate, code: found.code }] : []))
}

export interface TaxSituation {
  readonly destination: { readonly country_id: number; readonly vat_free: boolean; readonly in_eu_vat_area: boolean }
  readonly store: { readonly country_id: number; readonly in_eu_vat_area: boolean } | null
  /** The customer's VAT id was found valid. */
  readonly validVatId: boolean
}

/** True where nothing is taxed: a VAT-free country, or a delivery to a business in another country of the EU VAT area. */
export function isZeroRated({ destination, store, validVatId }: TaxSituation): boolean {
  if (destination.vat_free) return true
  const bothInArea = destination.in_eu_vat_area && store?.in_eu_vat_area === true
  return validVatId && bothInArea && destination.country_id !== store.country_id
}

export interface TaxPart extends TaxRate {
  readonly tax: Amount
}

const ratePlaces = 4

function totalRate(rates: readonly TaxRate[]): bigint {
  return rates.reduce((sum, { rate }) => sum + scaledInteger(rate, ratePlaces), 0n)
}

/** The tax on a net amount, rounded once to the currency's decimals. */
export function taxOn(net: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  return roundWide(BigInt(net) * totalRate(rates), 4 + ratePlaces + 2, decimals)
}

/** The tax that is contained in a gross amount, rounded once to the currency's decimals. */
export function taxIn(gross: Amount, rates: readonly TaxRate[], decimals: number): Amount {
  const rate = totalRate(rates)
  const whole = 100n * 10n ** BigInt(ratePlaces)
  // gross × rate / (100 + rate), kept wide enough that only the last rounding counts.
  const wide = (BigInt(gross) * rate * 10n ** 12n) / (whole + rate)
  return roundWide(wide, 4 + 12, decimals)
}

/** Splits a tax over its rates in proportion, so that the parts add up to it exactly; the remainder goes to the largest rate. */
export function splitTax(tax: Amount, rates: readonly TaxRate[], decimals: number): readonly TaxPart[] {
  if (rates.length === 0) return []
  const whole = totalRate(rates)
  const parts = rates.map((rate) => {
    const share = whole === 0n ? 0n : (BigInt(tax) * scaledInteger(rate.rate, ratePlaces) * 10n ** 12n) / whole
    return { rate: rate.rate, code: rate.code, tax: roundWide(share, 4 + 12, decimals) }
  })
  const largest = parts.reduce((best, part, i) => (part.rate > parts[best]!.rate ? i : best), 0)
  const rest = tax - parts.reduce((sum, part) => sum + part.tax, 0)
  return parts.map((part, i) => (i === largest ? { ...part, tax: part.tax + rest } : part))
}
