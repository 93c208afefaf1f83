// Browser tests of the admin's forms: sign-in, saving by keyboard, errors at fields, concurrent edits, and expired sessions.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { findAxeProblems } from './axe.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: record form', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  const desks: AdminPages[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  })
  afterEach(async () => {
    await context?.close()
    expect(desks.splice(0).flatMap(({ consoleErrors }) => consoleErrors)).to.deep.equal([])
  })

  async function enter(path = ''): Promise<AdminPages> {
    const adminPages = await AdminPages.openSignedIn(context, app, path)
    desks.push(adminPages)
    return adminPages
  }

  it('shows the requested page after sign-in, and reports a wrong password', async () => {
    const adminPages = await AdminPages.open(context, app, 'records/tax-class')
    desks.push(adminPages)
    await adminPages.signIn('a wrong password')
    await waitForValue(async () => (await adminPages.page.getByRole('alert').innerText()) !== '', true)
    expect(await adminPages.describeFocus()).to.equal('Password')
    await adminPages.signIn()
    await adminPages.waitForHeading('Tax classes')
    await adminPages.press('Account of Ada Lovelace')
    await adminPages.page.getByRole('menuitem', { name: 'Sign out' }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.getByLabel('E-mail').waitFor()
    expect((await context.cookies()).filter(({ value }) => value !== '')).to.deep.equal([])
  })

  it('creates a record by keyboard, and reports rejected values at their fields and in a focused summary', async () => {
    const adminPages = await enter('records/product')
    const { page } = adminPages
    await page.getByRole('link', { name: 'New', exact: true }).waitFor()
    await page.keyboard.press('n')
    await adminPages.waitForHeading('New product')
    await adminPages.type('Title – English', 'Bookcase')
    await page.keyboard.press('Control+S')
    const summary = page.locator('.summary')
    await summary.waitFor()
    expect(await page.evaluate(() => document.activeElement?.className)).to.equal('summary')
    expect(await summary.innerText()).to.contain('Title')
    // The missing German title is on the hidden language tab. The entry in the summary opens that tab.
    await summary.getByRole('button', { name: /Title/ }).first().focus()
    await page.keyboard.press('Enter')
    await waitForValue(() => page.getByRole('radio', { name: /German/ }).getAttribute('aria-checked'), 'true')
    const title = page.getByLabel('Title – German', { exact: true })
    await waitForValue(() => title.getAttribute('aria-invalid'), 'true')
    await page.keyboard.type('Bücherregal')
    await waitForValue(() => title.getAttribute('aria-invalid'), null)
    // The only tax class is selected.
    expect(await page.getByLabel('Tax class', { exact: true }).inputValue()).to.equal('Standard')
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    await adminPages.waitForHeading('Bookcase')
    const id = Number(page.url().split('/').at(-1))
    const { record } = await app.records.read('product', id)
    expect([record['title_en_GB'], record['title_de_DE']]).to.deep.equal(['Bookcase', 'Bücherregal'])
  })

  it('sends only changed fields, and asks before it discards unsaved changes', async () => {
    const id = await author.product('Chair', { baseprice: 10 })
    const adminPages = await enter(`records/product/${id}`)
    await adminPages.waitForHeading('Chair')
    await adminPages.type('Base price', '12,5')
    const patchRequest = adminPages.page.waitForRequest((request) => request.method() === 'PATCH')
    await adminPages.press('Products', 'link')
    await adminPages.page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
    await adminPages.press('Keep editing')
    expect(await adminPages.page.getByLabel('Base price', { exact: true }).inputValue()).to.equal('12,5')
    await adminPages.page.keyboard.press('Control+S')
    expect((await patchRequest).postDataJSON()).to.deep.equal({ baseprice: 12.5 })
    await adminPages.waitForAnnouncement('Saved.')
    await adminPages.press('Products', 'link')
    await adminPages.waitForHeading('Products')
  })

  it('merges concurrent edits of two people', async () => {
    const id = await author.product('Table', { sku: 'T-1', baseprice: 100 })
    const mine = await enter(`records/product/${id}`)
    await mine.waitForHeading('Table')
    const theirs = await AdminPages.open(context, app, `records/product/${id}`)
    desks.push(theirs)
    await theirs.waitForHeading('Table')
    await theirs.type('Base price', '200')
    await theirs.type('SKU', 'T-2')
    await theirs.page.keyboard.press('Control+S')
    await theirs.waitForAnnouncement('Saved.')
    await mine.type('Base price', '300')
    await mine.type('Custom field 1', 'oak')
    await mine.page.keyboard.press('Control+S')
    const dialog = mine.page.getByRole('dialog', { name: 'Another user has saved changes' })
    await dialog.waitFor()
    const clash = dialog.getByRole('group', { name: 'Base price' })
    expect(await clash.innerText())
      .to.contain('300')
      .and.to.contain('200')
    await clash.getByRole('radio').last().focus()
    await mine.page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Merge changes' }).focus()
    await mine.page.keyboard.press('Enter')
    await mine.page.keyboard.press('Control+S')
    await mine.waitForAnnouncement('Saved.')
    const { record } = await app.records.read('product', id)
    expect([record['baseprice'], record['sku'], record['product_custom_1']]).to.deep.equal([200, 'T-2', 'oak'])
  })

  it('shows both versions of a list in its own control, and keeps the chosen one', async () => {
    const id = await author.product('Bench', { baseprice_overrides: [{ customer_group_id: 1, price: 10 }] })
    const mine = await enter(`records/product/${id}`)
    await mine.waitForHeading('Bench')
    const choose = async (own: string, side: number): Promise<unknown> => {
      const control = mine.page.getByRole('group', { name: 'Base prices by customer group', exact: true })
      await control.getByLabel('Price, row 1').fill(own)
      await app.records.write('product', { baseprice_overrides: [{ customer_group_id: 1, price: 20 + side }] }, { id })
      await mine.page.keyboard.press('Control+S')
      const dialog = mine.page.getByRole('dialog', { name: 'Another user has saved changes' })
      await dialog.waitFor()
      const clash = dialog.getByRole('group', { name: 'Base prices by customer group', exact: true }).first()
      const versions = clash.getByLabel('Price, row 1')
      expect([await versions.first().inputValue(), await versions.last().inputValue()]).to.deep.equal([own, String(20 + side)])
      expect(await versions.first().isDisabled()).to.equal(true)
      await clash.getByRole('radio').nth(side).check()
      await dialog.getByRole('button', { name: 'Merge changes' }).click()
      await mine.page.keyboard.press('Control+S')
      await mine.waitForAnnouncement('Saved.')
      return (await app.records.read('product', id)).record['baseprice_overrides']
    }
    expect(await choose('12', 0)).to.deep.equal([{ customer_group_id: 1, price: 12 }])
    expect(await choose('13', 1)).to.deep.equal([{ customer_group_id: 1, price: 21 }])
  })

  it('merges a question: translated texts, references, choices and rules, in the workshop', async () => {
    const product = await author.product('Shelf')
    const place = await author.page(product, 'Size')
    const colour = await author.question(place, 'Colour', 'Radiobuttons')
    const [red, blue] = [await author.answer(colour, 'Red'), await author.answer(colour, 'Blue')]
    const wood = await author.question(place, 'Wood', 'Radiobuttons')
    const toRule = (value: number): object => ({ question: colour, operator: '==', value })
    await app.records.write('question', { rules: toRule(red) }, { id: wood })
    const mine = await enter(`workshop/${product}?at=question-${wood}`)
    const { page } = mine
    const form = page.locator('.workshop-form')
    await form.getByRole('heading', { name: 'Wood', level: 2 }).waitFor()
    await form.getByRole('radio', { name: /German/ }).click()
    await mine.type('Title – German', 'Holzart')
    await form.getByRole('switch', { name: 'Required' }).press('Space')
    await app.records.write(
      'question',
      { title_de_DE: 'Holz innen', required: true, rules: toRule(blue), unit_en_GB: 'mm' },
      { id: wood },
    )
    await page.keyboard.press('Control+S')
    const dialog = page.getByRole('dialog', { name: 'Another user has saved changes' })
    await dialog.waitFor()
    const clash = dialog.getByRole('group', { name: 'Title – German' })
    expect(await clash.innerText())
      .to.contain('Holzart')
      .and.to.contain('Holz innen')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await clash.getByRole('radio').first().press('Space')
    await dialog.getByRole('button', { name: 'Merge changes' }).press('Enter')
    await page.keyboard.press('Control+S')
    await mine.waitForAnnouncement('Saved.')
    const { record } = await app.records.read('question', wood)
    expect(record).to.deep.include({ title_de_DE: 'Holzart', required: true, unit_en_GB: 'mm' })
    expect(JSON.stringify(record['rules'])).to.contain(String(blue))
  })

  it('keeps unsaved input when the session expires, and saves it after the next sign-in', async () => {
    const id = await author.product('Lamp')
    const adminPages = await enter(`records/product/${id}`)
    await adminPages.waitForHeading('Lamp')
    await adminPages.type('SKU', 'L-9')
    await context.clearCookies()
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await adminPages.page.getByLabel('Password').focus()
    await adminPages.page.keyboard.type('correct horse battery')
    await adminPages.page.keyboard.press('Enter')
    await adminPages.waitForAnnouncement('Saved.')
    expect((await app.records.read('product', id)).record['sku']).to.equal('L-9')
  })

  it('names the records that block a deletion, and restores a deleted record', async () => {
    const id = await author.product('Stool')
    const legs = await author.page(id, 'Legs')
    const seat = await author.page(id, 'Seat')
    const wood = await author.question(seat, 'Wood', 'Radiobuttons')
    const oak = await author.answer(wood, 'Oak')
    await author.question(seat, 'Stain', 'Textbox', { rules: { question: wood, operator: '==', value: oak } })
    const adminPages = await enter(`records/question/${wood}`)
    await adminPages.waitForHeading('Wood')
    await adminPages.press('More')
    await adminPages.page.getByRole('menuitem', { name: 'Delete' }).focus()
    await adminPages.page.keyboard.press('Enter')
    const dialog = adminPages.page.getByRole('dialog', { name: 'Delete Wood?' })
    await dialog.waitFor()
    await dialog.getByRole('link', { name: 'Stain' }).first().waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).to.equal(true)
    await adminPages.goto(`records/page/${legs}`)
    await adminPages.waitForHeading('Legs')
    await adminPages.press('More')
    await adminPages.page.getByRole('menuitem', { name: 'Delete' }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.getByText('Nothing else is deleted.').waitFor()
    await adminPages.press('Delete')
    await adminPages.waitForAnnouncement('Legs deleted.')
    const pages = async () =>
      (await app.records.list('page', { filters: new Map([['product_id', id]]) })).records.map((page) => page['id'])
    expect(await pages()).to.deep.equal([seat])
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('1 entry restored.')
    expect(await pages()).to.have.members([legs, seat])
  })

  it('opens pages with the command palette, and lists the keyboard shortcuts', async () => {
    const adminPages = await enter()
    await adminPages.page.keyboard.press('Control+K')
    await adminPages.page.getByRole('combobox').waitFor()
    await adminPages.page.keyboard.type('tax cl')
    await adminPages.page.keyboard.press('Enter')
    await adminPages.waitForHeading('Tax classes')
    await adminPages.page.keyboard.press('Control+K')
    await adminPages.page.getByRole('combobox').waitFor()
    await adminPages.page.keyboard.type('lamp & shade')
    expect(await adminPages.page.getByRole('option').allInnerTexts()).to.include('Search for “lamp & shade”\nProducts')
    await adminPages.page.keyboard.press('Enter')
    await adminPages.waitForHeading('Products')
    await waitForValue(() => adminPages.page.locator('.search-field input').inputValue(), 'lamp & shade')
    // The menu is longer than the window. The current entry is scrolled into view.
    await adminPages.goto('tokens')
    await adminPages.waitForHeading('API tokens')
    const current = adminPages.page.locator('.menu [aria-current=page]')
    await waitForValue(() => current.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight), true)
    expect(await adminPages.page.evaluate(() => scrollY)).to.equal(0)
    await adminPages.press('New token')
    await adminPages.page.getByText('Manages the catalog: products and everything that belongs to them.').waitFor()
    await adminPages.page.getByLabel('Preset').selectOption('insights')
    await adminPages.page.getByText('Cannot change anything.').waitFor()
    await adminPages.page.keyboard.press('Escape')
    await adminPages.goto('records/tax-class')
    await adminPages.waitForHeading('Tax classes')
    await adminPages.page.keyboard.press('?')
    const map = adminPages.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await map.waitFor()
    expect(await map.innerText()).to.contain('Search this list')
    await adminPages.page.keyboard.press('Escape')
    await waitForValue(() => map.count(), 0)
  })
})
