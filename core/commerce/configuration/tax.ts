// Which tax rate holds for a tax class where the goods go (domain §5): state before country before class, county and city added.
import { isZeroRated, type PlacedRate, ratesAt, type TaxRate } from '../../engine/money/tax.js'
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

function isUntaxed(destination: Destination, tables: TaxTables): boolean {
  if (destination.tax_exempt) return true
  const country = (id: number | null): WireRecord | undefined => tables.countries.find((one) => one.id === id)
  const there = country(destination.country_id)
  if (!there) return false
  const home = country(tables.homeCountryId)
  return isZeroRated({
    destination: {
      country_id: there.id as number,
      vat_free: there.vat_free === true,
      in_eu_vat_area: there.in_eu_vat_area === true,
    },
    store: home ? { country_id: home.id as number, in_eu_vat_area: home.in_eu_vat_area === true } : null,
    validVatId: isVatId(destination.vat_id, tables.countries),
  })
}

const id = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function placed(rate: WireRecord): PlacedRate {
  return {
    rate: Number(rate.rate ?? 0),
    code: typeof rate.code === 'string' && rate.code !== '' ? rate.code : null,
    country_id: id(rate.country_id),
    state_id: id(rate.state_id),
    county_id: id(rate.county_id),
    city_id: id(rate.city_id),
  }
}

/** The rates in per cent that are added up on an amount of the class; none without a class and where nothing is taxed. */
export function taxRates(taxClassId: number | null, destination: Destination, tables: TaxTables): readonly TaxRate[] {
  if (taxClassId === null || isUntaxed(destination, tables)) return []
  const standard = id(tables.classes.find((one) => one.id === taxClassId)?.default_rate)
  return ratesAt(destination, standard, tables.rates.filter((rate) => rate.tax_class_id === taxClassId).map(placed))
}
