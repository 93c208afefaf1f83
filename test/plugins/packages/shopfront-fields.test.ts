// Gallery pictures, the display of answers and the unit of a price survive sheets, packages, copies, comparisons and merges.
import { expect } from 'chai'
import { loadRecordFiles } from '../../../core/storage/files/record-files.js'
import type { ImportReport } from '../../../plugins/packages/check/check.js'
import type { DiffReport, MergeReport } from '../../../plugins/sheets/reports.js'
import { formatSheetText } from '../../../plugins/sheets/sheet/write.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { copyProduct } from '../../core/transfer/product-copy.js'
import { applySheetText, copyBySheet } from '../sheets/sheet-copy.js'
import { type TransferFolder, transferFolder } from './transfer-packages.js'

const gallery = [2, 3, 4, 5, 6].map((number) => ({ field: `image_${number}`, file: `side-${number}.svg` }))

const canvas = `sheet: 1
product: canvas
title: Canvas
label: canvas
image: front.svg
${gallery.map(({ field, file }) => `${field}: ${file}`).join('\n')}
tax_class_id: Standard
pages:
  - title: Size
    questions:
      width: { title: Width, input_restriction: decimal }
      frame: { title: Frame, question_type: Radiobuttons, answer_display: list, answers: [Oak, Pine] }
calculations:
  area: { name: Area, formula: width * 2, price_unit: m² }
`

describe('The fields of gallery, swatches and price per unit', function () {
  this.timeout(60_000)
  let app: TestApp
  let folder: TransferFolder
  let product: number
  let sheet: string

  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path })
    for (const [index, name] of ['front.svg', ...gallery.map(({ file }) => file)].entries()) {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${index + 1}" height="9"><path d="M0 0h1"/></svg>`
      await app.context.files.put(name, Buffer.from(drawing))
    }
    product = (await applySheetText(app, canvas)).product_id
    sheet = await textOf(product)
  })
  after(async () => {
    await app?.stop()
    await folder.remove()
  })

  const textOf = (id: number): Promise<string> => formatSheetText(app.shop.createContext({}), id)

  /** The values in the records of a product, the pictures by their sizes: imported files have new names. */
  const readFields = async (id: number) => {
    const pictures = (await loadRecordFiles(app.context, 'product', id)).map(({ field, width }) => [field, width])
    const records = async (entity: string) => (await app.records.list(entity, { limit: 200 })).records.map((row) => row.id)
    const questions = await Promise.all((await records('question')).map((own) => app.records.read('question', own)))
    const calculations = await Promise.all((await records('calculation')).map((own) => app.records.read('calculation', own)))
    const pages = await app.records.list('page', { filters: new Map([['product_id', id]]) })
    const pageIds = new Set(pages.records.map((page) => page.id))
    return {
      pictures,
      displays: questions
        .filter(({ record }) => pageIds.has(record['page_id'] as number))
        .map(({ record }) => [record['title'], record['answer_display']]),
      units: calculations.filter(({ record }) => record['product_id'] === id).map(({ record }) => record['price_unit']),
    }
  }
  const expected = {
    pictures: [['image', 1], ...gallery.map(({ field }, index) => [field, index + 2])],
    displays: [
      ['Width', 'automatic'],
      ['Frame', 'list'],
    ],
    units: ['m²'],
  }

  it('are stored from a sheet, and written into the sheet of the product and of its copy', async () => {
    expect(await readFields(product)).to.deep.equal(expected)
    for (const line of [...gallery.map(({ field, file }) => `${field}: ${file}`), 'answer_display: list', 'price_unit: m²'])
      expect(sheet).to.contain(line)
    const copy = await copyBySheet(app, product)
    expect(await textOf(copy.id)).to.equal(copy.text)
    expect(await readFields(copy.id)).to.deep.equal(expected)
  })

  it('are copied with the product', async () => {
    const { report } = await copyProduct(app, product)
    expect(await readFields(report.id)).to.deep.equal(expected)
  })

  it('are part of a package, with the files of the gallery', async () => {
    const path = folder.file('canvas.zip')
    await app.act('export-product', { product_ids: [product], out: path })
    const { products } = (await app.act('import-product-package', { path, acknowledge_warnings: true })) as ImportReport
    expect(await readFields(products[0]!.id)).to.deep.equal(expected)
  })

  it('are compared', async () => {
    const diff = async (to: string) => {
      const { products } = (await app.act('diff-products', { from: sheet, to })) as DiffReport
      return products.flatMap(({ changes }) => changes.map(({ field }) => field))
    }
    expect(await diff(sheet)).to.deep.equal([])
    for (const { field, file } of gallery) expect(await diff(sheet.replace(`${field}: ${file}\n`, ''))).to.deep.equal([field])
    expect(await diff(sheet.replace('answer_display: list', 'answer_display: swatches'))).to.deep.equal(['answer_display'])
    expect(await diff(sheet.replace('price_unit: m²', 'price_unit: m'))).to.deep.equal(['price_unit'])
  })

  it('are merged from the side that changed them, and unchanged otherwise', async () => {
    const merge = async (ours: string, theirs: string): Promise<MergeReport> =>
      (await app.act('merge-products', { base: sheet, ours, theirs })) as MergeReport
    expect((await merge(sheet, sheet)).sheet).to.equal(sheet)
    const ours = sheet.replace('image_6: side-6.svg\n', '').replace('price_unit: m²', 'price_unit: yd²')
    const theirs = sheet.replace('answer_display: list', 'answer_display: swatches')
    const { sheet: merged, conflicts } = await merge(ours, theirs)
    expect(conflicts).to.deep.equal([])
    const readLines = (text: string, pattern: RegExp): readonly string[] => text.match(pattern) ?? []
    expect(readLines(merged!, /^image(?:_\d)?: .*$/gm)).to.deep.equal(readLines(ours, /^image(?:_\d)?: .*$/gm))
    expect(merged).to.contain('answer_display: swatches').and.contain('price_unit: yd²')
  })
})
