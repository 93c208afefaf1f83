// Collections over REST: paging, listing columns, languages, filters, sorting, and invalid parameters.
import { expect } from 'chai'
import { coreEntities } from '../../../core/model/entities/index.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { outcome, type RestService, startRest } from './service.js'

interface Page {
  readonly data: {
    readonly entity: string
    readonly records: readonly Readonly<Record<string, unknown>>[]
    readonly fields: readonly { readonly name: string; readonly label: string; readonly type: string }[]
  }
  readonly meta: { readonly total: number; readonly offset: number; readonly limit: number; readonly returned: number }
}

const root = '/svc-api/v1'
const page = (answer: JsonReply): Page => answer.body as Page
const field = (answer: JsonReply): string | undefined =>
  (answer.body as { validationIssues?: { field: string }[] }).validationIssues?.[0]?.field

describe('collections over REST', () => {
  let service: RestService
  let client: JsonClient
  before(async () => {
    service = await startRest()
    client = service.admin
  })
  after(() => service.stop())
  const list = (query: string): Promise<JsonReply> => client.send('GET', `${root}/${query}`)

  it('returns 50 records by default, at most 200, and the total', async () => {
    const countries = page(await list('country'))
    expect(countries.meta).to.deep.equal({ total: countries.meta.total, offset: 0, limit: 50, returned: 50 })
    expect(countries.meta.total).to.be.above(200)
    expect(page(await list('country?limit=5000')).meta).to.include({ limit: 200, returned: 200 })
    expect(page(await list(`country?limit=${'9'.repeat(30)}`)).meta).to.include({ limit: 200 })
    expect(page(await list('country?limit=3&offset=2')).data.records).to.deep.equal(countries.data.records.slice(2, 5))
    expect(page(await list('country?limit=0')).data.records).to.deep.equal([])
    expect(page(await list(`country?offset=${countries.meta.total}`)).meta).to.include({
      returned: 0,
      total: countries.meta.total,
    })
  })

  it('rejects invalid paging, unknown parameters and repeated ones by name', async () => {
    for (const [query, name] of [
      ['limit=-1', 'limit'],
      ['limit=abc', 'limit'],
      ['limit=', 'limit'],
      ['limit=1.5', 'limit'],
      ['offset=-1', 'offset'],
      ['offset=1e3', 'offset'],
      ['page=2', 'page'],
      ['limit=1&limit=2', 'limit'],
      ['language=de-DE', 'language'],
      ['languageTag=fr-FR', 'languageTag'],
      ['languageTag=', 'languageTag'],
      ['sort=titel', 'sort'],
      ['filter[iso4]=x', 'iso4'],
      ['filter[__proto__]=x', '__proto__'],
      ['filter[vat_free]=perhaps', 'vat_free'],
    ] as const) {
      const answer = await list(`country?${query}`)
      expect([outcome(answer), field(answer)], query).to.deep.equal(['422 VALIDATION_FAILED', name])
    }
  })

  for (const { name, listing, properties } of coreEntities) {
    it(`lists ${name} with its listing columns and plain keys only`, async () => {
      const { data, meta } = page(await list(name))
      expect(data.entity).to.equal(name)
      expect(data).to.have.all.keys('entity', 'records', 'fields')
      expect(meta).to.have.all.keys('total', 'offset', 'limit', 'returned')
      const columns = listing.filter((column) => !properties[column]?.apiSensitive)
      expect(data.fields.map((column) => column.name)).to.deep.equal(['id', ...columns])
      expect(data.fields.map((column) => column.type)).to.deep.equal([
        'id',
        ...columns.map((column) => properties[column]?.kind.name),
      ])
      for (const record of data.records) expect(Object.keys(record)).to.deep.equal(['id', ...columns])
    })
  }

  it("returns plain keys in the language of languageTag, and by default in the store's", async () => {
    const name = async (query: string) => page(await list(`country?filter[search]=Germany${query}`)).data.records[0]?.name
    expect(await name('')).to.equal('Germany')
    const german = page(await list('country?languageTag=de-DE&filter[search]=Deutschland')).data.records[0]
    expect(german?.name).to.equal('Deutschland')
  })

  it('sorts by one or several listing columns, ascending or descending', async () => {
    const codes = async (sort: string) => {
      const answer = await list(`currency?limit=200&sort=${sort}`)
      return page(answer).data.records.map((record) => String(record.code))
    }
    const up = await codes('code')
    expect(up).to.deep.equal(up.toSorted())
    expect(await codes('-code')).to.deep.equal(up.toReversed())
    expect((await codes('-is_default,code')).slice(1)).to.deep.equal(up.filter((code) => code !== 'EUR'))
  })

  it('filters by text, boolean and reference', async () => {
    const customer = async (email: string, group: number) =>
      client.data<{ id: number }>('POST', `${root}/customer`, {
        email,
        first_name: 'Ada',
        last_name: 'Byron',
        customer_group_id: group,
      })
    const group = (
      await client.data<{ id: number }>('POST', `${root}/customer-group`, { title_en_GB: 'Trade', title_de_DE: 'Handel' })
    ).id
    const { id } = await customer('ada@shop.example', group)
    const listIds = async (query: string) => page(await list(query)).data.records.map((record) => record.id)
    expect(await listIds(`customer?filter[search]=ada@shop`)).to.deep.equal([id])
    expect(await listIds(`customer?filter[customer_group_id]=${group}`)).to.deep.equal([id])
    expect(await listIds(`customer?filter[customer_group_id]=987654`)).to.deep.equal([])
    const free = page(await list('country?filter[vat_free]=1')).meta.total
    const taxedCount = page(await list('country?filter[vat_free]=false')).meta.total
    expect(free + taxedCount).to.equal(page(await list('country')).meta.total)
  })

  it('returns prefixed paths in their language without a redirect', async () => {
    const german = page(await client.send('GET', `/de${root}/country?filter[search]=Deutschland`))
    expect(german.data.records[0]?.name).to.equal('Deutschland')
    const index = await client.data<{ entities: { links: { collection: string } }[] }>('GET', `/de${root}/`)
    expect(index.entities[0]?.links.collection).to.match(/^\/de\/svc-api\/v1\//)
  })
})
