// Applies the engine's tax rules to the shop's tax tables and the shopper's destination.
import { isZeroRated, type StoredTaxRate, resolveTaxRates, type TaxRate } from '../engine/money/goods.js'
import type { country } from '../model/entities/store/country.js'
import type { taxClass } from '../model/entities/store/tax-class.js'
import type { UntaxedReason } from '../model/entity/document-fields.js'
import type { taxRate } from '../model/entities/store/tax-rate.js'
import type { Registry } from '../model/registry.js'
import { validateVatId } from '../model/vat-id/validation.js'
import { findById } from '../storage/record/snapshot.js'
import type { RecordOf } from '../foundation/property/typing.js'

/** Destination and VAT data of the goods. */
export interface Destination {
  readonly country_id: number | null
  readonly state_id: number | null
  readonly county_id: number | null
  readonly city_id: number | null
  /** The VAT id of the customer, or of the party for which they order; '' for none. */
  readonly vat_id: string
  /** True if the party is exempt. */
  readonly tax_exempt: boolean
}

/** The shop's tables that determine taxes. */
export interface TaxTables {
  readonly classes: readonly RecordOf<typeof taxClass>[]
  readonly rates: readonly RecordOf<typeof taxRate>[]
  readonly countries: readonly RecordOf<typeof country>[]
  /** The store's own country. */
  readonly homeCountryId: number | null
  /** The formats of VAT ids. An id without a format never removes the tax. */
  readonly registry: Pick<Registry, 'vatIdFormats'>
}

type CountryRecord = RecordOf<typeof country>

/**
 * True for a VAT id whose holder owes the tax on goods from another country: of any member state except the store's. A Northern
 * Ireland id belongs to Great Britain, which is not a member. Goods to Great Britain are exports. Only a country XI in the shop's
 * table could show that they stay in Northern Ireland.
 */
function hasReverseCharge(
  vatId: string,
  there: CountryRecord,
  home: CountryRecord | undefined,
  { countries, registry }: TaxTables,
): boolean {
  if (vatId === '') return false
  const validation = validateVatId(registry, vatId)
  if (!validation?.ok || !validation.format.inEuVatArea) return false
  const { country: iso2, northernIreland = false } = validation.format
  const isFrom = (candidate: CountryRecord | undefined): boolean =>
    candidate?.iso2 === iso2 || (northernIreland && candidate?.iso2 === 'XI')
  if (isFrom(home)) return false
  if (northernIreland) return there.iso2 !== iso2
  const member = countries.find(isFrom)
  // The shop's country table defines which countries are members.
  return !member || member.in_eu_vat_area === true
}

const toTaxCountry = ({ id, vat_free, in_eu_vat_area }: CountryRecord) => ({
  country_id: id,
  vat_free: vat_free === true,
  in_eu_vat_area: in_eu_vat_area === true,
})

function isUntaxed(destination: Destination, tables: TaxTables): boolean {
  if (destination.tax_exempt) return true
  const { countries, homeCountryId } = tables
  const there = findById(countries, destination.country_id)
  if (!there) return false
  const home = findById(countries, homeCountryId)
  const vatIdCounts = hasReverseCharge(destination.vat_id, there, home, tables)
  return isZeroRated({ destination: toTaxCountry(there), store: home ? toTaxCountry(home) : null, vatIdCounts })
}

/**
 * Why nothing is taxed, for the invoice; null if no reason is known. With the reason `export`, the goods may still be taxed in the
 * destination country.
 */
export function findUntaxedReason(destination: Destination, tables: TaxTables): UntaxedReason | null {
  if (destination.tax_exempt) return 'exempt'
  const { countries, homeCountryId } = tables
  const there = findById(countries, destination.country_id)
  const home = findById(countries, homeCountryId)
  if (!there || !home || there.id === home.id) return null
  const leavesArea = home.in_eu_vat_area === true && there.in_eu_vat_area !== true
  if (leavesArea || there.vat_free === true) return 'export'
  return isUntaxed(destination, tables) ? 'reverse_charge' : null
}

const ratesByClass = new WeakMap<TaxTables['rates'], ReadonlyMap<number, readonly StoredTaxRate[]>>()

/** Rates by tax class. Cached by the list of all rates, which is replaced on every change. */
function groupRatesByClass(rates: TaxTables['rates']): ReadonlyMap<number, readonly StoredTaxRate[]> {
  const cachedRates = ratesByClass.get(rates)
  if (cachedRates) return cachedRates
  const placed = new Map<number, StoredTaxRate[]>()
  for (const { tax_class_id, country_id, state_id, county_id, city_id, rate, code } of rates) {
    // 0 is a rate; skip records without one.
    if (rate === null) continue
    const storedRate = { country_id, state_id, county_id, city_id, rate, code: code || null }
    const classRates = placed.get(tax_class_id)
    if (classRates) classRates.push(storedRate)
    else placed.set(tax_class_id, [storedRate])
  }
  ratesByClass.set(rates, placed)
  return placed
}

/** The rates that apply to a tax class; empty if there is no class. */
export function resolveShopTaxRates(taxClassId: number | null, destination: Destination, tables: TaxTables): readonly TaxRate[] {
  const taxed = findById(tables.classes, taxClassId)
  if (!taxed) return []
  if (isUntaxed(destination, tables)) return [{ rate: 0, code: null }]
  return resolveTaxRates(destination, taxed.default_rate, groupRatesByClass(tables.rates).get(taxed.id) ?? [])
}
