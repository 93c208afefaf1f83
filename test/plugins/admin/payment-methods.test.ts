// Payment methods in the admin: stored secrets, the connection test, and preselected references of new records.
import { expect } from 'chai'
import type { EntityShape, ProviderHints, RecordReply } from '../../../plugins/admin/api/shape.js'
import { mollieKey, type MollieServer, startMollieServer } from '../../support/mollie-server.js'
import { createPaymentMethod } from '../../support/scripted-provider.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { type AdminClient, type AdminService, startAdmin } from './service.js'

describe('payment methods in the admin', () => {
  let service: AdminService
  let merchant: AdminClient
  let mollie: MollieServer
  before(async () => {
    service = await startAdmin({ plugins: checkoutPlugins })
    merchant = await service.as('store:write')
    mollie = await startMollieServer(Date.now)
  })
  after(async () => {
    await service.stop()
    await mollie.stop()
  })

  const read = async (id: number): Promise<RecordReply['record']> =>
    ((await merchant.send('GET', `records/payment-method/${id}`)).body as RecordReply).record
  const change = (id: number, fields: object) =>
    merchant.send('PATCH', `records/payment-method/${id}`, fields, { 'if-match': '*' })
  const readStored = async (id: number): Promise<unknown> => {
    const [row] = await service.app.context.database.query<{ params: string }>(
      'SELECT params FROM svc_payment_method WHERE id = ?',
      [id],
    )
    return row!.params === '' ? null : JSON.parse(row!.params)
  }
  const createMollie = (): Promise<number> =>
    createPaymentMethod(service.app.records, 'mollie', { api_key: mollieKey, base_url: mollie.url })
  const test = (body: object) => merchant.send('POST', 'payment-methods/test', body)

  it('name stored secrets without their value, and keep them while their fields are empty', async () => {
    const id = await createMollie()
    expect((await read(id))['params']).to.deep.equal({ api_key: null, base_url: mollie.url, capture: 'immediately' })
    expect((await change(id, { params: { api_key: null, base_url: `${mollie.url}/` } })).status).to.equal(200)
    expect(await readStored(id)).to.deep.equal({ api_key: mollieKey, base_url: `${mollie.url}/`, capture: 'immediately' })
    await change(id, { params: { api_key: 'test_replaced123' } })
    expect(await readStored(id)).to.deep.equal({ api_key: 'test_replaced123', capture: 'immediately' })
  })

  it('lose the secrets of a replaced provider', async () => {
    const id = await createMollie()
    expect((await change(id, { connector: 'cash_on_delivery' })).status).to.equal(200)
    expect(await readStored(id)).to.equal(null)
    expect(JSON.stringify(await read(id))).to.not.include('CANARY')
  })

  it('are tested with the stored secret or a new one, by accounts that may change them', async () => {
    const id = await createMollie()
    const works = { mode: 'test', account: 'Nordlicht Rollos' }
    expect((await test({ connector: 'mollie', params: { base_url: mollie.url }, id })).body).to.deep.equal(works)
    expect((await test({ connector: 'mollie', params: { api_key: mollieKey, base_url: mollie.url } })).body).to.deep.equal(works)
    expect((await test({ connector: 'mollie', params: { base_url: mollie.url } })).status).to.equal(422)
    expect(
      (await test({ connector: 'mollie', params: { api_key: mollieKey, base_url: 'https://evil.example' } })).status,
    ).to.equal(422)
    expect((await test({ connector: 'sandbox', params: {} })).status).to.equal(404)
    const reader = await service.as('orders:write')
    expect((await reader.send('POST', 'payment-methods/test', { connector: 'mollie', params: {} })).status).to.equal(403)
  })

  it('fail the test in the language of the account', async () => {
    const german = await service.as('store:write')
    await german.send('PATCH', 'account', { language: 'de' })
    for (const [connector, secrets] of [
      ['mollie', { api_key: mollieKey }],
      ['stripe', { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' }],
    ] as const) {
      const params = { ...secrets, base_url: 'http://127.0.0.1:1' }
      const { body } = await german.send('POST', 'payment-methods/test', { connector, params })
      expect((body as { readonly detail: string }).detail).to.match(
        /^Die Verbindung funktioniert nicht: (Mollie|Stripe) ist nicht erreichbar oder hat die Verbindung abgebrochen\.$/,
      )
    }
  })

  it('have no field for the address of the API for accounts without system rights', async () => {
    const readNames = async (client: AdminClient): Promise<readonly string[]> => {
      const { form } = (await client.send('GET', 'entities/payment-method')).body as EntityShape
      const hints = form.fields.find(({ name }) => name === 'params')!.hints as unknown as ProviderHints
      expect(hints.tested).to.deep.equal(['stripe', 'mollie'])
      expect(Object.keys(hints.webhooks)).to.deep.equal(['stripe'])
      return hints.providers['mollie']!.map(({ name }) => name)
    }
    expect(await readNames(merchant)).to.deep.equal(['api_key', 'capture'])
    expect(await readNames(await service.as('store:write', 'system:read'))).to.deep.equal(['api_key', 'capture', 'base_url'])
  })

  it('and other new records preselect a required reference if there is only one record', async () => {
    const author = await service.as('store:write', 'catalog:write')
    const readDefault = async (entity: string, field: string): Promise<unknown> =>
      ((await author.send('GET', `entities/${entity}`)).body as EntityShape).form.fields.find(({ name }) => name === field)!
        .default
    for (const [entity, field] of [
      ['product', 'tax_class_id'],
      ['shipping-method', 'shipper_id'],
      ['shipping-method', 'zone_id'],
      ['shipping-method', 'tax_class_id'],
    ] as const)
      expect(await readDefault(entity, field), `${entity}.${field}`).to.be.a('number')
    await service.app.records.write('tax-class', { title: 'Reduced', default_rate: 7 })
    expect(await readDefault('product', 'tax_class_id')).to.equal(undefined)
  })
})
