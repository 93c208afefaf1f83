// The migration that adds further product images, the display of answers and the unit of the price per unit to an existing database.
import { expect } from 'chai'
import { toEntityTable } from '../../../../core/model/schema/columns.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { shopfront } from '../../../../migrations/0006-shopfront.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'

describe('migration shopfront', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('adds the columns, and shows answers of existing questions automatically', async () => {
    const { database, registry } = app.context
    const author = createCatalogAuthor(app)
    const product = await author.product('Blind')
    const question = await author.question(await author.page(product, 'Fabric'), 'Fabric', 'Radiobuttons')
    const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
    const steps = createMigrationSteps({ owner: 'test', version: '0006', languages: ['en-GB'], on: database, entityTables })
    for (const number of [2, 3, 4, 5, 6]) await steps.dropColumn('svc_product', `image_${number}`)
    await steps.dropColumn('svc_question', 'answer_display')
    await steps.dropColumn('svc_calculation', 'price_unit')
    await shopfront.up(steps)
    await author.write('product', { image_6: 'side.png' }, product)
    const calculation = await author.write('calculation', { product_id: product, name: 'Area', price_unit: 'm²' })
    expect((await app.records.read('calculation', calculation)).record).to.include({ price_unit: 'm²' })
    const view = (await app.shop.catalogue.product(product)).product
    expect(view.gallery).to.deep.equal(['side.png'])
    expect(view.pages[0]!.questions.find(({ id }) => id === question)).to.include({ answer_display: 'automatic' })
  })
})
