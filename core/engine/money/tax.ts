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
  const { rate, code } = at('state_id') ?? at('country_id') ?? { rate: defaultRate ?? 0, code: null }
  const rates = [{ rate, code }]
  for (const local of [at('county_id'), at('city_id')]) if (local) rates.push({ rate: local.rate, code: local.code })
  return rates
}

export interface TaxSituation {
  readonly destination: { readonly country_id: number; readonly vat_free: boolean; readonly in_eu_vat_area: boolean }
  readonly store: { readonly country_id: number; readonly in_eu_vat_area: boolean } | null
  /** The shopper has a VAT id that is valid, and not of the store's country. */
  readonly vatIdCounts: boolean
}

/** True where nothing is taxed: a VAT-free country, or a delivery to a business in another country of the EU VAT area. */
export function isZeroRated({ destination, store, vatIdCounts }: TaxSituation): boolean {
  if (destination.vat_free) return true
  const bothInArea = destination.in_eu_vat_area && store?.in_eu_vat_area === true
  return vatIdCounts && bothInArea && destination.country_id !== store.country_id
}

const ratePlaces = 4

/** In 10^-4 per cent. */
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

/** Several rates as the one that they add up to, with the codes of all of them. */
export function combinedRate(rates: readonly TaxRate[]): TaxRate {
  const [only] = rates
  if (only && rates.length === 1) return { rate: only.rate, code: only.code || null }
  const codes = new Set(rates.flatMap(({ code }) => code ?? []))
  return { rate: Number(totalRate(rates)) / 10 ** ratePlaces, code: [...codes].join(' + ') || null }
}
