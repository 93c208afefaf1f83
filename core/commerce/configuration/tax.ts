// Which tax rate holds for a tax class where the goods go (domain §5): state before country before class, county and city added.
import type { WireRecord } from '../../storage/record/shapes.js'

/** Where the goods go, and to whom. */
export interface Destination {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
  /** The customer's VAT id; '' for none. */
  readonly vat_id: string
  /** The party for whom the customer orders is exempt. */
  readonly tax_exempt: boolean
}

/** The shop's tables that decide on taxes. */
export interface TaxTables {
  readonly classes: readonly WireRecord[]
  readonly rates: readonly WireRecord[]
  readonly countries: readonly WireRecord[]
  /** The store's own country. */
  readonly homeCountryId: number | null
}

/** Prefixes of VAT ids that are not the country's two-letter code. */
const vatPrefixes: Readonly<Record<string, string>> = { EL: 'GR' }

/** True for a VAT id that has the form of one of a country in the EU VAT area. */
export function isVatId(vatId: string, countries: readonly WireRecord[]): boolean {
  const match = /^([A-Z]{2})[0-9A-Z+*]{2,12}$/.exec(vatId.replace(/[\s.-]/g, '').toUpperCase())
  if (!match) return false
  const iso2 = vatPrefixes[match[1]!] ?? match[1]
  return countries.some((country) => country.iso2 === iso2 && country.in_eu_vat_area === true)
}

/** True where nothing is taxed: a country free of VAT, an exempt party, or a delivery to a business in another EU country. */
export function isZeroRated(destination: Destination, tables: TaxTables): boolean {
  if (destination.tax_exempt) return true
  const country = (id: number | null): WireRecord | undefined => tables.countries.find((one) => one.id === id)
  const there = country(destination.country_id)
  if (!there) return false
  if (there.vat_free === true) return true
  const home = country(tables.homeCountryId)
  const abroad = there.id !== home?.id && there.in_eu_vat_area === true && home?.in_eu_vat_area === true
  return abroad && isVatId(destination.vat_id, tables.countries)
}

/** Per cent; 0 without a class. */
export function taxRate(taxClassId: number | null, destination: Destination, tables: TaxTables): number {
  if (taxClassId === null || isZeroRated(destination, tables)) return 0
  const rateAt = (place: 'country_id' | 'state_id' | 'county_id' | 'city_id'): number | null => {
    const id = destination[place]
    if (id === null) return null
    const found = tables.rates.find((rate) => rate.tax_class_id === taxClassId && rate[place] === id)
    return found ? Number(found.rate ?? 0) : null
  }
  const standard = tables.classes.find((one) => one.id === taxClassId)?.default_rate
  const base = rateAt('state_id') ?? rateAt('country_id') ?? Number(standard ?? 0)
  // Tenths of a thousandth, so that 7 and 1.375 add up as on paper.
  return Math.round((base + (rateAt('county_id') ?? 0) + (rateAt('city_id') ?? 0)) * 10_000) / 10_000
}
