// Browser tests of the admin's lists, by keyboard: search, sorting, filters, paging, ordering, bulk edits, and undo.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: record list', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
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
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  const titles = (): Promise<readonly string[]> => adminPages.page.locator('tbody th').allInnerTexts()
  const press = (key: string): Promise<void> => adminPages.page.keyboard.press(key)

  it('searches, sorts and pages, and restores that state from its address', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product')
    await adminPages.waitForHeading('Products')
    await waitForValue(async () => (await titles()).length, 50)
    await adminPages.press('Base price')
    await waitForValue(async () => (await titles())[0], 'Wardrobe')
    await adminPages.press('Base price')
    await waitForValue(async () => (await titles())[0], 'Shelf 60')
    await adminPages.press('Next page')
    await waitForValue(async () => (await titles()).at(-1), 'Wardrobe')
    await press('/')
    await adminPages.page.keyboard.type('shelf 1')
    await waitForValue(async () => (await titles()).length, 10)
    expect((await titles())[0]).to.equal('Shelf 19')
    await adminPages.page.reload()
    await waitForValue(async () => (await titles())[0], 'Shelf 19')
    expect(await adminPages.page.getByRole('columnheader', { name: 'Base price' }).getAttribute('aria-sort')).to.equal(
      'descending',
    )
    // Arrow down selects the next row; Enter opens it.
    await adminPages.page.getByRole('link', { name: 'Shelf 19', exact: true }).focus()
    await press('ArrowDown')
    await press('Enter')
    await adminPages.waitForHeading('Shelf 18')
    await adminPages.page.goBack()
    await waitForValue(async () => (await titles())[0], 'Shelf 19')
  })

  it('filters by its columns and shows the active filters', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product')
    await adminPages.waitForHeading('Products')
    await adminPages.press('Filter')
    await adminPages.page.getByRole('group', { name: 'Filters' }).getByLabel('Published').selectOption('No')
    await waitForValue(async () => (await titles()).length, 30)
    await adminPages.page.getByRole('button', { name: 'Remove filter Published' }).focus()
    await press('Enter')
    await waitForValue(async () => (await titles()).length, 50)
    await adminPages.type('Search in Products', 'nothing of that name')
    await adminPages.page.getByText('No results.').waitFor()
    await adminPages.press('Clear all filters')
    await waitForValue(async () => (await titles()).length, 50)
  })

  it('toggles a value in place, and previews, applies and reverts a bulk edit', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf+2&sort=title')
    await waitForValue(async () => (await titles())[0], 'Shelf 20')
    await adminPages.press('Published: Shelf 21', 'switch')
    await adminPages.waitForAnnouncement('Published is on: Shelf 21')
    const [first] = (await app.records.list('product', { filters: new Map([['sku', 'S-21']]) })).records
    expect(first?.['published']).to.equal(true)
    await adminPages.page.getByLabel('Select all on this page').focus()
    await press('Space')
    await adminPages.page.getByText('10 selected').waitFor()
    await adminPages.press('Edit')
    const dialog = adminPages.page.getByRole('dialog', { name: 'Edit 10 entries' })
    await dialog.getByLabel('Field').selectOption('Base price')
    await dialog.getByLabel('New value').focus()
    await adminPages.page.keyboard.type('77')
    await press('Enter')
    await dialog.getByText('10 entries will be changed.').waitFor()
    const priced = async (): Promise<number> => {
      const { records } = await app.records.list('product', { limit: 200 })
      return records.filter(({ baseprice }) => baseprice === 77).length
    }
    expect(await priced()).to.equal(0)
    await adminPages.press('Change 10 entries')
    await adminPages.waitForAnnouncement('10 entries changed.')
    expect(await priced()).to.equal(10)
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('10 entries restored.')
    expect(await priced()).to.equal(0)
  })

  it('shows the number of records before it deletes many rows', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf+5')
    await waitForValue(async () => (await titles()).length, 10)
    for (const title of ['Select Shelf 58', 'Select Shelf 59']) {
      await adminPages.page.getByLabel(title).focus()
      await press('Space')
    }
    await adminPages.press('Delete')
    const dialog = adminPages.page.getByRole('dialog', { name: 'Delete 2 entries?' })
    await dialog.getByText('2 entries will be deleted').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).focus()
    await press('Enter')
    await adminPages.waitForAnnouncement('2 entries deleted.')
    await waitForValue(async () => (await titles()).length, 8)
  })

  it('deletes a product with its places in lists, unless a record prevents it, which is named with a link', async () => {
    const author = createCatalogAuthor(app)
    const [listed, reviewed] = [await author.product('Cabinet'), await author.product('Cabinet with doors')]
    const { id: list } = await app.records.write('product-list', { title_en_GB: 'Storage', title_de_DE: 'Stauraum' })
    await app.records.write('product-list-assignment', { product_list_id: list, product_id: listed })
    const { id: review } = await app.records.write('review', { product_id: reviewed, name: 'Bo', rating: 5, comment: 'Good' })
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=cabinet')
    const { page } = adminPages
    for (const title of ['Select Cabinet', 'Select Cabinet with doors']) {
      await page.getByLabel(title, { exact: true }).focus()
      await press('Space')
    }
    await adminPages.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete 2 entries?' })
    await dialog.getByText('1 × Product list assignment').waitFor()
    await dialog.getByText('“Cabinet with doors” cannot be deleted while these records use it or something in it:').waitFor()
    expect(await dialog.innerText()).not.to.match(/product[-_]/)
    expect(await dialog.getByRole('link').getAttribute('href')).to.match(new RegExp(`records/review/${review}$`))
    await dialog.getByRole('button', { name: 'Delete' }).focus()
    await press('Enter')
    await adminPages.waitForAnnouncement('1 entry deleted.')
    const countAssignments = async () => (await app.records.list('product-list-assignment')).meta.total
    expect(await countAssignments()).to.equal(0)
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('1 entry restored.')
    expect(await countAssignments()).to.equal(1)
  })

  it('shows the base currency and the published currencies before all others', async () => {
    const { records } = await app.records.list('currency', { limit: 500 })
    const yen = Number(records.find(({ code }) => code === 'JPY')!['id'])
    await app.records.write('currency', { published: true }, { id: yen })
    adminPages = await AdminPages.openSignedIn(context, app, 'records/currency')
    await waitForValue(async () => (await titles()).slice(0, 3).map((title) => title.trim()), ['Euro', 'Yen', 'Afghani'])
  })

  it('has no form for a second record of the settings', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/settings/new')
    await adminPages.waitForHeading('Page not found')
  })

  it('leads the menu with the most used lists, visible without scrolling', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, '')
    const menu = adminPages.page.getByRole('navigation', { name: 'Menu' })
    const entries = (await menu.getByRole('link').allInnerTexts()).slice(0, 3)
    expect(entries).to.deep.equal(['Overview', 'Orders', 'Quotes'])
    for (const name of ['Orders', 'Products', 'Customers']) {
      const box = await menu.getByRole('link', { name, exact: true }).boundingBox()
      expect(box!.y + box!.height, name).to.be.below(900)
    }
  })

  it('reorders the rows of a parent record by keyboard', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    const handle = adminPages.page.getByRole('button', { name: 'Move Feet' })
    await handle.focus()
    await press('Space')
    await adminPages.page.getByText('Feet is at position 3 of 3.').waitFor({ state: 'attached' })
    await press('ArrowUp')
    await adminPages.page.getByText('Feet is at position 2 of 3.').waitFor({ state: 'attached' })
    await press('Space')
    await waitForValue(async () => {
      const { records } = await app.records.list('page', { filters: new Map([['product_id', product]]), sort: 'ordering' })
      return records.map(({ id }) => pages.indexOf(id))
    }, [0, 2, 1])
    await waitForValue(titles, ['Doors', 'Feet', 'Inside'])
  })

  it('reorders the rows of a parent record by dragging', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    await waitForValue(async () => (await titles()).length, 3)
    const before = await titles()
    const [last, first] = [before.at(-1)!, before[0]!]
    const handle = (title: string) => adminPages.page.getByRole('button', { name: `Move ${title}` })
    await handle(last).scrollIntoViewIfNeeded()
    const middle = async (title: string): Promise<readonly [number, number]> => {
      const { x, y, width, height } = (await handle(title).boundingBox())!
      return [x + width / 2, y + height / 2]
    }
    const { mouse } = adminPages.page
    const [from, [x, y]] = [await middle(last), await middle(first)]
    await mouse.move(...from)
    await mouse.down()
    // Moves the pointer in small steps until the row reaches its target position.
    const isThere = () => adminPages.page.getByText(`${last} is at position 1 of 3.`).count()
    for (let step = 0; step < 200 && (await isThere()) === 0; step++) await mouse.move(x, y - (step % 4), { steps: 5 })
    await mouse.up()
    await waitForValue(titles, [last, ...before.slice(0, -1)])
    await adminPages.page.reload()
    await adminPages.waitForHeading('Wardrobe')
    await waitForValue(titles, [last, ...before.slice(0, -1)])
  })

  it('saves columns and views for the account', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/product?search=shelf')
    await adminPages.waitForHeading('Products')
    await adminPages.press('Columns')
    await adminPages.page.getByRole('menuitemcheckbox', { name: 'SKU' }).focus()
    await press('Enter')
    await waitForValue(() => adminPages.page.getByRole('columnheader', { name: 'SKU' }).count(), 0)
    await adminPages.press('Views')
    await adminPages.page.getByRole('menuitem', { name: 'Save view' }).focus()
    await press('Enter')
    await waitForValue(() => adminPages.describeFocus(), 'View name')
    await adminPages.page.keyboard.type('Shelves')
    await press('Enter')
    await waitForValue(() => adminPages.page.getByRole('button', { name: 'Views' }).innerText(), 'Shelves')
    await adminPages.goto('records/product')
    await waitForValue(async () => (await titles()).length, 50)
    await waitForValue(() => adminPages.page.getByRole('columnheader', { name: 'SKU' }).count(), 0)
    await adminPages.press('Views')
    await adminPages.page.getByRole('menuitemcheckbox', { name: 'Shelves' }).focus()
    await press('Enter')
    await waitForValue(() => adminPages.page.getByRole('searchbox').inputValue(), 'shelf')
  })
})
