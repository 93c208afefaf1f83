// The shop as a guest at some place has it, for tests of what is offered there.
import { shopCurrency } from '../../core/shop/currency.js'
import { openShop, type Shop } from '../../core/shop/shop.js'
import { guest } from '../../core/shop/shopper.js'
import type { Work } from '../../core/storage/work.js'
import type { TestApp } from './app.js'

export interface OpenedShop {
  readonly work: Work
  readonly shop: Shop
}

export interface GuestAt {
  readonly countryId?: number | null
  /** The store's default if left out, like the language and the group. */
  readonly currency?: string
  readonly language?: string
  readonly groupId?: number
}

/** The record of the install that has the key: a country by `iso2`, a currency by `code`. */
async function idBy(app: TestApp, entity: string, column: string, value: string): Promise<number> {
  const [found] = await app.visit({}).list(entity, { column, values: [value] })
  return found!.id
}

export const countryId = (app: TestApp, iso2: string): Promise<number> => idBy(app, 'country', 'iso2', iso2)
export const currencyId = (app: TestApp, code: string): Promise<number> => idBy(app, 'currency', 'code', code)

/** Opens the shop of now. */
export async function openTestShop(
  app: TestApp,
  { countryId = null, currency, language, groupId }: GuestAt,
): Promise<OpenedShop> {
  const work = await app.visit({}).at()
  const shopper = { ...guest, customerGroupId: groupId ?? null }
  const currencies = await shopCurrency(work, currency ?? null)
  const told = { country_id: countryId, state_id: null }
  return { work, shop: await openShop(work, shopper, language ?? 'en-GB', currencies, { told }) }
}

/** Puts records of a store's table at these places, where two may share one: writing a record makes room for it. */
export async function placeAt(app: TestApp, table: string, places: ReadonlyMap<number, number>): Promise<void> {
  await app.visit({}).transact(async ({ unit }) => {
    for (const [id, ordering] of places) await unit.run(`UPDATE ${table} SET ordering = ? WHERE id = ?`, [ordering, id])
  })
  // A write of the store's own tells everybody that it has changed.
  await app.write('settings', {}, { id: 1 })
}
