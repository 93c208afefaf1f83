// Browser tests of the admin's editors, by keyboard: rules as sentences and text, matrices, formulas, and code.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: editors', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  let adminPages: AdminPages
  let [product, page, wood, oak, width] = [0, 0, 0, 0, 0]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
    product = await author.product('Shelf', { published: true })
    page = await author.page(product, 'Board', { published: true })
    wood = await author.question(page, 'Wood', 'Radiobuttons', { required: true, published: true })
    oak = await author.answer(wood, 'Oak', { published: true })
    await author.answer(wood, 'Beech', { published: true })
    width = await author.question(page, 'Width', 'Slider', {
      ...{ published: true, unit_en_GB: 'mm', set_min_value: 'static', minval: 100, set_max_value: 'static', maxval: 900 },
    })
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => expect(adminPages.consoleErrors).to.deep.equal([]))

  const save = async (): Promise<void> => {
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
  }
  const sound = async (): Promise<void> => {
    expect(await findAxeProblems(adminPages.page)).to.deep.equal([])
  }

  it('keep the sentence view and the text view of a rule in sync', async () => {
    const shade = await author.question(page, 'Shade', 'Radiobuttons', { required: true, published: true })
    await author.answer(shade, 'Dark', { published: true })
    await adminPages.goto(`records/question/${shade}`)
    const editor = adminPages.page.getByRole('group', { name: 'Rule', exact: true })
    const text = adminPages.page.getByLabel('Rule: As text')
    await editor.getByText('Always', { exact: true }).waitFor()
    await editor.getByRole('button', { name: 'Add condition' }).focus()
    await adminPages.page.keyboard.press('Enter')
    // The options of a select are rendered when it receives the focus.
    await editor.getByLabel('Value to compare').focus()
    await editor.getByLabel('Value to compare').selectOption({ label: 'Wood' })
    await editor.getByLabel('Value', { exact: true }).selectOption({ label: 'Oak' })
    await waitForValue(() => text.inputValue(), 'wood == oak')
    // Two configurations for oak, one per shade; one for beech, which has no shade.
    await editor.getByText('All 2 valid configurations remain.').waitFor()
    await text.focus()
    await adminPages.page.keyboard.press('End')
    await adminPages.page.keyboard.type(' and wid')
    await adminPages.page.getByRole('option', { name: /width/ }).waitFor()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.type(' >= 200')
    await editor.getByText('Applies when ‘Wood’ is ‘Oak’ and ‘Width’ is at least 200 mm.').waitFor()
    expect(await editor.getByLabel('Value to compare').count()).to.equal(2)
    await sound()
    await save()
    expect((await app.records.read('question', shade)).record['rules']).to.deep.equal({
      all: [
        { question: wood, operator: '==', value: oak },
        { question: width, operator: '>=', value: 200 },
      ],
    })
    await text.fill('wood == elm')
    await editor.getByText("'elm' is not an answer to 'wood'.", { exact: false }).waitFor()
    await editor.getByRole('button', { name: 'Go to' }).focus()
    await adminPages.page.keyboard.press('Enter')
    expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).to.equal(8)
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.page.getByRole('alert').or(adminPages.page.locator('.summary')).first().waitFor()
    await text.fill('not (wood == oak)')
    await editor.getByText('Applies unless ‘Wood’ is ‘Oak’.').waitFor()
    await save()
  })

  const paste = (text: string): Promise<void> =>
    adminPages.page.evaluate((given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)

  it('edit a matrix like a spreadsheet, with paste, undo and redo', async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Prices', type: 'matrix' })
    await adminPages.goto(`records/calculation-matrix/new?calculation_id=${calculation}`)
    const grid = adminPages.page.getByRole('grid', { name: 'Cells' })
    await adminPages.page.getByLabel('Rows by').selectOption({ label: 'Width' })
    await adminPages.page.getByLabel('Columns by').selectOption({ label: 'Wood' })
    await adminPages.page.getByLabel('Values between entries', { exact: false }).selectOption('Next higher value')
    await grid.focus()
    await paste('\tOak\tBeech\n300\t1.200,50\t900\n600\t1.500,00\t\n')
    await adminPages.page.getByText('Pasted: 2 rows, 2 columns.').waitFor()
    await adminPages.page.getByText('accepts 100 mm to 900 mm · no result from 600 to 900').waitFor()
    await adminPages.page.getByRole('button', { name: '1 empty cells' }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.type('800')
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.getByRole('button', { name: '1 decreasing values' }).waitFor()
    await adminPages.page.getByLabel('Highlight how often cells are used').check()
    await sound()
    await grid.focus()
    await adminPages.page.keyboard.press('Control+Z')
    await adminPages.page.getByText('3 cells').waitFor()
    await adminPages.page.keyboard.press('Control+Y')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    const { records } = await app.records.list('calculation-matrix', {})
    const { record } = await app.records.read('calculation-matrix', records.at(-1)!.id)
    const beech = (await app.records.list('answer', { filters: new Map([['question_id', String(wood)]]) })).records.at(-1)!.id
    expect(record['cells']).to.deep.equal([
      { row: 300, column: oak, value: '1200.50' },
      { row: 300, column: beech, value: '900' },
      { row: 600, column: oak, value: '1500.00' },
      { row: 600, column: beech, value: '800' },
    ])
  })

  it("replace the fields they write, and list only the records that fit the calculation's type", async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Delivery', type: 'matrix' })
    await adminPages.goto(`records/calculation/${calculation}`)
    await adminPages.page.getByRole('heading', { name: 'Matrices' }).waitFor()
    expect(await adminPages.page.locator('#main h2').allInnerTexts()).to.deep.equal(['General', 'Matrices'])
    await adminPages.page
      .getByRole('button', { name: 'Create your first entry' })
      .or(adminPages.page.getByRole('link', { name: 'Create your first entry' }))
      .focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.waitForHeading('New matrix')
    await adminPages.page.getByLabel('Rows by').waitFor()
    expect(await adminPages.page.getByText('Row question').count()).to.equal(0)
    // An error of a replaced field is shown at the editor.
    await adminPages.page.getByLabel('Rows by').selectOption({ label: 'Width' })
    await adminPages.page.getByLabel('Values between entries', { exact: false }).selectOption('Next higher value')
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.page.locator('.summary').waitFor()
    expect(await adminPages.page.locator('.control-json .wrong, .control-cells .wrong').allInnerTexts()).not.to.deep.equal([])

    await adminPages.goto(`workshop/${product}`)
    await adminPages.page.getByRole('tree').waitFor()
    await adminPages.page.getByLabel('Search in this product').fill('Delivery')
    await adminPages.page.getByRole('treeitem', { name: /Delivery/ }).click()
    await adminPages.page.getByText('How is the value calculated?').waitFor()
    await adminPages.press('Add')
    const offered = (await adminPages.page.getByRole('menuitem').allInnerTexts()).filter((text) => text.includes('Delivery'))
    expect(offered).to.deep.equal([])
    await adminPages.page.keyboard.press('Escape')
    await adminPages.goto(`records/calculation/${calculation}`)
  })

  it('show the value of a formula while it is typed, and mark an unknown question', async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Cut', type: 'formula' })
    await adminPages.goto(`records/calculation-formula/new?calculation_id=${calculation}`)
    const text = adminPages.page.getByRole('textbox', { name: 'Terms' })
    await text.focus()
    await adminPages.page.keyboard.type('wid')
    await adminPages.page.getByRole('option', { name: /width/ }).waitFor()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.keyboard.type(' * 1.5 + 10')
    await adminPages.page.getByLabel('Width (mm)').fill('200')
    await adminPages.page.getByText('Result: 310', { exact: true }).waitFor()
    await adminPages.page.getByText('Calculation steps').focus()
    await adminPages.page.keyboard.press('Enter')
    await sound()
    await text.fill('width * widht')
    await adminPages.page.getByText("There is no question 'widht' in this product.", { exact: false }).waitFor()
    expect(await adminPages.page.locator('.text-marks mark').innerText()).to.equal('widht')
    await text.fill('width * 2')
    await adminPages.page.getByText('Result: 400', { exact: true }).waitFor()
    await save()
    const { records } = await app.records.list('calculation-formula', {})
    const { record } = await app.records.read('calculation-formula', records.at(-1)!.id)
    expect(record['terms']).to.deep.equal([{ question: width }, { operator: '*' }, { number: 2 }])
  })

  it('mark an unknown function in code, and complete function names', async () => {
    const calculation = await author.write('calculation', { product_id: product, name: 'Rounded', type: 'code' })
    await adminPages.goto(`records/calculation-code/new?calculation_id=${calculation}&question_id_a=${width}`)
    const text = adminPages.page.getByRole('textbox', { name: 'Code' })
    await adminPages.page.getByText('A = ‘Width’').waitFor()
    await text.focus()
    await adminPages.page.keyboard.type('foo( A )')
    await adminPages.page.getByText("There is no function 'foo'", { exact: false }).waitFor()
    expect(await adminPages.page.locator('.text-marks mark').innerText()).to.equal('foo')
    await text.fill('Math.')
    await text.focus()
    await adminPages.page.keyboard.press('End')
    await adminPages.page.keyboard.type('fl')
    await adminPages.page.getByRole('option', { name: /floor/ }).waitFor()
    await adminPages.page.keyboard.press('Tab')
    await adminPages.page.keyboard.type(' A / 100)')
    await adminPages.page.getByLabel('Width (mm)').fill('250')
    await adminPages.page.getByText('Result: 2', { exact: true }).waitFor()
    await sound()
    await save()
  })
})
