// Sheets as a whole: export and import of every demo product, the changes of an import, and the data that it keeps.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, initializeConfiguration } from '../../../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../../../core/engine/program/state.js'
import { loadProductSource } from '../../../../core/product/source.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { anonymousContext } from '../../../core/engine/engine-product.js'
import { type AppliedSheetReport, applySheetText, renameProduct, copyBySheet } from '../sheet-copy.js'

const nothing = { created: {}, changed: {}, deleted: {} }
const textOf = async (app: TestApp, id: number): Promise<string> => formatSheetText(app.shop.createContext({}), id)

describe('The sheets of the demo products', function () {
  this.timeout(120_000)
  let app: TestApp
  let products: readonly number[]

  before(async () => {
    app = await bootTestApp()
    await seedDemo(app, () => undefined)
    products = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
  })
  after(() => app?.stop())

  it('change nothing in their own products, with and without pruning', async () => {
    for (const id of products) {
      const text = await textOf(app, id)
      for (const prune of [false, true]) {
        const { counts, product_id } = await applySheetText(app, text, { prune })
        expect([counts, product_id]).to.deep.equal([nothing, id])
      }
      expect(await textOf(app, id)).to.equal(text)
    }
  })

  it('create products with the same sheet and the same prices for random selections', async () => {
    for (const id of products) {
      const { id: copyId, text, idOf } = await copyBySheet(app, id)
      expect(await textOf(app, copyId)).to.equal(text)
      const [a, b] = await Promise.all(
        [id, copyId].map(async (productId) =>
          compileProgram(await loadProductSource(app.context, productId), app.context.registry),
        ),
      )
      const [first, other] = [
        initializeConfiguration(a!, anonymousContext).state,
        initializeConfiguration(b!, anonymousContext).state,
      ]
      // Deterministic, with a period longer than that of any product.
      let seed = 11
      const pick = (size: number): number => (seed = (seed * 48_271) % 2_147_483_647) % size
      for (let step = 0; step < 120; step++) {
        const { source, firstAnswer, endAnswer } = a!.questions[pick(a!.questions.length)]!
        const answers = a!.answers.slice(firstAnswer, endAnswer).map((answer) => answer.id)
        const answer = answers[pick(answers.length + 1)]
        const entered = answers.length === 0 ? String(pick(4) * 500) : null
        const result = changeSelection(
          first,
          { question_id: source.id, value: answer === undefined ? entered : String(answer) },
          true,
        )
        const value = answer === undefined ? entered : String(idOf('answer', answer))
        const same = changeSelection(other, { question_id: idOf('question', source.id), value }, true)
        expect(same.refused?.code).to.equal(result.refused?.code)
        expect(computeUnitTotals(other)).to.deep.equal(computeUnitTotals(first))
      }
    }
  })

  it('restore a product that was deleted with all its records', async () => {
    for (const { id } of (await app.records.list('product-list-assignment')).records)
      await app.records.remove('product-list-assignment', id)
    for (const id of products) {
      const text = await textOf(app, id)
      await app.act('delete-product-deep', { id })
      const { product_id, files_missing } = await applySheetText(app, text)
      expect(files_missing).to.equal(undefined)
      expect(await textOf(app, product_id)).to.equal(text)
    }
  })
})

describe('A sheet', function () {
  this.timeout(60_000)
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  const lamp = `sheet: 1
product: lamp
title: Lamp
tax_class_id: Standard
baseprice: 40
pages:
  - title: Shape
    questions:
      height:
        title: { en-GB: Height in centimetres, de-DE: Höhe in Zentimetern }
        question_type: Slider
        set_min_value: static
        minval: 20
        calcmodel: by_height
      shade:
        title: Shade
        question_type: Radiobuttons
        answers:
          - Linen
          - { title: Glass, price: 25, rules: height >= 30 and height < 90 }
          - { key: paper, title: "Paper, folded", sku: 0012 }
calculations:
  by_height: max(0, height - 40) * 0.5 + shade.price
examples:
  - { title: Bedside, selections: { height: 35, shade: glass } }
`

  it('registers the files of its records, which are deleted with the last record that uses them', async () => {
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9"/></svg>',
    )
    // Files of a plugin were not uploaded for a record.
    for (const name of ['stool.svg', 'seat.svg']) await app.context.files.put(name, drawing)
    const stool = (key: string): string => `sheet: 1
product: ${key}
label: ${key}
title: Stool
tax_class_id: Standard
image: stool.svg
pages:
  - title: Seat
    questions:
      seat:
        title: Seat
        question_type: Radiobuttons
        answers:
          - { title: Round, picker_image: seat.svg }
          - Square
`
    const rows = async () =>
      (
        await app.context.database.query<object>(
          `SELECT name, entity, property, original_name, media_type, size, width, height FROM svc_files
            WHERE name IN ('stool.svg', 'seat.svg') ORDER BY name DESC, id`,
        )
      ).map((row) => ({ ...row }))
    const facts = { media_type: 'image/svg+xml', size: drawing.length, width: 40, height: 20 }
    const own = [
      { name: 'stool.svg', entity: 'product', property: 'image', original_name: 'stool.svg', ...facts },
      { name: 'seat.svg', entity: 'answer', property: 'picker_image', original_name: 'seat.svg', ...facts },
    ]
    const first = await applySheetText(app, stool('stool'))
    expect(await rows()).to.deep.equal(own)
    await applySheetText(app, stool('stool'))
    expect(await rows(), 'after a second import').to.deep.equal(own)
    const second = await applySheetText(app, stool('stool-too'))
    expect(await rows()).to.deep.equal(own.flatMap((row) => [row, row]))
    await app.act('delete-product-deep', { id: first.product_id })
    expect([await rows(), (await app.context.files.get('seat.svg'))?.length]).to.deep.equal([own, drawing.length])
    await app.act('delete-product-deep', { id: second.product_id })
    expect([await rows(), await app.context.files.get('stool.svg')]).to.deep.equal([[], null])
  })

  it('creates a product from titles and expressions only, and finds it by its key the next time', async () => {
    const first = await applySheetText(app, lamp)
    expect(first.counts.created).to.deep.equal({ product: 1, page: 1, question: 2, answer: 3, calculation: 1, example: 1 })
    const again = await applySheetText(app, lamp, { prune: true })
    expect([again.product_id, again.counts]).to.deep.equal([first.product_id, nothing])
    const text = await textOf(app, first.product_id)
    expect(text).to.include('rules: height >= 30 and height < 90')
    expect(text).to.include('sku: "0012"')
    expect((await applySheetText(app, text, { prune: true })).counts).to.deep.equal(nothing)
  })

  it('reports its changes in a dry run, and changes nothing', async () => {
    const before = await textOf(app, (await applySheetText(app, lamp)).product_id)
    const changed = lamp.replace('baseprice: 40', 'baseprice: 41').replace('          - Linen\n', '')
    const plan = await applySheetText(app, changed, { prune: true, dry_run: true })
    expect(plan.changed.map(({ entity, key, fields }) => ({ entity, key, fields }))).to.deep.include({
      entity: 'product',
      key: 'lamp',
      fields: ['baseprice'],
    })
    expect(plan.deleted.map(({ key }) => key)).to.deep.equal(['shade.linen'])
    expect(plan).to.include.keys('affected', 'findings')
    expect(await textOf(app, plan.product_id)).to.equal(before)
  })

  it('keeps records and fields that it omits, and deletes them with `prune`', async () => {
    const { product_id: id } = await applySheetText(app, renameProduct(lamp, 'kept-lamp'))
    const part = `sheet: 1
product: kept-lamp
title: Kept lamp
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      cable: { title: Cable, rules: shade != linen }
`
    const result = await applySheetText(app, part)
    expect(result.counts).to.deep.equal({ created: { question: 1 }, changed: { product: 1 }, deleted: {} })
    const text = await textOf(app, id)
    expect(text).to.include('baseprice: 40').and.to.include('shade != linen')
    const refusal = await applySheetText(app, part, { prune: true }).catch((error: Error) => error.message)
    expect(refusal).to.equal(
      "Line 8, 'pages[0].questions.cable.rules': There is no question 'shade' in this product. The questions are cable.",
    )
    expect(await textOf(app, id)).to.equal(text)
    const pruned = await applySheetText(app, part.replace(', rules: shade != linen', ''), { prune: true })
    expect(pruned.counts.deleted).to.deep.equal({ question: 2, answer: 3, calculation: 1, example: 1 })
    expect(await textOf(app, id)).to.not.include('baseprice')
  })

  it('sorts records, moves questions between pages, and renames them without a new id', async () => {
    const { product_id: id } = await applySheetText(app, renameProduct(lamp, 'ordered-lamp'))
    const ids = async (): Promise<readonly (readonly [string, unknown])[]> =>
      (await app.records.list('question', { sort: 'id', limit: 200 })).records
        .slice(-2)
        .map((record) => [String(record['title']), record.id] as const)
    const before = await ids()
    const [linen, glass] = ['          - Linen\n', /          - \{ title: Glass.*\n/.exec(lamp)![0]]
    const turned = renameProduct(lamp, 'ordered-lamp')
      .replace(linen + glass, glass + linen)
      .replace('      shade:\n        title: Shade', '  - title: Cover\n    questions:\n      shade:\n        title: Lampshade')
    const report = await applySheetText(app, turned, { prune: true })
    expect(report.counts.created).to.deep.equal({ page: 1 })
    expect(report.counts.deleted).to.deep.equal({})
    expect((await ids()).map(([, recordId]) => recordId)).to.deep.equal(before.map(([, recordId]) => recordId))
    const text = await textOf(app, id)
    expect(text.indexOf('Glass')).to.be.lessThan(text.indexOf('Linen'))
    expect(text).to.match(/title: Cover\n\s+questions:\n\s+shade:\n\s+title: Lampshade/)
    expect((await applySheetText(app, turned, { prune: true })).counts).to.deep.equal(nothing)
    expect((await applySheetText(app, text, { prune: true })).counts).to.deep.equal(nothing)
  })

  it('contains variant tables with their rows, and preserves them in a round trip', async () => {
    const table = `variant_tables:
  - name: What fits
    mode: forbid
    table: |
      shade        height  cord
      linen        10..20  *
      glass,paper  30      5,7..9
`
    const sheet = renameProduct(lamp, 'varied-lamp')
      .replace('calculations:', `${table}calculations:`)
      .replace('      shade:\n', '      cord: { title: Cord, question_type: Slider }\n      shade:\n')
    const { product_id: id, counts } = await applySheetText(app, sheet)
    expect(counts.created).to.include({ 'variant-table': 1 })
    const text = await textOf(app, id)
    expect(text).to.include(table.replace('variant_tables:\n', ''))
    for (const again of [sheet, text]) expect((await applySheetText(app, again, { prune: true })).counts).to.deep.equal(nothing)
    const changed = await applySheetText(app, text.replace('10..20', '10..25'), { prune: true })
    expect(changed.counts).to.deep.equal({ created: {}, changed: { 'variant-table': 1 }, deleted: {} })
    const { text: other, id: copyId } = await copyBySheet(app, id)
    expect(await textOf(app, copyId)).to.equal(other)
    expect((await applySheetText(app, sheet.replace(table, ''), { prune: true })).counts.deleted).to.deep.equal({
      'variant-table': 1,
    })
    const wrong = await applySheetText(app, sheet.replace('glass,paper', 'glass,silk')).catch((error: Error) => error.message)
    expect(wrong).to.match(/^Line \d+, 'variant_tables\[0\]\.table': Line 3 of the table: 'silk' is not an answer to 'shade'\./)
  })

  it('can be JSON', async () => {
    const sheet = { sheet: 1, product: 'json-lamp', title: 'Lamp', tax_class_id: 'Standard', pages: [{ title: 'Shape' }] }
    const text = JSON.stringify(sheet, null, '\t')
    const { counts } = (await app.act('apply-product-sheet', { sheet: text })) as AppliedSheetReport
    expect(counts.created).to.deep.equal({ product: 1, page: 1 })
  })

  it('is returned in parts if it is long, and the parts together equal the whole', async () => {
    const cells = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 100 }, (_, column) => `${row * 100 + column}.50`).join(' '),
    )
    const head = Array.from({ length: 100 }, (_, column) => column * 10).join(' ')
    const table = [`* ${head}`, ...cells.map((line, row) => `${row * 10} ${line}`)].map((line) => `        ${line}\n`).join('')
    const sheet = `sheet: 1
product: long-lamp
title: Long lamp
tax_class_id: Standard
pages:
  - title: Size
    questions: { width: { title: Width, question_type: Slider }, depth: { title: Depth, question_type: Slider } }
calculations:
  area:
    matrix:
      rows: depth
      columns: width
      lookup: nextHigher
      table: |
${table}`
    const { product_id } = await applySheetText(app, sheet)
    const whole = await textOf(app, product_id)
    let read = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part = (await app.act('get-product-sheet', { product_id, offset })) as { sheet: string; next_offset?: number }
      expect(JSON.stringify(part).length).to.be.lessThan(40_000)
      read += part.sheet
      offset = part.next_offset
    }
    expect(read).to.equal(whole)
    expect(whole.length).to.be.greaterThan(40_000)
    expect((await applySheetText(app, whole, { prune: true })).counts).to.deep.equal(nothing)
  })
})
