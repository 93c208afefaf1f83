// Judges what is read of a product before a unit is opened: it is taken as it is as long as it stands, and read anew once it does not.
import { expect } from 'chai'
import { applySheet } from '../../../../core/transfer/sheet/apply.js'
import { readSheet } from '../../../../core/transfer/sheet/read.js'
import { heldNow, standingProduct } from '../../../../core/transfer/sheet/standing.js'
import { sheetText } from '../../../../core/transfer/sheet/write.js'
import { bootTestApp, type TestApp } from '../../../support/app.js'
import { applied } from '../../../support/sheets.js'

const text = `sheet: 1
product: lamp
title: Lamp
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      shade: { title: Shade, question_type: Radiobuttons, answers: [Linen, { title: Glass, price: 25 }] }
`

describe('a product that was read before it is changed', function () {
  this.timeout(60_000)
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('is not read again while it stands, and is read again after anybody has changed it', async () => {
    const { product_id } = await applied(app, text)
    const work = await app.visit({}).at()
    const sheet = readSheet(app.registry, work.moment.snapshot.languages, text)
    const options = { prune: false, files: new Set<string>(), requireCode: () => undefined }
    const before = await standingProduct(work, sheet, options)
    expect(before?.id).to.equal(product_id)
    const again = await work.transact(async (inside) => heldNow(await inside.at(), sheet, options, before))
    expect(again).to.equal(before!.held)

    const { records } = await app.list('answer')
    const glass = records.find(({ title }) => title === 'Glass')!.id
    await app.write('answer', { price: 30 }, { id: glass })
    await app.write('answer', { question_id: records[0]!['question_id'], title_en_GB: 'Paper', title_de_DE: 'Papier' })
    const report = await work.transact((inside) => applySheet(inside, sheet, options, before))
    expect(report.changed.map(({ key, fields }) => [key, fields])).to.deep.equal([['shade.glass', ['price']]])
    expect(await sheetText(app.visit({}), product_id)).to.match(/price: 25[\s\S]*Paper/)
  })

  it('is none where the sheet makes a new one, and is missed where an id is named that nobody has', async () => {
    const work = await app.visit({}).at()
    const { languages } = work.moment.snapshot
    const options = { prune: false, files: new Set<string>(), requireCode: () => undefined }
    const other = readSheet(app.registry, languages, text.replace('lamp', 'other'))
    expect(await standingProduct(work, other, options)).to.equal(null)
    const outcome = await standingProduct(work, other, { ...options, productId: 999_999 }).then(String, String)
    expect(outcome).to.match(/There is no product 999999/)
  })
})
