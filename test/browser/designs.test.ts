// Browser tests of saved designs: unfinished configurations and viewed products in this browser, and "My designs" of an account.
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { registerAccount } from '../support/registration.js'
import type { ListeningApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: designs', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let context: BrowserContext
  let buyer: DemoBuyer
  let page: Page

  useDemoShop((demoShop) => {
    ;({ app, context, buyer } = demoShop)
    page = buyer.page
  })

  /** Enters the size of the blind and waits until this browser has stored the configuration. */
  const beginBlind = async (): Promise<void> => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await page.locator('.price-box[aria-busy=false]').waitFor()
    await page.getByLabel('Inside the recess').focus()
    await page.keyboard.press('Space')
    await page.getByText('Your configuration is complete.').waitFor()
    await waitForValue(() => page.evaluate(() => localStorage.getItem('svc-unfinished') !== null), true)
  }

  const signUp = async (email: string): Promise<void> => {
    await registerAccount(app, { email, password: 'a sound password', language: 'en-GB', first_name: 'Ada', last_name: 'Byron' })
  }
  const signIn = async (email: string): Promise<void> => {
    await page.locator('#sign-in-email').focus()
    await page.keyboard.type(email)
    await page.locator('#sign-in-password').focus()
    await page.keyboard.type('a sound password')
    await page.keyboard.press('Enter')
  }
  const designNames = (): Promise<readonly string[]> => page.locator('[data-design] h2').allInnerTexts()

  it('offer an unfinished configuration on the home page and the product page of the same browser, until it is discarded', async () => {
    await beginBlind()
    const other = await DemoBuyer.open(context, app)
    const banner = other.page.locator('.resume')
    await other.page.goto(`${app.url}/de/`)
    await banner.getByText('Sie haben „Rollo“ begonnen.').waitFor()
    // The configured picture: its name contains the names of the layers.
    await waitForValue(
      async () => /\/pictures\/[\w-]+~/.test(decodeURIComponent((await banner.locator('img').getAttribute('src'))!)),
      true,
    )
    expect(await findAxeProblems(other.page)).to.deep.equal([])
    await banner.getByRole('link', { name: 'Fortsetzen' }).focus()
    await other.page.keyboard.press('Enter')
    await other.waitUntilReady()
    expect(await other.page.getByLabel('Breite').inputValue()).to.equal('1450')
    expect(await banner.isVisible(), 'the offered configuration is open').to.equal(false)
    const third = await DemoBuyer.open(context, app)
    await third.goto('/product/roller-blind')
    expect(await third.page.getByLabel('Width').inputValue()).to.equal('')
    const offer = third.page.locator('.resume')
    await offer.getByRole('link', { name: 'Continue' }).focus()
    await third.page.keyboard.press('Enter')
    await waitForValue(() => third.page.getByLabel('Width').inputValue(), '1450')
    const fourth = await DemoBuyer.open(context, app)
    await fourth.goto('/product/roller-blind')
    await fourth.page.locator('.resume').getByRole('button', { name: 'Discard' }).focus()
    await fourth.page.keyboard.press('Enter')
    await waitForValue(() => fourth.page.locator('.resume').isVisible(), false)
    expect(
      await fourth.page.evaluate(() => [document.activeElement?.tagName, localStorage.getItem('svc-unfinished')]),
    ).to.deep.equal(['H1', null])
  })

  it('offer no configuration that is in the cart, belongs to another product, or no longer exists', async () => {
    await buyer.addBlind()
    expect(await page.evaluate(() => localStorage.getItem('svc-unfinished'))).to.equal(null)
    await beginBlind()
    const other = await DemoBuyer.open(context, app)
    await other.goto('/product/standing-desk')
    await other.page.locator('.recent').waitFor()
    expect(await other.page.locator('.resume').isVisible()).to.equal(false)
    await app.context.database.query("UPDATE svc_configuration SET changed = '2020-01-01 00:00:00' WHERE state = 'open'")
    const [first] = JSON.parse((await page.evaluate(() => localStorage.getItem('svc-unfinished')))!) as readonly {
      token: string
    }[]
    const configuration = other.page.waitForResponse(new RegExp(`/configurations/${first!.token}\\?`))
    await other.page.goto(app.url)
    expect((await configuration).status()).to.equal(404)
    await waitForValue(() => other.page.locator('.resume').isVisible(), false)
    expect(await other.page.evaluate(() => localStorage.getItem('svc-unfinished'))).to.equal(null)
  })

  it('list recently viewed products in this browser, without the product of the page', async () => {
    await buyer.goto('/product/roller-blind')
    await waitForValue(() => page.evaluate(() => localStorage.getItem('svc-viewed') !== null), true)
    await buyer.goto('/product/standing-desk')
    const titles = page.locator('.recent a')
    await waitForValue(() => titles.allInnerTexts(), ['Roller blind'])
    await page.goto(app.url)
    await waitForValue(() => titles.allInnerTexts(), ['Standing desk', 'Roller blind'])
    expect(await findAxeProblems(page)).to.deep.equal([])
    // Also in a language in which they were not viewed.
    await page.goto(`${app.url}/de/`)
    await waitForValue(() => titles.allInnerTexts(), ['Stehtisch', 'Rollo'])
    await page.goto(app.url)
    await titles.first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Standing desk', level: 1 }).waitFor()
  })

  it('are saved by a guest after signing in, and then named, duplicated, compared, shared, bought and deleted by keyboard', async () => {
    const email = 'ada@designs.example'
    await signUp(email)
    await beginBlind()
    await buyer.press('Save')
    await page.getByText('Sign in or create an account to save your design.').waitFor()
    await signIn(email)
    await page.getByText('Your design is saved.').waitFor()
    expect(await designNames()).to.deep.equal(['Roller blind'])
    expect(new URL(page.url()).search, 'a reload does not save again').to.equal('')
    await buyer.press(/^Rename/)
    await waitForValue(() => buyer.describeFocus(), 'design-form')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('For the hall')
    await page.keyboard.press('Enter')
    await waitForValue(designNames, ['For the hall'])
    await buyer.press(/^Duplicate/)
    await waitForValue(designNames, ['For the hall (copy)', 'For the hall'])
    // Changes the copy, so the comparison has a difference.
    await buyer.press(/^Edit/, 'link')
    await buyer.waitUntilReady()
    await page.getByLabel('In front of the recess').focus()
    await page.keyboard.press('Space')
    await page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.goto('/account/designs')
    for (const box of await page.getByRole('checkbox').all()) {
      await box.focus()
      await page.keyboard.press('Space')
    }
    const comparison = page.getByRole('table')
    expect(await comparison.locator('thead th').allInnerTexts()).to.deep.equal(['For the hall (copy)', 'For the hall'])
    const addresses = await comparison
      .locator('thead img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
    expect(new Set(addresses).size, 'each design has its own picture').to.equal(2)
    expect(await comparison.locator('tr.differs').allInnerTexts()).to.deep.equal([
      'Mounting\tIn front of the recess\tInside the recess',
    ])
    await buyer.press(/^Share/)
    const link = page.getByLabel('Link to this design')
    await link.waitFor()
    const shared = new URL(await link.inputValue())
    expect(shared.pathname).to.match(/^\/product\/\d+$/)
    expect(await findAxeProblems(page)).to.deep.equal([])
    await buyer.press(/^Add to cart/)
    await page.getByText('For the hall (copy) was added to your cart.').waitFor()
    expect(await buyer.readCartCount()).to.equal('1')
    await buyer.press(/^Delete/)
    await waitForValue(() => buyer.describeFocus(), 'design-form')
    await page.keyboard.press('Enter')
    await waitForValue(designNames, ['For the hall'])
    await buyer.goto('/cart')
    await page.locator('.options dd', { hasText: 'In front of the recess' }).waitFor()
  })

  it('are saved from the product page of a signed-in customer, with later changes, and fit a phone', async () => {
    const email = 'bea@designs.example'
    await signUp(email)
    await buyer.goto('/account')
    await signIn(email)
    await buyer.press('My designs', 'link')
    await page.getByText('No saved designs yet.').waitFor()
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.press('Save')
    await page.getByText('Saved in “My designs”.').waitFor()
    await page.getByLabel('Inside the recess').focus()
    await page.keyboard.press('Space')
    await page.getByText('Your configuration is complete.').waitFor()
    expect(await findAxeProblems(page)).to.deep.equal([])
    // Designs of the same name have numbers.
    await buyer.press('Start over')
    await waitForValue(() => page.getByLabel('Width').inputValue(), '')
    await buyer.press('Save')
    await page.getByText('Saved in “My designs”.').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await buyer.goto('/de/account/designs')
    await waitForValue(designNames, ['Rollo 2', 'Rollo'])
    await page
      .locator('summary', { hasText: /gewählte Optionen/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^In den Warenkorb/ }).waitFor()
    expect(await buyer.hasNoSidewaysScroll()).to.equal(true)
    expect(await findAxeProblems(page)).to.deep.equal([])
  })
})
