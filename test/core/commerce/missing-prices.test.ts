// A configuration without a calculated price cannot be ordered, unless the product allows it.
import { expect } from 'chai'
import { addPosition, createCart } from '../../../core/commerce/cart/service.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { ProofReport } from '../../../core/engine/proof/product-proof.js'
import type { SimulationReport } from '../../../core/engine/proof/simulator.js'
import { guest } from '../../../core/shop/shopper.js'
import { authorBlind, type Blind } from '../actions/blind.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { catchValidationError } from '../../support/validation-error.js'

const sentence = 'There is no price for this combination.'

describe('combination without a price', () => {
  let app: TestApp
  let author: CatalogAuthor
  let blind: Blind
  before(async () => {
    app = await bootTestApp()
    author = createCatalogAuthor(app)
    blind = await authorBlind(app)
    // The largest row of the table is 2000.
    await author.write('question', { maxval: 2500 }, blind.width)
  })
  after(() => app.stop())

  const configure = (width: number, language = 'en-GB'): Promise<ConfigurationReply> => {
    const selections = [
      { question_id: blind.width, value: String(width) },
      { question_id: blind.drop, value: '500' },
    ]
    return app.shop.configurations.start({ product_id: blind.product, language, selections })
  }
  const addToCart = async (configuration: string): Promise<unknown> => {
    const shopperContext = app.shop.createContext({ shopper: guest })
    const { cart } = await createCart(shopperContext, {})
    return addPosition(shopperContext, cart, { configuration })
  }

  it('is reported as missing at the priced question, and cannot be ordered', async () => {
    const reply = await configure(2001)
    expect(reply.missing).to.deep.equal([{ question_id: blind.width, page_id: blind.page, message: sentence }])
    expect(reply.price?.net).to.equal(10)
    const { issues } = await catchValidationError(addToCart(reply.configuration))
    expect(issues).to.deep.equal([{ field: 'configuration', code: 'NOT_FINISHED', message: sentence }])
    expect((await configure(2001, 'de-DE')).missing[0]?.message).to.equal('Für diese Kombination gibt es keinen Preis.')
    expect((await configure(2000)).missing).to.deep.equal([])
  })

  it('is reported by prove-product and simulate-product, with an example', async () => {
    const { findings } = (await app.act('prove-product', { product_id: blind.product })) as ProofReport
    expect(findings.filter(({ kind }) => kind === 'no-price')).to.deep.equal([
      {
        ...{ kind: 'no-price', grade: 'warning', entity: 'calculation', id: blind.table, field: 'cells' },
        message:
          "The table 'Price table' has no row for values above 2000 of 'Width', although the question accepts this. Such configurations have no price and cannot be ordered.",
        at: [
          { entity: 'calculation', id: blind.table },
          { entity: 'question', id: blind.width },
        ],
      },
    ])
    const { unpriced } = (await app.act('simulate-product', { product_id: blind.product, walks: 200 })) as SimulationReport
    expect(unpriced.walks).to.be.within(10, 100)
    expect(unpriced.at).to.deep.equal([{ question_id: blind.width, walks: unpriced.walks }])
    expect(Number(unpriced.example?.find(({ question_id }) => question_id === blind.width)?.value)).to.be.above(2000)
  })

  it('is free of charge and can be ordered if the product allows it', async () => {
    await author.write('product', { unpriced: 'free' }, blind.product)
    const { configuration, missing } = await configure(2001)
    expect(missing).to.deep.equal([])
    await addToCart(configuration)
    const { findings } = (await app.act('prove-product', { product_id: blind.product })) as ProofReport
    expect(findings.find(({ kind }) => kind === 'no-price')?.message).to.match(/Such configurations are free of charge\.$/)
    await author.write('product', { unpriced: 'refuse' }, blind.product)
  })
})
