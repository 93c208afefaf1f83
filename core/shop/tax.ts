// Brings the shop's tax tables and the shopper's destination to the engine's rules (domain §5).
import { isZeroRated, type PlacedRate, ratesAt, type TaxRate } from '../engine/money/tax.js'
import type { country } from '../model/entities/store/country.js'
import type { taxClass } from '../model/entities/store/tax-class.js'
import type { taxRate } from '../model/entities/store/tax-rate.js'
import type { RecordOf } from '../ground/property/typing.js'

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
  readonly classes: readonly RecordOf<typeof taxClass>[]
  readonly rates: readonly RecordOf<typeof taxRate>[]
  readonly countries: readonly RecordOf<typeof country>[]
  /** The store's own country. */
  readonly homeCountryId: number | null
}

/** Prefixes of VAT ids that are not the country's two-letter code. */
const vatPrefixes: Readonly<Record<string, string>> = { EL: 'GR' }

/** True for a VAT id that has the form of one of a country in the EU VAT area. */
function isVatId(vatId: string, countries: TaxTables['countries']): boolean {
  const match = /^([A-Z]{2})[0-9A-Z+*]{2,12}$/.exec(vatId.replace(/[\s.-]/g, '').toUpperCase())
  if (!match) return false
  const iso2 = vatPrefixes[match[1]!] ?? match[1]
  return countries.some((country) => country.iso2 === iso2 && country.in_eu_vat_area === true)
}

function isUntaxed(destination: Destination, { countries, homeCountryId }: TaxTables): boolean {
  if (destination.tax_exempt) return true
  const situated = (id: number | null) => {
    const found = countries.find((country) => country.id === id)
    return (
      found && {
        country_id: found.id,
        vat_free: found.vat_free === true,
        in_eu_vat_area: found.in_eu_vat_area === true,
      }
    )
  }
  const there = situated(destination.country_id)
  if (!there) return false
  const validVatId = isVatId(destination.vat_id, countries)
  return isZeroRated({ destination: there, store: situated(homeCountryId) ?? null, validVatId })
}

/** The rates that apply to a tax class; none without a class. */
export function taxRates(taxClassId: number | null, destination: Destination, tables: TaxTables): readonly TaxRate[] {
  const taxed = tables.classes.find((one) => one.id === taxClassId)
  if (!taxed) return []
  if (isUntaxed(destination, tables)) return [{ rate: 0, code: null }]
  const placed = tables.rates
    .filter((rate) => rate.tax_class_id === taxClassId)
    .map(
      (rate): PlacedRate => ({
        country_id: rate.country_id,
        state_id: rate.state_id,
        county_id: rate.county_id,
        city_id: rate.city_id,
        rate: rate.rate ?? 0,
        code: rate.code || null,
      }),
    )
  return ratesAt(destination, taxed.default_rate, placed)
}
