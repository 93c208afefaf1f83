// The order of countries in forms: the country of the shop, countries of recent orders, then the others by name.
import { expect } from 'chai'
import { readShop } from '../../../core/shop/shop-front.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('countries of the shop', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('countries: the own country is first, then the most frequent ones of recent orders, then the others by name', async () => {
    const ids = new Map<string, number>()
    for (const { id, iso2 } of await app.context.database.query<{ id: number; iso2: string }>(
      'SELECT id, iso2 FROM svc_country',
    )) {
      ids.set(iso2, id)
    }
    for (const [iso2, name] of [
      ['QM', 'Aland'],
      ['QN', 'Borduria'],
      ['QO', 'Costaguana'],
      ['QP', 'Danu'],
      ['QQ', 'Elbonia'],
    ] as const) {
      ids.set(
        iso2,
        (await app.records.write('country', { name_en_GB: name, name_de_DE: name, iso2, iso3: `${iso2}X`, published: true })).id,
      )
    }
    const codes = async (): Promise<readonly string[]> =>
      (await readShop(app.shop.createContext({}), { language: 'en-GB' })).countries
        .map(({ code }) => code)
        .filter((code) => /^Q[M-Q]$/.test(code))
    await app.records.write('settings', { default_country_id: ids.get('QP') }, { id: 1 })
    expect(await codes()).to.deep.equal(['QP', 'QM', 'QN', 'QO', 'QQ'])
    const { id } = await app.records.write('sales-order', { status: 'ordered' }, { internal: true })
    for (const iso2 of ['QQ', 'QO', 'QQ', 'QP']) {
      await app.records.write(
        'order-address',
        { sales_order_id: id, kind: 'billing', country_id: ids.get(iso2) },
        { internal: true },
      )
    }
    expect(await codes()).to.deep.equal(['QP', 'QQ', 'QO', 'QM', 'QN'])
  })
})
