// Browser tests of the admin's form controls: conditional fields, references, files, tables, and hostile HTML.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { type CatalogAuthor, createCatalogAuthor } from '../support/catalog-author.js'
import { createPng } from '../support/png.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: form controls', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let author: CatalogAuthor
  let adminPages: AdminPages
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
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  const save = async (): Promise<void> => {
    await adminPages.page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
  }

  it('choose the filters of a product list by name, at most six, each with a heading by language', async () => {
    const list = await author.write('product-list', { title_en_GB: 'Beds', title_de_DE: 'Betten', facets: ['sku'] })
    adminPages = await AdminPages.openSignedIn(context, app, `records/product-list/${list}`)
    await adminPages.waitForHeading('Beds')
    const filters = adminPages.page.getByRole('group', { name: 'Filters' })
    const add = filters.getByRole('combobox', { name: 'Add a filter …' })
    await add.selectOption('Custom field 1')
    const field = filters.getByRole('group', { name: 'Custom field 1' })
    await field.getByRole('textbox').first().fill('Wood')
    await field.getByRole('button', { name: 'Move Custom field 1 up' }).click()
    for (const name of ['Custom field 2', 'Custom field 3', 'Custom field 4', 'Custom field 5']) await add.selectOption(name)
    expect(await add.isDisabled()).to.equal(true)
    await filters.getByRole('button', { name: 'Remove SKU' }).click()
    await save()
    const { record } = await app.records.read('product-list', list)
    const wood = { field: 'product_custom_1', title: { 'en-GB': 'Wood' } }
    expect(record['facets']).to.deep.equal([wood, 'product_custom_2', 'product_custom_3', 'product_custom_4', 'product_custom_5'])
  })

  it('show a field only while its condition applies', async () => {
    const page = await author.page(product, 'Doors')
    const question = await author.question(page, 'Width', 'Textbox')
    adminPages = await AdminPages.openSignedIn(context, app, `records/question/${question}`)
    const limit = adminPages.page.getByLabel('Fixed minimum value', { exact: true })
    await adminPages.waitForHeading('Width')
    expect(await limit.count()).to.equal(0)
    await adminPages.page.getByLabel('Minimum value', { exact: true }).selectOption('A fixed limit')
    await limit.focus()
    await adminPages.page.keyboard.type('300')
    await adminPages.press('Required', 'switch')
    await save()
    const { record } = await app.records.read('question', question)
    expect([record['set_min_value'], record['minval'], record['required']]).to.deep.equal(['static', 300, true])
  })

  it('create a referenced record from the reference picker', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    await adminPages.page.getByLabel('Tax class', { exact: true }).focus()
    await adminPages.page.keyboard.type('Reduced for wood')
    await waitForValue(() => adminPages.page.locator('.picker [role=option]').allInnerTexts(), ['Create new …'])
    await adminPages.page.keyboard.press('Enter')
    const dialog = adminPages.page.getByRole('dialog', { name: 'New tax class' })
    await dialog.getByLabel('Title').focus()
    await adminPages.page.keyboard.type('Reduced for wood')
    await dialog.getByRole('button', { name: 'Create' }).focus()
    await adminPages.page.keyboard.press('Enter')
    await waitForValue(() => adminPages.page.getByLabel('Tax class', { exact: true }).inputValue(), 'Reduced for wood')
    await save()
    const { record } = await app.records.read('product', product)
    expect((await app.records.read('tax-class', Number(record['tax_class_id']))).record['title']).to.equal('Reduced for wood')
  })

  it('select the record that matches the full typed text, even if Enter is pressed before the search returns', async () => {
    const other = await author.write('tax-class', { title: 'Zero for books', default_rate: 0 })
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    await adminPages.page.getByLabel('Tax class', { exact: true }).click()
    await adminPages.page.getByRole('option', { name: 'Standard' }).waitFor()
    await adminPages.page.keyboard.press('Control+A')
    await adminPages.page.keyboard.type('zero')
    await adminPages.page.keyboard.press('Enter')
    await waitForValue(() => adminPages.page.getByLabel('Tax class', { exact: true }).inputValue(), 'Zero for books')
    await save()
    expect((await app.records.read('product', product)).record['tax_class_id']).to.equal(other)
  })

  it('edit prices of customer groups in a table', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    const prices = adminPages.page.getByRole('group', { name: 'Base prices by customer group' })
    await prices.getByRole('button', { name: 'Add row' }).focus()
    await adminPages.page.keyboard.press('Enter')
    const { id, title } = await author.first('customer-group')
    await adminPages.chooseOption('Customer group, row 1', String(title))
    await adminPages.type('Price, row 1', '99.5')
    await save()
    const { record } = await app.records.read('product', product)
    expect(record['baseprice_overrides']).to.deep.equal([{ customer_group_id: id, price: 99.5 }])
  })

  it('store an image on upload, show it, and remove it', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    const box = adminPages.page.locator('.control-image').first()
    const choosing = adminPages.page.waitForEvent('filechooser')
    await box.getByRole('button', { name: /Choose file/ }).focus()
    await adminPages.page.keyboard.press('Enter')
    await (await choosing).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(createPng(8, 6)) })
    await adminPages.waitForAnnouncement('door.png uploaded.')
    await waitForValue(
      () => box.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      [8, 6],
    )
    await box.getByRole('button', { name: /Remove/ }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.waitForAnnouncement('File removed.')
    await waitForValue(() => box.locator('img').count(), 0)
  })

  it('run no script from hostile texts', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, `records/product/${product}`)
    await adminPages.waitForHeading('Wardrobe')
    const hostile =
      '<p onclick="window.hit=1">Oak<img src=x onerror="window.hit=2"><script>window.hit=3</script><svg onload="window.hit=4"></svg><a href="javascript:window.hit=5">here</a></p>'
    await adminPages.type('Title – English', '<img src=x onerror="window.hit=6">')
    await adminPages.press('HTML')
    await adminPages.page.locator('.rich textarea').first().fill(hostile)
    await adminPages.press('HTML')
    const field = adminPages.page.locator('.rich-field').first()
    await waitForValue(() => field.innerText(), 'Oakhere')
    expect(await field.innerHTML()).not.to.match(/onclick|onerror|script|svg/)
    await save()
    await adminPages.goto('records/product')
    await adminPages.page.getByRole('link', { name: '<img src=x' }).first().waitFor()
    expect(await adminPages.page.evaluate(() => (globalThis as { hit?: number }).hit)).to.equal(undefined)
    // Assigning the hostile HTML makes the browser report the blocked inline handlers.
    expect(adminPages.consoleErrors.every((message) => message.includes('The action has been blocked'))).to.equal(true)
    adminPages.consoleErrors.length = 0
  })

  it('switch to German when the language is chosen, and stay German after a reload', async () => {
    adminPages = await AdminPages.openSignedIn(context, app, 'records/tax-class')
    await adminPages.waitForHeading('Tax classes')
    await adminPages.press('Account of Ada Lovelace')
    await adminPages.page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).focus()
    await adminPages.page.keyboard.press('Enter')
    await adminPages.page.getByRole('link', { name: 'Neu', exact: true }).waitFor()
    expect(await adminPages.page.locator('html').getAttribute('lang')).to.equal('de')
    await adminPages.page.reload()
    await adminPages.page.getByRole('link', { name: 'Neu', exact: true }).waitFor()
  })
})
