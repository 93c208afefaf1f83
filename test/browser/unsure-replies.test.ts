// Replies that are lost, late, doubled or never come, two tabs, an expired configuration: the shopper sees what the service holds.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { becomes, changes, ShopPage } from '../support/shop-page.js'

describe('the storefront without a sure reply', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let blind: number
  let desk: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    const { products } = await app.catalogue.products()
    blind = products.find(({ label }) => label === 'roller-blind')!.id
    desk = products.find(({ label }) => label === 'standing-desk')!.id
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 700 } })
  })
  afterEach(() => context?.close())

  const measured = async (): Promise<ShopPage> => {
    const shop = await ShopPage.open(context, app, '/product/roller-blind')
    await shop.type('Width', ['1450'], 0)
    await shop.type('Drop', ['1800'], 0)
    await shop.leave()
    await shop.page.getByLabel('Group 1', { exact: true }).check()
    expect(await shop.price()).to.equal('€129.71')
    return shop
  }
  const shownPrice = (shop: ShopPage) => async (): Promise<readonly [string, string | undefined]> => {
    const { price } = await shop.held(blind)
    return [await shop.price(), price === null ? undefined : `€${price.gross.toFixed(2)}`]
  }
  const forget = async (): Promise<void> => {
    for (const { id } of (await app.list('configuration', { limit: 200 })).records) await app.remove('configuration', id)
  }

  it('shows what is stored after a reply was lost, without a click', async () => {
    const shop = await measured()
    let lost = 0
    await shop.intercept(async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await becomes(shownPrice(shop), ['€198.73', '€198.73'])
    expect(await shop.page.getByLabel('Group 3', { exact: true }).isChecked()).to.equal(true)
    await becomes(() => shop.alerts(), [])
  })

  it('sends a change whose reply was lost once more under its key: it is one change, and what it brought with it is told', async () => {
    const shop = await measured()
    const before = await shop.held(blind)
    const sent: { readonly key: string | undefined; readonly body: string | null; readonly replayed: string | undefined }[] = []
    await shop.intercept(async (route) => {
      const response = await route.fetch()
      const key = route.request().headers()['idempotency-key']
      sent.push({ key, body: route.request().postData(), replayed: response.headers()['idempotent-replayed'] })
      if (sent.length === 1) await route.abort()
      else await route.fulfill({ response })
    })
    const field = shop.page.getByLabel('Acmeda 240v')
    await field.focus()
    await shop.page.keyboard.press('Space')
    const again = shop.page.getByRole('button', { name: 'Try again' }).first()
    await again.focus()
    await shop.page.keyboard.press('Enter')
    const notice = shop.page.locator('.notice').filter({ hasText: 'Chain side' })
    await notice.waitFor()
    await shop.settled()
    expect(sent).to.have.length(2)
    expect(sent[1]).to.deep.equal({ ...sent[0], replayed: 'true' })
    expect(sent[0]!.key).to.match(/^[\d-]{4,64}$/)
    expect((await shop.held(blind)).revision).to.equal(before.revision + 1)
    // In the words of the change itself: not as something that somebody else has done.
    expect(await notice.innerText()).to.contain('it no longer applies')
    expect(await shop.price()).to.equal((await shownPrice(shop)())[1])
    await shop.page.getByRole('button', { name: 'Undo' }).first().focus()
    await shop.page.keyboard.press('Enter')
    await becomes(() => field.isChecked(), false)
  })

  it('gives another key to a change that was entered anew before it could be sent again', async () => {
    const shop = await measured()
    const before = await shop.held(blind)
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
    await becomes(() => shop.page.getByLabel('Group 2', { exact: true }).isChecked(), true)
    isCut = false
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await becomes(async () => (await shop.held(blind)).revision, before.revision + 2)
    await shop.settled()
    expect(keys.at(-1)).not.to.equal(keys[0])
    expect(await shop.page.getByLabel('Group 2', { exact: true }).isChecked()).to.equal(true)
    expect(await shop.price()).to.equal((await shownPrice(shop)())[1])
    await becomes(() => shop.alerts(), [])
  })

  it('merges what two tabs choose of one question, and shows it in both', async () => {
    const first = await ShopPage.open(context, app, '/product/standing-desk')
    const opened = context.waitForEvent('page')
    await first.page.evaluate(() => void window.open(location.href))
    const second = new ShopPage(await opened, app)
    await second.ready()
    expect(await second.token(desk)).to.equal(await first.token(desk))
    await first.slow(200)
    await second.slow(100)
    await Promise.all([first.page.getByLabel('Cable tray').click(), second.page.getByLabel('Headphone hook').click()])
    for (const shop of [first, second]) {
      await becomes(() => shop.page.getByLabel('Cable tray').isChecked(), true)
      await becomes(() => shop.page.getByLabel('Headphone hook').isChecked(), true)
    }
    const { price } = await first.held(desk)
    for (const shop of [first, second]) await becomes(() => shop.price(), `€${price!.gross.toFixed(2)}`)
    await first.page.getByLabel('Cable tray').click()
    await becomes(() => second.page.getByLabel('Cable tray').isChecked(), false)
  })

  it('shows what another tab has chosen although the answer about it got lost', async () => {
    const first = await ShopPage.open(context, app, '/product/standing-desk')
    const opened = context.waitForEvent('page')
    await first.page.evaluate(() => void window.open(location.href))
    const second = new ShopPage(await opened, app)
    await second.ready()
    let lost = 0
    await second.page.route(changes, (route) => (lost++ === 0 ? route.abort() : route.continue()))
    await first.page.getByLabel('Cable tray').click()
    await becomes(() => second.page.getByLabel('Cable tray').isChecked(), true)
    expect(lost).to.equal(2)
    await becomes(() => second.price(), await first.price())
  })

  it('says beside the control that the shop does not answer, and goes on by itself when it is back online', async () => {
    const shop = await measured()
    await shop.reckons()
    const mend = await shop.intercept((route) => route.abort())
    const radio = shop.page.getByLabel('Group 3', { exact: true })
    await radio.scrollIntoViewIfNeeded()
    await radio.click()
    const failure = shop.page.getByRole('alert').filter({ hasText: 'The shop is not responding' })
    await failure.waitFor()
    expect(await shop.inSight(failure)).to.equal(true)
    expect(await shop.page.locator('.price').innerText()).to.contain('This price is not confirmed yet.')
    await shop.page.getByLabel('Group 2', { exact: true }).click()
    await mend()
    await shop.page.evaluate(() => dispatchEvent(new Event('online')))
    await failure.waitFor({ state: 'detached' })
    expect(await shop.page.getByLabel('Group 2', { exact: true }).isChecked()).to.equal(true)
    const [shown, stored] = await shownPrice(shop)()
    expect(shown).to.equal(stored)
  })

  it('gives up a reply that never comes, and sends the entry again', async () => {
    await context.clock.install()
    const shop = await measured()
    let sent = 0
    await shop.intercept(async (route) => {
      if (sent++ > 0) await route.continue()
    })
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await becomes(() => Promise.resolve(sent), 1)
    await context.clock.fastForward(11_000)
    await shop.page.getByText('The shop is not responding').waitFor()
    await context.clock.fastForward(30_000)
    await becomes(() => Promise.resolve(sent), 2)
    await becomes(shownPrice(shop), ['€198.73', '€198.73'])
  })

  it('keeps entries that did not reach the shop over a reload', async () => {
    const shop = await measured()
    const mend = await shop.intercept((route) => route.abort())
    await shop.page.getByLabel('Group 3', { exact: true }).click()
    await shop.page.getByText('The shop is not responding').first().waitFor()
    await mend()
    await shop.page.reload()
    await shop.ready()
    await becomes(shownPrice(shop), ['€198.73', '€198.73'])
    expect(await shop.page.locator('.notice').innerText()).to.contain('were restored')
  })

  it('takes the entries of an expired configuration over on a reload, and says so', async () => {
    const shop = await measured()
    await forget()
    await shop.page.reload()
    await shop.ready()
    expect(await shop.price()).to.equal('€129.71')
    expect(await shop.field('Width').inputValue()).to.equal('1450')
    expect(await shop.page.locator('.notice').innerText()).to.contain('Your configuration had expired')
  })

  it('sends files again that went with an expired configuration, and names those that it no longer has', async () => {
    const shop = await ShopPage.open(context, app, '/product/standing-desk')
    await shop.page.getByText('Rounded').click()
    await shop.settled()
    const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 plan') }
    await shop.page.getByLabel('Your drawing').setInputFiles(file)
    await shop.page.getByText('plan.pdf', { exact: true }).waitFor()
    await forget()
    await shop.page.getByLabel('Drawer').check()
    await shop.page.locator('.notice').getByText('Your configuration had expired').waitFor()
    await becomes(async () => (await shop.held(desk)).questions.some(({ text }) => text === 'plan.pdf'), true)
    await shop.settled()
    await forget()
    await shop.page.reload()
    await shop.ready()
    await shop.page.locator('.notice').getByText('choose the file for “Your drawing” again').waitFor()
  })

  it('does not let a slow answer about dead ends replace a newer one', async () => {
    const page = await ShopPage.open(context, app, '/product/dell-laptop')
    const { products } = await app.catalogue.products()
    const guided = products.find(({ label }) => label === 'dell-laptop')!
    const { product } = await app.catalogue.product(guided.id)
    const question = product.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 2)!
    const marked = question.answers.at(-1)!
    let asked = 0
    await page.page.route('**/guidance?*', async (route) => {
      const mine = asked++
      if (mine === 0) await new Promise((resume) => setTimeout(resume, 1_500))
      const [configuration] = /[\w-]{32}/.exec(new URL(route.request().url()).pathname) ?? []
      const { revision } = await page.held(guided.id)
      const data = { configuration, revision, dead_ends: mine === 0 ? [marked.id] : [] }
      await route.fulfill({ json: { data } }).catch(() => undefined)
    })
    const inputs = page.page.locator(`#question-${question.id} input`)
    await inputs.nth(0).click()
    await becomes(() => Promise.resolve(asked), 1)
    await inputs.nth(1).click()
    await becomes(() => Promise.resolve(asked), 2)
    await page.page.waitForTimeout(2_000)
    const answers = await page.page.locator(`#question-${question.id}`).innerText()
    expect(answers).to.contain(marked.title)
    expect(answers).not.to.contain('Not compatible')
  })

  it('drops an answer about dead ends that speaks of an older revision, whenever it comes', async () => {
    const page = await ShopPage.open(context, app, '/product/dell-laptop')
    const { products } = await app.catalogue.products()
    const { product } = await app.catalogue.product(products.find(({ label }) => label === 'dell-laptop')!.id)
    const question = product.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 2)!
    const marked = question.answers.at(-1)!
    let older = 1
    await page.page.route('**/guidance?*', async (route) => {
      const { configuration, revision } = await page.held(product.id)
      await route.fulfill({ json: { data: { configuration, revision: revision - older, dead_ends: [marked.id] } } })
    })
    const inputs = page.page.locator(`#question-${question.id} input`)
    const says = (): Promise<boolean> =>
      page.page
        .locator(`#question-${question.id}`)
        .innerText()
        .then((text) => text.includes('Not compatible') || !text.includes(marked.title))
    const chosen = async (index: number): Promise<void> => {
      const answered = page.page.waitForResponse('**/guidance?*')
      await inputs.nth(index).click()
      await answered
    }
    await chosen(0)
    await page.settled()
    expect(await says()).to.equal(false)
    older = 0
    await chosen(1)
    await becomes(says, true)
  })
})
