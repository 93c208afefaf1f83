// Browser tests of the admin's transfer screen: export, import, product sheets, pasted tables, and foreign product models.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, FileChooser } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { importModels } from '../../plugins/import-models/index.js'
import { packages } from '../../plugins/packages/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { applySheetText } from '../plugins/sheets/sheet-copy.js'
import { type TransferFolder, transferFolder } from '../plugins/packages/transfer-packages.js'

const lamp = `sheet: 1
product: lamp
title: Lamp
tax_class_id: Standard
pages:
  - title: Shape
    questions:
      wood: { title: Wood, question_type: Radiobuttons, answers: [Oak, Walnut] }
      shade: { title: Shade, question_type: Radiobuttons, answers: [Linen, { title: Glass, price: 25 }] }
`

describe('admin: transfer screen', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let adminPages: AdminPages
  let id: number
  let saved: string
  let folder: TransferFolder
  let here: TransferFolder

  before(async function () {
    browser = await openBrowser(this)
    ;[folder, here] = [await transferFolder(), await transferFolder()]
    app = await listenTestApp([admin({ signIns: 1000 })], {
      plugins: [stock, packages, sheets, importModels],
      transferFolder: folder.path,
    })
    id = (await applySheetText(app, lamp)).product_id
    saved = here.file('lamp.zip')
    await createAdminAccount(app)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 1000 } })
    adminPages = await AdminPages.openSignedIn(context, app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
    await Promise.all([folder?.remove(), here?.remove()])
  })

  const count = async (): Promise<number> => (await app.records.list('product', { limit: 1 })).meta.total

  it('exports a product found by search, and downloads the package', async () => {
    const { page } = adminPages
    await adminPages.press('Transfer', 'link')
    await adminPages.waitForHeading('Transfer')
    await page.getByLabel('Product to export').focus()
    await page.keyboard.type('Lam')
    await page.locator('.picker [role=listbox][aria-busy=false]').getByRole('option', { name: 'Lamp' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Lamp' }).waitFor()
    await adminPages.press('Export')
    const link = page.getByRole('link', { name: /^Download product-/ })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
    await download.saveAs(saved)
    expect(readFileSync(saved).subarray(0, 2).toString()).to.equal('PK')
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  /** Opens the browser's file dialog by keyboard. */
  async function chooseFile(button: RegExp, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const { page } = adminPages
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button }).press('Enter')
    await (await choosing).setFiles(file)
  }

  const choosePackage = (path: string): Promise<void> => chooseFile(/: Package \(ZIP file\)$/, path)

  it('uploads a package, shows the effects of the import, and imports after the warnings are confirmed', async () => {
    const { page } = adminPages
    await app.records.write('product', { title_en_GB: 'Lamp of today' }, { id })
    await choosePackage(saved)
    await page.getByText('Package lamp.zip uploaded.').waitFor()
    await adminPages.press('Compare')
    await page.getByText("title in en-GB 'Lamp of today' → 'Lamp'").waitFor()
    await adminPages.press('Check')
    await page.getByText(/^Lamp: 8 new, 0 changed/).waitFor()
    await page.getByRole('heading', { name: 'Notices' }).waitFor()
    await page.getByLabel('Import mode').selectOption('exact')
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).to.equal(0)
    const page2 = await app.records.write('page', { product_id: id, title_en_GB: 'Gone', title_de_DE: 'Weg' })
    await adminPages.press('Check')
    await page.getByText(/deletes 1 record that is missing from the package/).waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Import')
    expect(await page.getByRole('dialog').count()).to.equal(0)
    await page.getByLabel('I have read the warnings and want to import anyway.').press('Space')
    await adminPages.press('Import')
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Imported:' }).waitFor()
    await page.getByText(/^Lamp: 0 new, 1 changed, 7 unchanged, 1 deleted/).waitFor()
    expect(await app.context.database.query('SELECT id FROM svc_page WHERE id = ?', [page2.id])).to.deep.equal([])
    expect((await app.records.read('product', id)).record['title_en_GB']).to.equal('Lamp')
    expect(await count()).to.equal(1)
  })

  it('rejects a file that is no package, keeps existing packages, and serves no other file', async () => {
    const { page } = adminPages
    writeFileSync(`${saved}.broken.zip`, 'PK and nothing else')
    await choosePackage(`${saved}.broken.zip`)
    await page.getByText(/The zip file is incomplete or damaged/).waitFor()
    await choosePackage(saved)
    await page.getByText('Package lamp-2.zip uploaded.').waitFor()
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['..%2f..%2fpackage.json', 'nothing.zip', '.hidden.zip', '%2fetc%2fpasswd'].map(
          async (name) => (await fetch(`/svc-admin/api/transfer/${name}`)).status,
        ),
      ),
    )
    expect(statuses).to.deep.equal([404, 404, 404, 404])
  })

  it('reports an error in a product sheet with its line, then plans and applies the corrected sheet', async () => {
    const { page } = adminPages
    await adminPages.press('Product sheet')
    await page.getByLabel('Sheet', { exact: true }).waitFor()
    await adminPages.chooseOption('Product', 'Lamp')
    await adminPages.press('Load from shop')
    const text = page.getByLabel('Sheet', { exact: true })
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#sheet-text')?.value.includes('Glass'))
    const sheet = await text.inputValue()
    await text.fill(sheet.replace('price: 25', 'prise: 25'))
    await adminPages.press('Preview changes')
    await page.getByText(/Line \d+, .*'prise' is not part of an answer|Did you mean 'price'/).waitFor()
    await text.fill(sheet.replace('price: 25', 'price: 30'))
    await adminPages.press('Preview changes')
    await page.getByText('Changed: answer shade.glass (price)').waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Apply')
    await page.getByRole('heading', { name: 'Changes applied:' }).waitFor()
    const [glass] = await app.context.database.query<{ id: number }>('SELECT id FROM svc_answer ORDER BY id DESC LIMIT 1')
    expect((await app.records.read('answer', glass!.id)).record['price']).to.equal(30)
  })

  it('writes a variant table pasted from a spreadsheet', async () => {
    const { page } = adminPages
    await adminPages.press('Variant table')
    await page.getByLabel('Table name').waitFor()
    await adminPages.chooseOption('Product', 'Lamp')
    await adminPages.type('Table name', 'Sorts')
    await page.getByLabel('Table (paste from a spreadsheet)').fill('Wood\tShade\nOak\tLinen\nWalnut\t*\n')
    await adminPages.press('Preview changes')
    await page.getByText('Preview: table Sorts with 2 rows: Wood, Shade.').waitFor()
    await adminPages.press('Save table')
    await page.getByText('Table Sorts saved with 2 rows: Wood, Shade.').waitFor()
    expect((await app.records.list('variant-table', { limit: 5 })).records).to.have.length(1)
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('converts a foreign model to a product sheet and plans it', async () => {
    const { page } = adminPages
    await adminPages.press('Other formats')
    await page.getByLabel('Product title').waitFor()
    const uvl = 'features\n  Bike\n    alternative\n      Road\n      City\n'
    await chooseFile(/: File: FeatureIDE/, { name: 'bike.uvl', mimeType: 'text/plain', buffer: Buffer.from(uvl) })
    await adminPages.press('Read file')
    await adminPages.press('Continue with the sheet')
    await adminPages.press('Other formats')
    const prices = 'Width;Price\n800;10\n800;12\n900;14\n'
    await chooseFile(/: File: FeatureIDE/, { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) })
    await adminPages.press('Read file')
    await page.getByText(/or choose how to handle duplicate prices/).waitFor()
    await page.getByLabel(/^Duplicate prices/).selectOption('highest')
    await page.getByLabel(/^Sizes between two rows/).selectOption('exact')
    await adminPages.press('Read file')
    await page.getByText(/^File read as price table: 1 question, 2 answers/).waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await chooseFile(/: File: FeatureIDE/, { name: 'bike.uvl', mimeType: 'text/plain', buffer: Buffer.from(uvl) })
    await adminPages.press('Read file')
    await page.getByText(/^File read as UVL model: /).waitFor()
    await adminPages.press('Continue with the sheet')
    await adminPages.press('Preview changes')
    await page.getByText(/^New: product bike/).waitFor()
    expect(await count()).to.equal(1)
    expect(adminPages.consoleErrors.filter((line) => !/40[04]|422/.test(line))).to.deep.equal([])
  })
})
