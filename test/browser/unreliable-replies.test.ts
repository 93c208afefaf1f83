// Browser tests of failing responses, two tabs and expired configurations: the storefront shows the state that the service stored.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, changeUrlPattern, ProductPageDriver } from './product-page-driver.js'

describe('storefront: unreliable responses', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let blind: number
  let productId: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    const { products } = await app.shop.catalogue.products()
    blind = products.find(({ label }) => label === 'roller-blind')!.id
    productId = products.find(({ label }) => label === 'standing-desk')!.id
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 } })
  })
  afterEach(() => context?.close())

  const measured = async (): Promise<ProductPageDriver> => {
    const shop = await ProductPageDriver.open(context, app, '/product/roller-blind')
    await shop.type('Width', ['1450'], 0)
    await shop.type('Drop', ['1800'], 0)
    await shop.leave()
    await shop.page.getByLabel('Group 1', { exact: true }).check()
    expect(await shop.price()).to.equal('€129.71')
    return shop
  }
  const readPrices = (shop: ProductPageDriver) => async (): Promise<readonly [string, string | undefined]> => {
    const { price } = await shop.loadConfiguration(blind)
    return [await shop.price(), price === null ? undefined : `€${price.gross.toFixed(2)}`]
  }
  const forget = async (): Promise<void> => {
    for (const { id } of (await app.records.list('configuration', { limit: 200 })).records)
      await app.records.remove('configuration', id)
  }

  it('shows the stored state after a lost response, without a click', async () => {
    const shop = await measured()
    let lost = 0
    await shop.intercept(async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await waitForValue(readPrices(shop), ['€198.73', '€198.73'])
    expect(await shop.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(true)
    await waitForValue(() => shop.readAlerts(), [])
  })

  it('retries a change once with its idempotency key after a lost response, and shows the effects of that change', async () => {
    const shop = await measured()
    const before = await shop.loadConfiguration(blind)
    const requests: { readonly key: string | undefined; readonly body: string | null; readonly replayed: string | undefined }[] =
      []
    await shop.intercept(async (route) => {
      const response = await route.fetch()
      const key = route.request().headers()['idempotency-key']
      requests.push({ key, body: route.request().postData(), replayed: response.headers()['idempotent-replayed'] })
      if (requests.length === 1) await route.abort()
      else await route.fulfill({ response })
    })
    const field = shop.page.getByLabel('Acmeda 240v')
    await field.focus()
    await shop.page.keyboard.press('Space')
    await shop.page.getByRole('button', { name: 'Try again' }).first().press('Enter')
    // The notice is visible before the reply, from the local result.
    await waitForValue(() => Promise.resolve(requests.length), 2)
    const notice = shop.page.locator('.notice').filter({ hasText: 'Chain side' })
    await notice.waitFor()
    await shop.waitForReplies()
    expect(requests).to.have.length(2)
    expect(requests[1]).to.deep.equal({ ...requests[0], replayed: 'true' })
    expect(requests[0]!.key).to.match(/^[\d-]{4,64}$/)
    expect((await shop.loadConfiguration(blind)).revision).to.equal(before.revision + 1)
    // The notice describes the change itself, not a change made elsewhere.
    expect(await notice.innerText()).to.contain('it no longer applies')
    expect(await shop.price()).to.equal((await readPrices(shop)())[1])
    await shop.page.getByRole('button', { name: 'Undo' }).first().focus()
    await shop.page.keyboard.press('Enter')
    await waitForValue(() => field.isChecked(), false)
  })

  it('uses a new idempotency key if the value was changed before the retry', async () => {
    const shop = await measured()
    const before = await shop.loadConfiguration(blind)
    const keys: string[] = []
    let isCut = true
    await shop.intercept(async (route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      if (keys.length === 1) await route.fetch()
      await (isCut ? route.abort() : route.continue())
    })
    await shop.page.getByLabel('Group 3', { exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await shop.page.getByText('The shop is not responding').first().waitFor()
    await shop.page.keyboard.press('ArrowUp')
    await waitForValue(() => shop.page.getByLabel('Group 2', { exact: true }).isChecked(), true)
    isCut = false
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await waitForValue(async () => (await shop.loadConfiguration(blind)).revision, before.revision + 2)
    await shop.waitForReplies()
    expect(keys.at(-1)).not.to.equal(keys[0])
    expect(await shop.page.getByLabel('Group 2', { exact: true }).isChecked()).to.equal(true)
    expect(await shop.price()).to.equal((await readPrices(shop)())[1])
    await waitForValue(() => shop.readAlerts(), [])
  })

  it('merges choices of two tabs in one question, and shows them in both', async () => {
    const first = await ProductPageDriver.open(context, app, '/product/standing-desk')
    const opened = context.waitForEvent('page')
    await first.page.evaluate(() => void window.open(location.href))
    const second = new ProductPageDriver(await opened, app)
    await second.waitUntilReady()
    expect(await second.token(productId)).to.equal(await first.token(productId))
    await first.delayReplies(200)
    await second.delayReplies(100)
    await Promise.all([first.page.getByLabel('Cable tray').click(), second.page.getByLabel('Headphone hook').click()])
    for (const shop of [first, second]) {
      await waitForValue(() => shop.page.getByLabel('Cable tray').isChecked(), true)
      await waitForValue(() => shop.page.getByLabel('Headphone hook').isChecked(), true)
    }
    const { price } = await first.loadConfiguration(productId)
    for (const shop of [first, second]) await waitForValue(() => shop.price(), `€${price!.gross.toFixed(2)}`)
    await first.page.getByLabel('Cable tray').click()
    await waitForValue(() => second.page.getByLabel('Cable tray').isChecked(), false)
  })

  it('shows a choice of another tab although the response about it was lost', async () => {
    const first = await ProductPageDriver.open(context, app, '/product/standing-desk')
    const opened = context.waitForEvent('page')
    await first.page.evaluate(() => void window.open(location.href))
    const second = new ProductPageDriver(await opened, app)
    await second.waitUntilReady()
    let lost = 0
    await second.page.route(changeUrlPattern, (route) => (lost++ === 0 ? route.abort() : route.continue()))
    await first.page.getByLabel('Cable tray').click()
    await waitForValue(() => second.page.getByLabel('Cable tray').isChecked(), true)
    expect(lost).to.equal(2)
    await waitForValue(() => second.price(), await first.price())
  })

  it('reports next to the control that the shop does not respond, and resumes when the browser is back online', async () => {
    const shop = await measured()
    await shop.waitForClientEngine()
    const mend = await shop.intercept((route) => route.abort())
    const radio = shop.page.getByLabel('Group 3', { exact: true })
    await radio.scrollIntoViewIfNeeded()
    await radio.click()
    const failure = shop.page.getByRole('alert').filter({ hasText: 'The shop is not responding' })
    await failure.waitFor()
    expect(await shop.isInViewport(failure)).to.equal(true)
    expect(await shop.page.locator('.price').innerText()).to.contain('This price is not confirmed yet.')
    await shop.page.getByLabel('Group 2', { exact: true }).click()
    await mend()
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await failure.waitFor({ state: 'detached' })
    expect(await shop.page.getByLabel('Group 2', { exact: true }).isChecked()).to.equal(true)
    const [pagePrice, stored] = await readPrices(shop)()
    expect(pagePrice).to.equal(stored)
  })

  it('abandons a response that never arrives, and sends the change again', async () => {
    await context.clock.install()
    const shop = await measured()
    let requestCount = 0
    await shop.intercept(async (route) => {
      if (requestCount++ > 0) await route.continue()
    })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await waitForValue(() => Promise.resolve(requestCount), 1)
    await context.clock.fastForward(11_000)
    await shop.page.getByText('The shop is not responding').waitFor()
    await context.clock.fastForward(30_000)
    await waitForValue(() => Promise.resolve(requestCount), 2)
    await waitForValue(readPrices(shop), ['€198.73', '€198.73'])
  })

  it('keeps unsent changes after a reload', async () => {
    const shop = await measured()
    const mend = await shop.intercept((route) => route.abort())
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await shop.page.getByText('The shop is not responding').first().waitFor()
    await mend()
    await shop.page.reload()
    await shop.waitUntilReady()
    await waitForValue(readPrices(shop), ['€198.73', '€198.73'])
    expect(await shop.page.locator('.notice').innerText()).to.contain('were restored')
  })

  it('copies an expired configuration on a reload, and notifies the shopper', async () => {
    const shop = await measured()
    await forget()
    await shop.page.reload()
    await shop.waitUntilReady()
    expect(await shop.price()).to.equal('€129.71')
    expect(await shop.field('Width').inputValue()).to.equal('1450')
    expect(await shop.page.locator('.notice').innerText()).to.contain('Your configuration had expired')
  })

  it('uploads the files of an expired configuration again, and names files that are no longer available', async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    await shop.page.getByText('Rounded').click()
    await shop.waitForReplies()
    const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 plan') }
    await shop.page.getByLabel('Your drawing').setInputFiles(file)
    await shop.page.getByText('plan.pdf', { exact: true }).waitFor()
    await forget()
    await shop.page.getByLabel('Drawer').check()
    await shop.page.locator('.notice').getByText('Your configuration had expired').waitFor()
    await waitForValue(
      async () => (await shop.loadConfiguration(productId)).questions.some(({ text }) => text === 'plan.pdf'),
      true,
    )
    await shop.waitForReplies()
    await forget()
    await shop.page.reload()
    await shop.waitUntilReady()
    await shop.page.locator('.notice').getByText('choose the file for “Your drawing” again').waitFor()
  })

  it('never replaces a newer dead-end result with a slower, older one', async () => {
    const page = await ProductPageDriver.open(context, app, '/product/dell-laptop')
    const { products } = await app.shop.catalogue.products()
    const guided = products.find(({ label }) => label === 'dell-laptop')!
    const { product } = await app.shop.catalogue.product(guided.id)
    const question = product.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 2)!
    const lastAnswer = question.answers.at(-1)!
    let requestCount = 0
    await page.page.route('**/guidance?*', async (route) => {
      const mine = requestCount++
      if (mine === 0) await new Promise((resume) => setTimeout(resume, 1_500))
      const [configuration] = /[\w-]{32}/.exec(new URL(route.request().url()).pathname) ?? []
      const { revision } = await page.loadConfiguration(guided.id)
      const data = { configuration, revision, dead_ends: mine === 0 ? [lastAnswer.id] : [] }
      await route.fulfill({ json: { data } }).catch(() => undefined)
    })
    const inputs = page.page.locator(`#question-${question.id} input`)
    await inputs.nth(0).click()
    await waitForValue(() => Promise.resolve(requestCount), 1)
    await inputs.nth(1).click()
    await waitForValue(() => Promise.resolve(requestCount), 2)
    await page.page.waitForTimeout(2_000)
    const answers = await page.page.locator(`#question-${question.id}`).innerText()
    expect(answers).to.contain(lastAnswer.title)
    expect(answers).not.to.contain('Not compatible')
  })

  it('drops a dead-end result of an older revision, independent of its arrival', async () => {
    const page = await ProductPageDriver.open(context, app, '/product/dell-laptop')
    const { products } = await app.shop.catalogue.products()
    const { product } = await app.shop.catalogue.product(products.find(({ label }) => label === 'dell-laptop')!.id)
    const question = product.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 2)!
    const lastAnswer = question.answers.at(-1)!
    let older = 1
    await page.page.route('**/guidance?*', async (route) => {
      const { configuration, revision } = await page.loadConfiguration(product.id)
      await route.fulfill({ json: { data: { configuration, revision: revision - older, dead_ends: [lastAnswer.id] } } })
    })
    const inputs = page.page.locator(`#question-${question.id} input`)
    const isMarked = (): Promise<boolean> =>
      page.page
        .locator(`#question-${question.id}`)
        .innerText()
        .then((text) => text.includes('Not compatible') || !text.includes(lastAnswer.title))
    const chosen = async (index: number): Promise<void> => {
      const answered = page.page.waitForResponse('**/guidance?*')
      await inputs.nth(index).click()
      await answered
    }
    await chosen(0)
    await page.waitForReplies()
    expect(await isMarked()).to.equal(false)
    older = 0
    await chosen(1)
    await waitForValue(isMarked, true)
  })
})
