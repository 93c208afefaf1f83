// The API page in a real browser: it asks for a token, shows the document, and calls the API.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../support/browser.js'
import { everyScope, type RestService, startRest } from './service.js'

describe('the API page', function () {
  this.timeout(60_000)
  let browser: Browser
  let service: RestService
  let page: Page
  const complaints: string[] = []
  const foreign: string[] = []
  before(async function () {
    browser = await openBrowser(this)
    service = await startRest()
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on(
      'request',
      (request) =>
        void (request.url().startsWith(service.app.url) || request.url().startsWith('data:') || foreign.push(request.url())),
    )
    await page.goto(`${service.app.url}/svc-api/docs`)
  })
  afterEach(() => page.close())

  it('shows an error for an invalid token', async () => {
    await page.getByLabel('Bearer token').fill('svc_1_wrong')
    await page.getByRole('button', { name: 'Open the document' }).click()
    await page.getByText('The bearer token was not accepted').waitFor()
    expect(await page.locator('.swagger-ui .info').count()).to.equal(0)
    // The browser itself logs the 401.
    complaints.length = 0
  })

  it('shows the document and calls the API with the entered token', async () => {
    const { token } = await service.app.access.tokens.mint({ name: 'viewer', scopes: everyScope })
    await page.getByLabel('Bearer token').fill(token)
    await page.getByLabel('Bearer token').press('Enter')
    await page.getByRole('heading', { name: /Product Configurator Service/ }).waitFor()
    await page.locator('#operations-tag-store').click()
    await page.locator('#operations-store-listTaxClass .opblock-summary').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    const response = page.locator('.live-responses-table tbody .response-col_status').first()
    await response.waitFor()
    expect((await response.innerText()).trim()).to.match(/^200/)
    if (process.env.SVC_TEST_SCREENSHOT) await page.screenshot({ path: process.env.SVC_TEST_SCREENSHOT })
    expect(complaints).to.deep.equal([])
    expect(foreign).to.deep.equal([])
  })

  it('asks for the token in the language of the browser', async () => {
    for (const [locale, direction, label, problem] of [
      ['de', 'ltr', 'Zugriffstoken', /Zugriffstoken/],
      ['he', 'rtl', 'אסימון גישה', /אסימון/],
    ] as const) {
      const translated = await browser.newPage({ locale })
      await translated.goto(`${service.app.url}/svc-api/docs`)
      expect(await translated.locator('html').getAttribute('dir')).to.equal(direction)
      expect(await translated.locator('#entry').innerText()).not.to.match(/Every|Open|Create/)
      await translated.getByLabel(label).fill('svc_1_wrong')
      await translated.getByRole('button').click()
      await translated.getByRole('alert').filter({ hasText: problem }).waitFor()
      await translated.close()
    }
  })
})
