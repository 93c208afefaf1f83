// Browser tests of the mails that a merchant sets up: the default ones by one click, placeholders by menu, findings, preview and test.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { listQueue, loadQueuedMail } from '../../core/storage/mail-queue.js'
import { admin } from '../../plugins/admin/index.js'
import { mail } from '../../plugins/mail/index.js'
import { openBrowser } from '../support/browser.js'
import { checkoutPlugins } from '../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, adminAccount, createAdminAccount } from './admin-pages.js'

describe('admin: notifications', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], {
      plugins: [...checkoutPlugins, mail({ folder: 'unused', from: 'shop@shop.example' })],
    })
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('are added with default texts by one button, and the notice about missing ones disappears', async () => {
    await adminPages.goto('records/notification')
    await page.getByText('Your shop does not send any e-mails about orders and quotes yet.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Add the default e-mails')
    await adminPages.waitForAnnouncement('16 e-mails were added.')
    await page.getByRole('link', { name: 'Order placed' }).waitFor()
    await page.getByRole('button', { name: 'Add the default e-mails' }).waitFor({ state: 'detached' })
    const { meta, records } = await app.records.list('notification', { limit: 1, sort: 'id' })
    expect(meta.total).to.equal(16)
    await app.records.remove('notification', Number(records[0]!['id']))
    await page.reload()
    await page.getByText('Your shop sends no e-mail for: Ordered.').waitFor()
    await adminPages.checkScreen()
    await adminPages.press('Add the default e-mails')
    await adminPages.waitForAnnouncement('1 e-mail was added.')
  })

  const openNotification = async (name: string): Promise<void> => {
    await adminPages.goto('records/notification')
    await page.getByRole('link', { name, exact: true }).click()
    await adminPages.waitForHeading(name)
    await page.locator('.placeholder-menu').first().waitFor()
  }

  it('offer placeholders with their meanings, and insert one at the cursor, by keyboard', async () => {
    await openNotification('Order paid')
    const subject = page.locator('#form-subject_en_GB')
    await subject.fill('Paid: ')
    await subject.press('End')
    await page.getByRole('button', { name: /^Insert placeholder: Subject – English/ }).focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('menuitem', { name: /Items with all amounts/ }).count()).to.equal(0)
    await page.getByRole('menuitem', { name: /^Total including tax/ }).focus()
    await page.keyboard.press('Enter')
    expect(await subject.inputValue()).to.equal('Paid: {{ order.gross }}')
    const body = page.locator('#form-body_en_GB')
    await body.locator('p').first().click()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: /^Insert placeholder: Body – English/ }).click()
    await page.getByRole('menuitem', { name: /^Order date/ }).click()
    expect(await body.locator('p').first().innerText()).to.equal('{{ order.date }}Hello {{ customer.name }},')
    await adminPages.checkScreen()
  })

  it('name an unknown or incomplete placeholder and the nearest one while the merchant types', async () => {
    await openNotification('Order confirmed')
    const subject = page.locator('#form-subject_en_GB')
    await subject.fill('Order {{ order.nummber }}')
    await page.getByText("'order.nummber' in field Subject is not a placeholder. Did you mean 'order.number'?").waitFor()
    await subject.fill('Order {{ order.number }')
    await page.getByText("'order.number' in field Subject needs two braces on each side: {{ order.number }}.").waitFor()
    await adminPages.checkScreen()
    await subject.fill('Order {{ order.number }}')
    await page.locator('.template-control .wrong li').waitFor({ state: 'detached' })
  })

  it('are previewed before they are saved, in each language, as HTML and as text', async () => {
    await openNotification('Order placed')
    await page.locator('#form-subject_en_GB').fill('Thanks for order {{ order.number }}')
    await adminPages.press('Preview')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Thanks for order 1042').waitFor()
    const frame = page.frameLocator('.mail-frame')
    await frame.getByText('Hello Emily Carter,').waitFor()
    await frame.getByText('2 × Roller blind').waitFor()
    expect(await page.locator('.mail-frame').getAttribute('sandbox')).to.equal('')
    await adminPages.checkScreen()
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')
    await dialog.getByText('Ihre Bestellung 1042').waitFor()
    await frame.getByText('Guten Tag Anna Schmidt,').waitFor()
    await dialog.getByRole('combobox', { name: 'View' }).selectOption('text')
    await dialog.locator('.mail-text').getByText('Gesamtbetrag inkl. MwSt.').waitFor()
    await dialog.getByRole('combobox', { name: 'Recipient' }).selectOption('manager')
    await dialog.getByText('Neue Bestellung 1042').first().waitFor()
    await adminPages.checkScreen()
    expect(adminPages.consoleErrors).to.deep.equal([])
  })

  it('have a document attached that the merchant chooses, and the preview names the file', async () => {
    await page.keyboard.press('Escape')
    await openNotification('Quote sent')
    const attached = page.getByRole('combobox', { name: 'Attached document' })
    expect(await attached.inputValue()).to.equal('quote')
    await openNotification('Order shipped in full')
    expect(await attached.inputValue()).to.equal('')
    await attached.selectOption({ label: 'Delivery note' })
    await adminPages.press('Preview')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delivery note for order 1042.pdf', { exact: true }).waitFor()
    await page.frameLocator('.mail-frame').getByText('Attached: Delivery note for order 1042.pdf').waitFor()
    await adminPages.checkScreen()
    await page.keyboard.press('Escape')
    await openNotification('Order placed')
    await adminPages.press('Preview')
    await dialog.getByText('Order confirmation 1042.pdf', { exact: true }).waitFor()
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')
    await dialog.getByRole('combobox', { name: 'Recipient' }).selectOption('manager')
    await dialog.getByText('Neue Bestellung 1042').first().waitFor()
  })

  it('are sent as a test to the signed-in account', async () => {
    await adminPages.press('Send me a test')
    await page.getByText(`The test is on its way to ${adminAccount.email}.`).waitFor()
    const [queued] = await listQueue(app.context, 10)
    expect(queued).to.include({ to: adminAccount.email })
    expect(queued!.subject).to.match(/^Neue Bestellung 1042: /)
    expect((await loadQueuedMail(app.context, queued!.id))?.attachment).to.include({ file: 'Auftragsbestätigung 1042.pdf' })
    await page.keyboard.press('Escape')
  })
})
