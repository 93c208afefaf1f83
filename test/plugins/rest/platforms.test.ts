// Platform-dependent fields: stored and readable on every host, required and defaulted by the running host.
import { expect } from 'chai'
import { standalone } from '../../../hosts/standalone/index.js'
import { outcome, type RestService, startRest } from './service.js'

const root = '/svc-api/v1'
const titled = { title_en_GB: 'T', title_de_DE: 'T' }

describe('platform-dependent fields over REST', () => {
  let shop: RestService
  let configurator: RestService
  before(async () => {
    shop = await startRest()
    configurator = await startRest({ host: { ...standalone(), platform: 'shop_platform' } })
  })
  after(async () => {
    await shop.stop()
    await configurator.stop()
  })

  it('are required only where they apply', async () => {
    const refused = await shop.admin.send('POST', `${root}/product`, titled)
    expect(refused.body).to.have.nested.property('validationIssues[0].field', 'tax_class_id')
    expect(outcome(await configurator.admin.send('POST', `${root}/product`, titled))).to.equal('201')
  })

  it('are stored and read on a host where they do not apply', async () => {
    const created = await configurator.admin.send('POST', `${root}/product`, { ...titled, baseprice: 12.5, was_price: 20 })
    expect(created.body).to.have.nested.property('data.record').that.includes({ baseprice: 12.5, was_price: 20 })
  })

  it('get the default of the host only if they are omitted', async () => {
    const value = async (service: RestService, fields: object) => {
      const { record } = await service.admin.data<{ record: Record<string, unknown> }>('POST', `${root}/product`, {
        ...titled,
        tax_class_id: 1,
        ...fields,
      })
      return record.page_nav_block_on_missing
    }
    expect([await value(shop, {}), await value(configurator, {})]).to.deep.equal(['inherit', 'no'])
    expect(await value(configurator, { page_nav_block_on_missing: 'yes' })).to.equal('yes')
  })

  it('are described identically in the schemas of every host', async () => {
    const schema = async (service: RestService) =>
      (await service.admin.send('GET', `${root}/schemas/write/product.json`)).body as {
        properties: Record<string, Record<string, unknown>>
        required: string[]
      }
    const [first, two] = [await schema(shop), await schema(configurator)]
    expect(first).to.deep.equal(two)
    expect(first.properties.baseprice?.['x-svc-platforms']).to.deep.equal(['cms_a', 'cms_b', 'standalone'])
    expect(first.properties.page_nav_block_on_missing?.['x-svc-platform-defaults']).to.deep.equal({ shop_platform: 'no' })
    expect(first.required).to.not.include('tax_class_id')
  })
})
