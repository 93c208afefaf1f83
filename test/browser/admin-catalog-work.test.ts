// Browser tests of catalog work in the admin: calculations and variant tables in the workshop, answers as a grid, and media.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { storefront } from '../../plugins/storefront/index.js'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { createPng } from '../support/png.js'
import { Merchant } from './merchant.js'

/** Pastes a text into the focused element, as a spreadsheet copies it. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

describe('admin: catalog work', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let author: CatalogAuthor
  let browser: Browser
  let context: BrowserContext
  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([storefront(), admin({ signIns: 1000 })])
    await createAdminAccount(app)
    author = createCatalogAuthor(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    await (await AdminPages.openSignedIn(context, app)).page.close()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  async function openWorkshop(
    product: number,
  ): Promise<{ adminPages: AdminPages; merchant: Merchant; page: Page; pane: Locator }> {
    const adminPages = await AdminPages.open(context, app, `workshop/${product}`)
    const merchant = new Merchant(adminPages)
    await merchant.tree().waitFor()
    return { adminPages, merchant, page: adminPages.page, pane: merchant.form() }
  }

  it('edits the content of a calculation in the pane of the workshop, with answers by name', async () => {
    const product = await author.product('Blind with prices')
    const pageId = await author.page(product, 'Fabric')
    const question = await author.question(pageId, 'Colour', 'Radiobuttons')
    const [white, grey] = [await author.answer(question, 'White'), await author.answer(question, 'Grey')]
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await merchant.addParts('calculation', 'Blind with prices', ['Price by colour'])
    await adminPages.checkScreen()
    // The choice of the content replaces the type of the new calculation.
    await merchant.press(pane.getByRole('button', { name: /^Price table/ }))
    await pane.getByRole('heading', { name: 'Price by colour', level: 2 }).waitFor()
    await pane.getByLabel('Rows by').selectOption({ label: 'Colour' })
    await pane.getByLabel('Values between entries').selectOption('Exact value')
    await pane.getByRole('grid', { name: 'Cells' }).focus()
    await paste(page, '\t0\nWhite\t12.50\nGrey\t14')
    await pane.getByRole('rowheader', { name: 'Grey' }).waitFor()
    await merchant.save()
    const [calculation] = (await app.records.list('calculation', { filters: new Map([['product_id', product]]) })).records
    const { record } = await app.records.read(
      'calculation-matrix',
      (await app.records.list('calculation-matrix', { filters: new Map([['calculation_id', calculation!.id]]) })).records[0]!.id,
    )
    expect(record['cells']).to.deep.equal([
      { row: white, column: 0, value: '12.50' },
      { row: grey, column: 0, value: '14' },
    ])
    // The content has no row of its own, and its calculation stays marked.
    expect(await page.locator('.tree-row.chosen .tree-title').innerText()).to.equal('Price by colour')
    await adminPages.press('Name and type', 'radio')
    await merchant.enter(merchant.field('Name', pane), 'Price by fabric')
    await merchant.save()
    expect(await pane.getByLabel('Product').count()).to.equal(0)
    await merchant.openPart('Colour')
    await merchant
      .tree()
      .getByRole('treeitem', { name: /^Price by fabric/ })
      .click()
    await pane.getByRole('radio', { name: 'Price table', checked: true }).waitFor()
    await pane.getByRole('gridcell', { name: '12.50' }).waitFor()
    await adminPages.checkScreen()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('makes a variant table as a grid: pasted with names, edited by keyboard, undone and saved', async () => {
    const product = await author.product('Chair')
    const pageId = await author.page(product, 'Parts')
    const [wood, colour] = [
      await author.question(pageId, 'Wood', 'Radiobuttons'),
      await author.question(pageId, 'Colour', 'Radiobuttons'),
    ]
    const [oak, ash] = [await author.answer(wood, 'Oak'), await author.answer(wood, 'Ash')]
    const [black, white] = [await author.answer(colour, 'Black'), await author.answer(colour, 'White')]
    const width = await author.question(pageId, 'Width', 'Slider', {
      set_min_value: 'static',
      minval: 10,
      set_max_value: 'static',
      maxval: 100,
    })
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await adminPages.press('Add')
    await adminPages.press('New variant table in “Chair”', 'menuitem')
    await merchant.enter(merchant.field('Name', pane), 'Possible chairs')
    const grid = pane.getByRole('grid', { name: 'Rows' })
    await grid.focus()
    await paste(page, 'Wood\tColour\tWidth\nOak\tBlack | White\t40..60\nAsh\tPurple\t')
    await pane.getByText('1 cell that does not match an answer or number').waitFor()
    await pane.getByRole('gridcell', { name: '40–60' }).waitFor()
    await pane.getByRole('gridcell', { name: 'Purple' }).click()
    await page.keyboard.type('white')
    await page.keyboard.press('Enter')
    await pane.getByRole('gridcell', { name: 'White', exact: true }).waitFor()
    await page.keyboard.press('Control+Z')
    await pane.getByRole('gridcell', { name: 'Purple' }).waitFor()
    await page.keyboard.press('Control+Y')
    await pane.getByRole('gridcell', { name: 'White', exact: true }).waitFor()
    await adminPages.checkScreen()
    await merchant.save()
    const [{ id }] = (await app.records.list('variant-table', { filters: new Map([['product_id', product]]) })).records as [
      { id: number },
    ]
    const { record } = await app.records.read('variant-table', id)
    expect(record['question_ids']).to.deep.equal([wood, colour, width])
    expect(record['rows']).to.deep.equal([
      [oak, [black, white], { from: 40, to: 60 }],
      [ash, white, '*'],
    ])
    await merchant
      .tree()
      .getByRole('treeitem', { name: /^Possible chairs/ })
      .waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('edits all answers of a question in a grid, and saves prices, order and new answers with one undo', async () => {
    const product = await author.product('Mug')
    const question = await author.question(await author.page(product, 'Look'), 'Colour', 'Radiobuttons')
    for (const [title, fields] of [
      ['White', { sku: 'W', price: 1 }],
      ['Grey', { sku: 'G', price: 2 }],
      ['Black', { sku: 'B', price: 3 }],
    ] as const)
      await author.answer(question, title, fields)
    const summary = async (): Promise<readonly unknown[]> => {
      const filters = new Map([['question_id', question]])
      const { records } = await app.records.list('answer', { filters, sort: 'ordering' })
      return records.map(({ title, sku, price, published }) => [title, sku, price, published])
    }
    const before = await summary()
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await merchant.openPart('Colour')
    await adminPages.press('Answers (3)', 'radio')
    const grid = pane.getByRole('grid', { name: 'Answers of “Colour”' })
    await pane.getByRole('gridcell', { name: 'Grey', exact: true }).click()
    await page.keyboard.press('Alt+ArrowUp')
    // The price of the moved answer, then its switch.
    await grid.getByRole('gridcell', { name: '2', exact: true }).click()
    await page.keyboard.type('2.50')
    await page.keyboard.press('Enter')
    await grid.getByRole('gridcell', { name: 'Yes' }).last().click()
    await page.keyboard.press('Enter')
    await grid.getByRole('gridcell', { name: 'No' }).waitFor()
    await adminPages.checkScreen()
    // More answers than the grid can hold are refused before they are applied, and the page stays responsive.
    await grid.focus()
    await paste(page, ['SKU\tTitle', ...Array.from({ length: 10_000 }, (_, at) => `N-${at}\tNew ${at}`)].join('\n'))
    await merchant.dialog().getByText('at most 2,000 answers here, and with these rows it would have 10,003').waitFor()
    expect(
      await merchant
        .dialog()
        .getByRole('button', { name: /^Apply/ })
        .isDisabled(),
    ).to.equal(true)
    await merchant.press(merchant.dialog().getByRole('button', { name: 'Cancel' }))
    // A pasted table is matched first, and shows its effects.
    await grid.focus()
    await paste(page, 'SKU\tTitle\tPrice\nW\tWhite\t1.00\nB\tJet black\t4\nR\tRed\t5')
    const dialog = merchant.dialog()
    await dialog.getByText('1 changed').waitFor()
    await dialog.getByText('1 added').waitFor()
    await dialog.getByText('1 unchanged').waitFor()
    await dialog.getByText('1 other answer stays as it is.').waitFor()
    await dialog
      .getByRole('row', { name: /Jet black changed/ })
      .getByText('3')
      .waitFor()
    await adminPages.checkScreen()
    await merchant.press(dialog.getByRole('button', { name: 'Apply 2 changes' }))
    expect(await summary()).to.deep.equal(before)
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved: 2 answers changed, 1 added.')
    expect(await summary()).to.deep.equal([
      ['Grey', 'G', 2.5, true],
      ['White', 'W', 1, true],
      ['Jet black', 'B', 4, false],
      ['Red', 'R', 5, true],
    ])
    await merchant.tree().getByRole('treeitem', { name: /^Red/ }).waitFor()
    await merchant.press(page.locator('.toast').getByRole('button', { name: 'Undo' }))
    await merchant.tree().getByRole('treeitem', { name: /^Red/ }).waitFor({ state: 'detached' })
    expect(await summary()).to.deep.equal(before)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('offers customer groups by name in rules, and no fields of programs', async () => {
    const product = await author.product('Trade lamp')
    const question = await author.question(await author.page(product, 'Look'), 'Shade', 'Radiobuttons')
    const group = await author.write('customer-group', { title_en_GB: 'Trade', title_de_DE: 'Handel' })
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await merchant.openPart('Shade')
    await merchant.press(pane.getByRole('button', { name: 'Add condition' }))
    const subject = pane.getByLabel('Value to compare')
    await subject.focus()
    const options = await subject.getByRole('option').allInnerTexts()
    expect(options).to.include('Customer group')
    expect(options.filter((option) => /\bid\b/i.test(option))).to.deep.equal([])
    await subject.selectOption({ label: 'Customer group' })
    expect(await pane.getByLabel('Comparison').getByRole('option').allInnerTexts()).to.deep.equal(['is', 'is not'])
    await pane.getByLabel('Value', { exact: true }).selectOption({ label: 'Trade' })
    await pane.getByText('Applies when ‘Customer group’ is ‘Trade’.').waitFor()
    await adminPages.checkScreen()
    await merchant.save()
    const { record } = await app.records.read('question', question)
    expect(record['rules']).to.deep.equal({ customerGroup: 'id', operator: '==', value: group })
    // A deleted group is named as such, and not by its id.
    await app.records.remove('customer-group', group)
    await page.reload()
    await pane.getByText('Applies when ‘Customer group’ is ‘deleted customer group’.').waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('deletes a question with its answers after naming them, and restores them', async () => {
    const product = await author.product('Clock')
    const question = await author.question(await author.page(product, 'Look'), 'Hands', 'Radiobuttons')
    for (const title of ['Long', 'Short']) await author.answer(question, title)
    const { adminPages, merchant, page } = await openWorkshop(product)
    await merchant.openPart('Hands')
    await merchant.tree().focus()
    await page.keyboard.press('Delete')
    const dialog = merchant.dialog()
    await dialog.getByText('2 × Answers').waitFor()
    await dialog.getByText('You can undo this right afterwards.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Delete with contents')
    await merchant
      .tree()
      .getByRole('treeitem', { name: /^Hands/ })
      .waitFor({ state: 'detached' })
    await adminPages.press('Undo')
    await merchant
      .tree()
      .getByRole('treeitem', { name: /^Short/ })
      .waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('shows proof and simulation from a button, as tables and bars that lead to the records', async () => {
    const product = await author.product('Table')
    const pageId = await author.page(product, 'Parts')
    const wood = await author.question(pageId, 'Wood', 'Radiobuttons', { required: true })
    const oak = await author.answer(wood, 'Oak', { price: 100 })
    const glass = await author.question(pageId, 'Glass', 'Radiobuttons', { required: true })
    await author.answer(glass, 'Clear', { price: 10 })
    // It is never possible: oak is the only wood.
    await author.answer(glass, 'Smoked', { rules: { question: wood, operator: '!=', value: oak } })
    const { adminPages, merchant, pane } = await openWorkshop(product)
    await adminPages.press('Check product')
    const dialog = merchant.dialog()
    await dialog.getByRole('table', { name: 'How often each answer is part of a possible combination' }).waitFor()
    await dialog.getByRole('heading', { name: 'Answers that are never possible' }).waitFor()
    expect(await dialog.getByRole('meter', { name: 'Glass: Clear' }).getAttribute('value')).to.equal('1')
    await dialog.getByText('counted exactly').waitFor()
    expect(await dialog.locator('.check-facts').innerText()).to.contain('€110.00')
    await adminPages.checkScreen()
    await merchant.press(dialog.getByRole('listitem').filter({ hasText: 'Glass:' }).getByRole('button', { name: 'Smoked' }))
    await pane.getByRole('heading', { name: 'Smoked', level: 2 }).waitFor()
    expect(await dialog.count()).to.equal(0)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('lists the pictures of the shop with their uses, and reuses one by picking it', async () => {
    const product = await author.product('Vase')
    const question = await author.question(await author.page(product, 'Look'), 'Glaze', 'Radiobuttons')
    await author.answer(question, 'Blue')
    await author.answer(question, 'Green')
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await merchant.openPart('Blue')
    await merchant.upload(pane, /^Picker image/, 'glaze.png', createPng(40, 30))
    await merchant.openPart('Green')
    const field = pane
      .locator('.field')
      .filter({ hasText: /^Picker image/ })
      .first()
    await merchant.press(field.getByRole('button', { name: 'Choose existing: Picker image', exact: true }))
    const dialog = merchant.dialog()
    await merchant.enter(dialog.getByLabel('Search by file name'), 'GLAZE')
    await dialog.getByText('1 picture', { exact: true }).waitFor()
    await adminPages.checkScreen()
    await merchant.press(dialog.getByRole('button', { name: 'Use: glaze.png', exact: true }))
    await adminPages.waitForAnnouncement('Picture changed.')
    await merchant.openMenu('Pictures')
    await adminPages.waitForHeading('Pictures')
    const entry = page.getByRole('listitem').filter({ hasText: 'glaze.png' })
    await entry.getByText('Used 2 times').click()
    await entry.getByRole('link', { name: 'Blue' }).waitFor()
    await entry.getByRole('link', { name: 'Green' }).waitFor()
    expect(await entry.getByRole('button', { name: 'Delete: glaze.png' }).count(), 'a used picture').to.equal(0)
    await adminPages.checkScreen()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('uploads, filters and deletes unused pictures', async () => {
    const { adminPages, merchant, page } = await openWorkshop(await author.product('Bowl'))
    await merchant.openMenu('Pictures')
    await adminPages.waitForHeading('Pictures')
    const choosing = page.waitForEvent('filechooser')
    await adminPages.press('Upload picture')
    await (await choosing).setFiles({ name: 'spare.png', mimeType: 'image/png', buffer: createPng(12, 9) })
    await adminPages.waitForAnnouncement('spare.png uploaded.')
    await page.getByRole('checkbox', { name: 'Only unused pictures' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('1 picture', { exact: true }).waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Delete: spare.png')
    await merchant.press(merchant.dialog().getByRole('button', { name: 'Delete', exact: true }))
    await adminPages.waitForAnnouncement('spare.png deleted.')
    await page.getByText('No pictures', { exact: true }).waitFor()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('picks a picture for an answer in the grid', async () => {
    const product = await author.product('Plate')
    const question = await author.question(await author.page(product, 'Look'), 'Rim', 'Radiobuttons')
    const gold = await author.answer(question, 'Gold')
    const { adminPages, merchant, page, pane } = await openWorkshop(product)
    await merchant.openPart('Gold')
    await merchant.upload(pane, /^Image/, 'gold.png', createPng(14, 7))
    await merchant.openPart('Rim')
    await adminPages.press('Answers (1)', 'radio')
    await pane.getByRole('gridcell', { name: 'Gold', exact: true }).click()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const dialog = merchant.dialog()
    await merchant.press(dialog.getByRole('button', { name: 'Use: gold.png', exact: true }))
    await adminPages.waitForAnnouncement('Picture changed.')
    await pane.getByRole('gridcell', { name: 'gold.png' }).waitFor()
    const { files } = (await (await page.request.get(`${app.url}/svc-admin/api/records/answer/${gold}/files`)).json()) as {
      readonly files: readonly { readonly field: string; readonly name: string }[]
    }
    expect(files.map(({ field, name }) => [field, name])).to.deep.equal([
      ['picker_image', 'gold.png'],
      ['image', 'gold.png'],
    ])
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('inserts a picture of the shop into the text of a content page, with its description', async () => {
    const { adminPages, merchant, page } = await openWorkshop(await author.product('Jug'))
    const { id } = await app.records.write('content-page', { title_en_GB: 'About us', title_de_DE: 'Über uns' })
    await adminPages.goto(`records/content-page/${id}`)
    const text = page.getByRole('textbox', { name: 'Content' }).first()
    await text.focus()
    await page.keyboard.type('Our workshop')
    await merchant.press(page.getByRole('button', { name: 'Insert picture' }).first())
    const choosing = page.waitForEvent('filechooser')
    await adminPages.press('Upload picture')
    await (await choosing).setFiles({ name: 'bench.png', mimeType: 'image/png', buffer: createPng(16, 9) })
    await page.getByLabel('Description for people who cannot see the picture').fill('A bench')
    await adminPages.checkScreen()
    await adminPages.press('Insert')
    await text.locator('img').waitFor()
    await merchant.save()
    const { record } = await app.records.read('content-page', id)
    expect(record['content_en_GB']).to.match(/^Our workshop<img src="\/pictures\/[\w-]{32}" alt="A bench" ?\/?>$/)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
