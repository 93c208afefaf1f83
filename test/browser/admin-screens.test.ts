// Browser tests of the admin screens beyond lists and forms: main task, accessibility, and width on a phone.
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cart as cartEntity } from '../../core/model/entities/orders/cart.js'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { writeFailure } from '../../core/storage/migration/bookkeeping.js'
import { listQueue, mailFailed } from '../../core/storage/mail-queue.js'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import {
  guestVisitor,
  completeCheckout,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
} from '../support/selling-shop.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { createCartWithFile, createFilledCart } from '../support/filled-cart.js'
import { createPng } from '../support/png.js'
import { createProduct, inBothLanguages } from '../support/small-shop.js'
import { waitForValue } from './product-page-driver.js'
import { requestTestQuote, readStoredQuote } from '../support/test-quotes.js'

describe('admin: screens', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page
  let order: number
  let quote: number
  /** The number of an order with an uploaded image. */
  let sketched: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], { plugins: checkoutPlugins, auditDays: 30 })
    const shop = await openSellingShop(app)
    await app.records.write('settings', { enable_invoicing: true, invoice_prefix: 'R-' }, { id: 1 })
    await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 1, note: 'Attic' }]))
    const drawing = await createCatalogAuthor(app).question(shop.lamp.pages.more, 'Drawing', 'Upload')
    const { cart } = await createCartWithFile(
      app,
      shop.lamp,
      drawing,
      { name: 'plan (1).png', bytes: createPng(60, 30) },
      guestVisitor,
    )
    sketched = (await placeCheckout(app, await completeCheckout(app, shop, cart))).number!
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 2, note: 'Hall' }]))
    order = (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [placed.token] }))[0]!.id
    await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    const requestedQuote = await requestTestQuote(app, shop)
    quote = (await readStoredQuote(app, requestedQuote.quote.token)).id
    const html = '<h1>Paid</h1><script>document.body.dataset.ran = 1</script><img src=x onerror="document.body.dataset.ran = 2">'
    await app.context.database.run('DELETE FROM svc_mail_queue')
    const mail = { to: 'ada@example.org', subject: 'Hostile', text: 'Paid', html }
    await app.shop.createContext({}).transact((work) => work.mail(mail))
    const [queued] = await listQueue(app.context, 1)
    await mailFailed(app.context, { ...mail, id: queued!.id, attempts: 0 }, 'No such mailbox')
    const mailTexts = { ...inBothLanguages('subject', 'Paid'), ...inBothLanguages('body', '<p>Paid.</p>') }
    await app.records.write('notification', { name: 'Order paid', status: 'paid', send_customer: true, ...mailTexts })
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  async function answerDialog(button: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }

  it('show the files that were uploaded to an order, with a thumbnail and a download', async () => {
    const [orderRecord] = await app.shop.createContext({}).list(salesOrder, { column: 'number', values: [sketched] })
    await adminPages.goto(`records/sales-order/${orderRecord!.id}`)
    await adminPages.waitForHeading(`Order ${sketched}`)
    const link = page.getByRole('link', { name: /^plan \(1\)\.png 1 kB$/ })
    await waitForValue(() => link.locator('img').evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth), 60)
    await adminPages.checkScreen()
    const file = page.waitForEvent('download')
    await link.click()
    expect((await file).suggestedFilename()).to.equal('plan (1).png')
    expect(await readFile(await (await file).path())).to.deep.equal(createPng(60, 30))
  })

  it('show an order as it was sold, and preview the effects of a status change before it is made', async () => {
    await adminPages.goto('records/sales-order')
    await page.locator('a.opens').first().click()
    await adminPages.waitForHeading(/^Order \d+/)
    await page.getByText('Price breakdown').first().click()
    await page.getByRole('heading', { name: 'One unit' }).first().waitFor()
    await adminPages.checkScreen()
    await page.setViewportSize({ width: 360, height: 740 })
    await adminPages.press('Change status')
    await adminPages.press('Paid', 'menuitem')
    const confirmation = page.getByRole('dialog', { name: 'Change status to “Paid”?' })
    await confirmation.waitFor()
    expect(await confirmation.locator('li').allInnerTexts()).to.deep.equal([
      'The e-mail “Order paid” is sent to ada@example.org.',
      'An invoice is created with the next number.',
      'The order cannot return to its current status.',
    ])
    await adminPages.checkScreen()
    await page.setViewportSize({ width: 360, height: 740 })
    await confirmation.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    expect((await app.shop.createContext({}).read(salesOrder, order))!.values.status).to.equal('ordered')
    await adminPages.press('Change status')
    await adminPages.press('Paid', 'menuitem')
    await confirmation.getByRole('button', { name: 'Paid' }).focus()
    await page.keyboard.press('Enter')
    await adminPages.waitForAnnouncement('Status changed to “Paid”.')
    await page.getByRole('link', { name: /^Invoice R-/ }).waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Invoice R-/ }).click()])
    expect(download.suggestedFilename()).to.match(/R-\d+.*\.pdf$/)
    await adminPages.press('Change status')
    await adminPages.press('Refunded', 'menuitem')
    await page.getByRole('dialog').getByText('No money is refunded', { exact: false }).waitFor()
    await page.getByRole('dialog').getByText('cannot be changed back').waitFor()
    await adminPages.press('Cancel')
    expect((await app.shop.createContext({}).read(salesOrder, order))!.values.status).to.equal('paid')
  })

  it('prepare and send a quote, also on a phone', async () => {
    await adminPages.goto(`records/quote/${quote}`)
    await adminPages.waitForHeading(/^Quote \d+/)
    await adminPages.checkScreen()
    await page.setViewportSize({ width: 360, height: 740 })
    await adminPages.press('Prepare quote')
    await adminPages.type('Answer', 'With pleasure.')
    await page.getByRole('dialog').getByRole('button', { name: 'Prepare quote' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.note').filter({ hasText: 'With pleasure.' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await adminPages.press('Send quote')
    await page.getByRole('dialog').getByText('There is no notification for sent quotes').waitFor()
    await answerDialog('Cancel')
    await app.act('add-default-notifications')
    await page.reload()
    await adminPages.press('Send quote')
    await page.getByRole('dialog').getByText('No mail server is set up.').waitFor()
    await answerDialog('Cancel')
    expect((await app.records.read('quote', quote)).record['status']).to.equal('requested')
    await adminPages.press('Send quote')
    await answerDialog('Send quote')
    await page.getByText(/^Valid until/).waitFor()
    expect((await app.records.read('quote', quote)).record['status']).to.equal('sent')
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await page.getByRole('button', { name: 'Prepare quote' }).count()).to.equal(0)
    await page.getByRole('link', { name: 'All fields' }).click()
    await page.getByLabel('Answer').waitFor()
  })

  it('list orders by number, newest first, within the width of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await adminPages.goto('records/sales-order')
    const first = page.locator('a.opens').first()
    await first.waitFor()
    const { records } = await app.records.list('sales-order', { sort: '-id' })
    expect(records.length).to.be.greaterThan(1)
    const numbers = await page.locator('a.opens').allInnerTexts()
    expect(numbers).to.deep.equal(records.map(({ number }) => (typeof number === 'number' ? String(number) : 'Not placed yet')))
    const box = (await first.boundingBox())!
    expect(box.x + box.width).to.be.lessThan(360)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('show work items on the start screen, each linked to its list', async () => {
    await adminPages.goto('')
    const tile = page.getByRole('link', { name: /paid orders? to ship/ })
    await tile.waitFor()
    await adminPages.checkScreen()
    await page.getByRole('link', { name: /failed e-mails?/ }).waitFor()
    await tile.click()
    await adminPages.waitForHeading('Orders')
    await page.locator('a.opens').first().waitFor()
    expect(await page.locator('a.opens').count()).to.equal(1)
  })

  it('preview a mail in a frame that runs no script, and queue a failed mail again', async () => {
    await adminPages.goto('mails')
    await adminPages.press('Preview: Hostile')
    const frame = page.frameLocator('.mail-frame')
    await frame.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(await frame.locator('body').evaluate((body) => body.dataset['ran'] ?? '')).to.equal('')
    await adminPages.checkScreen()
    await adminPages.press('Close')
    await page.getByText('No such mailbox').waitFor()
    await adminPages.press('Send again: Hostile')
    await adminPages.waitForAnnouncement('The e-mail will be sent again shortly.')
    await page.getByRole('cell', { name: 'waiting', exact: true }).first().waitFor()
  })

  it('publish a review, refuse a review, and undo the refusal', async () => {
    const id = await createProduct(app.records, 'Stool')
    for (const comment of ['Sits well.', 'Buy pills!'])
      await app.records.write('review', {
        product_id: id,
        name: 'Grace',
        rating: 4,
        comment,
        language_tag: 'en-GB',
        published: false,
      })
    await adminPages.goto('')
    await page
      .getByRole('link', { name: /reviews/ })
      .first()
      .waitFor()
    await adminPages.goto('reviews')
    const review = (comment: string) => page.locator('.sold').filter({ hasText: comment })
    await review('Sits well.').getByRole('img', { name: '4 of 5 stars' }).waitFor()
    await adminPages.checkScreen()
    await review('Sits well.').getByRole('button', { name: 'Publish' }).press('Enter')
    await adminPages.waitForAnnouncement('Review published.')
    await review('Buy pills!').getByRole('button', { name: 'Reject' }).press('Enter')
    await page.getByText('No reviews to approve.').waitFor()
    await adminPages.press('Undo')
    await review('Buy pills!').waitFor()
    await adminPages.press('Published')
    await review('Sits well.').getByRole('button', { name: 'Unpublish' }).waitFor()
    const { records } = await app.records.list('review', { filters: new Map([['product_id', String(id)]]), sort: 'id' })
    expect(records.map(({ published }) => published)).to.deep.equal([true, false])
  })

  it('show the text in one language while the missing translation is typed', async () => {
    const id = await createProduct(app.records, 'Shelf', { description_en_GB: 'Wood', description_de_DE: '' })
    await adminPages.goto('translations')
    await adminPages.waitForHeading('Missing translations')
    const field = page.getByLabel('Description of Shelf in German')
    await field.waitFor()
    await adminPages.checkScreen()
    await field.fill('Holz')
    await page.keyboard.press('Tab')
    await page.getByText('Saved.').waitFor()
    expect((await app.records.read('product', id)).record['description_de_DE']).to.equal('Holz')
    await adminPages.press('Refresh')
    await field.waitFor({ state: 'detached' })
  })

  it('show a cart as its shopper sees it, and the other records of a customer', async () => {
    const [open] = await app.shop.createContext({}).list('cart', { column: 'state', values: ['open'] })
    await adminPages.goto(`records/cart/${open!.id}`)
    await page.getByRole('heading', { name: /Lamp/ }).waitFor()
    await page.getByText('The cart as the shopper sees it, in en-GB.').waitFor()
    await adminPages.checkScreen()
    const orderRecord = await app.shop.createContext({}).read(salesOrder, order)
    await adminPages.goto(`records/customer/${String(orderRecord!.values.customer_id)}`)
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.getByRole('region', { name: 'Orders' }).locator('a.opens').first().waitFor()
  })

  it('ask before a language is disabled, and disable it only if the person confirms', async () => {
    const languages = async (): Promise<unknown> => (await app.shop.createContext({}).at()).versionedSnapshot.snapshot.languages
    await adminPages.goto('records/settings/1')
    const german = page.getByRole('group', { name: 'Active languages' }).getByLabel('German (Germany)')
    await german.uncheck()
    await page.keyboard.press('Control+S')
    const dialog = page.getByRole('dialog', { name: 'Effects of this change' })
    await dialog.getByText(/^German \(Germany\): \d+ texts? will no longer be shown to shoppers/).waitFor()
    await answerDialog('Cancel')
    expect(await languages()).to.deep.equal(['en-GB', 'de-DE'])
    expect(await german.isChecked()).to.equal(false)
    await page.keyboard.press('Control+S')
    await answerDialog('Save')
    await adminPages.waitForAnnouncement('Saved.')
    expect(await languages()).to.deep.equal(['en-GB'])
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('The change was undone.')
    expect(await languages()).to.have.members(['en-GB', 'de-DE'])
  })

  it('report the missing texts of a new language before it is added, and undo it', async () => {
    const languages = async (): Promise<unknown> => (await app.shop.createContext({}).at()).versionedSnapshot.snapshot.languages
    await adminPages.goto('records/settings/1')
    await page.getByLabel('Add a language …').selectOption({ label: 'French (France)' })
    await page.keyboard.press('Control+S')
    const dialog = page.getByRole('dialog', { name: 'Effects of this change' })
    await dialog.getByText(/French \(France\) becomes available to shoppers\. \d+ texts are missing/).waitFor()
    await dialog.getByText('Nothing is deleted.').waitFor()
    await answerDialog('Save')
    await adminPages.waitForAnnouncement('Saved.')
    expect(await languages()).to.deep.equal(['en-GB', 'de-DE', 'fr-FR'])
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('The change was undone.')
    expect(await languages()).to.deep.equal(['en-GB', 'de-DE'])
  })

  it('convert all amounts to another base currency after a preview, with one undo', async () => {
    const { records } = await app.records.list('currency', { limit: 500 })
    const old = records.find(({ is_base }) => is_base === true)!
    const next = Number(records.find(({ code }) => code === 'CHF')!['id'])
    const product = await createProduct(app.records, 'Cabinet', { baseprice: 100 })
    const price = async (): Promise<unknown> => (await app.records.read('product', product)).record['baseprice']
    const base = async (): Promise<unknown> =>
      (await app.records.list('currency', { limit: 500 })).records
        .filter(({ is_base }) => is_base === true)
        .map(({ code }) => code)
    await adminPages.goto(`records/currency/${next}`)
    expect(await page.getByRole('switch', { name: 'Base currency' }).isDisabled()).to.equal(true)
    await adminPages.press('Use as base currency …')
    const dialog = page.getByRole('dialog', { name: 'Change the base currency to CHF' })
    await dialog.getByLabel(`1 ${String(old['code'])} in CHF`).fill('0.93')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('row', { name: /Cabinet.*Base price 100 93/ }).waitFor()
    await dialog.getByText(`Exchange rate of ${String(old['code'])}: 1 becomes 1.07526882.`).waitFor()
    await adminPages.checkScreen()
    expect(await base()).to.deep.equal([old['code']])
    await dialog.getByRole('button', { name: 'Change base currency' }).click()
    await adminPages.waitForAnnouncement('The base currency is now CHF.')
    expect([await base(), await price()]).to.deep.equal([['CHF'], 93])
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('1 entry restored.')
    expect([await base(), await price()]).to.deep.equal([[old['code']], 100])
  })

  it('join languages and currencies by tabs, and report the effects before a currency is deleted', async () => {
    await adminPages.goto('records/settings')
    await adminPages.waitForHeading('Settings')
    await adminPages.checkScreen()
    await page.getByRole('navigation', { name: 'Languages and currencies' }).getByRole('link', { name: 'Currencies' }).click()
    await adminPages.waitForHeading('Currencies')
    expect(
      await page.getByRole('link', { name: 'Currencies', exact: true }).and(page.locator('[aria-current]')).count(),
    ).to.be.at.least(1)
    const { records } = await app.records.list('currency', { limit: 500 })
    const franc = Number(records.find(({ code }) => code === 'CHF')!['id'])
    const cart = await app.shop.createContext({}).write(cartEntity, { token: 'x'.repeat(40), currency_id: franc, state: 'open' })
    await adminPages.goto(`records/currency/${franc}`)
    const open = async () => {
      await adminPages.press('More')
      await adminPages.press('Delete', 'menuitem')
      return page.getByRole('dialog', { name: /^Delete/ })
    }
    const blocked = await open()
    await blocked.getByText('1 cart uses this currency. Unpublish the currency instead').waitFor()
    expect(await blocked.getByRole('button', { name: 'Delete' }).isDisabled()).to.equal(true)
    await blocked.getByRole('button', { name: 'Cancel' }).click()
    await app.shop.createContext({}).remove(cartEntity, cart)
    const dialog = await open()
    await dialog.getByText('No price, price table, shipping or payment method changes').waitFor()
    await dialog.getByText('Nothing else is deleted. You can undo this right').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await adminPages.press('Undo')
    await adminPages.waitForAnnouncement('1 entry restored.')
    expect((await app.records.read('currency', franc)).record['code']).to.equal('CHF')
  })

  it('count a copied text as missing until it is translated or the same in both languages', async () => {
    const id = await createProduct(app.records, 'Alvar')
    await adminPages.goto('records/product?search=Alvar')
    await page.getByRole('row', { name: /Alvar/ }).getByTitle('Missing texts: German').waitFor()
    await adminPages.goto(`records/product/${id}`)
    await page.getByRole('radio', { name: 'German (missing texts)' }).click()
    await page.getByText('This is only a copy of the text in English, so it counts as missing.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Same in German')
    await adminPages.waitForAnnouncement('“Alvar” now counts as translated into German everywhere.')
    await page.getByRole('radio', { name: 'German', exact: true }).waitFor()
    await adminPages.goto('translations')
    await page.getByText('Texts that are the same in both languages (1)').click()
    await adminPages.press('Remove “Alvar”')
    const field = page.getByLabel('Title of Alvar in German')
    await page.getByRole('row', { name: /Alvar/ }).getByRole('button', { name: 'Same in German' }).first().waitFor()
    expect(await field.inputValue()).to.equal('Alvar')
    await field.fill('Alvar-Stuhl')
    await page.keyboard.press('Tab')
    await page.getByText('Saved.').waitFor()
    expect((await app.records.read('product', id)).record['title_de_DE']).to.equal('Alvar-Stuhl')
  })

  it('list the changes of all records and of one record in the audit trail', async () => {
    const id = await createProduct(app.records, 'Bench')
    await adminPages.goto(`records/product/${id}`)
    await adminPages.type('SKU', 'B-1')
    await page.keyboard.press('Control+S')
    await adminPages.waitForAnnouncement('Saved.')
    await adminPages.press('More')
    await adminPages.press('Change history', 'menuitem')
    await adminPages.waitForHeading('Audit trail')
    await page
      .getByRole('link', { name: `Product ${id}` })
      .first()
      .waitFor()
    expect(await page.locator('.trail summary').first().innerText()).to.equal('SKU')
    await page.locator('.trail summary').first().click()
    await page.locator('ins').filter({ hasText: 'B-1' }).waitFor()
    expect(await page.locator('.trail').count()).to.equal(1)
    await adminPages.checkScreen()
  })

  it('run a scheduled task on request, and lift a migration freeze only if the person types the failed migration', async () => {
    await writeFailure(app.context.database, {
      ...{ owner: 'core', version: '0099', name: 'add-nothing', message: 'It fell over.', at: new Date().toISOString() },
    })
    await adminPages.goto('maintenance')
    await page.getByText('It fell over.').waitFor()
    await adminPages.checkScreen()
    const button = page.getByRole('button', { name: 'Unlock migrations' })
    await adminPages.type(/type core@0099 to unlock/, 'core@0098')
    expect(await button.isDisabled()).to.equal(true)
    await adminPages.type(/type core@0099 to unlock/, 'core@0099')
    await button.click()
    await adminPages.waitForAnnouncement('Migrations unlocked.')
    await adminPages.press('Run now: expire-carts')
    await adminPages.waitForAnnouncement('expire-carts completed.')
    expect((await app.operations.tasks.states()).find(({ name }) => name === 'expire-carts')!.lastRun).not.to.equal(null)
  })

  it('find a failure by its error identifier, and query payment providers on request', async () => {
    await adminPages.goto('failures')
    await page.getByText('No errors since').waitFor()
    await adminPages.checkScreen()
    await adminPages.goto('payments')
    await adminPages.press('Check with providers now')
    await adminPages.waitForAnnouncement(/^0 checked/)
    await adminPages.checkScreen()
  })

  it('violate no content security policy, except for blocked content of a hostile mail', () => {
    expect(adminPages.consoleErrors.filter((message) => !message.includes('/svc-admin/api/mails/'))).to.deep.equal([])
  })
})
