// The comparison of two versions of a product: no changes if they are equivalent, and one sentence for each change otherwise.
import { expect } from 'chai'
import type { ValidationError } from '../../../../core/foundation/errors.js'
import type { DiffReport, ProductDiff } from '../../../../plugins/sheets/reports.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { applySheetText, renameProduct } from '../sheet-copy.js'
import {
  type TransferFolder,
  readEntries,
  readRows,
  setRows,
  transferFolder,
  writeZip,
} from '../../packages/transfer-packages.js'

const lamp = `sheet: 1
product: lamp
title: Lamp
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      height:
        title: Height
        question_type: Slider
        set_max_value: static
        maxval: 240
        unit: cm
        calcmodel: by_height
      shade:
        title: Shade
        question_type: Radiobuttons
        answers:
          - Linen
          - { title: Glass, price: 25, rules: height >= 30 and height < 90 }
          - { key: paper, title: "Paper, folded", sku: 0012 }
      foot:
        title: Foot
        question_type: Dropdown
        rules: shade == linen or shade == glass
        answers: [Round, Square]
  - title: Light
    questions:
      colour:
        title: Colour
        question_type: Multiselect
        answers: [Warm, Cold]
calculations:
  by_height: max(0, height - 40) * 0.5
  by_both:
    matrix:
      rows: shade
      columns: height
      lookup: nextHigher
      table: |
        *      50     80
        linen   0   4.50
        glass  12  18.00
variant_tables:
  feet:
    name: feet
    mode: forbid
    table: |
      shade  foot
      linen  square
      glass  round,square
`

const sentences = ({ changes }: ProductDiff): readonly string[] => changes.map(({ sentence }) => sentence)

describe('The comparison of two versions', function () {
  this.timeout(60_000)
  let app: TestApp
  let folder: TransferFolder
  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp()
  })
  after(async () => {
    await app?.stop()
    await folder.remove()
  })

  const diff = async (from: string, to?: string): Promise<DiffReport> =>
    (await app.act('diff-products', { from, ...(to !== undefined && { to }) })) as DiffReport
  const diffProduct = async (from: string, to?: string): Promise<ProductDiff> => {
    const { products, equal } = await diff(from, to)
    expect(products).to.have.length(1)
    expect(equal).to.equal(products[0]!.equal)
    return products[0]!
  }

  /** The replaced text, its replacement and the expected sentences. */
  const edits: readonly (readonly [string, string, readonly string[]])[] = [
    ['maxval: 240', 'maxval: 260', ["Question 'Height': fixed maximum value 240 → 260 cm."]],
    ['question_type: Slider', 'question_type: Textbox', ["Question 'Height': question type 'Slider' → 'Text box'."]],
    ['sku: 0012', 'sku: 0013', ["Answer 'Paper, folded' of question 'Shade': SKU '0012' → '0013'."]],
    ['title: Foot\n', 'title: { en-GB: Foot, de-DE: Fuß }\n', ["Question 'Foot': title in de-DE 'Foot' → 'Fuß'."]],
    ['title: Lamp', 'title: Light', ["Product 'Lamp': title 'Lamp' → 'Light'."]],
    [
      'height < 90',
      'height <= 90',
      ["Answer 'Glass' of question 'Shade': rule height >= 30 and height < 90 → height >= 30 and height <= 90."],
    ],
    ['        calcmodel: by_height\n', '', ["Question 'Height': price calculation by_height → nothing."]],
    ['answers: [Round, Square]', 'answers: [Round, Square, Oval]', ["Answer 'Oval' of question 'Foot' is new."]],
    ['answers: [Warm, Cold]', 'answers: [Cold, Warm]', ["The answers of question 'Colour' have another order: 'Cold', 'Warm'."]],
    [
      lamp.slice(lamp.indexOf('  - title: Light'), lamp.indexOf('calculations')),
      '',
      ["Page 'Light' is gone, with 1 question and 2 answers."],
    ],
    ['* 0.5', '* 0.6', ["Calculation 'by_height': formula max(0, height - 40) * 0.5 → max(0, height - 40) * 0.6."]],
    [
      'by_height: max(0, height - 40) * 0.5',
      'by_height: { code: "2" }',
      ["Calculation 'by_height': body max(0, height - 40) * 0.5 → 2."],
    ],
    ['0   4.50', '0.0   4.75', ["Calculation 'by_both', Shade 'Linen', Height 80: 4.50 → 4.75."]],
    ['12  18.00', '-  18.00', ["Calculation 'by_both', Shade 'Glass', Height 50: 12 is gone."]],
    [
      'glass  12  18.00',
      'glass  12  18.00\n        paper  1  2',
      [
        "Calculation 'by_both', Shade 'Paper, folded', Height 50: new: 1.",
        "Calculation 'by_both', Shade 'Paper, folded', Height 80: new: 2.",
      ],
    ],
    ['lookup: nextHigher', 'lookup: exact', ["Calculation 'by_both': lookup nextHigher → exact."]],
    [
      'linen  square',
      'paper  square',
      [
        "Variant table 'feet' (shade foot): the row linen square is gone.",
        "Variant table 'feet' (shade foot): the row paper square is new.",
      ],
    ],
    ['mode: forbid', 'mode: allow', ["Variant table 'feet': mode 'All but these combinations' → 'Only these combinations'."]],
    // Equivalent versions have no changes.
    ['shade == linen or shade == glass', "shade != '' and shade != paper", []],
    ['height >= 30 and height < 90', "not (height < 30 or height >= 90 or height == '')", []],
    [
      'shade  foot\n      linen  square\n      glass  round,square',
      'foot  shade\n      square  linen\n      round,square  glass',
      [],
    ],
    ['4.50\n', '4.5\n', []],
  ]
  for (const [old, now, change] of edits) {
    it(`reports ${change.length === 0 ? 'nothing' : `"${change[0]}"`} for ${JSON.stringify(now.slice(0, 60))} instead of ${JSON.stringify(old.slice(0, 60))}`, async () => {
      expect(lamp).to.include(old)
      expect(sentences(await diffProduct(lamp, lamp.replace(old, now)))).to.deep.equal(change)
    })
  }

  it('counts rephrased rules separately, and reports rules whose equivalence it cannot decide', async () => {
    const { counts, equal } = await diffProduct(
      lamp,
      lamp.replace('shade == linen or shade == glass', 'shade == glass or shade == linen'),
    )
    expect([counts.rephrased, equal]).to.deep.equal([1, true])
    const other = await diffProduct(lamp, lamp.replace('shade == linen or shade == glass', "shade != '' and shade != paper"))
    expect([other.counts.rephrased, other.equal]).to.deep.equal([1, true])
    const [a, b] = ['colour == warm', 'colour != cold'].map((rule) => lamp.replace('shade == linen or shade == glass', rule))
    const { changes } = await diffProduct(a!, b)
    expect(changes.map(({ meaning }) => meaning)).to.deep.equal(['unknown'])
    expect(changes[0]!.sentence).to.match(/It cannot be shown whether both mean the same/)
  })

  it('matches questions and pages by record, independent of their current titles', async () => {
    const { product_id: id } = await applySheetText(app, lamp)
    const path = folder.file('before.zip')
    await app.act('export-product', { product_ids: [id], out: path })
    expect(await diffProduct(path)).to.include({ equal: true })
    const { records } = await app.records.list('question', { limit: 200 })
    const height = records.find(({ title }) => title === 'Height')!.id
    await app.records.write('question', { title_en_GB: 'Size', title_de_DE: 'Größe' }, { id: height })
    expect(sentences(await diffProduct(path, String(id)))).to.deep.equal([
      "Question 'Height': title in en-GB 'Height' → 'Size'.",
      "Question 'Height': title in de-DE 'Height' → 'Größe'.",
    ])
    await app.records.write('question', { title_en_GB: 'Height', title_de_DE: 'Height' }, { id: height })
  })

  it('supports packages of several products, products in one package only, and one product of a package', async () => {
    const { product_id: id } = await applySheetText(app, lamp)
    const { product_id: other } = await applySheetText(app, renameProduct(lamp, 'twin'))
    const [both, first] = [folder.file('both.zip'), folder.file('first.zip')]
    await app.act('export-product', { product_ids: [id, other], out: both })
    await app.act('export-product', { product_ids: [id], out: first })
    const entries = await readEntries(first)
    const rows = readRows(entries, `product-${id}/answer.jsonl`)
    setRows(
      entries,
      id,
      'answer',
      rows.map((row) => (row['title_en_GB'] === 'Glass' ? { ...row, price: 30 } : row)),
    )
    await writeZip(first, entries)
    expect((await diffProduct(`${both}#${id}`, `${both}#${other}`)).changes.map(({ field }) => field)).to.deep.equal(
      ['label', 'label'].slice(0, 1),
    )
    const { products, equal } = await diff(first, both)
    expect(equal).to.equal(false)
    expect(products.map(sentences)).to.deep.equal([
      ["Answer 'Glass' of question 'Shade': price 30 → 25."],
      ["Product 'Lamp' is new."],
    ])
    expect((await diff(both, `${both}#${id}`)).products.length).to.be.greaterThan(1)
    await app.act('delete-product-deep', { id: other })
  })

  it('reports the first 50 unknown references of a sheet, and that there are more', async () => {
    const questions = Array.from({ length: 200 }, (_, at) => `      q${at}: { title: Q${at}, calcmodel: c${at} }\n`)
    const sheet = `sheet: 1\nproduct: lamp\ntitle: Lamp\npages:\n  - title: Shape\n    questions:\n${questions.join('')}`
    const error = (await catchError(diff(sheet, lamp))) as ValidationError
    expect(error.issues.map(({ code }) => code)).to.deep.equal([...Array(50).fill('INVALID_VALUE'), 'MORE_ISSUES'])
  })

  it('is rejected for an invalid argument, and the error names the argument', async () => {
    const readMessage = async (from: string, to?: string): Promise<string> => (await catchError(diff(from, to))).message
    expect(await readMessage('lamp')).to.match(/^'from' takes the id of a product/)
    expect(await readMessage(lamp, '../x')).to.match(/^'to' takes the id of a product/)
    expect(await readMessage(lamp, '999999')).to.match(/There is no product with the id 999999/)
    expect(await readMessage('sheet: 1\nproduct: x\npages: [{ title: P, questions: { a: { rules: b == 1 } } }]', lamp)).to.match(
      /Line 3.*There is no question 'b'/,
    )
    expect(await readMessage('sheet: [\n', lamp)).to.match(/This is not YAML/)
    expect(await readMessage(folder.file('none.zip'), lamp)).to.match(/does not exist or cannot be read/)
    await writeZip(folder.file('empty.zip'), new Map())
    expect(await readMessage(folder.file('empty.zip'), lamp)).to.match(/manifest|zip file/)
    const { product_id: id } = await applySheetText(app, lamp)
    expect(await readMessage(String(id))).to.match(/^'to' is missing/)
    const outside = { grant: new Set(['catalog:read']), name: 'somebody', id: 1 }
    const call = { caller: outside as never }
    const { message } = await catchError(app.act('diff-products', { from: '/etc/passwd.zip', to: lamp }, call))
    expect(message).to.match(/not a valid package name/)
  })
})

describe('The comparison of the demo with its exports', function () {
  this.timeout(120_000)

  it('has no changes between the shop, sheets and packages', async () => {
    const folder = await transferFolder()
    const app = await bootTestApp()
    try {
      await seedDemo(app, () => undefined)
      const ids = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
      const path = folder.file('demo.zip')
      await app.act('export-product', { product_ids: ids, out: path })
      const report = (await app.act('diff-products', { from: path })) as DiffReport
      expect(report.products.map(sentences)).to.deep.equal(ids.map(() => []))
      for (const id of ids) {
        const text = await formatSheetText(app.shop.createContext({}), id)
        for (const [from, to] of [
          [text, String(id)],
          [`${path}#${id}`, text],
        ] as const) {
          const { products } = (await app.act('diff-products', { from, to })) as DiffReport
          expect(products.map(sentences)).to.deep.equal([[]])
        }
      }
    } finally {
      await app.stop()
      await folder.remove()
    }
  })
})
