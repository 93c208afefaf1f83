// Browser tests of admin input: titles typed during a save, long country lists, JSON parameters, and limits of a question.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { stock } from '../../plugins/stock/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { inBothLanguages } from '../support/small-shop.js'

describe('admin: data entry', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })], { plugins: [stock, payments, print] })
    await createAdminAccount(app)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    const adminPages = await AdminPages.openSignedIn(context, app)
    page = adminPages.page
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('stores every quick-added title in order, including titles typed while another one is being stored', async () => {
    const author = createCatalogAuthor(app)
    const shelf = await author.product('Shelf')
    const front = await author.page(shelf, 'Front')
    const question = await author.question(front, 'Colour', 'Radiobuttons')
    await author.answer(question, 'Red')
    await page.goto(`${app.url}/svc-admin/workshop/${shelf}`)
    const release: (() => void)[] = []
    await page.route('**/svc-admin/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await new Promise<void>((resolve) => {
        release.push(resolve)
      })
      return route.continue()
    })
    await page.getByRole('treeitem', { name: /Red/ }).click()
    await page.keyboard.press('n')
    const field = page.locator('#add-title')
    await field.fill('Green')
    await field.press('Enter')
    await page.keyboard.type('Blue')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#add-title')?.value === 'Blue')
    await field.press('Enter')
    await page.unroute('**/svc-admin/**')
    for (const callback of release) callback()
    await page.getByRole('treeitem', { name: /Blue/ }).waitFor()
    const { records } = await app.records.list('answer', { filters: new Map([['question_id', question]]) })
    const rows = [...records].sort((a, b) => Number(a['ordering']) - Number(b['ordering']))
    expect(rows.map((row) => row['title_en_GB'] ?? row['title'])).to.deep.equal(['Red', 'Green', 'Blue'])
  })

  it('returns a rejected quick-add title to the field after the next title is sent', async () => {
    const author = createCatalogAuthor(app)
    const shelf = await author.product('Board')
    const front = await author.page(shelf, 'Front')
    const question = await author.question(front, 'Wood', 'Radiobuttons')
    await author.answer(question, 'Oak')
    await page.goto(`${app.url}/svc-admin/workshop/${shelf}`)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/svc-admin/**', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST' || !request.postData()?.includes('Ash')) return route.continue()
      await released
      const problem = { status: 422, code: 'VALIDATION_FAILED', title: 'Refused', detail: 'Ash is refused.' }
      return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
    })
    await page.getByRole('treeitem', { name: /Oak/ }).click()
    await page.keyboard.press('n')
    const field = page.locator('#add-title')
    await field.fill('Ash')
    await field.press('Enter')
    await field.fill('Elm')
    release()
    await page.getByText('Ash is refused.').first().waitFor()
    expect(await field.inputValue()).to.equal('Elm')
    await field.press('Enter')
    await page.getByRole('treeitem', { name: /Elm/ }).waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#add-title')?.value === 'Ash')
    await page.unroute('**/svc-admin/**')
  })

  it('shows a zone of all countries as one entry, and lists each country by name on request', async () => {
    const { records, meta } = await app.records.list('country', { limit: 200 })
    const rest = meta.total > 200 ? (await app.records.list('country', { limit: 200, offset: 200 })).records : []
    const ids = [...records, ...rest].map(({ id }) => Number(id))
    const { id } = await app.records.write('zone', { title: 'World', country_ids: ids })
    await page.goto(`${app.url}/svc-admin/records/zone/${id}`)
    await page.getByText(`All countries (${ids.length})`).waitFor()
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await page.getByRole('button', { name: /Germany/ }).waitFor()
    expect(await page.locator('.chip', { hasText: /^#\d/ }).count()).to.equal(0)
  })

  it('saves the settings of a payment provider, one field for each', async () => {
    const method = { ...inBothLanguages('title', 'Card'), connector: 'stripe', published: false }
    const { id } = await app.records.write('payment-method', method)
    await page.goto(`${app.url}/svc-admin/records/payment-method/${id}`)
    const params = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' }
    await page.getByLabel('Secret key', { exact: true }).fill(params.secret_key)
    await page.getByLabel('Webhook signing secret', { exact: true }).fill(params.webhook_secret)
    const patchRequest = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('Control+S')
    expect((await patchRequest).postDataJSON()).to.deep.equal({ params })
  })
})
