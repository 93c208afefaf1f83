// Brings the shop's tax tables and the shopper's destination to the engine's rules (domain §5).
import { isZeroRated, type StoredTaxRate, resolveTaxRates, type TaxRate } from '../engine/money/tax.js'
import { judgeVatId } from '../engine/vat-id/vat-id-validation.js'
import type { country } from '../model/entities/store/country.js'
import type { taxClass } from '../model/entities/store/tax-class.js'
import type { UntaxedReason } from '../model/entity/document-fields.js'
import type { taxRate } from '../model/entities/store/tax-rate.js'
import { findById } from '../foundation/find-by-id.js'
import type { RecordOf } from '../foundation/property/typing.js'

/** Where the goods go, and to whom. */
export interface Destination {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
  /** The VAT id that counts: the customer's, else that of the party for whom he orders; '' for none. */
  readonly vat_id: string
  /** The party is exempt. */
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

type Country = RecordOf<typeof country>

/**
 * True for a VAT id by which its holder owes the tax on goods that come from another country: it may be of any member state
 * but the store's. One of Northern Ireland is Great Britain's, which is no member; goods that go to Great Britain are exports,
 * and only a country XI of the shop's own could tell that they stay in Northern Ireland.
 */
function sparesTax(vatId: string, there: Country, home: Country | undefined, countries: TaxTables['countries']): boolean {
  const judged = judgeVatId(vatId)
  if (!judged.ok) return false
  const { country: iso2, northernIreland = false } = judged
  const isFrom = (one: Country | undefined): boolean => one?.iso2 === iso2 || (northernIreland && one?.iso2 === 'XI')
  if (isFrom(home)) return false
  if (northernIreland) return there.iso2 !== iso2
  const member = countries.find(isFrom)
  // The shop's table says who is still a member.
  return !member || member.in_eu_vat_area === true
}

const situated = ({ id, vat_free, in_eu_vat_area }: Country) => ({
  country_id: id,
  vat_free: vat_free === true,
  in_eu_vat_area: in_eu_vat_area === true,
})

function isUntaxed(destination: Destination, { countries, homeCountryId }: TaxTables): boolean {
  if (destination.tax_exempt) return true
  const there = findById(countries, destination.country_id)
  if (!there) return false
  const home = findById(countries, homeCountryId)
  const vatIdCounts = sparesTax(destination.vat_id, there, home, countries)
  return isZeroRated({ destination: situated(there), store: home ? situated(home) : null, vatIdCounts })
}

/**
 * Why nothing is taxed, for whoever reads the invoice: it says so only where there is one. null where no reason is known; where it is
 * told of goods that leave the EU VAT area, what they are taxed with there is another question.
 */
export function untaxedBecause(destination: Destination, tables: TaxTables): UntaxedReason | null {
  if (destination.tax_exempt) return 'exempt'
  const { countries, homeCountryId } = tables
  const there = findById(countries, destination.country_id)
  const home = findById(countries, homeCountryId)
  if (!there || !home || there.id === home.id) return null
  const leavesArea = home.in_eu_vat_area === true && there.in_eu_vat_area !== true
  if (leavesArea || there.vat_free === true) return 'export'
  return isUntaxed(destination, tables) ? 'reverse_charge' : null
}

const placedRates = new WeakMap<TaxTables['rates'], ReadonlyMap<number, readonly StoredTaxRate[]>>()

/** By tax class; by the list of all that there are, which is kept as long as none of them changes. */
function placedIn(rates: TaxTables['rates']): ReadonlyMap<number, readonly StoredTaxRate[]> {
  const known = placedRates.get(rates)
  if (known) return known
  const placed = new Map<number, StoredTaxRate[]>()
  for (const { tax_class_id, country_id, state_id, county_id, city_id, rate, code } of rates) {
    // 0 is a rate; a record without one says nothing.
    if (rate === null) continue
    const one = { country_id, state_id, county_id, city_id, rate, code: code || null }
    const others = placed.get(tax_class_id)
    if (others) others.push(one)
    else placed.set(tax_class_id, [one])
  }
  placedRates.set(rates, placed)
  return placed
}

/** The rates that apply to a tax class; none without a class. */
export function taxRates(taxClassId: number | null, destination: Destination, tables: TaxTables): readonly TaxRate[] {
  const taxed = findById(tables.classes, taxClassId)
  if (!taxed) return []
  if (isUntaxed(destination, tables)) return [{ rate: 0, code: null }]
  return resolveTaxRates(destination, taxed.default_rate, placedIn(tables.rates).get(taxed.id) ?? [])
}
