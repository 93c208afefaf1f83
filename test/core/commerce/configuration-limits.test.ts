// The limit on open configurations: further ones are rejected until an existing one ends.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { catchError } from '../../support/caught-error.js'

describe('limit on open configurations', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ clock, openConfigurations: 3 })
  })
  after(() => app.stop())

  it('rejects a new configuration at the limit of the installation, until an existing one is deleted', async () => {
    const product_id = await createCatalogAuthor(app).product('Pen')
    const started: string[] = []
    for (let n = 0; n < 3; n++) started.push((await app.shop.configurations.start({ product_id })).configuration)
    const refused = await catchError(app.shop.configurations.start({ product_id }))
    expect(refused).to.include({ code: 'NOT_READY' })
    expect((await app.records.list('configuration')).meta.total).to.equal(3)
    const [row] = await app.context.database.query<{ id: number }>('SELECT MIN(id) AS id FROM svc_configuration')
    await app.records.remove('configuration', row!.id)
    expect((await app.shop.configurations.start({ product_id })).configuration).to.be.a('string')
  })
})
