// What the shop is for one shopper at one moment: language, currency, customer group and taxes.
import { country as countryEntity } from '../model/entities/store/country.js'
import { customerGroup as customerGroupEntity } from '../model/entities/customers/customer-group.js'
import { store as storeEntity } from '../model/entities/store/store.js'
import { taxClass as taxClassEntity } from '../model/entities/store/tax-class.js'
import { taxRate as taxRateEntity } from '../model/entities/store/tax-rate.js'
import type { TaxRate } from '../engine/money/tax.js'
import type { Scalar } from '../engine/question/value.js'
import type { WireRecord } from '../storage/record/shapes.js'
import type { Work } from '../storage/work.js'
import type { Currencies, ShopCurrency } from './currency.js'
import { destinationOf } from './destination.js'
import type { Shopper } from './shopper.js'
import { type TaxTables, taxRates } from './tax.js'

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

const id = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The shop in a language and a currency that were found to exist. */
export async function openShop(work: Work, shopper: Shopper, language: string, { chosen, all }: Currencies): Promise<Shop> {
  const { snapshot } = work.moment
  const groupId = shopper.customerGroupId ?? id(snapshot.settings.default_customer_group_id)
  const group = groupId === null ? undefined : (await work.records(customerGroupEntity)).find((one) => one.id === groupId)
  const [store] = await work.records(storeEntity)
  const tables: TaxTables = {
    classes: await work.records(taxClassEntity),
    rates: await work.records(taxRateEntity),
    countries: await work.records(countryEntity),
    homeCountryId: id(store?.country_id),
  }
  const destination = await destinationOf(work, shopper, tables.homeCountryId)
  return {
    language,
    languages: snapshot.languages,
    currency: chosen,
    currencies: all,
    customerGroupId: group ? groupId : null,
    customerGroup: group ?? {},
    b2b: group?.b2b_mode === true,
    maySeePrices: group?.may_see_prices !== false,
    prices: shopper.tax?.prices ?? 'net',
    settings: snapshot.settings,
    name: typeof store?.name === 'string' && store.name !== '' ? store.name : 'Shop',
    taxRates: (taxClassId) => shopper.tax?.rates ?? taxRates(taxClassId, destination, tables),
  }
}
