// Browser tests of record tools in the admin: the API call of a record, the heat map of a matrix, and completion in code.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { rest } from '../../plugins/rest/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: record tools', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  let adminPages: AdminPages
  let [product, wood, oak, beech, width] = [0, 0, 0, 0, 0]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([rest(), admin({ signIns: 1000 })])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
    product = await author.product("Carpenter's shelf", { published: true })
    const page = await author.page(product, 'Board', { published: true })
    wood = await author.question(page, 'Wood', 'Radiobuttons', { published: true })
    oak = await author.answer(wood, 'Oak', { published: true })
    beech = await author.answer(wood, 'Beech', { published: true })
    width = await author.question(page, 'Width', 'Slider', {
      ...{ published: true, unit_en_GB: 'mm', set_min_value: 'static', minval: 250, set_max_value: 'static', maxval: 500 },
    })
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => expect(adminPages.consoleErrors).to.deep.equal([]))

  /** Runs the copied call in a shell and returns the response of the service. */
  async function run(call: string): Promise<{ readonly data: unknown }> {
    const { token } = await app.access.tokens.mint({ name: 'shell', presets: ['everything'] })
    const { stdout } = await promisify(execFile)('sh', ['-c', call], { env: { ...process.env, SVC_TOKEN: token } })
    return JSON.parse(stdout) as { readonly data: unknown }
  }

  it('shows one API call that reads the record and one that makes the unsaved change of the form', async () => {
    await adminPages.goto(`records/product/${product}`)
    await adminPages.type(/^Title/, "The carpenter's 'best' shelf")
    await adminPages.press('More')
    await adminPages.press('Show API request', 'menuitem')
    const calls = adminPages.page.locator('.api-call pre')
    await calls.nth(1).waitFor()
    const [read = '', change = ''] = await calls.allInnerTexts()
    const before = JSON.stringify(await run(read))
    expect(before).to.contain("Carpenter's shelf").and.to.contain(`"id":${product}`)
    await run(change)
    expect((await app.records.read('product', product)).record['title']).to.equal("The carpenter's 'best' shelf")
    expect(JSON.stringify(await run(read))).to.contain("The carpenter's 'best' shelf")
    await app.records.write('product', { title_en_GB: 'Shelf' }, { id: product })
  })

  it('colours exactly the matrix cells that a valid input can reach', async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Prices', type: 'matrix' })
    // The lookup uses the next higher value. Inputs from 250 to 500 reach 300 or 600, never 200 or 900.
    const cells = [200, 300, 600, 900].flatMap((row) => [oak, beech].map((column) => ({ row, column, value: String(row / 10) })))
    const axes = { row_question_id: width, column_question_id: wood, lookup: 'nextHigher' }
    const matrix = await author.write('calculation-matrix', { calculation_id: calculation, ...axes, cells })
    await adminPages.goto(`records/calculation-matrix/${matrix}`)
    const warm = adminPages.page.getByLabel('Highlight how often cells are used')
    await warm.waitFor()
    const warmth = (): Promise<readonly (readonly [string, string, boolean])[]> =>
      adminPages.page
        .locator('.matrix-cell[role=gridcell]')
        .evaluateAll((found) =>
          (found as HTMLElement[])
            .filter((cell) => cell.innerText.trim() !== '')
            .map(
              (cell) => [cell.innerText.trim(), cell.style.getPropertyValue('--heat'), cell.classList.contains('unmet')] as const,
            ),
        )
    await waitForValue(async () => (await warmth()).map(([, heat]) => heat), Array(8).fill(''))
    await warm.check()
    // A fifth of the inputs rounds up to 300 and four fifths to 600. Heat is a square root, so 300 is half as warm.
    await waitForValue(warmth, [
      ['20', '', true],
      ['20', '', true],
      ['30', '16%', false],
      ['30', '16%', false],
      ['60', '32%', false],
      ['60', '32%', false],
      ['90', '', true],
      ['90', '', true],
    ])
  })

  it('titles a matrix by its calculation and its lookup questions', async () => {
    const { records } = await app.records.list('calculation-matrix', {})
    await adminPages.goto(`records/calculation-matrix/${records[0]!.id}`)
    await adminPages.waitForHeading('Matrix “Prices”: Width × Wood')
  })

  it("completes code with the titles of the product's questions and calculations", async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Cut', type: 'code' })
    await adminPages.goto(`records/calculation-code/new?calculation_id=${calculation}`)
    const text = adminPages.page.getByRole('textbox', { name: 'Code' })
    await text.focus()
    await adminPages.page.keyboard.type('QuestionSel')
    await adminPages.page.getByRole('option', { name: /QuestionSelection/ }).waitFor()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.type('Wid')
    await adminPages.page.getByRole('option', { name: /Width/ }).waitFor()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.type(') * 2')
    expect(await text.inputValue()).to.equal(`QuestionSelection(${width}) * 2`)
    await adminPages.page.getByLabel('Width (mm)').fill('300')
    await adminPages.page.getByText('Result: 600', { exact: true }).waitFor()
  })
})
