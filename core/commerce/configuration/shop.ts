// What the shop is for one shopper at one moment: language, currency, customer group and taxes.
import type { TaxRate } from '../../engine/money/tax.js'
import type { Scalar } from '../../engine/question/value.js'
import { ValidationError } from '../../ground/errors.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Moment } from '../../storage/context.js'
import { loadRecords } from '../../storage/record/load.js'
import type { WireRecord } from '../../storage/record/shapes.js'
import type { CurrencyView } from './catalogue.js'
import type { Shopper } from './define.js'
import { type Destination, type TaxTables, taxRates } from './tax.js'

export interface ShopCurrency extends CurrencyView {
  readonly id: number
  readonly multiplicator: number
}

export interface Shop {
  readonly language: string
  readonly languages: readonly string[]
  readonly currency: ShopCurrency
  readonly currencies: readonly ShopCurrency[]
  readonly customerGroupId: number | null
  /** The group's fields that rules and terms may read, by wire name. */
  readonly customerGroup: Readonly<Record<string, Scalar | null>>
  readonly b2b: boolean
  readonly maySeePrices: boolean
  /** How prices were entered. */
  readonly prices: 'net' | 'gross'
  readonly settings: WireRecord
  readonly name: string
  /** What is added up on an amount of the class, in per cent. */
  taxRates(taxClassId: number | null): readonly TaxRate[]
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
const id = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The tag if the shop has it; 422 on `language` with the active languages otherwise. */
export function shopLanguage(moment: Moment, tag: string | undefined): string {
  const { languages, defaultLanguage } = moment.snapshot
  if (tag === undefined || languages.includes(tag)) return tag ?? defaultLanguage
  const message = `'${tag.slice(0, 40)}' is not an active language. The active languages are ${quoted(languages)}.`
  throw ValidationError.of('language', message, 'UNKNOWN_LANGUAGE')
}

function currencyOf(record: WireRecord): ShopCurrency {
  return {
    id: record.id as number,
    code: String(record.code),
    symbol: String(record.symbol),
    decimals: Number(record.decimals ?? 2),
    multiplicator: Number(record.multiplicator ?? 1),
  }
}

export interface Currencies {
  readonly chosen: ShopCurrency
  readonly all: readonly ShopCurrency[]
}

/** The currency by ISO code or by id, else the default; 422 on `currency` with the codes that exist otherwise. */
export async function shopCurrency(context: Context, moment: Moment, wanted: string | number | null): Promise<Currencies> {
  const records = await moment.snapshot.records(context.database, 'currency')
  const open = records.filter((record) => record.published === true || record.is_default === true || record.is_base === true)
  const all = open.map(currencyOf)
  const standard = open.find((record) => record.is_default === true) ?? open[0]
  if (!standard) throw ValidationError.of('currency', 'This shop has no currency yet. Publish one first.', 'UNKNOWN_CURRENCY')
  if (typeof wanted === 'number') {
    const held = records.find((record) => record.id === wanted) ?? standard
    return { chosen: currencyOf(held), all }
  }
  if (wanted === null) return { chosen: currencyOf(standard), all }
  const chosen = all.find((currency) => currency.code === wanted)
  if (chosen) return { chosen, all }
  const message = `'${wanted.slice(0, 40)}' is not a currency of this shop. The currencies are ${quoted(all.map((one) => one.code))}.`
  throw ValidationError.of('currency', message, 'UNKNOWN_CURRENCY')
}

async function destinationOf(
  context: Context,
  moment: Moment,
  shopper: Shopper,
  homeCountryId: number | null,
): Promise<Destination> {
  const nowhere = { country_id: null, state_id: null, county_id: null, city_id: null, vat_id: '', tax_exempt: false }
  const standard = { ...nowhere, country_id: id(moment.snapshot.settings.default_country_id) ?? homeCountryId }
  if (shopper.customerId === null) return standard
  const load = (entity: string, column: string, value: number): ReturnType<typeof loadRecords> =>
    loadRecords(context.database, requireEntity(context.registry, entity), [], { column, values: [value] })
  const [customer] = await load('customer', 'id', shopper.customerId)
  if (!customer) return standard
  const addresses = await load('address', 'customer_id', shopper.customerId)
  const address = addresses.find((one) => one.values.is_default_delivery === true)?.values
  const partyId = id(customer.values.party_id)
  const party = partyId === null ? undefined : (await load('party', 'id', partyId))[0]?.values
  const own = typeof customer.values.vat_id === 'string' ? customer.values.vat_id : ''
  return {
    country_id: id(address?.country_id) ?? standard.country_id,
    state_id: id(address?.state_id),
    county_id: id(address?.county_id),
    city_id: id(address?.city_id),
    vat_id: own || (typeof party?.vat_id === 'string' ? party.vat_id : ''),
    tax_exempt: party?.tax_exempt === true,
  }
}

/** The shop in a language and a currency that were found to exist. */
export async function openShop(
  context: Context,
  moment: Moment,
  shopper: Shopper,
  language: string,
  { chosen, all }: Currencies,
): Promise<Shop> {
  const { snapshot } = moment
  const on = context.database
  const records = (entity: string): Promise<readonly WireRecord[]> => snapshot.records(on, entity)
  const groupId = shopper.customerGroupId ?? id(snapshot.settings.default_customer_group_id)
  const group = groupId === null ? undefined : (await records('customer-group')).find((one) => one.id === groupId)
  const [store] = await records('store')
  const tables: TaxTables = {
    classes: await records('tax-class'),
    rates: await records('tax-rate'),
    countries: await records('country'),
    homeCountryId: id(store?.country_id),
  }
  const destination = await destinationOf(context, moment, shopper, tables.homeCountryId)
  return {
    language,
    languages: snapshot.languages,
    currency: chosen,
    currencies: all,
    customerGroupId: group ? groupId : null,
    customerGroup: (group ?? {}) as Readonly<Record<string, Scalar | null>>,
    b2b: group?.b2b_mode === true,
    maySeePrices: group?.may_see_prices !== false,
    prices: shopper.tax?.prices ?? 'net',
    settings: snapshot.settings,
    name: typeof store?.name === 'string' && store.name !== '' ? store.name : 'Shop',
    taxRates: (taxClassId) => shopper.tax?.rates ?? taxRates(taxClassId, destination, tables),
  }
}
