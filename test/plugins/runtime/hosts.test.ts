// The runtime API on a host without commerce: configurations work, shop fields are ignored.
import type { Shopper } from '../../../core/shop/shopper.js'
import { expect } from 'chai'
import type { HostPlugin } from '../../../core/contract.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { authorLamp, type Lamp } from './lamp.js'

/** A host without commerce that reads the customer group from the request header. */
function embedding(): HostPlugin {
  const host = standalone()
  const shopper = (group: unknown): Shopper => ({ customerId: null, customerGroupId: Number(group ?? 0) || null })
  return {
    ...host,
    platform: 'shop_platform',
    commerce: false,
    adapters: {
      ...host.adapters,
      carts: null,
      identity: { shopper: (_app, headers) => Promise.resolve(shopper(headers['x-svc-shopper'])) },
    },
  }
}

describe('the runtime API on a host without commerce', () => {
  let app: ListeningApp
  let client: JsonClient
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime()], { host: embedding() })
    client = createJsonClient(app.url)
    lamp = await authorLamp(app)
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('starts, changes and reads configurations', async () => {
    const path = '/svc-api/runtime/v1/configurations'
    const { configuration } = await client.data<ConfigurationReply>('POST', path, { product_id: lamp.product })
    const selections = [{ question_id: lamp.height, value: '12' }]
    await client.data('PATCH', `${path}/${configuration}`, { selections })
    const reply = await client.data<ConfigurationReply>('GET', `${path}/${configuration}`)
    expect(reply.questions.find((question) => question.id === lamp.height)!.selection).to.equal('12')
  })

  it('ignores the product price of the shop and adds the prices of answers', async () => {
    const path = '/svc-api/runtime/v1/configurations'
    const selections = [{ question_id: lamp.colour, value: String(lamp.green) }]
    const reply = await client.data<ConfigurationReply>('POST', path, { product_id: lamp.product, selections })
    expect(reply.price!.net).to.equal(20)
  })

  it('reads the shopper from the host', async () => {
    const group = await app.records.write('customer-group', {
      title_en_GB: 'No prices',
      title_de_DE: 'Ohne Preise',
      may_see_prices: false,
    })
    const path = '/svc-api/runtime/v1/configurations'
    const answer = await client.send('POST', path, { product_id: lamp.product }, { 'x-svc-shopper': String(group.id) })
    expect((answer.body as { readonly data: ConfigurationReply }).data.price).to.equal(null)
  })
})
