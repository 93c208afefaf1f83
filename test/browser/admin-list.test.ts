// Browser tests of the admin's lists, by keyboard: search, sorting, filters, paging, ordering, bulk edits, and undo.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from '../support/admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from '../support/product-page-driver.js'

describe('admin: record list', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let desk: AdminPages
  let product: number
  const pages: number[] = []

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    const author = createCatalogAuthor(app)
    await createAdminAccount(app)
    for (let at = 1; at <= 60; at++) {
      const number = String(at).padStart(2, '0')
      await author.product(`Shelf ${number}`, { sku: `S-${number}`, baseprice: at, published: at % 2 === 0 })
    }
    product = await author.product('Wardrobe', { sku: 'W-1' })
    for (const title of ['Doors', 'Inside', 'Feet']) pages.push(await author.page(product, title))
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
    expect(desk.consoleErrors).to.deep.equal([])
  })

  const titles = (): Promise<readonly string[]> => desk.page.locator('tbody th').allInnerTexts()
  const press = (key: string): Promise<void> => desk.page.keyboard.press(key)

  it('searches, sorts and pages, and restores that state from its address', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/product')
    await desk.waitForHeading('Products')
    await waitForValue(async () => (await titles()).length, 50)
    await desk.press('Base price')
    await waitForValue(async () => (await titles())[0], 'Wardrobe')
    await desk.press('Base price')
    await waitForValue(async () => (await titles())[0], 'Shelf 60')
    await desk.press('Next page')
    await waitForValue(async () => (await titles()).at(-1), 'Wardrobe')
    await press('/')
    await desk.page.keyboard.type('shelf 1')
    await waitForValue(async () => (await titles()).length, 10)
    expect((await titles())[0]).to.equal('Shelf 19')
    await desk.page.reload()
    await waitForValue(async () => (await titles())[0], 'Shelf 19')
    expect(await desk.page.getByRole('columnheader', { name: 'Base price' }).getAttribute('aria-sort')).to.equal('descending')
    // Arrow down selects the next row; Enter opens it.
    await desk.page.getByRole('link', { name: 'Shelf 19', exact: true }).focus()
    await press('ArrowDown')
    await press('Enter')
    await desk.waitForHeading('Shelf 18')
    await desk.page.goBack()
    await waitForValue(async () => (await titles())[0], 'Shelf 19')
  })

  it('filters by its columns and shows the active filters', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/product')
    await desk.waitForHeading('Products')
    await desk.press('Filter')
    await desk.page.getByRole('group', { name: 'Filters' }).getByLabel('Published').selectOption('No')
    await waitForValue(async () => (await titles()).length, 30)
    await desk.page.getByRole('button', { name: 'Remove the filter Published' }).focus()
    await press('Enter')
    await waitForValue(async () => (await titles()).length, 50)
    await desk.type('Search in Products', 'nothing of that name')
    await desk.page.getByText('Nothing matches.').waitFor()
    await desk.press('Show everything')
    await waitForValue(async () => (await titles()).length, 50)
  })

  it('toggles a value in place, and previews, applies and reverts a bulk edit', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf+2&sort=title')
    await waitForValue(async () => (await titles())[0], 'Shelf 20')
    await desk.press('Published: Shelf 21', 'switch')
    await desk.waitForAnnouncement('Published is on: Shelf 21')
    const [first] = (await app.list('product', { filters: new Map([['sku', 'S-21']]) })).records
    expect(first?.['published']).to.equal(true)
    await desk.page.getByLabel('Choose all of this page').focus()
    await press('Space')
    await desk.page.getByText('10 chosen').waitFor()
    await desk.press('Edit')
    const dialog = desk.page.getByRole('dialog', { name: 'Edit 10 records' })
    await dialog.getByLabel('Field').selectOption('Base price')
    await dialog.getByLabel('New value').focus()
    await desk.page.keyboard.type('77')
    await press('Enter')
    await dialog.getByText('10 records would change.').waitFor()
    const priced = async (): Promise<number> => {
      const { records } = await app.list('product', { limit: 200 })
      return records.filter(({ baseprice }) => baseprice === 77).length
    }
    expect(await priced()).to.equal(0)
    await desk.press('Change 10 records')
    await desk.waitForAnnouncement('10 records are changed.')
    expect(await priced()).to.equal(10)
    await desk.press('Undo')
    await desk.waitForAnnouncement('10 records are as they were.')
    expect(await priced()).to.equal(0)
  })

  it('shows the number of records before it deletes many rows', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf+5')
    await waitForValue(async () => (await titles()).length, 10)
    for (const title of ['Choose Shelf 58', 'Choose Shelf 59']) {
      await desk.page.getByLabel(title).focus()
      await press('Space')
    }
    await desk.press('Delete')
    const dialog = desk.page.getByRole('dialog', { name: 'Delete 2 records?' })
    await dialog.getByText('2 records would be deleted').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).focus()
    await press('Enter')
    await desk.waitForAnnouncement('2 records are deleted.')
    await waitForValue(async () => (await titles()).length, 8)
  })

  it('reorders the rows of a parent record by keyboard', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    const handle = desk.page.getByRole('button', { name: 'Move Feet' })
    await handle.focus()
    await press('Space')
    await desk.page.getByText('Feet is at place 3 of 3.').waitFor({ state: 'attached' })
    await press('ArrowUp')
    await desk.page.getByText('Feet is at place 2 of 3.').waitFor({ state: 'attached' })
    await press('Space')
    await waitForValue(async () => {
      const { records } = await app.list('page', { filters: new Map([['product_id', product]]), sort: 'ordering' })
      return records.map(({ id }) => pages.indexOf(id))
    }, [0, 2, 1])
    await waitForValue(titles, ['Doors', 'Feet', 'Inside'])
  })

  it('reorders the rows of a parent record by dragging', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    await waitForValue(async () => (await titles()).length, 3)
    const before = await titles()
    const [last, first] = [before.at(-1)!, before[0]!]
    const handle = (title: string) => desk.page.getByRole('button', { name: `Move ${title}` })
    await handle(last).scrollIntoViewIfNeeded()
    const middle = async (title: string): Promise<readonly [number, number]> => {
      const { x, y, width, height } = (await handle(title).boundingBox())!
      return [x + width / 2, y + height / 2]
    }
    const { mouse } = desk.page
    const [from, [x, y]] = [await middle(last), await middle(first)]
    await mouse.move(...from)
    await mouse.down()
    // Moves the pointer in small steps until the row reaches its target position.
    const isThere = () => desk.page.getByText(`${last} is at place 1 of 3.`).count()
    for (let step = 0; step < 200 && (await isThere()) === 0; step++) await mouse.move(x, y - (step % 4), { steps: 5 })
    await mouse.up()
    await waitForValue(titles, [last, ...before.slice(0, -1)])
    await desk.page.reload()
    await desk.waitForHeading('Wardrobe')
    await waitForValue(titles, [last, ...before.slice(0, -1)])
  })

  it('saves columns and views for the account', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf')
    await desk.waitForHeading('Products')
    await desk.press('Columns')
    await desk.page.getByRole('menuitemcheckbox', { name: 'SKU' }).focus()
    await press('Enter')
    await waitForValue(() => desk.page.getByRole('columnheader', { name: 'SKU' }).count(), 0)
    await desk.press('Views')
    await desk.page.getByRole('menuitem', { name: 'Keep this view' }).focus()
    await press('Enter')
    await waitForValue(() => desk.describeFocus(), 'Name of the view')
    await desk.page.keyboard.type('Shelves')
    await press('Enter')
    await waitForValue(() => desk.page.getByRole('button', { name: 'Views' }).innerText(), 'Shelves')
    await desk.goto('records/product')
    await waitForValue(async () => (await titles()).length, 50)
    await waitForValue(() => desk.page.getByRole('columnheader', { name: 'SKU' }).count(), 0)
    await desk.press('Views')
    await desk.page.getByRole('menuitemcheckbox', { name: 'Shelves' }).focus()
    await press('Enter')
    await waitForValue(() => desk.page.getByRole('searchbox').inputValue(), 'shelf')
  })
})
