// Two services on one database: each reads the other's latest writes, and no selection is lost.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'

describe('two services on one database', () => {
  let empty: EmptyDatabase
  let first: TestApp
  let second: TestApp
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    empty = await createEmptyDatabase()
    first = await bootTestApp({ opened: await openDatabase(empty.url) })
    second = await bootTestApp({ opened: await openDatabase(empty.url) })
    lamp = await authorLamp(first)
  })

  after(async () => {
    await first?.stop()
    await second?.stop()
    await empty?.drop()
  })

  it('return a price that the other service has just changed', async () => {
    const { configuration, price } = await second.shop.configurations.start({ product_id: lamp.product })
    expect(price!.net).to.equal(100)
    for (const baseprice of [101, 102, 103]) {
      await createCatalogAuthor(first).write('product', { baseprice }, lamp.product)
      expect((await second.shop.configurations.read(configuration)).price!.net).to.equal(baseprice)
      expect((await second.shop.catalogue.product(lamp.product)).product.price!.net).to.equal(baseprice)
    }
  })

  it('keep every selection if both change one configuration at once', async () => {
    const { configuration } = await first.shop.configurations.start({ product_id: lamp.product })
    const entries: readonly (readonly [number, string])[] = [
      [lamp.colour, String(lamp.green)],
      [lamp.height, '111'],
      [lamp.dimmer, String(lamp.dimmed)],
      [lamp.base, String(lamp.steel)],
      [lamp.engraving, 'Both'],
    ]
    const select = (app: TestApp, [question_id, value]: readonly [number, string]): Promise<ConfigurationReply> =>
      app.shop.configurations.change(configuration, { selections: [{ question_id, value }] })
    await Promise.all(entries.map((entry, index) => select(index % 2 === 0 ? first : second, entry)))
    const { questions } = await first.shop.configurations.read(configuration)
    for (const [question, value] of entries) {
      expect(questions.find((view) => view.id === question)!.selection, String(question)).to.equal(value)
    }
  })

  it('continue a configuration that the other service started', async () => {
    const { configuration } = await first.shop.configurations.start({ product_id: lamp.product })
    await second.shop.configurations.change(configuration, { selections: [{ question_id: lamp.height, value: '55' }] })
    const { questions } = await first.shop.configurations.read(configuration)
    expect(questions.find((question) => question.id === lamp.height)!.selection).to.equal('55')
  })
})
