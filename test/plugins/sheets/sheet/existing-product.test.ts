// A product that is read before the transaction: reused if it has not changed since, and read again if it has.
import { expect } from 'chai'
import { taxClass } from '../../../../core/model/entities/store/tax-class.js'
import { applySheet } from '../../../../plugins/sheets/sheet/apply.js'
import { readSheet } from '../../../../plugins/sheets/sheet/read.js'
import { readYaml } from '../../../../plugins/sheets/sheet/yaml.js'
import { reloadIfChanged, loadExistingProduct } from '../../../../plugins/sheets/sheet/match.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { applySheetText } from '../sheet-copy.js'

const text = `sheet: 1
product: lamp
title: Lamp
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      shade: { title: Shade, question_type: Radiobuttons, answers: [Linen, { title: Glass, price: 25 }] }
`

describe('A product that is read before the transaction of a sheet', function () {
  this.timeout(60_000)
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('is not read again while it is unchanged, and is read again after a change', async () => {
    const { product_id } = await applySheetText(app, text)
    const work = await app.shop.createContext({}).at()
    const sheet = await readSheet(app.context.registry, work.versionedSnapshot.snapshot.languages, readYaml(text))
    const options = { prune: false, files: new Map(), requireCode: () => undefined }
    const before = await loadExistingProduct(work, sheet, options)
    expect(before?.id).to.equal(product_id)
    const again = await work.transact(async (inside) => reloadIfChanged(await inside.at(), sheet, options, before))
    expect(again).to.equal(before!.root)

    const { records } = await app.records.list('answer')
    const glass = records.find(({ title }) => title === 'Glass')!.id
    await app.records.write('answer', { price: 30 }, { id: glass })
    await app.records.write('answer', { question_id: records[0]!['question_id'], title_en_GB: 'Paper', title_de_DE: 'Papier' })
    const report = await work.transact((inside) => applySheet(inside, sheet, options, before))
    expect(report.changed.map(({ key, fields }) => [key, fields])).to.deep.equal([['shade.glass', ['price']]])
    expect(await formatSheetText(app.shop.createContext({}), product_id)).to.match(/price: 25[\s\S]*Paper/)
  })

  it('is null if the sheet creates a product, and an unknown id is rejected', async () => {
    const work = await app.shop.createContext({}).at()
    const { languages } = work.versionedSnapshot.snapshot
    const options = { prune: false, files: new Map(), requireCode: () => undefined }
    const other = await readSheet(app.context.registry, languages, readYaml(text.replace('lamp', 'other')))
    expect(await loadExistingProduct(work, other, options)).to.equal(null)
    const outcome = await loadExistingProduct(work, other, { ...options, productId: 999_999 }).then(String, String)
    expect(outcome).to.match(/There is no product 999999/)
  })

  it('uses cached tax classes for all sheets, and reads them again after a change', async () => {
    const createText = (key: string, tax: string): string =>
      text.replace('lamp', key).replace('title: Lamp', `title: ${key}`).replace('Standard', tax)
    await applySheetText(app, createText('first', 'Standard'))
    const statements: string[] = []
    const stop = app.context.database.observe((sql) => void statements.push(sql))
    await applySheetText(app, createText('second', 'Standard'))
    stop()
    expect(statements.filter((sql) => sql.includes('FROM `svc_tax_class`') && !sql.includes('WHERE'))).to.deep.equal([])
    expect(statements.filter((sql) => sql.includes('FROM `svc_customer_group`'))).to.deep.equal([])
    await app.records.write('tax-class', { title: 'Books' })
    const { product_id } = await applySheetText(app, createText('third', 'Books'))
    expect(await formatSheetText(app.shop.createContext({}), product_id)).to.include('tax_class_id: Books')

    const { languages } = (await app.shop.createContext({}).at()).versionedSnapshot.snapshot
    const sheet = await readSheet(app.context.registry, languages, readYaml(createText('fourth', 'Food')))
    const options = { prune: false, files: new Map(), requireCode: () => undefined }
    const report = await app.shop.createContext({}).transact(async (inside) => {
      const work = await inside.at()
      await work.write(taxClass, { title: 'Food' })
      return applySheet(work, sheet, options)
    })
    expect(await formatSheetText(app.shop.createContext({}), report.product_id)).to.include('tax_class_id: Food')
  })
})
