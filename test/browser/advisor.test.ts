// Browser tests of the advisor: keyboard use, announcements, lost connections, two tabs, and marks on unverified statements.
import { expect } from 'chai'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { enableAdvisor } from '../plugins/advisor/advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

const wish = 'A quiet desk for a tall person under 600 euros'

describe('storefront: conversation with the advisor', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let page: Page

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime({ messages: 1_000, conversations: 1_000 }), storefront()], { advisorSeconds: 2 })
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    await enableAdvisor(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
  })
  afterEach(() => context?.close())

  const readMessages = (on: Page = page): Promise<readonly string[]> =>
    on.locator('.turn').evaluateAll((all) => all.map((turn) => turn.querySelector('.said')?.textContent ?? ''))
  const replies = (on: Page = page): Locator => on.locator('.turn.advisor:not(.growing)')
  const announced = (): Promise<string> => page.locator('svc-advisor [role=status][aria-live]').first().innerText()
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active?.id || (active?.textContent ?? '').trim()
    })

  async function agree(on: Page = page, path = '/advisor'): Promise<void> {
    await on.goto(app.url + path)
    await on.locator('#agree').focus()
    await on.keyboard.press('Enter')
    await on.locator('#message').waitFor()
  }

  async function say(text: string, on: Page = page): Promise<void> {
    await on.locator('#message').focus()
    await on.keyboard.type(text)
    await on.keyboard.press('Enter')
  }

  async function answered(count: number, on: Page = page): Promise<void> {
    await waitForValue(() => replies(on).count(), count)
  }

  it('is linked from every page, and from none if the shop has no advisor', async () => {
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Advisor' }).click()
    await page.getByRole('button', { name: 'Agree and start' }).waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await enableAdvisor(app, { enabled: false })
    await page.goto(app.url)
    expect(await page.getByRole('link', { name: 'Advisor' }).count()).to.equal(0)
    expect((await page.goto(`${app.url}/advisor`))!.status()).to.equal(404)
  })

  it('configures a desk by keyboard, announces each reply, and adds the desk to the cart', async () => {
    await agree()
    expect(await page.getByText('Demo', { exact: true }).isVisible()).to.equal(true)
    await waitForValue(focused, 'message')
    await say(wish)
    await answered(1)
    const [request, reply] = await readMessages()
    expect(request).to.equal(wish)
    expect(reply).to.contain('Your configuration is complete')
    const card = page.locator('.standing')
    expect(await card.getByRole('heading').innerText()).to.equal('Standing desk')
    const total = await card.locator('[data-part=total]').innerText()
    expect(Number(total.replace(/[^\d.]/g, ''))).to.be.within(1, 600)
    await waitForValue(announced, `Advisor: ${reply} Price: ${total} Complete and ready to order.`)
    await waitForValue(focused, 'message')
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'View and buy' }).focus()
    await page.keyboard.press('Enter')
    const shop = new ProductPageDriver(page, app)
    await shop.waitUntilReady()
    expect(await shop.price()).to.equal(total)
    await page.getByRole('button', { name: 'Add to cart' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/cart')
    await page.getByRole('heading', { name: 'Standing desk' }).waitFor()
    expect(await page.locator('[data-ready]').innerText()).to.contain(total)
  })

  it('continues after a reload and in another tab, with the same turns', async () => {
    await agree()
    await say('A desk')
    await answered(1)
    await page.reload()
    await answered(1)
    const other = await context.newPage()
    await other.goto(`${app.url}/advisor`)
    await answered(1, other)
    await say('The cheapest one, please', other)
    await answered(2, other)
    await answered(2)
    expect(await readMessages()).to.deep.equal(await readMessages(other))
  })

  it('loses and duplicates no message when requests, responses and streams fail', async () => {
    let count = 0
    await context.route(/conversations\/.*(messages|stream)/, async (route) => {
      count++
      const { pathname } = new URL(route.request().url())
      if (count % 3 === 1) {
        // The shop stores the message. Its response is lost.
        if (pathname.endsWith('messages')) await route.fetch()
        return route.abort()
      }
      return route.fallback()
    })
    await agree()
    await say('A desk')
    await answered(1)
    await say(wish)
    await answered(2)
    const turns = await readMessages()
    expect(turns.filter((text) => text === 'A desk' || text === wish)).to.deep.equal(['A desk', wish])
    expect(turns).to.have.length(4)
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await answered(2)
    expect(await readMessages()).to.deep.equal(turns)
  })

  it('keeps unsent messages while the shop is unreachable, and sends each once afterwards', async () => {
    await agree()
    await context.setOffline(true)
    await say('A desk')
    await page.locator('.turn.unsent').waitFor()
    await page.getByRole('alert').waitFor()
    expect(await page.locator('.unsent').innerText()).to.contain('A desk')
    await context.setOffline(false)
    await answered(1)
    expect((await readMessages()).filter((text) => text === 'A desk')).to.have.length(1)
    expect((await page.locator('.unsent').count()) + (await page.getByRole('alert').count())).to.equal(0)
  })

  it('marks statements that the shop does not confirm', async () => {
    await enableAdvisor(app, { model: 'scripted-lies' })
    await agree()
    await say('A desk under 600 euros')
    await answered(1)
    const marks = await page.locator('mark.unverified').allTextContents()
    expect(marks).to.include('1.23 (not confirmed by the shop)')
    expect(await page.locator('.turn.advisor a').count(), 'links in the text of the model').to.equal(0)
    expect(await page.getByText('Text with a wavy underline is not confirmed by the shop.').isVisible()).to.equal(true)
    expect(await findAxeProblems(page)).to.deep.equal([])
  })

  it('reports a silent model provider in the reply, and lets the shopper end a reply', async () => {
    await enableAdvisor(app, { model: 'scripted-stalls' })
    await agree()
    await say('A desk')
    await page.locator('.growing').waitFor()
    await page.getByRole('button', { name: 'Stop reply' }).focus()
    await page.keyboard.press('Enter')
    await answered(1)
    expect(await replies().innerText()).to.match(/You stopped this reply\.|The advisor is not available at the moment\./)
    await waitForValue(focused, 'message')
    await say('Once more')
    await answered(2)
    expect(await replies().last().innerText()).to.contain('The advisor is not available at the moment.')
  })

  it('passes the conversation to a person after the shopper leaves an address', async () => {
    await agree()
    await say('I want to speak to a person')
    await page.getByRole('heading', { name: 'Talk to our team' }).waitFor()
    await page.getByRole('button', { name: 'Send request' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Please enter an e-mail address or a phone number.').first().waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    await page.getByLabel('E-mail address').focus()
    await page.keyboard.type('ada@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Your messages here now go to our team.').first().waitFor()
    const before = await replies().count()
    await say('Thank you')
    await waitForValue(async () => (await readMessages()).at(-1), 'Thank you')
    expect(await replies().count()).to.equal(before)
    const [{ id } = { id: 0 }] = (await app.records.list('chat-outreach', { sort: '-id' })).records
    await app.act('decide-outreach', { outreach_id: id, approve: true, subject: 'Your desk', text: 'We call you at nine.' })
    // The shopper returns to the page.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator('.turn.person').getByText('We call you at nine.').waitFor()
    await waitForValue(announced, 'Our team: We call you at nine.')
  })

  it('is deleted permanently after a second confirmation', async () => {
    await agree()
    await say('A desk')
    await answered(1)
    await page.getByRole('button', { name: 'Delete conversation' }).focus()
    await page.keyboard.press('Enter')
    await waitForValue(focused, 'really-remove')
    await page.keyboard.press('Enter')
    await page.locator('#agree').waitFor()
    await waitForValue(focused, 'agree')
    const turns = await app.context.database.query('SELECT COUNT(*) AS left_over FROM svc_chat_turn WHERE text = ?', ['A desk'])
    await page.reload()
    await page.locator('#agree').waitFor()
    expect(turns).to.have.length(1)
    expect(await page.evaluate(() => localStorage.getItem('svc-talk'))).to.equal(null)
  })

  it('renders hostile messages as plain text, without markup or links', async () => {
    await agree()
    const hostile = '<img src=x onerror="document.title=1"> javascript:alert(1) https://evil.example'
    await say(hostile)
    await answered(1)
    expect((await readMessages())[0]).to.equal(hostile)
    expect(await page.locator('.turn img, .turn.shopper a').count()).to.equal(0)
  })

  it('updates the configurator that it is embedded next to', async () => {
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    await shop.waitForReplies()
    const on = shop.page
    await on.getByRole('button', { name: 'Ask the advisor' }).focus()
    await on.keyboard.press('Enter')
    await on.locator('#agree').waitFor()
    expect(await findAxeProblems(on)).to.deep.equal([])
    await on.locator('#agree').focus()
    await on.keyboard.press('Enter')
    await say('The cheapest one, please', on)
    await answered(1, on)
    await waitForValue(() => on.locator('.price-box').getByText('Your configuration is complete.').isVisible(), true)
    const configuration = await shop.loadConfiguration(await productId())
    const state = await shop.readShownState()
    expect(state.price.gross).to.equal(configuration.price!.gross)
    await on.locator('#message').focus()
    await on.keyboard.press('Escape')
    await waitForValue(() => on.locator('.advice').count(), 0)
    await waitForValue(() => shop.describeFocus(), 'ask-advisor')
  })

  it('fits a narrow screen in German and from right to left', async () => {
    for (const [prefix, word] of [
      ['/he', 'הסכמה והתחלה'],
      ['/de', 'Zustimmen und starten'],
    ] as const) {
      const narrow = await browser.newContext({ viewport: { width: 320, height: 640 } })
      const small = await narrow.newPage()
      if ((await small.goto(`${app.url}${prefix}/advisor`))!.ok()) {
        await small.getByRole('button', { name: word }).click()
        await say('Schreibtisch', small)
        await answered(1, small)
        expect(await small.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(320)
        expect(await findAxeProblems(small)).to.deep.equal([])
      } else expect(prefix, 'the demo speaks German').to.equal('/he')
      await narrow.close()
    }
  })

  async function productId(): Promise<number> {
    const { products } = await app.shop.catalogue.products()
    return products.find(({ label }) => label === 'standing-desk')!.id
  }
})
