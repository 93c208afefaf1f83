// Browser tests of the admin in German: answers, amounts, guests and copied records by name, and the focus after a dialog.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { grantOf } from '../../core/foundation/access.js'
import { admin } from '../../plugins/admin/index.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, adminAccount } from './admin-pages.js'
import { waitForValue } from './product-page-driver.js'

describe('admin: records that people can read', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let adminPages: AdminPages
  let page: Page
  let [product, wood, oak, beech, example] = [0, 0, 0, 0, 0]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    const scopes = ['catalog:write', 'code:write', 'store:write', 'customers:write', 'orders:write'] as const
    const { name, email, password } = adminAccount
    const { secret } = await app.access.admins.invite(grantOf(scopes), { email, name, scopes: [...scopes], language: 'de' })
    await app.access.admins.acceptLink({ secret, name, password })
    const author = createCatalogAuthor(app)
    product = await author.product('Shelf', { baseprice: 1234.5 })
    const board = await author.page(product, 'Board')
    wood = await author.question(board, 'Wood', 'Radiobuttons')
    oak = await author.answer(wood, 'Oak')
    beech = await author.answer(wood, 'Beech')
    const extras = await author.question(board, 'Extras', 'Multiselect')
    await author.answer(extras, 'Hooks')
    await author.answer(extras, 'Rail')
    await author.question(board, 'Engraving', 'Textbox')
    await author.calculation(product, 'Prices', 'formula', { terms: [{ number: 2 }] })
    example = await author.write('example', {
      product_id: product,
      title_en_GB: 'Hall',
      title_de_DE: 'Flur',
      selections: [{ question_id: wood, value: String(oak) }],
    })
    await app.shop.serve('create-cart', {}, {})
    context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 900 } })
    adminPages = await AdminPages.open(context, app)
    page = adminPages.page
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Konto von ${name}` }).waitFor()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => expect(adminPages.consoleErrors).to.deep.equal([]))

  it('edits the selections of an example by the names of questions and answers', async () => {
    await adminPages.goto(`records/example/${example}`)
    await page.getByLabel('Wood', { exact: true }).selectOption({ label: 'Beech' })
    await page.getByLabel('Frage hinzufügen …').selectOption({ label: 'Extras' })
    await page.getByRole('group', { name: 'Extras' }).getByLabel('Rail').check()
    await page.getByRole('group', { name: 'Extras' }).getByLabel('Hooks').check()
    await page.getByLabel('Frage hinzufügen …').selectOption({ label: 'Engraving' })
    await page.getByLabel('Engraving', { exact: true }).fill('A')
    // All three questions are selected.
    expect(await page.getByLabel('Frage hinzufügen …').count()).to.equal(0)
    await page.getByRole('button', { name: 'Engraving entfernen' }).click()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByText('Ungespeicherte Änderungen', { exact: true }).waitFor({ state: 'detached' })
    const { selections } = (await app.records.read('example', example)).record
    const stored = selections as readonly { readonly question_id: number; readonly value: string }[]
    expect(stored[0]).to.deep.equal({ question_id: wood, value: String(beech) })
    const answers = (await app.records.list('answer', { sort: 'id' })).records
    const chosen = stored[1]!.value.split(',').map((id) => answers.find((answer) => String(answer['id']) === id)?.['title'])
    expect(chosen).to.deep.equal(['Hooks', 'Rail'])
  })

  it('lists prices with their currency, and a guest instead of a nameless cart', async () => {
    await adminPages.goto('records/product')
    await page.locator('td[data-field=baseprice]').getByText('1.234,50 €').waitFor()
    await adminPages.goto('records/cart')
    await page.getByRole('rowheader').getByText('Gast', { exact: true }).waitFor()
    expect(await page.getByRole('rowheader').allInnerTexts()).to.deep.equal(['Gast'])
  })

  it('names the records of a copy in the language of the account, and returns the focus when the dialog closes', async () => {
    await adminPages.goto(`workshop/${product}`)
    await adminPages.press('Produkt kopieren')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').first().waitFor()
    expect(await dialog.getByRole('listitem').allInnerTexts()).to.have.members([
      '1 × Seite',
      '1 × Berechnung',
      '3 × Fragen',
      '1 × Formel',
      '1 × Beispiel',
      '4 × Antworten',
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waitForValue(() => adminPages.describeFocus(), 'Produkt kopieren')
  })

  it('groups the five discounts of a customer group, each with its start, type, value and title', async () => {
    const group = (await app.records.list('customer-group', { limit: 1 })).records[0]!
    await adminPages.goto(`records/customer-group/${String(group['id'])}`)
    const discounts = page.getByRole('region', { name: 'Rabatte', exact: true })
    await discounts.waitFor()
    const labels = await discounts.locator('.label-line').allInnerTexts()
    expect(labels.slice(0, 5).map((label) => label.split(' – ')[0])).to.deep.equal([
      'Rabatt 1 ab',
      'Rabatt 1: Art',
      'Rabatt 1: Wert',
      'Rabatt 1: Titel',
      'Rabatt 2 ab',
    ])
  })
})
