// The hourly limit of new configurations for each client address.
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'

const base = '/svc-api/runtime/v1/configurations'

describe('the limit of new configurations for each address', () => {
  let app: ListeningApp
  let client: JsonClient
  before(async () => {
    app = await listenTestApp([runtime({ starts: 2 })])
    client = createJsonClient(app.url)
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('rejects more than the hourly number with 422, and exempts a server with a token', async () => {
    const product_id = await createCatalogAuthor(app).product('Pen')
    const start = (headers = {}) => client.send('POST', base, { product_id }, headers)
    for (let n = 0; n < 2; n++) expect((await start()).status).to.equal(201)
    const refused = await start()
    expect([refused.status, JSON.stringify(refused.body).includes('TOO_MANY')]).to.deep.equal([422, true])
    const { token } = await app.access.tokens.mint({ name: 'host', scopes: ['catalog:read'] })
    expect((await start({ authorization: `Bearer ${token}` })).status).to.equal(201)
    expect((await app.records.list('configuration')).meta.total).to.equal(3)
  })
})
