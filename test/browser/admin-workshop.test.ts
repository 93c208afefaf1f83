// Browser tests of the workshop, by keyboard and mouse: building, pricing, testing and copying a product.
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { storefront } from '../../plugins/storefront/index.js'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { createPng } from '../support/png.js'
import { repositoryRoot } from '../support/repository.js'
import { waitForValue } from './product-page-driver.js'

interface Cell {
  readonly row: number
  readonly column: number
  readonly value: string
}

/** A table in the clipboard format of a spreadsheet. */
function asSheet(cells: readonly Cell[]): string {
  const [rows, columns] = (['row', 'column'] as const).map((axis) =>
    [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b),
  )
  const line = (row: number): readonly (number | string)[] => [
    row,
    ...columns!.map((column) => cells.find((cell) => cell.row === row && cell.column === column)?.value ?? ''),
  ]
  return [['', ...columns!], ...rows!.map(line)].map((one) => one.join('\t')).join('\n')
}

describe('admin: workshop', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let product: number
  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([storefront(), admin({ signIns: 1000 })])
    await createAdminAccount(app)
    product = await createCatalogAuthor(app).product('Roller blind')
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    await (await AdminPages.openSignedIn(context, app)).page.close()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  /** The titles in the tree, by entity. */
  async function titles(page: Page): Promise<readonly string[]> {
    return page.locator('.tree-row:not(.group) .tree-title').allInnerTexts()
  }

  it('builds pages, questions and answers, and reorders, moves, deletes, restores and copies them', async () => {
    const adminPages = await AdminPages.open(context, app, 'records/product')
    const { page } = adminPages
    const problems: string[] = []
    const look = async (state: string): Promise<void> => {
      problems.push(...(await findAxeProblems(page)).map((problem) => `${state}: ${problem}`))
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      if (over > 1) problems.push(`${state}: ${over} pixels higher than the window`)
    }
    await adminPages.press('Workshop of Roller blind', 'link')
    await adminPages.waitForHeading('Roller blind')
    // The first page is added with the button, its children by keyboard.
    await adminPages.press('Add')
    await adminPages.press('New page in “Roller blind”', 'menuitem')
    for (const title of ['Fabric', 'Size']) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('.workshop-form').getByRole('heading', { name: title, level: 2 }).waitFor()
    }
    await look('adding')
    await page.keyboard.press('Escape')
    const tree = page.getByRole('tree', { name: 'Structure of Roller blind' })
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+N')
    for (const title of ['Colour', 'Weave']) {
      await page.keyboard.type(title)
      await page.keyboard.press('Enter')
      await page.locator('.workshop-form').getByRole('heading', { name: title, level: 2 }).waitFor()
    }
    await page.keyboard.press('Escape')
    await waitForValue(() => titles(page), ['Fabric', 'Colour', 'Weave', 'Size'])
    // Moving an item past the last position moves it to the next page.
    await page.keyboard.press('Alt+ArrowDown')
    await waitForValue(() => titles(page), ['Fabric', 'Colour', 'Size', 'Weave'])
    const renamings: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('Breadth')) renamings.push(request.method())
    })
    await page.keyboard.press('F2')
    await page.keyboard.type('Breadth')
    await page.keyboard.press('Enter')
    await page.locator('.workshop-form').getByRole('heading', { name: 'Breadth', level: 2 }).waitFor()
    expect(renamings).to.deep.equal(['PATCH'])
    await tree.getByRole('treeitem', { name: /Colour/ }).dragTo(tree.getByRole('treeitem', { name: /Breadth/ }), {
      targetPosition: { x: 80, y: 28 },
    })
    await waitForValue(() => titles(page), ['Fabric', 'Size', 'Breadth', 'Colour'])
    // Cut from one page and paste into another.
    await tree.getByRole('treeitem', { name: /Colour/ }).click()
    await page.keyboard.press('Control+X')
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+V')
    await waitForValue(() => titles(page), ['Fabric', 'Colour', 'Size', 'Breadth'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await tree.getByRole('treeitem', { name: /Colour.*Not published/ }).waitFor()
    await look('tree')
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete Colour?' }).waitFor()
    await adminPages.press('Delete')
    await waitForValue(() => titles(page), ['Fabric', 'Size', 'Breadth'])
    // Undo the deletion, then delete again.
    await adminPages.press('Undo')
    await tree.getByRole('treeitem', { name: /Colour.*Not published/ }).click()
    expect(await titles(page)).to.deep.equal(['Fabric', 'Colour', 'Size', 'Breadth'])
    await tree.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete Colour?' }).waitFor()
    await adminPages.press('Delete')
    await waitForValue(() => titles(page), ['Fabric', 'Size', 'Breadth'])
    await adminPages.press('Copy product')
    await page.getByText('This will be created:').waitFor()
    await look('copying')
    await adminPages.press('Copy')
    await page.waitForURL((url) => !url.pathname.endsWith(`/workshop/${product}`))
    await waitForValue(() => titles(page), ['Fabric', 'Size', 'Breadth'])
    await page.setViewportSize({ width: 400, height: 800 })
    await look('small window')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(400)
    expect(problems).to.deep.equal([])
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('guides through a first product step by step, and lists the shortcuts of the tree', async () => {
    const fresh = await createCatalogAuthor(app).product('First', { published: false })
    const adminPages = await AdminPages.open(context, app, `workshop/${fresh}`)
    const { page } = adminPages
    const tour = page.getByRole('region', { name: 'Your first product' })
    const step = (title: string): Promise<void> => tour.getByRole('heading', { name: title }).waitFor()
    const typed = async (...titles: readonly string[]): Promise<void> => {
      for (const title of titles) {
        await page.keyboard.type(title)
        await page.keyboard.press('Enter')
        await page.locator('.tree-title').filter({ hasText: title }).waitFor()
      }
      await page.keyboard.press('Escape')
    }
    await step('Add a page')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Add a page')
    await typed('Fabric')
    await step('Add a question')
    await adminPages.press('Add a question')
    await typed('Colour')
    await step('Add two answers')
    await page.locator('.workshop-form').getByLabel('Question type').selectOption({ label: 'Radio buttons' })
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    await adminPages.press('Add answers')
    await typed('Red', 'Blue')
    await step('Add a price')
    await adminPages.press('Open answer')
    await page.locator('.workshop-form').getByRole('heading', { name: 'Red', level: 2 }).waitFor()
    await adminPages.type('Price', '12')
    await page.keyboard.press('Control+S')
    await step('Try it out')
    await adminPages.press('Show configurator')
    await step('Publish')
    await adminPages.press('Publish product')
    await page
      .getByRole('dialog', { name: 'Ready to publish?' })
      .getByRole('button', { name: /^Publish/ })
      .click()
    await tour.getByText('Your product is live in the shop.').waitFor()
    expect((await app.records.read('product', fresh)).record['published']).to.equal(true)
    await adminPages.press('Close')
    await page.getByRole('tree').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Alt + ↑').waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    expect(adminPages.consoleErrors).to.deep.equal([])
    await page.close()
  })

  it('previews stored and unsaved values in the configurator, and explains why a question is hidden', async () => {
    const author = createCatalogAuthor(app)
    const blind = await author.product('Curtain', { baseprice: 100, published: false })
    const first = await author.page(blind, 'Fabric')
    const colour = await author.question(first, 'Colour', 'Radiobuttons')
    const red = await author.answer(colour, 'Red', { price: 10 })
    await author.question(first, 'Hem', 'Textbox', {
      rules: { all: [{ question: colour, field: 'selected', operator: '==', value: red }] },
    })
    const adminPages = await AdminPages.open(context, app, `workshop/${blind}?at=answer-${red}`)
    const { page } = adminPages
    const live = page.locator('svc-configurator')
    await live.getByText('€100.00').first().waitFor()
    await page.getByRole('button', { name: 'Why? Hem' }).press('Enter')
    await page
      .getByText(/Colour.*Red/)
      .first()
      .waitFor()
    await live.getByRole('radio', { name: /Red/ }).press('Space')
    await live.getByText('€110.00').first().waitFor()
    await live.getByText('Hem').first().waitFor()
    await adminPages.type('Price', '25')
    await live.getByText('€125.00').first().waitFor()
    await page.getByText('Shows your unsaved changes.').waitFor()
    expect((await app.records.read('answer', red)).record['price']).to.equal(10)
    await adminPages.type('Price', 'much')
    await page.getByText(/Shows the saved version: .*Price/).waitFor()
    await adminPages.type('Price', '30')
    expect(await findAxeProblems(page)).to.deep.equal([])
    // A shopper has this product in a cart. The editor is warned before the price changes.
    await app.records.write('product', { published: true }, { id: blind })
    const { configuration } = await app.shop.configurations.start({ product_id: blind })
    await app.shop.configurations.change(configuration, { selections: [{ question_id: colour, value: String(red) }] })
    await page.keyboard.press('Control+S')
    const effects = page.getByRole('dialog', { name: 'Effects of this change' })
    await effects.getByText('1 saved configuration will have a different price or content.').waitFor()
    await effects.getByRole('button', { name: 'Save' }).press('Enter')
    await adminPages.waitForAnnouncement('Saved.')
    await live.getByText('€130.00').first().waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('shows missing answers and dead-end answers, as the storefront does', async () => {
    const author = createCatalogAuthor(app)
    const rod = await author.product('Rod', { guidance: 'mark' })
    const first = await author.page(rod, 'Fit')
    const rail = await author.question(first, 'Rail', 'Radiobuttons', { required: true })
    const long = await author.answer(rail, 'Long')
    await author.answer(rail, 'Short')
    const hook = await author.question(first, 'Hook', 'Radiobuttons', { required: true })
    await author.answer(hook, 'Steel', { rules: { all: [{ question: rail, field: 'selected', operator: '==', value: long }] } })
    const adminPages = await AdminPages.open(context, app, `workshop/${rod}`)
    const live = adminPages.page.locator('svc-configurator')
    await live.locator('.missing').getByText('Rail').first().waitFor()
    await live.getByText('Not compatible with your selection').waitFor()
    await live.getByRole('radio', { name: /Long/ }).press('Space')
    await live.getByRole('radio', { name: /Steel/ }).press('Space')
    await live.locator('.missing').waitFor({ state: 'detached' })
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('reports a suspicious rule, shows it, repairs it, and adds answers from spreadsheet rows', async () => {
    const author = createCatalogAuthor(app)
    const blind = await author.product('Awning')
    const first = await author.page(blind, 'Fabric')
    const colour = await author.question(first, 'Colour', 'Radiobuttons')
    const red = await author.answer(colour, 'Red')
    await author.answer(colour, 'Black')
    const is = { question: colour, field: 'selected', operator: '==', value: red }
    const hem = await author.question(first, 'Hem', 'Radiobuttons', { rules: { any: [is, { all: [is, is] }] } })
    const adminPages = await AdminPages.open(context, app, `workshop/${blind}?at=question-${hem}`)
    const { page } = adminPages
    await page.setViewportSize({ width: 1500, height: 900 })
    await page.getByRole('button', { name: '1 finding' }).waitFor()
    await page.getByRole('treeitem', { name: /Hem.*Findings: 1/ }).waitFor()
    const live = page.locator('svc-configurator')
    await live.getByRole('radio', { name: /Red/ }).waitFor()
    await adminPages.press('Show')
    await waitForValue(() => live.getByRole('radio', { name: /Red/ }).isChecked().then(String), 'true')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Remove this condition')
    await adminPages.waitForAnnouncement('Fixed.')
    await page.getByText('No problems found').waitFor()
    await page.getByRole('treeitem', { name: /^Colour/ }).click()
    await adminPages.press('More actions')
    await adminPages.press('Import answers from a spreadsheet', 'menuitem')
    const rows = page.getByRole('dialog', { name: 'Paste answers into “Colour”' })
    await rows.getByLabel('Rows').fill('Blue\tB-1\t12.50\nGreen\tG-1\t9')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await rows
      .getByText('2 new', { exact: true })
      .or(rows.getByText('2 added', { exact: true }))
      .waitFor()
    await rows.getByRole('button', { name: 'Apply 2 changes' }).press('Enter')
    await page.locator('.workshop-form').getByText('Applied to the grid.').waitFor()
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved: 0 answers changed, 2 added.')
    await page.getByRole('treeitem', { name: /Blue.*12.5/ }).waitFor()
    // The grid needs the width of the configurator.
    await adminPages.press('Question', 'radio')
    await live.getByText('+ €12.50').first().waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('builds the roller blind with prices, a rule and an image, configures it, and copies it', async () => {
    const { cells } = JSON.parse(
      readFileSync(`${repositoryRoot}/test/fixtures/price-roller-blinds/matrix-group-1.json`, 'utf8'),
    ) as {
      readonly cells: readonly Cell[]
    }
    const adminPages = await AdminPages.open(context, app, 'records/product/new')
    const { page } = adminPages
    await page.setViewportSize({ width: 1600, height: 900 })
    await adminPages.waitForHeading('New product')
    await adminPages.type('Title – English', 'Blind')
    await page.getByRole('radio', { name: /German/ }).press('Space')
    await adminPages.type('Title – German', 'Rollo')
    await page.keyboard.press('Control+S')
    await adminPages.waitForHeading('Blind')
    await adminPages.press('Workshop', 'link')
    const tree = page.getByRole('tree')
    const form = page.locator('.workshop-form')
    await tree.waitFor()
    const add = async (entity: string, owner: string, ...names: readonly string[]): Promise<void> => {
      await adminPages.press('Add')
      await adminPages.press(`New ${entity} in “${owner}”`, 'menuitem')
      for (const name of names) {
        await page.keyboard.type(name)
        await page.keyboard.press('Enter')
        await form.getByRole('heading', { name, level: 2 }).waitFor()
      }
      await page.keyboard.press('Escape')
    }
    const save = async (): Promise<void> => {
      const saved = page.waitForResponse(
        (reply) => /records/.test(reply.url()) && !/dry_run/.test(reply.url()) && reply.request().method() !== 'GET',
      )
      await page.keyboard.press('Control+S')
      const reply = await saved
      expect(reply.ok(), await reply.text()).to.equal(true)
      await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'detached' })
    }
    const open = async (name: string): Promise<void> => {
      await tree.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click()
      await form.getByRole('heading', { name, level: 2 }).waitFor()
    }
    await add('page', 'Blind', 'Measures', 'Looks')
    await open('Measures')
    await add('question', 'Measures', 'Width', 'Drop')
    await open('Looks')
    await add('question', 'Looks', 'Fabric', 'Chain')
    await open('Fabric')
    await page.getByLabel('Question type', { exact: true }).selectOption({ label: 'Radio buttons' })
    await save()
    await add('answer', 'Fabric', 'Linen', 'Voile')
    for (const name of ['Drop', 'Width']) {
      await open(name)
      await page.getByRole('switch', { name: 'Validate entries' }).press('Space')
      await page.getByLabel('Entries are', { exact: true }).selectOption({ label: 'Numbers' })
      await save()
    }
    // Prices by width and drop, pasted from a spreadsheet.
    await add('calculation', 'Blind', 'Price')
    await form.getByRole('button', { name: /^Price table/ }).press('Enter')
    await page.getByLabel('Rows by').selectOption({ label: 'Drop' })
    await page.getByLabel('Columns by').selectOption({ label: 'Width' })
    await page.getByLabel('Values between entries', { exact: false }).selectOption('Next higher value')
    await page.getByRole('grid', { name: 'Cells' }).focus()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, asSheet(cells))
    await page.getByText(/^Pasted: 10 rows, 17 columns/).waitFor()
    await save()
    await open('Width')
    await adminPages.chooseOption('Price calculation', 'Price')
    await save()
    await open('Chain')
    await page.getByLabel('Rule: As text').fill('drop > 1000')
    await save()
    await tree.getByRole('treeitem', { name: /Chain.*Has a rule/ }).waitFor()
    await open('Linen')
    const choosing = page.waitForEvent('filechooser')
    await page
      .locator('.field')
      .filter({ hasText: 'Picker image' })
      .getByRole('button', { name: /Choose file/ })
      .press('Enter')
    const chooser = await choosing
    await chooser.setFiles({ name: 'linen.png', mimeType: 'image/png', buffer: createPng(8, 8) })
    await adminPages.waitForAnnouncement('linen.png uploaded.')
    // The live configurator shows the prices immediately.
    const live = page.locator('svc-configurator')
    const cell = cells.find(({ row, column }) => row >= 1500 && column >= 1060)!
    await live.getByLabel('Width').fill(String(cell.column))
    await live.getByLabel('Drop').fill(String(cell.row))
    await live.getByLabel('Drop').press('Tab')
    await live
      .getByText(`€${Number(cell.value).toFixed(2)}`)
      .first()
      .waitFor()
    await live.getByLabel('Chain').waitFor()
    await live.getByRole('radio', { name: /Linen/ }).press('Space')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await adminPages.press('Copy product')
    await page.getByText('This will be created:').waitFor()
    await adminPages.press('Copy')
    await page.getByText('Not published').first().waitFor()
    const copy = Number(/workshop\/(\d+)/.exec(page.url())?.[1])
    expect((await app.records.list('calculation', { filters: new Map([['product_id', copy]]) })).meta.total).to.equal(1)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
