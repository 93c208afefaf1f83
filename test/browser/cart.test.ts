// Browser tests of the cart and account pages, by keyboard: editing positions, lost responses, sharing, and signing in.
import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { readConfirmationToken, registerAccount } from '../support/registration.js'
import type { ListeningApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { DemoBuyer, useDemoShop } from './demo-buyer.js'
import { createProduct } from '../support/small-shop.js'
import { waitForValue } from './product-page-driver.js'

const positions = /\/svc-api\/runtime\/v1\/carts\/[\w-]{32}\/positions/

describe('storefront: cart and account pages', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let context: BrowserContext
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, context, buyer } = demoShop)
  })

  const quantity = (): Promise<string> => buyer.page.locator('.stepper input').first().inputValue()

  it('name the missing answers before a product is added, and move the focus to the first one', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press('Add to cart')
    await buyer.page.locator('output', { hasText: "Please complete 'Width'." }).waitFor()
    await waitForValue(() => buyer.describeFocus(), (await buyer.page.getByLabel('Width').getAttribute('id')) ?? '')
    expect(await buyer.page.locator('.count').isVisible()).to.equal(false)
  })

  it('add a complete configuration once, and start a new configuration with the same selections', async () => {
    await buyer.addBlind()
    expect(await buyer.readCartCount()).to.equal('1')
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('1450')
    await buyer.press('View cart', 'link')
    await buyer.waitUntilReady()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('1450 mm')
    expect(await buyer.readSum('line')).to.equal(await buyer.readSum('goods'))
    expect(await buyer.readCartCount()).to.equal('1')
  })

  it('show a slow network that the product is being added, and the cart that it loads', async () => {
    const { page } = buyer
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await page.locator('.price-box[aria-busy=false]').waitFor()
    await page.getByLabel('Inside the recess').focus()
    await page.keyboard.press('Space')
    await page.getByText('Your configuration is complete.').waitFor()
    const holdRequests = async (address: RegExp): Promise<() => void> => {
      let release: () => void = () => undefined
      const gate = new Promise<void>((resolve) => (release = resolve))
      await page.route(address, async (route) => {
        await gate
        await route.continue()
      })
      return () => release()
    }
    const releaseCart = await holdRequests(/\/carts\b/)
    await buyer.press('Add to cart')
    await page.locator('.buy[data-busy]').waitFor()
    releaseCart()
    await page.getByText('Added to cart.').waitFor()
    expect(await page.locator('.buy[data-busy]').count()).to.equal(0)
    const releaseTexts = await holdRequests(/texts-shop-en/)
    await page.goto(`${app.url}/cart`, { waitUntil: 'commit' })
    await page.getByText('Loading …').waitFor()
    await page.waitForFunction(() => customElements.get('svc-cart') !== undefined)
    expect(await page.getByText('Loading …').isVisible()).to.equal(true)
    releaseTexts()
    await buyer.waitUntilReady()
    expect(await page.getByText('Loading …').isVisible()).to.equal(false)
  })

  it('pass the purchase to the embedding page if it has its own cart', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press(/Living room/)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.page.getByLabel('Inside the recess').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.getByText('Your configuration is complete.').waitFor()
    const bought = buyer.page.evaluate(
      () =>
        new Promise<{ readonly product: number; readonly quantity: number; readonly complete: boolean }>((resolve) => {
          addEventListener('svc-add-to-cart', (event) => {
            event.preventDefault()
            resolve((event as CustomEvent<{ product: number; quantity: number; complete: boolean }>).detail)
          })
        }),
    )
    const urls: string[] = []
    buyer.page.on('request', (request) => urls.push(request.url()))
    await buyer.type('Quantity', '3')
    await buyer.page.keyboard.press('Enter')
    expect(await bought).to.include({ quantity: 3, complete: true })
    expect(urls.filter((address) => address.includes('/carts'))).to.deep.equal([])
  })

  it('find the product in the cart if the response to adding it was lost', async () => {
    await buyer.goto('/product/roller-blind')
    const restoreReply = await buyer.loseReply('POST', positions)
    await buyer.press(/Living room/)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.page.getByLabel('Inside the recess').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.getByText('Your configuration is complete.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.getByText('Added to cart. Items in your cart: 1.').waitFor()
    await restoreReply()
  })

  it('change quantities by keyboard, keep invalid input, and show the error next to it', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    const firstSum = await buyer.readSum('goods')
    await buyer.press('Increase quantity: Roller blind')
    await waitForValue(quantity, '2')
    expect(await buyer.describeFocus()).to.equal('Increase quantity: Roller blind')
    expect(await buyer.readSum('goods')).not.to.equal(firstSum)
    await buyer.type('Quantity of Roller blind', '1')
    await buyer.page.keyboard.press('Tab')
    await waitForValue(() => buyer.readSum('goods'), firstSum)
    for (const typed of ['a dozen', '2.000']) {
      await buyer.type('Quantity of Roller blind', '1')
      await buyer.page.keyboard.press('Tab')
      await buyer.page.locator('.how [role=alert]:empty').waitFor({ state: 'attached' })
      await buyer.type('Quantity of Roller blind', typed)
      await buyer.page.keyboard.press('Tab')
      await buyer.page.locator('.how [role=alert]:not(:empty)').waitFor()
      expect(await quantity()).to.equal(typed)
      expect(await buyer.readSum('goods')).to.equal(firstSum)
    }
  })

  it('offer a retry after a lost response, and show the stored quantity', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.loseReply('PATCH', positions)
    await buyer.press('Increase quantity: Roller blind')
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    expect(await quantity()).to.equal('2')
    await buyer.press('Try again')
    await buyer.waitForReplies()
    await waitForValue(() => buyer.page.getByText('The shop is not responding right now.').count(), 0)
    expect([await quantity(), await buyer.page.locator('.line-price .small').first().innerText()]).to.deep.equal([
      '2',
      '€129.71 each',
    ])
  })

  it('save a quantity that was entered offline once the browser is online, also on the way to the checkout', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    const each = buyer.page.locator('.line-price .small').first()
    const increaseOffline = async (): Promise<void> => {
      await context.setOffline(true)
      await buyer.press('Increase quantity: Roller blind')
      await buyer.page.getByText('The shop is not responding right now.').waitFor()
    }
    await increaseOffline()
    expect([await quantity(), await each.count()], 'the sum is still that of one').to.deep.equal(['2', 0])
    await context.setOffline(false)
    await each.waitFor()
    expect(await quantity()).to.equal('2')
    await waitForValue(() => buyer.page.getByText('The shop is not responding right now.').count(), 0)
    const goods = await buyer.readSum('goods')
    await buyer.loseReply('PATCH', positions)
    await buyer.press('Increase quantity: Roller blind')
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    await buyer.press('Check out', 'link')
    await buyer.page.locator('#step').waitFor()
    expect(await buyer.page.locator('.lines').innerText()).to.contain('3 × Roller blind')
    expect(await buyer.readSum('goods')).not.to.equal(goods)
  })

  it('copy a position once after a lost response, remove one, and restore it', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.loseReply('POST', positions)
    await buyer.press(/^Duplicate/)
    await buyer.press('Try again')
    await waitForValue(() => buyer.page.locator('.position').count(), 2)
    expect(await buyer.readCartCount()).to.equal('2')
    await buyer.press(/^Remove/)
    await waitForValue(() => buyer.page.locator('.position').count(), 1)
    await waitForValue(() => buyer.describeFocus(), 'put-back')
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.page.locator('.position').count(), 2)
    expect(await buyer.readCartCount()).to.equal('2')
  })

  it('copy a shared configuration into the cart, and leave the shared configuration unchanged', async () => {
    await buyer.addBlind()
    await buyer.press('Share')
    const link = await buyer.page.getByLabel('Anyone with this link').inputValue()
    const { pathname, search } = new URL(link)
    await buyer.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await buyer.goto(pathname + search)
    await buyer.press('Add to cart')
    await buyer.page.waitForURL('**/cart')
    await buyer.waitUntilReady()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('1450 mm')
    await buyer.goto(pathname + search)
    await buyer.page.getByText('was shared with you').waitFor()
    expect(await buyer.page.getByRole('button', { name: 'Add to cart' }).isVisible()).to.equal(true)
  })

  it('edit a position in the configurator, and update the cart on save', async () => {
    await buyer.addBlind()
    await buyer.goto('/cart')
    const before = await buyer.readSum('goods')
    await buyer.press(/^Edit/, 'link')
    await buyer.page.getByText('You are editing an item in your cart.').waitFor()
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('1450')
    await buyer.page.getByLabel('Group 3', { exact: true }).focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.press('Save')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.waitUntilReady()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('Group 3')
    expect(await buyer.readSum('goods')).not.to.equal(before)
    // The shopper's own earlier configuration is unchanged.
    await buyer.goto('/product/roller-blind')
    expect(await buyer.page.getByLabel('Group 1', { exact: true }).isChecked()).to.equal(true)
  })

  it('estimate costs for a chosen country, and charge in the chosen currency', async () => {
    await buyer.addBlind()
    await buyer.goto('/cart')
    const before = await buyer.readSum('total')
    await buyer.page.getByLabel('Currency').focus()
    await buyer.page.keyboard.type('Br')
    await waitForValue(async () => (await buyer.readSum('total')).startsWith('£'), true)
    // All tabs show the new currency immediately, in existing and in new configurations.
    const amount = async (of: DemoBuyer): Promise<string> => {
      await of.page.locator('.price-box[aria-busy=false]').waitFor()
      return of.page.locator('[data-part=amount]').first().innerText()
    }
    const other = await DemoBuyer.open(context, app)
    await other.goto('/product/roller-blind')
    await other.press(/Living room/)
    await waitForValue(async () => (await amount(other)).startsWith('£'), true)
    await buyer.goto('/product/roller-blind')
    expect(await amount(buyer)).to.contain('£')
    await buyer.goto('/cart')
    await buyer.page.getByLabel('Currency').focus()
    // Type-ahead in a select joins letters typed in quick succession.
    await buyer.page.waitForTimeout(1_200)
    await buyer.page.keyboard.type('Eu')
    await waitForValue(() => buyer.readSum('total'), before)
    await buyer.page.getByLabel('Country').focus()
    await buyer.page.keyboard.type('Switz')
    await waitForValue(() => buyer.page.locator('.sums .aside').count(), 0)
    expect(await buyer.readSum('total')).not.to.equal(before)
  })

  it('keep notes after a reload', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.page.locator('.how summary').focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.type('Note: Roller blind', 'Left window')
    await buyer.type('Order note', 'Please ring twice.')
    await buyer.page.keyboard.press('Tab')
    await buyer.page.locator('[aria-live]', { hasText: 'Saved.' }).waitFor()
    await buyer.goto('/cart')
    expect(await buyer.page.getByLabel('Note: Roller blind').inputValue()).to.equal('Left window')
    expect(await buyer.page.getByLabel('Order note').inputValue()).to.equal('Please ring twice.')
  })

  it('report a product that is no longer sold, and remove it', async () => {
    await buyer.provideBlind()
    const [product] = (await app.records.list('product', { limit: 1, sort: 'id' })).records
    await app.records.write('product', { published: false }, { id: product!.id })
    try {
      await buyer.goto('/cart')
      await buyer.page.getByText('Roller blind is no longer available').waitFor()
      await buyer.page.getByText('You cannot check out yet').waitFor()
      await buyer.press(/^Remove/)
      await buyer.page.getByText('Your cart is empty.').waitFor()
    } finally {
      await app.records.write('product', { published: true }, { id: product!.id })
    }
  })

  it('report a deleted product, and continue without it', async () => {
    await buyer.provideBlind()
    const token = await buyer.page.evaluate(() => localStorage.getItem('svc-cart'))
    const product_id = await createProduct(app.records, 'Stool', { baseprice: 30 })
    const { configuration } = (await app.shop.serve('start-configuration', { product_id }, {})) as {
      readonly configuration: string
    }
    await app.shop.serve('add-position', { token, configuration }, {})
    await app.records.remove('product', product_id)
    await buyer.goto('/cart')
    await buyer.page.getByText('Stool is no longer available').waitFor()
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    await buyer.press(/^Remove.*Stool/)
    await waitForValue(() => buyer.page.getByText('Stool is no longer available').count(), 0)
    expect(await buyer.page.locator('.position').count()).to.equal(1)
    await buyer.page.getByRole('link', { name: 'Check out' }).waitFor()
  })

  it('make a saved cart the current one on every page', async () => {
    const { session } = await registerAccount(app, {
      email: 'rosa@people.example',
      password: 'a sound password',
      language: 'en-GB',
    })
    const shopper = (await app.shop.accounts.sessionShopper(session))!
    const carts: string[] = []
    for (const note of ['the older', 'the newer']) {
      carts.push(((await app.shop.serve('create-cart', { note }, { shopper })) as { readonly cart: string }).cart)
    }
    await buyer.goto('/account')
    await buyer.page.evaluate((token) => localStorage.setItem('svc-session', token), session)
    await buyer.goto('/account')
    const current = async (): Promise<unknown> =>
      ((await app.shop.serve('current-cart', {}, { shopper })) as { readonly cart: string }).cart
    expect(await current()).to.equal(carts[1])
    await buyer.page.getByRole('link', { name: 'Open cart' }).last().focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.waitUntilReady()
    expect(await current()).to.equal(carts[0])
  })

  it('update in two tabs', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    const other = await DemoBuyer.open(context, app)
    await other.goto('/cart')
    await other.press(/^Remove/)
    await other.page.getByText('Your cart is empty.').waitFor()
    await buyer.press('Increase quantity: Roller blind')
    await buyer.page.getByText('Your cart is empty.').waitFor()
    expect(await buyer.page.locator('.count').isVisible()).to.equal(false)
  })

  it('show registration errors at their fields, and keep the cart after a successful registration', async () => {
    await buyer.provideBlind()
    await buyer.goto('/account')
    const form = buyer.page.locator('section', { has: buyer.page.getByRole('heading', { name: 'Create account' }) })
    await form.getByLabel('E-mail address').focus()
    await buyer.page.keyboard.type('grace')
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'register-refusals')
    await form.getByRole('link', { name: /E-mail address/ }).focus()
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'register-email')
    await buyer.page.keyboard.press('End')
    await buyer.page.keyboard.type('@people.example')
    expect(await form.getByLabel('Password').count()).to.equal(0)
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'registered')
    await buyer.page.getByText('We have sent an e-mail to grace@people.example.').waitFor()
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    const token = await readConfirmationToken(app, 'grace@people.example')
    await buyer.goto(`/account?confirm=${token}`)
    await buyer.page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor()
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    const password = buyer.page.getByLabel('Password')
    await password.focus()
    await buyer.page.keyboard.type('short')
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'confirm-refusals')
    expect(await password.getAttribute('aria-invalid')).to.equal('true')
    expect((await password.getAttribute('aria-describedby')) ?? '').to.contain('confirm-password-refusal')
    expect(await buyer.page.locator('#confirm-password-refusal').innerText()).to.equal('Please use at least 10 characters.')
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    await buyer.page.getByRole('link', { name: /Password/ }).focus()
    await buyer.page.keyboard.press('Enter')
    await waitForValue(() => buyer.describeFocus(), 'confirm-password')
    await buyer.page.keyboard.type(' but longer now')
    await buyer.press('Confirm and sign in')
    await buyer.page.getByText('Signed in as grace@people.example').waitFor()
    expect(buyer.page.url()).not.to.contain('confirm')
    expect(await buyer.page.getByRole('heading', { name: '1 item' }).count()).to.equal(1)
    await buyer.goto(`/account?confirm=${token}`)
    await buyer.type('Password', 'short but longer now')
    await buyer.press('Confirm and sign in')
    await buyer.page.getByText('This link has already been used or has expired.').first().waitFor()
    await buyer.goto('/cart')
    expect(await buyer.page.locator('.position').count()).to.equal(1)
  })

  it('edit addresses and the profile, and forget the shopper on sign-out', async () => {
    await registerAccount(app, { email: 'alan@people.example', password: 'a sound password', language: 'en-GB' })
    await buyer.goto('/account')
    await buyer.type('E-mail address', 'alan@people.example')
    await buyer.type('Password', 'a wrong password')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('The e-mail address or password is incorrect.').waitFor()
    await buyer.type('Password', 'a sound password')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('Signed in as alan@people.example').waitFor()
    await buyer.press('Add address')
    await waitForValue(() => buyer.describeFocus(), 'address-form')
    await buyer.press('Save')
    await waitForValue(() => buyer.describeFocus(), 'address-refusals')
    await buyer.type('Street and number', 'Unter den Linden 1')
    await buyer.type('City', 'Berlin')
    await buyer.press('Save')
    await waitForValue(() => buyer.describeFocus(), 'address-refusals')
    await buyer.page.getByText('Postal code: Please fill in this field.').waitFor()
    await buyer.page.getByText('Last name: Please enter a name or a company.').waitFor()
    await buyer.page.locator('#address-last_name').fill('Turing')
    await buyer.page.locator('#address-zip').fill('10117')
    await buyer.page.getByLabel('Default shipping address').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.press('Save')
    await buyer.page.getByText('Unter den Linden 1', { exact: true }).waitFor()
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    const about = buyer.page.locator('section', { has: buyer.page.getByRole('heading', { name: 'Profile' }) })
    await about.getByLabel('VAT ID').focus()
    await buyer.page.keyboard.type('DE1')
    await buyer.page.keyboard.press('Enter')
    await about.getByText('VAT ID: This VAT ID is not valid.').waitFor()
    await buyer.press('Sign out')
    await buyer.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await buyer.page.evaluate(() => Object.keys(localStorage))).not.to.include('svc-session')
  })

  it('continue as a guest when the session expires, also on a product page', async () => {
    const { session } = await registerAccount(app, {
      email: 'kurt@people.example',
      password: 'a sound password',
      language: 'en-GB',
    })
    await buyer.goto('/account')
    await buyer.page.evaluate((token) => localStorage.setItem('svc-session', token), `${session.slice(0, -4)}AAAA`)
    await buyer.goto('/account')
    await buyer.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await buyer.page.evaluate((token) => localStorage.setItem('svc-session', token), `${session.slice(0, -4)}AAAA`)
    await buyer.page.goto(`${app.url}/product/roller-blind`)
    await waitForValue(() => buyer.page.evaluate(() => localStorage.getItem('svc-session')).catch(() => ''), null)
    await buyer.waitUntilReady()
  })

  for (const [name, path, width] of [
    ['at 1280 px', '/cart', 1280],
    ['at 320 px in German', '/de/cart', 320],
  ] as const) {
    it(`pass axe and do not scroll sideways, ${name}`, async () => {
      await buyer.provideBlind()
      await buyer.page.setViewportSize({ width, height: 740 })
      await buyer.goto(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await buyer.page.emulateMedia({ colorScheme })
        expect(await findAxeProblems(buyer.page)).to.deep.equal([])
        expect(await buyer.hasNoSidewaysScroll()).to.equal(true)
      }
    })
  }
})
