// The shop for one shopper in one request: language, currency, customer group and taxes.
import { country } from '../model/entities/store/country.js'
import { customerGroup } from '../model/entities/customers/customer-group.js'
import { store } from '../model/entities/store/store.js'
import { taxClass } from '../model/entities/store/tax-class.js'
import { taxRate } from '../model/entities/store/tax-rate.js'
import type { TaxRate } from '../engine/money/tax.js'
import type { UntaxedReason } from '../model/entity/document-fields.js'
import { findById } from '../foundation/find-by-id.js'
import type { RecordOf } from '../foundation/property/typing.js'
import type { Snapshot } from '../storage/record/snapshot.js'
import type { Work } from '../storage/work.js'
import type { Currencies, ShopCurrency } from './currency.js'
import { destinationOf, type Whereabouts } from './destination.js'
import type { Shopper } from './shopper.js'
import { shopTimeZone } from './time-zone.js'
import { type Destination, type TaxTables, taxRates, untaxedBecause } from './tax.js'

type Group = RecordOf<typeof customerGroup>

export interface Shop {
  readonly language: string
  readonly languages: readonly string[]
  readonly currency: ShopCurrency
  readonly currencies: readonly ShopCurrency[]
  readonly customerGroupId: number | null
  /** The group's fields that rules and terms may read, by wire name. */
  readonly customerGroup: Group | null
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

function groupAmong(groups: readonly Group[], { settings }: Snapshot, { customerGroupId }: Shopper): Group | null {
  const id = customerGroupId ?? settings.default_customer_group_id ?? null
  return (id === null ? null : findById(groups, id)) ?? null
}

/** The shopper's group, or the store's default group. */
export async function groupOf(work: Work, shopper: Shopper): Promise<Group | null> {
  return groupAmong(await work.records(customerGroup), work.moment.snapshot, shopper)
}

interface Tables extends TaxTables {
  /** The shop's name. */
  readonly name: string
  readonly groups: readonly Group[]
  readonly timeZone: string
}

/** Cached by snapshot, which is replaced when shop data changes. */
const assembled = new WeakMap<Snapshot, Promise<Tables>>()

async function loadTables(work: Work): Promise<Tables> {
  const [own] = await work.records(store)
  return {
    name: own?.name || 'Shop',
    groups: await work.records(customerGroup),
    classes: await work.records(taxClass),
    rates: await work.records(taxRate),
    countries: await work.records(country),
    homeCountryId: own?.country_id ?? null,
    timeZone: await shopTimeZone(work),
  }
}

/** The data that every request needs, loaded once per snapshot. */
function tablesOf(work: Work): Promise<Tables> {
  const { snapshot } = work.moment
  const known = assembled.get(snapshot)
  if (known) return known
  const loading = loadTables(work)
  assembled.set(snapshot, loading)
  loading.catch(() => assembled.delete(snapshot))
  return loading
}

/** Opens the shop in a language and a currency that the caller has validated. */
export async function openShop(
  work: Work,
  shopper: Shopper,
  language: string,
  { chosen, all }: Currencies,
  whereabouts: Whereabouts = {},
): Promise<Shop> {
  const { snapshot } = work.moment
  const tables = await tablesOf(work)
  const group = groupAmong(tables.groups, snapshot, shopper)
  const destination = await destinationOf(work, shopper, tables.homeCountryId, whereabouts)
  // Cached, because every line and every charge needs the rates.
  const rates = new Map<number | null, readonly TaxRate[]>()
  const ratesOf = (taxClassId: number | null): readonly TaxRate[] => {
    const known = rates.get(taxClassId) ?? taxRates(taxClassId, destination, tables)
    rates.set(taxClassId, known)
    return known
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
    untaxed: shopper.tax ? null : untaxedBecause(destination, tables),
    taxRates: (taxClassId) => shopper.tax?.rates ?? ratesOf(taxClassId),
  }
}
