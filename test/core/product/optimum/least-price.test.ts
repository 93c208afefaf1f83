// "From" prices: shown only once the cheapest complete configuration of the current product is proven, computed in background.
import { expect } from 'chai'
import { optimizeConfiguration } from '../../../../core/engine/optimum/optimizer.js'
import { type OptimumReport } from '../../../../core/engine/optimum/optimum-request.js'
import type { Optimiser } from '../../../../core/product/optimiser.js'
import { listProducts, showProduct } from '../../../../core/shop/catalogue/service.js'
import type { AmountReply } from '../../../../core/shop/price.js'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { authorLamp, type Lamp } from '../../../plugins/runtime/lamp.js'
import { stock } from '../../../../plugins/stock/index.js'

describe('from prices', () => {
  let app: TestApp
  let lamp: Lamp
  let searches: Promise<unknown>[]
  let doubt: boolean
  let release: () => void
  let released: Promise<void>

  /** Runs a search once released. `settled` releases all searches and waits for them. */
  const optimiser: Optimiser = {
    ask: () => Promise.reject(new Error('This test expects no call of ask.')),
    searchInBackground(_asker, task) {
      const search = (async () => {
        await released
        const own = await task()
        if (own === null) return null
        const report = await optimizeConfiguration(own.source, app.context.registry, own.context, own.request, () => false)
        return doubt
          ? ({
              ...report,
              configurations: report.configurations.map((configuration) => ({ ...configuration, proven: false })),
            } satisfies OptimumReport)
          : report
      })()
      searches.push(search)
      return search
    },
  }
  const settled = async (): Promise<void> => {
    release()
    await Promise.all(searches)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const from = async (options = {}): Promise<AmountReply | null> => {
    const { product } = await showProduct(new ServiceContext(app.context), lamp.product, options, optimiser)
    const { products } = await listProducts(new ServiceContext(app.context), options, optimiser)
    expect(products[0]!.from_price).to.deep.equal(product.from_price)
    return product.from_price
  }

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: [stock] })
    lamp = await authorLamp(app)
  })
  beforeEach(() => {
    searches = []
    doubt = false
    released = new Promise((resolve) => (release = resolve))
  })
  after(() => app.stop())

  it('are shown once they are proven, after one search for all requests', async () => {
    expect(await from()).to.equal(null)
    expect(await from()).to.equal(null)
    expect(searches).to.have.length(1)
    await settled()
    const least = (await from())!
    const { product } = await showProduct(new ServiceContext(app.context), lamp.product, {}, optimiser)
    expect(least).to.deep.equal(product.price)
    expect(searches).to.have.length(1)
  })

  it('are computed again after the product has changed, and hidden until then', async () => {
    await app.records.write('answer', { price: 30 }, { id: lamp.red })
    expect(await from()).to.equal(null)
    await settled()
    // With a plain shade, green is now the cheapest available colour.
    expect((await from())!.net).to.equal(115)
    await app.records.write('answer', { price: 0 }, { id: lamp.red })
  })

  it('are not shown while unproven, and never to groups that may not see prices', async () => {
    doubt = true
    expect(await from()).to.equal(null)
    await settled()
    expect(await from()).to.equal(null)
    expect(searches).to.have.length(1)
    const { id } = await app.records.write('customer-group', {
      title_en_GB: 'Blind',
      title_de_DE: 'Blind',
      may_see_prices: false,
    })
    const blind = { shopper: { customerId: null, customerGroupId: id } }
    expect(await from(blind)).to.equal(null)
    expect(searches).to.have.length(1)
  })
})
