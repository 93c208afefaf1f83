// The migration that adds content pages, lists within lists and the theme to an existing database.
import { expect } from 'chai'
import { toEntityTable } from '../../../../core/model/schema/columns.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { contentPages } from '../../../../migrations/0003-content-pages.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('migration content-pages', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('adds the table and the columns, and keeps existing lists in the navigation', async () => {
    const { database, registry } = app.context
    const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
    const steps = createMigrationSteps({ owner: 'test', version: '0003', languages: ['en-GB'], on: database, entityTables })
    const { id } = await app.records.write('product-list', { title_en_GB: 'Blinds', title_de_DE: 'Rollos' })
    for (const column of ['image', 'in_navigation', 'facets']) await steps.dropColumn('svc_product_list', column)
    for (const column of ['theme', 'theme_favicon', 'theme_hero']) await steps.dropColumn('svc_settings', column)
    await steps.dropTable('svc_content_page')
    await contentPages.up(steps)
    const [list] = await database.query<{ in_navigation: unknown }>('SELECT in_navigation FROM svc_product_list WHERE id = ?', [
      id,
    ])
    expect(Number(list!.in_navigation)).to.equal(1)
    const page = await app.records.write('content-page', { title_en_GB: 'Imprint', title_de_DE: 'Impressum', kind: 'imprint' })
    const { record } = await app.records.read('content-page', page.id)
    expect(record).to.include({ kind: 'imprint', in_footer: true })
  })
})
