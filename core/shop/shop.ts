// The shop for one shopper in one request: language, currency, customer group and tax rates.
import { country } from '../model/entities/store/country.js'
import { customerGroup } from '../model/entities/customers/customer-group.js'
import { store } from '../model/entities/store/store.js'
import { taxClass } from '../model/entities/store/tax-class.js'
import { taxRate } from '../model/entities/store/tax-rate.js'
import { type TaxRate, isZeroRated, type StoredTaxRate, resolveTaxRates } from '../engine/money/goods.js'
import type { UntaxedReason } from '../model/entity/document-fields.js'
import { SharedLoad } from '../storage/record/load.js'
import { findById, type Snapshot, readTimeZone } from '../storage/record/snapshot.js'
import type { RecordOf } from '../foundation/property/typing.js'
import type { ServiceContext } from '../storage/service-context.js'
import { type Destination, resolveDestination, type DestinationInput } from './destination.js'
import type { Shopper } from './shopper.js'
import { dayOf } from '../foundation/clock.js'
import { createMessage, listQuoted } from '../foundation/message.js'
import { ValidationError } from '../foundation/errors.js'
import { currency } from '../model/entities/store/currency.js'
import type { Registry } from '../model/registry.js'
import { validateVatId } from '../model/vat-id/validation.js'

// Taxes: the engine's rules, applied to the shop's tables and the shopper's destination.

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

// The shop of a request.

export const readShopTimeZone = (work: ServiceContext): Promise<string> => readTimeZone(work.versionedSnapshot.snapshot, work.on)

/** Today's date in the shop's time zone. */
export const readShopToday = async (work: ServiceContext): Promise<string> => dayOf(work.now, await readShopTimeZone(work))

type CustomerGroupRecord = RecordOf<typeof customerGroup>

export interface Shop {
  readonly language: string
  readonly languages: readonly string[]
  readonly currency: ShopCurrency
  readonly currencies: readonly ShopCurrency[]
  readonly customerGroupId: number | null
  /** The group's fields that rules and terms may read, by wire name. */
  readonly customerGroup: CustomerGroupRecord | null
  readonly b2b: boolean
  readonly maySeePrices: boolean
  /** Whether prices are entered net or gross. */
  readonly prices: 'net' | 'gross'
  readonly settings: Snapshot['settings']
  readonly name: string
  /** The IANA time zone of the shop's dates. */
  readonly timeZone: string
  /** The destination and VAT data of the goods. */
  readonly destination: Destination
  /** Why nothing is taxed; null if something may be taxed. */
  readonly untaxed: UntaxedReason | null
  /** The tax rates of a tax class, in per cent. */
  taxRates(taxClassId: number | null): readonly TaxRate[]
}

function findGroup(
  groups: readonly CustomerGroupRecord[],
  { settings }: Snapshot,
  { customerGroupId }: Shopper,
): CustomerGroupRecord | null {
  const id = customerGroupId ?? settings.default_customer_group_id ?? null
  return (id === null ? null : findById(groups, id)) ?? null
}

/** The shopper's group, or the store's default group. */
export async function resolveCustomerGroup(work: ServiceContext, shopper: Shopper): Promise<CustomerGroupRecord | null> {
  return findGroup(await work.records(customerGroup), work.versionedSnapshot.snapshot, shopper)
}

interface ShopTables extends TaxTables {
  /** The shop's name. */
  readonly name: string
  readonly groups: readonly CustomerGroupRecord[]
  readonly timeZone: string
}

/** Cached by snapshot, which is replaced when shop data changes. */
const tablesCache = new WeakMap<Snapshot, SharedLoad<ShopTables>>()

async function loadTables(work: ServiceContext): Promise<ShopTables> {
  const [own] = await work.records(store)
  return {
    name: own?.name || 'Shop',
    groups: await work.records(customerGroup),
    classes: await work.records(taxClass),
    rates: await work.records(taxRate),
    countries: await work.records(country),
    homeCountryId: own?.country_id ?? null,
    timeZone: await readShopTimeZone(work),
    registry: work.context.registry,
  }
}

/** The data that every request needs, loaded once per snapshot. */
function getShopTables(work: ServiceContext): Promise<ShopTables> {
  const { snapshot } = work.versionedSnapshot
  const cachedTables = tablesCache.get(snapshot)
  if (cachedTables?.isAwaitable(work.on)) return cachedTables.value
  const load = new SharedLoad(() => loadTables(work), work.on)
  tablesCache.set(snapshot, load)
  load.value.catch(() => {
    if (tablesCache.get(snapshot) === load) tablesCache.delete(snapshot)
  })
  return load.value
}

/** Opens the shop in a language and a currency that the caller has validated. */
export async function openShop(
  work: ServiceContext,
  shopper: Shopper,
  language: string,
  { chosen, all }: CurrencyChoice,
  whereabouts: DestinationInput = {},
): Promise<Shop> {
  const { snapshot } = work.versionedSnapshot
  const tables = await getShopTables(work)
  const group = findGroup(tables.groups, snapshot, shopper)
  const destination = await resolveDestination(work, shopper, tables.homeCountryId, whereabouts)
  // Cached, because every line and every charge needs the rates.
  const rates = new Map<number | null, readonly TaxRate[]>()
  const ratesOf = (taxClassId: number | null): readonly TaxRate[] => {
    const cachedRates = rates.get(taxClassId) ?? resolveShopTaxRates(taxClassId, destination, tables)
    rates.set(taxClassId, cachedRates)
    return cachedRates
  }
  return {
    language,
    languages: snapshot.languages,
    currency: chosen,
    currencies: all,
    customerGroupId: group?.id ?? null,
    customerGroup: group,
    b2b: group?.b2b_mode === true,
    maySeePrices: group?.may_see_prices !== false,
    prices: shopper.tax?.prices ?? 'net',
    settings: snapshot.settings,
    name: tables.name,
    timeZone: tables.timeZone,
    destination,
    untaxed: shopper.tax ? null : findUntaxedReason(destination, tables),
    taxRates: (taxClassId) => shopper.tax?.rates ?? ratesOf(taxClassId),
  }
}

export interface CurrencyView {
  readonly code: string
  readonly symbol: string
  readonly decimals: number
}

export interface ShopCurrency extends CurrencyView {
  readonly id: number
  readonly multiplicator: number
}

function toShopCurrency({ id, code, symbol, decimals, multiplicator }: RecordOf<typeof currency>): ShopCurrency {
  return { id, code, symbol, decimals: decimals ?? 2, multiplicator }
}

export interface CurrencyChoice {
  readonly chosen: ShopCurrency
  readonly all: readonly ShopCurrency[]
}

/** The fields that shoppers see. */
export const toCurrencyView = ({ code, symbol, decimals }: CurrencyView): CurrencyView => ({ code, symbol, decimals })

type CurrencyRecords = readonly RecordOf<typeof currency>[]
type SellingCurrencies = { readonly open: CurrencyRecords; readonly all: readonly ShopCurrency[] }

/** Cached by the list of all currencies, which is replaced on every change. */
const sellingCurrenciesCache = new WeakMap<CurrencyRecords, SellingCurrencies>()

/** The currencies in which the shop sells. */
function getSellingCurrencies(records: CurrencyRecords): SellingCurrencies {
  const cachedCurrencies = sellingCurrenciesCache.get(records)
  if (cachedCurrencies) return cachedCurrencies
  const open = records.filter((record) => record.published === true || record.is_default === true || record.is_base === true)
  const currencies = { open, all: open.map(toShopCurrency) }
  sellingCurrenciesCache.set(records, currencies)
  return currencies
}

/** The currency by ISO code or id; null and unknown ids give the default. 422 on `currency` for an unknown code, with the existing ones. */
export async function resolveCurrency(work: ServiceContext, currencyKey: string | number | null): Promise<CurrencyChoice> {
  const records = await work.records(currency)
  const { open, all } = getSellingCurrencies(records)
  const standard = open.find((record) => record.is_default === true) ?? open[0]
  if (!standard) throw ValidationError.of('currency', createMessage('shop.currencyMissing'), 'UNKNOWN_CURRENCY')
  if (typeof currencyKey === 'number') {
    const match = findById(records, currencyKey) ?? standard
    return { chosen: toShopCurrency(match), all }
  }
  if (currencyKey === null) return { chosen: toShopCurrency(standard), all }
  const chosen = all.find((candidate) => candidate.code === currencyKey)
  if (chosen) return { chosen, all }
  const currencies = listQuoted(all.map(({ code }) => code))
  const message = createMessage('shop.currencyUnknown', { currency: currencyKey.slice(0, 40), currencies })
  throw ValidationError.of('currency', message, 'UNKNOWN_CURRENCY')
}
