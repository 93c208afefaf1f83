// Packages between shops: across databases, with customizations, and after an import that fails at a later product.
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { ServiceError } from '../../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../../core/foundation/log.js'
import { openDatabase } from '../../../../core/storage/database/connection.js'
import type { CheckReport, ImportReport } from '../../../../plugins/packages/check/check.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { example } from '../../../../customizations/example/index.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { packages } from '../../../../plugins/packages/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { withChildren } from '../../../fixtures/customizations/with-children.js'
import { bootTestApp, type TestApp, type TestOverrides } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { createCalculation, createPage, createProduct, createQuestion, inBothLanguages } from '../../../support/small-shop.js'
import { readEntries, readRows, type TransferFolder, transferFolder } from '../transfer-packages.js'

describe('A package between two shops', function () {
  this.timeout(120_000)
  let folder: TransferFolder
  const apps: TestApp[] = []

  before(async () => {
    folder = await transferFolder()
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
  })
  after(() => folder?.remove())

  async function shop(overrides: TestOverrides = {}): Promise<TestApp> {
    const app = await bootTestApp(overrides)
    apps.push(app)
    return app
  }

  /** Always on SQLite. On the second run of the suite all other shops are on a database server. */
  const elsewhere = async (overrides: TestOverrides = {}): Promise<TestApp> =>
    shop({ opened: await openDatabase('sqlite::memory:'), ...overrides })

  const exported = async (app: TestApp, name: string, ids: readonly number[]): Promise<Buffer> => {
    await app.act('export-product', { product_ids: ids, out: folder.file(name) })
    return readFile(folder.file(name))
  }
  const imported = async (app: TestApp, name: string, more: object = {}): Promise<ImportReport> =>
    (await app.act('import-product-package', {
      ...{ path: folder.file(name), mode: 'exact', acknowledge_warnings: true },
      ...more,
    })) as ImportReport

  it('has the same bytes after an import into another database and back', async () => {
    const [here, there] = [await shop(), await elsewhere()]
    await seedDemo(here, () => undefined)
    const ids = (await here.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
    const before = await exported(here, 'here.zip', ids)
    await imported(there, 'here.zip')
    expect(await exported(there, 'there.zip', ids)).to.deep.equal(before)
    for (const { id } of (await here.records.list('product-list-assignment')).records)
      await here.records.remove('product-list-assignment', id)
    for (const id of ids) await here.act('delete-product-deep', { id })
    await imported(here, 'there.zip')
    expect(await exported(here, 'back.zip', ids)).to.deep.equal(before)
  })

  it('reports the imported products if a later one fails, and leaves the failed one unchanged', async () => {
    const logged: object[] = []
    const log: Log = { ...silentLog, error: (fields) => void logged.push(fields) }
    let landed = false
    const diary = { name: 'diary', core: '*', contributes: { observers: { onSvcImportCatalog: () => void (landed = true) } } }
    const app = await shop({ log, plugins: [stock, packages, diary] })
    const ids = [
      await createProduct(app.records, 'First'),
      await createProduct(app.records, 'Second'),
      await createProduct(app.records, 'Third'),
    ]
    for (const id of ids) await createPage(app.records, id)
    await exported(app, 'old.zip', ids)
    const before = await Promise.all(ids.map((id) => formatSheetText(app.shop.createContext({}), id)))
    for (const id of ids) await app.records.write('product', { baseprice: 9 }, { id })
    const changed = await Promise.all(ids.map((id) => formatSheetText(app.shop.createContext({}), id)))
    landed = false
    const stop = app.context.database.observe((sql) => {
      if (!landed || !sql.startsWith('UPDATE `svc_product`')) return
      stop()
      throw new Error('The disk is gone.')
    })
    const error = (await catchError(imported(app, 'old.zip'))) as ServiceError
    expect(error.code).to.equal('TRANSFER_FAILED')
    expect(error.message).to.contain(`The import failed at 'product ${ids[1]}`)
    expect(error.message).to.contain(`These products were already imported: First (${ids[0]}). All others are unchanged.`)
    const [, errorId] = /identifier '([^']+)'/.exec(error.message)!
    expect(logged).to.have.length(1)
    expect(logged[0]).to.deep.include({ errorId, imported: [ids[0]] })
    const now = await Promise.all(ids.map((id) => formatSheetText(app.shop.createContext({}), id)))
    expect(now).to.deep.equal([before[0], changed[1], changed[2]])
    const rows = await app.context.database.query("SELECT name FROM svc_system_variables WHERE name LIKE 'transfer %'")
    expect(rows).to.deep.equal([])
    await imported(app, 'old.zip')
    expect(await Promise.all(ids.map((id) => formatSheetText(app.shop.createContext({}), id)))).to.deep.equal(before)
  })

  it('contains the fields, types and settings of a customization', async () => {
    const here = await shop({ customizations: [example()] })
    const material = async (app: TestApp, code: string): Promise<number> =>
      (await app.records.write('material', { ...inBothLanguages('title', code), code })).id
    const oak = await material(here, 'OAK')
    const product = await createProduct(here.records, 'Door', { material_id: oak })
    const page = await createPage(here.records, product)
    const colour = await createQuestion(here.records, page, 'RalColour', { ral_series: '79' })
    const date = await createQuestion(here.records, page, 'Calendar')
    const calculation = await createCalculation(here.records, product, 'Express')
    await here.records.write('calculation-formula', {
      calculation_id: calculation,
      terms: [
        { function: 'fullLengths', parameters: [[{ number: 3100 }], [{ number: 2000 }]] },
        { operator: '*' },
        { term: 'ExchangeRate', code: 'EUR' },
      ],
    })
    const rules = { condition: 'DeliveryDays', question_id: date, operator: '<', value: 10 }
    await createQuestion(here.records, page, 'Textbox', { rules, calcmodel: calculation })
    const before = await exported(here, 'door.zip', [product])
    const rows = readRows(await readEntries(folder.file('door.zip')), `product-${product}/question.jsonl`)
    expect(rows.find(({ id }) => id === colour)).to.include({ question_type: 'RalColour', ral_series: '79' })

    // In another shop with the customization, the material has another id and is matched by its names.
    const there = await shop({ customizations: [example()] })
    await material(there, 'PINE')
    const other = await material(there, 'OAK')
    const [importedProduct] = (await imported(there, 'door.zip')).products
    expect((await there.records.read('product', importedProduct!.id)).record).to.include({ material_id: other })
    expect((await there.records.read('question', colour)).record).to.include({ question_type: 'RalColour', ral_series: '79' })
    expect(await formatSheetText(there.shop.createContext({}), product)).to.equal(
      await formatSheetText(here.shop.createContext({}), product),
    )
    const [copy] = (await imported(there, 'door.zip', { mode: 'copy' })).products
    expect(copy!.id).not.to.equal(product)
    expect((await there.records.read('product', copy!.id)).record).to.include({ material_id: other })
    await exported(there, 'door-there.zip', [product])
    await imported(here, 'door-there.zip')
    expect(await exported(here, 'door-back.zip', [product])).to.deep.equal(before)

    // In a shop without the customization, nothing is imported, and the report lists everything that is missing.
    const bare = await shop()
    const report = (await bare.act('check-product-package', { path: folder.file('door.zip'), mode: 'exact' })) as CheckReport
    expect(report.canProceed).to.equal(false)
    const messages = report.findings.map(({ message }) => message).join('\n')
    for (const name of ['RalColour', 'DeliveryDays', 'ExchangeRate']) expect(messages).to.contain(name)
    expect((await catchError(imported(bare, 'door.zip'))).message).to.contain('The package cannot be imported.')
    expect((await bare.records.list('product')).records).to.deep.equal([])
  })

  it('contains the records of a customization below a product', async () => {
    const [here, there] = [await shop({ customizations: [withChildren] }), await shop({ customizations: [withChildren] })]
    const product = await createProduct(here.records, 'Shelf')
    const note = (await here.records.write('care-note', { product_id: product, title_en_GB: 'Oil it.', title_de_DE: 'Ölen.' })).id
    const before = await exported(here, 'shelf.zip', [product])
    await imported(there, 'shelf.zip')
    expect((await there.records.read('care-note', note)).record).to.include({ product_id: product, title_de_DE: 'Ölen.' })
    await there.records.write('care-note', { title_en_GB: 'Wax it.' }, { id: note })
    await there.records.write('care-note', { product_id: product, title_en_GB: 'More', title_de_DE: 'Mehr' })
    const [again] = (await imported(there, 'shelf.zip')).products
    expect([again!.updated, again!.deleted]).to.deep.equal([{ 'care-note': 1 }, 1])
    expect(await exported(there, 'shelf-there.zip', [product])).to.deep.equal(before)
    const [copy] = (await imported(there, 'shelf.zip', { mode: 'copy' })).products
    const [copied] = await there.shop.createContext({}).list('care-note', { column: 'product_id', values: [copy!.id] })
    expect((await there.records.read('care-note', copied!.id)).record).to.include({ title: 'Oil it.' })

    const bare = await shop()
    const report = (await bare.act('check-product-package', { path: folder.file('shelf.zip'), mode: 'exact' })) as CheckReport
    expect(report.canProceed).to.equal(false)
    expect(report.findings.map(({ message }) => message).join(' ')).to.contain('care-note')
  })
})
