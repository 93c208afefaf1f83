// The number of database statements of a request: one for token and versions, two for a read, three for a list.
import { expect } from 'chai'
import { isServerDatabase } from '../../support/database.js'
import type { JsonClient } from '../../support/json-client.js'
import { type RestService, startRest } from './service.js'

const root = '/svc-api/v1'

describe('the database statements of a request', () => {
  let service: RestService
  let client: JsonClient
  let question: number
  let page: number
  before(async () => {
    service = await startRest()
    client = service.admin
    const { app } = service
    const product = await app.records.write('product', { title_en_GB: 'a', title_de_DE: 'b', tax_class_id: 1 })
    page = (await app.records.write('page', { product_id: product.id, title_en_GB: 'a', title_de_DE: 'b' })).id
    for (let n = 0; n < 30; n++)
      question = (await app.records.write('question', { page_id: page, title_en_GB: `a ${n}`, title_de_DE: 'b' })).id
  })
  after(() => service.stop())

  /** The statements of the second of two equal requests. The first fills the caches. */
  async function statements(method: string, path: string, body?: object): Promise<readonly string[]> {
    await client.send(method, root + path, body)
    const queries: string[] = []
    const end = service.app.context.database.observe((sql) => void queries.push(sql))
    const answer = await client.send(method, root + path, body)
    end()
    expect(answer.status, JSON.stringify(answer.body)).to.be.below(300)
    return queries
  }

  it('are one for token and versions and two for a single read', async () => {
    expect(await statements('GET', `/question/${question}`)).to.have.lengthOf(3)
    expect(await statements('GET', '/tax-rate')).to.have.length.at.most(3)
  })

  it('are at most four for a list with filter, sort and total, for any length', async () => {
    for (const query of ['limit=1', 'limit=30', 'limit=5&offset=10&sort=-id&filter[question_type]=Textbox', 'filter[search]=a']) {
      expect(await statements('GET', `/question?${query}`), query).to.have.length.at.most(4)
    }
  })

  it('are only the statements of the write for a change and a create: the response reads nothing', async () => {
    const change = await statements('PATCH', `/question/${question}`, { internal_name: 'x' })
    expect(change.filter((sql) => /^UPDATE|^INSERT/.test(sql))).to.have.lengthOf(2)
    // The row is read with its product, which a server locks in the same statement, and with the texts.
    expect(change).to.have.lengthOf(isServerDatabase ? 4 : 5)
    const locking = isServerDatabase ? 1 : 0
    const create = await statements('POST', '/question', { page_id: page, title_en_GB: 'new', title_de_DE: 'neu' })
    expect(create).to.have.length.at.most(8 + locking)
  })

  it('are one for the index and the OpenAPI document', async () => {
    expect(await statements('GET', '/')).to.have.lengthOf(1)
    expect(await statements('GET', '/openapi.json')).to.have.lengthOf(1)
  })
})
