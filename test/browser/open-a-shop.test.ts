// Walks in a browser from an empty database to a paid, shipped and partly refunded order: by clicks and keys, without a shell or documentation.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { createFirstAccountLink } from '../../core/storage/admin/accounts.js'
import { admin } from '../../plugins/admin/index.js'
import { mail } from '../../plugins/mail/index.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, adminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'
import { DemoBuyer } from './demo-buyer.js'
import { Merchant } from './merchant.js'
import { waitForValue } from './product-page-driver.js'
import { openBrowser } from '../support/browser.js'
import { createPixelRows, createPng } from '../support/png.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'

/** Texts that the installation stores in the first language only, and their translations. */
const installedTexts = [
  ['Shipping methods', 'Standard delivery', 'Standardversand'],
  ['Payment methods', 'Bank transfer', 'Überweisung'],
  ['Salutations', 'Ms', 'Frau'],
  ['Salutations', 'Mr', 'Herr'],
  ['Customer groups', 'Customers', 'Kunden'],
] as const

const legalPages = [
  ['Imprint', 'Impressum'],
  ['Privacy policy', 'Datenschutzerklärung'],
  ['Terms and conditions', 'AGB'],
  ['Right of withdrawal', 'Widerrufsrecht'],
] as const

/** Net prices by drop and width in millimetres, as a spreadsheet copies them. */
const priceTable = [
  ['', 800, 1200, 1600, 2000, 2400],
  [1000, 49, 59, 69, 79, 89],
  [1500, 55, 65, 75, 85, 95],
  [2000, 61, 71, 81, 91, 101],
  [3000, 73, 83, 93, 103, 113],
]
  .map((row) => row.join('\t'))
  .join('\n')

type Colour = readonly [red: number, green: number, blue: number]

const drawFabric = (width: number, height: number, colour: Colour): Buffer =>
  createPng(
    width,
    height,
    createPixelRows(width, height, () => colour),
  )

describe('a shop opens without a developer', function () {
  this.timeout(180_000)
  let app: ListeningApp
  let browser: Browser
  let mailFolder: string
  let adminPages: AdminPages
  let merchant: Merchant
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    mailFolder = await mkdtemp(join(tmpdir(), 'svc-test-mails-'))
    app = await listenTestApp([runtime(), storefront(), admin()], {
      languages: ['en-GB'],
      plugins: [stock, payments, print, mail({ folder: mailFolder, from: 'Shop <shop@shop.example>' })],
    })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
    if (mailFolder !== undefined) await rm(mailFolder, { recursive: true, force: true })
  })

  /** Performs a step and checks the screen that it ends on. Names the step in a failure. */
  async function step(title: string, perform: () => Promise<void>): Promise<void> {
    try {
      await perform()
      expect((await findAxeProblems(page)).join('; ')).to.equal('')
    } catch (error) {
      throw new Error(`Step "${title}" failed. ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  async function createFirstAccount(): Promise<void> {
    const link = await createFirstAccountLink(app.context)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.open(context, app, `first-account?secret=${link!.secret}`)
    page = adminPages.page
    merchant = new Merchant(adminPages)
    await adminPages.type('Your name', adminAccount.name)
    await adminPages.type('E-mail', adminAccount.email)
    await adminPages.type('New password', adminAccount.password)
    await page.keyboard.press('Enter')
    await adminPages.waitForHeading(`Hello ${adminAccount.name}`)
  }

  async function enterStoreAddress(): Promise<void> {
    await merchant.openStep('Store address')
    await adminPages.waitForHeading('Store')
    await adminPages.type('Name', 'Nordlicht Rollos')
    await adminPages.type('Address line 1', 'Hafenstraße 1')
    await adminPages.type('Postal code', '20457')
    await adminPages.type('City', 'Hamburg')
    await adminPages.chooseOption('Country', 'Germany')
    await adminPages.type('Sales e-mail', 'sales@nordlicht.example')
    await adminPages.type('IBAN', 'DE02 1203 0000 0000 2020 51')
    await merchant.save()
    await merchant.expectStepDone('Store address')
  }

  async function addGerman(): Promise<void> {
    await merchant.openStep('Languages')
    await adminPages.waitForHeading('Settings')
    await page.getByLabel('Add a language …').selectOption({ label: 'German (Germany)' })
    expect(await page.getByLabel('German (Germany)').isChecked()).to.equal(true)
    await merchant.press(page.getByRole('switch', { name: 'Create invoices' }))
    const saved = merchant.save()
    await page.getByRole('dialog', { name: 'Effects of this change' }).getByRole('button', { name: 'Save' }).press('Enter')
    await saved
    await merchant.expectStepDone('Create invoices')
  }

  /** Countries and currencies have German names already. The few texts of the installation are left. */
  async function translateInstalledTexts(): Promise<void> {
    await merchant.openStep('Languages')
    await adminPages.waitForHeading('Missing translations')
    for (const [list, english, german] of installedTexts) {
      const option = page
        .getByLabel('List')
        .locator('option')
        .filter({ hasText: new RegExp(`^${list} `) })
      await page.getByLabel('List').selectOption(await option.getAttribute('value'))
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: english, exact: true }) })
      const stored = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
      await merchant.enter(row.getByRole('textbox'), german)
      await page.keyboard.press('Tab')
      await stored
    }
    await merchant.expectStepDone('Languages')
  }

  async function checkTaxRate(): Promise<void> {
    await merchant.openStep('Taxes')
    await merchant.press(page.getByRole('link', { name: 'Standard', exact: true }))
    await page.getByRole('row').filter({ hasText: 'Germany' }).getByText('19', { exact: true }).waitFor()
    await merchant.expectStepDone('Taxes')
  }

  async function setUpDelivery(): Promise<void> {
    await merchant.openMenu('Carriers')
    await merchant.press(page.getByRole('link', { name: 'Carrier', exact: true }))
    await adminPages.waitForHeading('Carrier')
    await merchant.enterTexts('Title', 'DHL', 'DHL')
    await merchant.save()
    await merchant.openMenu('Zones')
    await merchant.openNew('New zone')
    await adminPages.type('Title', 'Germany')
    await merchant.enter(page.getByRole('combobox', { name: 'Countries' }), 'Germany')
    await page.getByRole('option', { name: 'Germany' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Germany' }).waitFor()
    await merchant.save()
    await merchant.openMenu('Shipping methods')
    await merchant.press(page.getByRole('row').filter({ hasText: 'Standard delivery' }).getByRole('switch'))
    await merchant.openNew('New shipping method')
    await waitForValue(() => merchant.field('Carrier').inputValue(), 'DHL')
    await adminPages.chooseOption('Zone', 'Germany')
    await merchant.enterTexts('Title', 'Parcel', 'Paketversand')
    await adminPages.type('Delivery time in days', '3')
    await adminPages.type('Price', '9.90')
    await waitForValue(() => merchant.field('Tax class').inputValue(), 'Standard')
    await merchant.save()
    await merchant.expectStepDone('Shipping')
  }

  async function setUpPayment(): Promise<void> {
    await merchant.openMenu('Payment methods')
    await merchant.openNew('New payment method')
    await merchant.enterTexts('Title', 'Test card', 'Testkarte')
    await merchant.field('Payment provider').selectOption({ label: 'Sandbox' })
    expect(await merchant.field('Outcome').locator('option:checked').innerText()).to.equal('It succeeds')
    await merchant.save()
    await merchant.expectStepDone('Payment')
  }

  async function readDefaultMail(): Promise<void> {
    await merchant.expectStepDone('E-mails')
    await merchant.openMenu('Notifications')
    await merchant.press(page.getByRole('link', { name: 'Order placed' }))
    await adminPages.waitForHeading('Order placed')
    const mail = { English: 'Your order {{ order.number }}', German: 'Ihre Bestellung {{ order.number }}' }
    for (const [language, subject] of Object.entries(mail)) {
      await merchant.press(page.getByRole('radio', { name: new RegExp(language) }))
      await waitForValue(() => merchant.field(`Subject – ${language}`).inputValue(), subject)
    }
  }

  async function writeLegalPages(): Promise<void> {
    await merchant.openStep('Legal pages')
    for (const [english, german] of legalPages) {
      if (english !== 'Imprint') {
        await merchant.openMenu('Content pages')
        await merchant.openNew('New content page')
      }
      await merchant.enterTexts('Title', english, german)
      await page.getByLabel('Kind', { exact: true }).selectOption({ label: english })
      await merchant.enterTexts('Content', `${english} of Nordlicht Rollos.`, `${german} von Nordlicht Rollos.`)
      await merchant.save()
    }
    await merchant.expectStepDone('Legal pages')
  }

  async function createProduct(): Promise<void> {
    await merchant.openStep('First product')
    await adminPages.waitForHeading('New product')
    await merchant.enterTexts('Title', 'Roller blind', 'Rollo')
    await waitForValue(() => merchant.field('Tax class').inputValue(), 'Standard')
    await merchant.save()
    await adminPages.waitForHeading('Roller blind')
    await merchant.upload(page.locator('main'), /^Image/, 'blind.png', drawFabric(800, 600, [205, 195, 170]))
    await adminPages.press('Workshop', 'link')
    await merchant.tree().waitFor()
    await adminPages.press('End tour')
    await merchant.addParts('page', 'Roller blind', ['Size', 'Design and operation'])
    for (const [title, german] of Object.entries({ Size: 'Maße', 'Design and operation': 'Stoff und Bedienung' })) {
      await merchant.openPart(title)
      await merchant.enterGermanTitle(german)
      await merchant.save()
    }
  }

  async function addMeasures(): Promise<void> {
    await merchant.openPart('Size')
    await merchant.addParts('question', 'Size', ['Width', 'Drop'])
    for (const [title, german, least, most] of [
      ['Width', 'Breite', '400', '2400'],
      ['Drop', 'Höhe', '500', '3000'],
    ] as const) {
      await merchant.openPart(title)
      await merchant.press(merchant.form().getByRole('switch', { name: 'Required' }))
      await merchant.field('Entries are', merchant.form()).selectOption({ label: 'Whole numbers' })
      await merchant.field('Minimum value', merchant.form()).selectOption({ label: 'A fixed limit' })
      await merchant.enter(merchant.field('Fixed minimum value', merchant.form()), least)
      await merchant.field('Maximum value', merchant.form()).selectOption({ label: 'A fixed limit' })
      await merchant.enter(merchant.field('Fixed maximum value', merchant.form()), most)
      await merchant.enterTexts('Unit', 'mm', 'mm', merchant.form())
      await merchant.enterGermanTitle(german)
      await merchant.save()
    }
  }

  async function addChoices(): Promise<void> {
    const questions = [
      ['Fabric', 'Stoff', 'Images'],
      ['Operation', 'Bedienung', 'Radio buttons'],
      ['Chain side', 'Kettenseite', 'Dropdown'],
      ['Child safety', 'Kindersicherung', 'Check box'],
    ] as const
    const answers: Readonly<
      Record<string, readonly (readonly [title: string, german: string, price: string, colour?: Colour])[]>
    > = {
      Fabric: [
        ['Linen', 'Leinen', '', [200, 190, 160]],
        ['Blackout', 'Verdunkelung', '25', [60, 60, 70]],
      ],
      Operation: [
        ['Chain', 'Kette', ''],
        ['Motor', 'Motor', '89'],
      ],
      'Chain side': [
        ['Left', 'Links', ''],
        ['Right', 'Rechts', ''],
      ],
      'Child safety': [['Cord winder', 'Schnuraufwickler', '4.90']],
    }
    await merchant.openPart('Design and operation')
    await merchant.addParts(
      'question',
      'Design and operation',
      questions.map(([title]) => title),
    )
    for (const [title, german, type] of questions) {
      await merchant.openPart(title)
      await merchant.enterGermanTitle(german)
      await merchant.field('Question type', merchant.form()).selectOption({ label: type })
      if (type !== 'Check box') await merchant.press(merchant.form().getByRole('switch', { name: 'Required' }))
      await merchant.save()
      await merchant.addParts(
        'answer',
        title,
        answers[title]!.map(([answer]) => answer),
      )
      for (const [answer, germanAnswer, price, colour] of answers[title]!) {
        await merchant.openPart(answer)
        await merchant.enterGermanTitle(germanAnswer)
        if (germanAnswer === answer) await merchant.press(merchant.form().getByRole('button', { name: 'Same in German' }))
        if (price !== '') await merchant.enter(merchant.field('Price', merchant.form()), price)
        await merchant.save()
        if (colour) await merchant.upload(merchant.form(), /^Picker image/, `${answer}.png`, drawFabric(320, 240, colour))
      }
    }
  }

  async function pastePriceTable(): Promise<void> {
    await merchant.addParts('calculation', 'Roller blind', ['Price by size'])
    await merchant.press(merchant.form().getByRole('button', { name: /^Price table/ }))
    await merchant.form().getByRole('heading', { name: 'Price by size', level: 2 }).waitFor()
    await page.getByLabel('Rows by').selectOption({ label: 'Drop' })
    await page.getByLabel('Columns by').selectOption({ label: 'Width' })
    await page.getByLabel('Values between entries').selectOption('Next higher value')
    await page.getByRole('grid', { name: 'Cells' }).focus()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, priceTable)
    await page.getByText(/^Pasted: 4 rows, 5 columns/).waitFor()
    await merchant.save()
    await merchant.openPart('Width')
    await adminPages.chooseOption('Price calculation', 'Price by size')
    await merchant.save()
  }

  /** Builds a rule of one condition with the pickers. */
  async function addRule(part: string, subject: string, comparison: string, value: string): Promise<void> {
    await merchant.openPart(part)
    await merchant.press(merchant.form().getByRole('button', { name: 'Add condition' }))
    await merchant.choose(merchant.form().getByLabel('Value to compare'), subject)
    // An unfinished condition is described for people, and opening the open part again loses nothing.
    if (subject === 'Operation') {
      await merchant.form().getByText('Applies when ‘Operation’ is ….').waitFor()
      await page.getByText('Shows the saved version: A condition is not finished.').waitFor()
      await merchant.openPart(part)
      expect(await merchant.dialog().count()).to.equal(0)
    }
    await merchant.choose(merchant.form().getByLabel('Comparison'), comparison)
    const isEntry = /^\d/.test(value)
    if (isEntry) await merchant.enter(merchant.form().getByLabel('Value (mm)'), value)
    else await merchant.choose(merchant.form().getByLabel('Value', { exact: true }), value)
    const sentence = `Applies when ‘${subject}’ ${comparison} ${isEntry ? '' : `‘${value}’`}`
    await merchant.form().getByText(sentence).waitFor()
    await merchant.save()
  }

  async function addRules(): Promise<void> {
    await addRule('Chain side', 'Operation', 'is', 'Chain')
    await addRule('Child safety', 'Operation', 'is', 'Chain')
    await addRule('Motor', 'Width', 'is at least', '600')
  }

  async function publishProduct(): Promise<void> {
    await adminPages.press('Publish …')
    await merchant.dialog().getByRole('heading', { name: 'Ready to publish?' }).waitFor()
    await waitForValue(() => merchant.dialog().locator('.ready .done').count(), 5)
    await merchant.press(merchant.dialog().getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('Roller blind is published.').waitFor()
    await merchant.expectStepDone('First product')
  }

  /** Configures, orders and pays on a phone, in German. Returns the page of the order. */
  async function buyOnPhone(): Promise<DemoBuyer> {
    const context = await browser.newContext({
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    const buyer = await DemoBuyer.open(context, app)
    const phone = buyer.page
    await phone.goto(`${app.url}/`)
    await phone.getByRole('link', { name: 'Deutsch' }).tap()
    await phone.getByRole('link', { name: /Rollo/ }).last().tap()
    await buyer.waitUntilReady()
    await buyer.type('Breite', '1100')
    await buyer.type('Höhe', '1400')
    for (const name of [/Verdunkelung/, /Kette/]) await phone.getByRole('radio', { name }).check({ force: true })
    await phone.getByLabel('Kettenseite').first().selectOption({ label: 'Links' })
    await phone.getByText('Ihre Konfiguration ist vollständig.').waitFor()
    // (65 of the table + 25 for the fabric) × 1.19
    await phone.locator('.price-box').getByText('107,10 €').first().waitFor()
    await phone.getByRole('button', { name: 'In den Warenkorb' }).tap()
    await phone.getByText('In den Warenkorb gelegt.').waitFor()
    await phone.getByRole('link', { name: 'Zum Warenkorb' }).first().tap()
    await phone.getByRole('link', { name: 'Zur Kasse' }).tap()
    await phone.locator('#step').waitFor()
    await buyer.fill('email', 'grace@people.example')
    await buyer.fill('billing-first_name', 'Grace')
    await buyer.fill('billing-last_name', 'Hopper')
    await buyer.fill('billing-line1', 'Unter den Linden 1')
    await buyer.fill('billing-zip', '10117')
    await buyer.fill('billing-city', 'Berlin')
    const goOn = (): Promise<void> => phone.getByRole('button', { name: 'Weiter', exact: true }).tap()
    await goOn()
    await buyer.continueToStep('Versand')
    await phone.getByText('Paketversand').first().waitFor()
    await goOn()
    await buyer.continueToStep('Zahlung')
    await phone.getByRole('radio', { name: 'Testkarte' }).check({ force: true })
    await buyer.waitForReplies()
    await goOn()
    await buyer.continueToStep('Prüfen')
    expect(await buyer.hasNoSidewaysScroll()).to.equal(true)
    // 107.10 + 9.90 × 1.19
    await phone.getByRole('button', { name: /118,88/ }).tap()
    await phone.getByText('Vielen Dank für Ihre Bestellung.').waitFor()
    return buyer
  }

  const badge = (label: string): Promise<void> => page.locator('h1 .badge').filter({ hasText: label }).waitFor()

  /** Runs a task now that the service otherwise runs every few minutes. */
  async function runTask(description: string): Promise<void> {
    await merchant.openMenu('Maintenance')
    const row = page.getByRole('row').filter({ hasText: description })
    await merchant.press(row.getByRole('button', { name: 'Run now' }))
    await row.getByText('never').waitFor({ state: 'detached' })
  }

  async function receivePayment(): Promise<void> {
    await runTask('Checks pending payments')
    await merchant.openMenu('Orders')
    await merchant.press(page.locator('a.opens').first())
    await adminPages.waitForHeading(/^Order 1/)
    await badge('Paid')
    await badge('Unfulfilled')
  }

  async function ship(): Promise<void> {
    await adminPages.press('Create shipment')
    await merchant.enter(merchant.dialog().getByLabel('Carrier'), 'DHL')
    await merchant.enter(merchant.dialog().getByLabel('Tracking number'), '00340434')
    await merchant.enter(merchant.dialog().getByLabel('Tracking link'), 'https://carrier.example/00340434')
    await merchant.press(merchant.dialog().getByRole('button', { name: 'Create shipment' }))
    await merchant.dialog().waitFor({ state: 'detached' })
    await badge('Shipped')
  }

  async function refund(): Promise<void> {
    await adminPages.press('Refund')
    await merchant.enter(merchant.dialog().getByRole('spinbutton').first(), '1')
    await merchant.enter(merchant.dialog().getByLabel('Reason'), 'Scratched.')
    await merchant.press(merchant.dialog().getByRole('button', { name: 'Refund €107.10' }))
    await merchant.dialog().waitFor({ state: 'detached' })
    await badge('Partly refunded')
    await page.getByRole('link', { name: /^Print credit note/ }).waitFor()
  }

  async function followOrder(phone: Page): Promise<void> {
    await phone.reload()
    await phone.getByText('Teilweise erstattet').first().waitFor()
    await phone
      .getByRole('link', { name: /00340434|Sendung verfolgen/ })
      .first()
      .waitFor()
  }

  async function finishChecklist(): Promise<void> {
    await runTask('Sends queued mail')
    // Ordered (customer and shop), paid, shipment; the mail about the refund depends on the status.
    expect((await readdir(mailFolder)).length).to.be.at.least(4)
    await merchant.openMenu('Overview')
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor()
    await page.locator('.setup').waitFor({ state: 'detached' })
  }

  it('from an empty database to a paid, shipped and partly refunded order, by clicks and keys', async () => {
    await step('1. create the first account', createFirstAccount)
    await step('2. enter the store address', enterStoreAddress)
    await step('3. add German, and invoices', addGerman)
    await step('4. check the tax rate of the country', checkTaxRate)
    await step('5. set up delivery', setUpDelivery)
    await step('6. translate the installed texts', translateInstalledTexts)
    await step('7. set up payment', setUpPayment)
    await step('8. read the e-mail of an order in both languages', readDefaultMail)
    await step('9. write the legal pages', writeLegalPages)
    await step('10. create a product', createProduct)
    await step('11. ask for width and drop', addMeasures)
    await step('12. add answers with prices and pictures', addChoices)
    await step('13. paste a price table', pastePriceTable)
    await step('14. add three rules', addRules)
    await step('15. publish', publishProduct)
    let buyer: DemoBuyer | undefined
    await step('16. order on a phone', async () => void (buyer = await buyOnPhone()))
    await step('17. receive the payment', receivePayment)
    await step('18. ship with tracking', ship)
    await step('19. refund the blind', refund)
    await step('20. follow the order on the phone', () => followOrder(buyer!.page))
    await step('21. finish the checklist', finishChecklist)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
