// The transfer size of a product page without pictures, for the demo products and one with 219 questions.
import { expect } from 'chai'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { measureFirstLoad } from './first-load.js'
import { testLanguages } from '../../support/installed-database.js'
import { importProduct } from '../../oracle/oracle-import.js'
import { readOracleProduct } from '../../oracle/oracle-product.js'
import { createRestClient, readFirstTaxClass } from '../../support/rest-client.js'

describe('the first load of a product', function () {
  this.timeout(120_000)
  let app: ListeningApp

  before(async () => {
    app = await listenTestApp([rest(), runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })
  after(() => app?.stop())

  it('is at most 45 kB compressed for each demo product in each language', async () => {
    const { products } = await app.shop.catalogue.products()
    for (const { id, label } of products) {
      for (const prefix of ['', '/de']) {
        const load = await measureFirstLoad(app.url, `${prefix}/product/${id}`)
        expect(load.total, `${prefix}/${label}: ${JSON.stringify(load)}`).to.be.at.most(45_000)
      }
    }
    expect(products).to.have.length.above(2)
  })

  it('is at most 60 kB compressed for a product with 219 questions', async () => {
    const client = await createRestClient(app)
    const options = { languages: testLanguages, taxClassId: await readFirstTaxClass(client) }
    const { productId, questions } = await importProduct(client, readOracleProduct('electronic-shopping'), options)
    client.close()
    expect(questions.size).to.equal(219)
    const load = await measureFirstLoad(app.url, `/product/${productId}`)
    expect(load.total, JSON.stringify(load)).to.be.at.most(60_000)
  })
})
