// Days as list filter bounds: whole days in the shop's time zone, in process, over REST and MCP, and in the admin.
import { expect } from 'chai'
import { mcp } from '../../../plugins/mcp/index.js'
import { createJsonClient } from '../../support/json-client.js'
import { catchValidationError } from '../../support/validation-error.js'
import { rawAssistant } from '../mcp/service.js'
import { everyScope } from '../rest/service.js'
import { type AdminService, startAdmin } from './service.js'

/** The first and last moments of 27 November in Berlin and in UTC, and the moments before and after. */
const moments = [
  '2026-11-26T22:59:59.999Z',
  '2026-11-26T23:00:00.000Z',
  '2026-11-27T22:59:59.999Z',
  '2026-11-27T23:00:00.000Z',
  '2026-11-27T23:59:59.999Z',
  '2026-11-28T00:00:00.000Z',
] as const

type Bounds = Readonly<Record<string, string>>

describe('day bounds of list filters', () => {
  let service: AdminService
  before(async () => {
    service = await startAdmin({}, [mcp()])
    const { app } = service
    for (const [index, created] of moments.entries()) {
      await app.records.write('cart', { token: `${index}`, created }, { internal: true })
    }
  })
  after(() => service.stop())

  const setTimeZone = (zone: string | null) => service.app.records.write('settings', { time_zone: zone }, { id: 1 })
  const timesOf = (records: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
    records.map(({ created }) => created)
  const listInProcess = async (filters: Bounds): Promise<readonly unknown[]> =>
    timesOf((await service.app.records.list('cart', { filters: new Map(Object.entries(filters)) })).records)

  it('include the whole day in the time zone of the shop', async () => {
    await setTimeZone('Europe/Berlin')
    expect(await listInProcess({ created_to: '2026-11-27' })).to.deep.equal(moments.slice(0, 3))
    expect(await listInProcess({ created_from: '2026-11-27' })).to.deep.equal(moments.slice(1))
    expect(await listInProcess({ created_from: '2026-11-27', created_to: '2026-11-27' })).to.deep.equal(moments.slice(1, 3))
    await setTimeZone('UTC')
    expect(await listInProcess({ created_from: '2026-11-27', created_to: '2026-11-27' })).to.deep.equal(moments.slice(2, 5))
  })

  it("use the time zone of the store's country while the shop has no time zone", async () => {
    await setTimeZone(null)
    const { records } = await service.app.records.list('country', { filters: new Map([['iso2', 'DE']]) })
    await service.app.records.write('store', { country_id: records[0]!['id'] }, { id: 1 })
    expect(await listInProcess({ created_to: '2026-11-27' })).to.deep.equal(moments.slice(0, 3))
  })

  it('stay exact if they have a time', async () => {
    await setTimeZone('Europe/Berlin')
    expect(await listInProcess({ created_to: '2026-11-27T00:00:00Z' })).to.deep.equal(moments.slice(0, 2))
    expect(await listInProcess({ created_to: '2026-11-27T23:59:59.999+01:00' })).to.deep.equal(moments.slice(0, 3))
    expect(await listInProcess({ created_from: '2026-11-27T22:59:59.999Z' })).to.deep.equal(moments.slice(2))
  })

  it('accept the first and last storable day, and reject a day that does not exist', async () => {
    await setTimeZone('America/New_York')
    expect(await listInProcess({ created_from: '0000-01-01', created_to: '9999-12-31' })).to.deep.equal(moments)
    expect(await listInProcess({ created_to: '0050-06-01' })).to.deep.equal([])
    expect(await listInProcess({ created_from: '9999-12-31' })).to.deep.equal([])
    for (const day of ['2026-02-30', '2026-13-01', '0000-00-00']) {
      expect((await catchValidationError(listInProcess({ created_to: day }))).issues, day).to.have.nested.property(
        '[0].code',
        'INVALID_FILTER',
      )
    }
  })

  it('select the same records over REST, over MCP and in the admin', async () => {
    await setTimeZone('Europe/Berlin')
    const { app } = service
    const { token } = await app.access.tokens.mint({ name: 'days', scopes: everyScope })
    const client = createJsonClient(app.url, token)
    const query = 'filter[created_from]=2026-11-27&filter[created_to]=2026-11-27'
    type Page = { readonly records: readonly Readonly<Record<string, unknown>>[] }
    const overRest = await client.data<Page>('GET', `/svc-api/v1/cart?${query}`)
    const called = await rawAssistant(client).call('svc_list_entities', {
      entity: 'cart',
      filters: { created_from: '2026-11-27', created_to: '2026-11-27' },
    })
    const overMcp = called.structuredContent as unknown as Page
    client.close()
    const account = await service.as(...everyScope)
    const inAdmin = (await account.send('GET', `records/cart?${query}`)).body as { readonly data: Page['records'] }
    for (const records of [overRest.records, overMcp.records, inAdmin.data]) {
      expect(timesOf(records)).to.deep.equal(moments.slice(1, 3))
    }
  })
})
