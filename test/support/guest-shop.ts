// The public shop as a guest sees it, for tests of country-dependent offers.
import { resolveCurrency, openShop, type Shop } from '../../core/shop/shop.js'
import { guest } from '../../core/shop/shopper.js'
import type { ServiceContext } from '../../core/storage/service-context.js'
import type { TestApp } from './test-app.js'

export interface GuestShop {
  readonly work: ServiceContext
  readonly shop: Shop
}

export interface GuestLocation {
  readonly countryId?: number | null
  /** Default: that of the store. The same applies to language and group. */
  readonly currency?: string
  readonly language?: string
  readonly groupId?: number
}

/** Finds an initial record by key: a country by `iso2`, a currency by `code`. */
async function findId(app: TestApp, entity: string, column: string, value: string): Promise<number> {
  const [record] = await app.shop.createContext({}).list(entity, { column, values: [value] })
  return record!.id
}

export const findCountryId = (app: TestApp, iso2: string): Promise<number> => findId(app, 'country', 'iso2', iso2)
export const findCurrencyId = (app: TestApp, code: string): Promise<number> => findId(app, 'currency', 'code', code)

/** Opens the shop with the current data. */
export async function openTestShop(
  app: TestApp,
  { countryId = null, currency, language, groupId }: GuestLocation,
): Promise<GuestShop> {
  const work = await app.shop.createContext({}).at()
  const shopper = { ...guest, customerGroupId: groupId ?? null }
  const currencies = await resolveCurrency(work, currency ?? null)
  const address = { country_id: countryId, state_id: null }
  return { work, shop: await openShop(work, shopper, language ?? 'en-GB', currencies, { enteredPlace: address }) }
}

/** Sets the ordering of records directly in the table, duplicates included, which the write pipeline would resolve. */
export async function setOrdering(app: TestApp, table: string, places: ReadonlyMap<number, number>): Promise<void> {
  await app.shop.createContext({}).transact(async ({ unit }) => {
    for (const [id, ordering] of places) await unit.run(`UPDATE ${table} SET ordering = ? WHERE id = ?`, [ordering, id])
  })
  // A write to the store settings invalidates the caches.
  await app.records.write('settings', {}, { id: 1 })
}
