// Browser tests of the admin's form controls: conditional fields, references, files, tables, and hostile HTML.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from '../support/admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { createPng } from '../support/png.js'
import { waitForValue } from '../support/product-page-driver.js'

describe('admin: form controls', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  let desk: AdminPages
  let product: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    author = createCatalogAuthor(app)
    await createAdminAccount(app)
    product = await author.product('Wardrobe')
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

  const save = async (): Promise<void> => {
    await desk.page.keyboard.press('Control+S')
    await desk.waitForAnnouncement('Saved.')
  }

  it('show a field only while its condition applies', async () => {
    const page = await author.page(product, 'Doors')
    const question = await author.question(page, 'Width', 'Textbox')
    desk = await AdminPages.openSignedIn(context, app, `records/question/${question}`)
    const limit = desk.page.getByLabel('Fixed minimum value', { exact: true })
    await desk.waitForHeading('Width')
    expect(await limit.count()).to.equal(0)
    await desk.page.getByLabel('Minimum value', { exact: true }).selectOption('A fixed limit')
    await limit.focus()
    await desk.page.keyboard.type('300')
    await desk.press('Required', 'switch')
    await save()
    const { record } = await app.read('question', question)
    expect([record['set_min_value'], record['minval'], record['required']]).to.deep.equal(['static', 300, true])
  })

  it('create a referenced record from the reference picker', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    await desk.page.getByLabel('Tax class', { exact: true }).focus()
    await desk.page.keyboard.type('Reduced for wood')
    await waitForValue(() => desk.page.locator('.picker [role=option]').allInnerTexts(), ['Create a new one …'])
    await desk.page.keyboard.press('Enter')
    const dialog = desk.page.getByRole('dialog', { name: 'New tax class' })
    await dialog.getByLabel('Title').focus()
    await desk.page.keyboard.type('Reduced for wood')
    await dialog.getByRole('button', { name: 'Create' }).focus()
    await desk.page.keyboard.press('Enter')
    await waitForValue(() => desk.page.getByLabel('Tax class', { exact: true }).inputValue(), 'Reduced for wood')
    await save()
    const { record } = await app.read('product', product)
    expect((await app.read('tax-class', Number(record['tax_class_id']))).record['title']).to.equal('Reduced for wood')
  })

  it('select the record that matches the full typed text, even if Enter is pressed before the search returns', async () => {
    const other = await author.write('tax-class', { title: 'Zero for books', default_rate: 0 })
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    await desk.page.getByLabel('Tax class', { exact: true }).click()
    await desk.page.getByRole('option', { name: 'Standard' }).waitFor()
    await desk.page.keyboard.press('Control+A')
    await desk.page.keyboard.type('zero')
    await desk.page.keyboard.press('Enter')
    await waitForValue(() => desk.page.getByLabel('Tax class', { exact: true }).inputValue(), 'Zero for books')
    await save()
    expect((await app.read('product', product)).record['tax_class_id']).to.equal(other)
  })

  it('edit prices of customer groups in a table', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    const prices = desk.page.getByRole('group', { name: 'Base prices by customer group' })
    await prices.getByRole('button', { name: 'Add a row' }).focus()
    await desk.page.keyboard.press('Enter')
    const { id, title } = await author.first('customer-group')
    await desk.chooseOption('Customer group, row 1', String(title))
    await desk.type('Price, row 1', '99.5')
    await save()
    const { record } = await app.read('product', product)
    expect(record['baseprice_overrides']).to.deep.equal([{ customer_group_id: id, price: 99.5 }])
  })

  it('store an image on upload, show it, and remove it', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    const box = desk.page.locator('.control-image').first()
    const choosing = desk.page.waitForEvent('filechooser')
    await box.getByRole('button', { name: /Choose a file/ }).focus()
    await desk.page.keyboard.press('Enter')
    await (await choosing).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(createPng(8, 6)) })
    await desk.waitForAnnouncement('door.png is stored.')
    await waitForValue(
      () => box.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      [8, 6],
    )
    await box.getByRole('button', { name: /Remove/ }).focus()
    await desk.page.keyboard.press('Enter')
    await desk.waitForAnnouncement('The file is removed.')
    await waitForValue(() => box.locator('img').count(), 0)
  })

  it('run no script from hostile texts', async () => {
    desk = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await desk.waitForHeading('Wardrobe')
    const hostile =
      '<p onclick="window.hit=1">Oak<img src=x onerror="window.hit=2"><script>window.hit=3</script><svg onload="window.hit=4"></svg><a href="javascript:window.hit=5">here</a></p>'
    await desk.type('Title (en-GB)', '<img src=x onerror="window.hit=6">')
    await desk.press('HTML')
    await desk.page.locator('.rich textarea').first().fill(hostile)
    await desk.press('HTML')
    const field = desk.page.locator('.rich-field').first()
    await waitForValue(() => field.innerText(), 'Oakhere')
    expect(await field.innerHTML()).not.to.match(/onclick|onerror|script|svg/)
    await save()
    await desk.goto('records/product')
    await desk.page.getByRole('link', { name: '<img src=x' }).first().waitFor()
    expect(await desk.page.evaluate(() => (globalThis as { hit?: number }).hit)).to.equal(undefined)
    // Assigning the hostile HTML makes the browser report the blocked inline handlers.
    expect(desk.consoleErrors.every((one) => one.includes('The action has been blocked'))).to.equal(true)
    desk.consoleErrors.length = 0
  })

  it('switch to German when the language is chosen, and stay German after a reload', async () => {
    desk = await AdminPages.openSignedIn(context, app, 'records/tax-class')
    await desk.waitForHeading('Tax classes')
    await desk.press('Account of Ada Lovelace')
    await desk.page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).focus()
    await desk.page.keyboard.press('Enter')
    await desk.page.getByRole('link', { name: 'Neu', exact: true }).waitFor()
    expect(await desk.page.locator('html').getAttribute('lang')).to.equal('de')
    await desk.page.reload()
    await desk.page.getByRole('link', { name: 'Neu', exact: true }).waitFor()
  })
})
