// Browser tests of the demo products: live prices, rejections, conditional questions, examples, and two languages.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { unit } from '../../core/storage/unit-of-work/transaction.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'

describe('storefront: demo products', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let page: Page
  /** Page errors, requests to other origins and policy violations. Must stay empty. */
  let complaints: string[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })

  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  beforeEach(async () => {
    complaints = []
    page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => request.url().startsWith(app.url) || complaints.push(request.url()))
  })

  afterEach(async () => {
    await page?.close()
    expect(complaints).to.deep.equal([])
  })

  const open = async (title: string, home = '/'): Promise<void> => {
    await page.goto(app.url + home)
    await page.getByRole('link', { name: title }).click()
    await page.locator('[data-ready]').waitFor()
  }
  /** The amount after the service has responded to all requests. */
  const amount = async (part = 'amount'): Promise<string> => {
    await page.locator('.price-box[aria-busy=false]').waitFor()
    return page.locator(`[data-part=${part}]`).first().innerText()
  }
  const settled = async (): Promise<void> => {
    await amount()
  }
  const enter = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label).last().fill(text)
    await page.getByLabel(label).last().press('Tab')
    await settled()
  }

  it('prices a blind of 1,450 × 1,800 mm from its table with 19 % tax: 109 net in group 1, 167 net in group 3', async () => {
    await open('Roller blind')
    await enter('Width', '1450')
    await enter('Drop', '1,800')
    await page.getByLabel('Group 1', { exact: true }).check()
    expect(await amount()).to.equal('€129.71')
    await page.getByLabel('Group 3', { exact: true }).check()
    expect(await amount()).to.equal('€198.73')
  })

  it('shows and hides conditional questions, and announces automatic changes', async () => {
    await open('Roller blind')
    expect(await page.getByRole('group', { name: 'Remote control' }).count()).to.equal(0)
    await page.getByLabel('Acmeda 240v').check()
    await page.getByRole('group', { name: 'Remote control' }).waitFor()
    await settled()
    expect(await page.getByRole('group', { name: 'Chain side' }).count()).to.equal(0)
    expect(await page.getByRole('status').getByText('Chain side').count()).to.equal(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.getByText('Adjusted for you').count()).to.equal(0)
  })

  it('marks required questions, lists missing answers, and moves the focus to them', async () => {
    await open('Roller blind')
    expect(await page.getByLabel('Width').getAttribute('required')).to.equal('')
    await page.getByRole('button', { name: 'Drop', exact: true }).click()
    const focused = (): Promise<string> =>
      page.evaluate(() => document.querySelector('svc-configurator')?.shadowRoot?.activeElement?.id ?? '')
    await becomes(focused, await page.getByLabel('Drop').getAttribute('id'))
  })

  it('shows a rejection next to its question, and keeps the typed input and the stored selections', async () => {
    await open('Roller blind')
    await enter('Width', '1450')
    await enter('Width', '99999')
    const field = page.getByLabel('Width')
    expect(await field.getAttribute('aria-invalid')).to.equal('true')
    expect(await field.inputValue()).to.equal('99999')
    expect(await page.getByRole('alert').filter({ hasText: "'Width' must be at most 3010." }).count()).to.equal(1)
    await enter('Width', '1500')
    expect(await field.getAttribute('aria-invalid')).to.equal('false')
  })

  it('keeps the configuration when the language is switched', async () => {
    await open('Roller blind')
    await enter('Width', '1450')
    await enter('Drop', '1800')
    await page.getByLabel('Group 1', { exact: true }).check()
    await settled()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByLabel('Breite').waitFor()
    expect(await page.getByLabel('Breite').inputValue()).to.equal('1450')
    expect(await amount()).to.equal('129,71\u00a0€')
    await page.getByLabel('Höhe').fill('1 500')
    await page.getByLabel('Höhe').press('Tab')
    await settled()
    expect(await page.getByLabel('Höhe').inputValue()).to.equal('1500')
  })

  it('asks before it changes a question that the author marked for confirmation', async () => {
    await open('Standing desk')
    await page.getByLabel('Hand crank').check()
    await settled()
    await page.getByLabel('Width', { exact: false }).last().fill('200')
    await page.getByLabel('Width', { exact: false }).last().press('Tab')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.innerText()).to.contain('Drive: “Hand crank” will be removed.')
    await dialog.getByRole('button', { name: 'Keep as is' }).click()
    await settled()
    expect(await page.getByLabel('Hand crank').isChecked()).to.equal(true)
  })

  it('renders every question type and accepts an answer of each', async () => {
    await open('Standing desk')
    await page.getByText('Rounded').click()
    await page.getByLabel('Width').fill('165')
    await page.getByLabel('Width').press('Tab')
    await page.getByLabel('Oak', { exact: true }).check()
    await page.getByText('5 mm').click()
    await page.getByLabel('Two motors, quiet').check()
    await page.getByLabel('Four heights at the push of a button').check()
    await page.getByLabel('Cable tray').check()
    await page.getByLabel('Drawer').check()
    await enter('Engraving', 'Ada')
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Earliest delivery date').fill(day)
    const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 plan') }
    await page.getByLabel('Your drawing').setInputFiles(file)
    await page.getByText('plan.pdf', { exact: true }).waitFor()
    await enter('Notes for the workshop', 'Please ring twice.')
    await page.getByText('Your configuration is complete.').waitFor()
    await page.getByLabel('Linoleum in your colour', { exact: true }).check()
    await page.getByLabel('Colour of the linoleum').last().waitFor()
    await enter('Colour of the linoleum', '#1E90FF')
    expect(await page.getByLabel('Colour of the linoleum').last().inputValue()).to.equal('#1e90ff')
    await page.getByText('Your configuration is complete.').waitFor()
    const [row] = await app.context.database.query<{ selections: string }>(
      'SELECT selections FROM svc_configuration ORDER BY id DESC LIMIT 1',
    )
    const values = (JSON.parse(row!.selections) as readonly { readonly value: string }[]).map((selection) => selection.value)
    expect(values).to.include.members(['165', 'Ada', day, 'Please ring twice.', '#1e90ff'])
    expect(values.filter((value) => /^\d+,\d+$/.test(value))).to.have.length(1)
  })

  it('loads a saved example', async () => {
    await open('Roller blind')
    await page.getByRole('button', { name: /Living room/ }).click()
    await settled()
    expect(await page.getByLabel('Width').inputValue()).to.equal('1450')
    expect(await amount()).to.equal('€129.71')
  })

  it('fits a narrow screen and keeps the price visible', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open('Standing desk')
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
    expect(widths[0]).to.be.at.most(widths[1]!)
    expect(await page.locator('.price-bar').isVisible()).to.equal(true)
  })

  it('starts a new configuration with the same selections when the old one has expired', async () => {
    await open('Roller blind')
    await enter('Width', '1450')
    await enter('Drop', '1800')
    for (const { id } of (await app.records.list('configuration', { limit: 200 })).records)
      await app.records.remove('configuration', id)
    await page.getByLabel('Group 1', { exact: true }).check()
    await page.locator('.notice').getByText('Your configuration had expired').waitFor()
    expect(await amount()).to.equal('€129.71')
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('404'))).to.deep.equal([])
  })

  // Runs last: it replaces every product description with hostile HTML.
  it('renders formatted texts through an allow-list, independent of the stored HTML', async () => {
    const hostile =
      '<b>bold</b> <img src=x onerror="document.title=1"><script>document.title=2</script>' +
      '<a href="javascript:document.title=3">bad</a> <a href="/de/">good</a> <svg onload="document.title=4"></svg>'
    const { database } = app.context
    const condition = "entity = 'question' AND field = 'description' AND language_tag = 'en-GB'"
    const { records: products } = await app.records.list('product')
    await unit(database, async (u) => {
      await u.run(`UPDATE svc_texts SET text = ? WHERE ${condition}`, [hostile])
      for (const { id } of products) u.changeSet.raiseVersion(`product:${id}`)
    })
    await open('Roller blind')
    const described = page.locator('.question .description').first()
    expect(await described.innerText()).to.equal('bold bad good')
    expect(await described.locator('b').count()).to.equal(1)
    const links = await described.locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(links).to.deep.equal(['/de/'])
    expect(await described.locator('img, svg, script').count()).to.equal(0)
    expect(await page.title()).to.contain('Roller blind')
    // The parser's document runs no script. The browser still reports each inline handler in it.
    await page.goto('about:blank')
    expect(complaints.splice(0).filter((complaint) => !complaint.includes('inline event handler'))).to.deep.equal([])
  })
})

/** Polls until a value equals the expected one. */
async function becomes(read: () => Promise<string>, expected: string | null): Promise<void> {
  for (let attempt = 0; attempt < 50 && (await read()) !== expected; attempt++)
    await new Promise((resume) => setTimeout(resume, 40))
  expect(await read()).to.equal(expected)
}
