// The cart and the account in a real browser, by keys: what lies there can be changed, nothing is lost, and whoever signs in keeps it.
import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { confirmationToken, registerAccount } from '../support/register.js'
import type { ListeningApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { Buyer, visitDemoShop } from '../support/buyer.js'
import { createProduct } from '../support/shop.js'
import { becomes } from '../support/shop-page.js'

const positions = /\/svc-api\/runtime\/v1\/carts\/[\w-]{32}\/positions/

describe('the pages of cart and account', function () {
  this.timeout(90_000)
  let app: ListeningApp
  let context: BrowserContext
  let buyer: Buyer

  visitDemoShop((visit) => {
    ;({ app, context, buyer } = visit)
  })

  const quantity = (): Promise<string> => buyer.page.locator('.stepper input').first().inputValue()

  it('say what is missing before anything is added, and lead there', async () => {
    await buyer.goto('/product/roller-blind')
    await buyer.press('Add to cart')
    await buyer.page.locator('output', { hasText: "Please complete 'Width'." }).waitFor()
    await becomes(() => buyer.focused(), (await buyer.page.getByLabel('Width').getAttribute('id')) ?? '')
    expect(await buyer.page.locator('.count').isVisible()).to.equal(false)
  })

  it('take a finished configuration once, and go on with another that is the same', async () => {
    await buyer.addBlind()
    expect(await buyer.count()).to.equal('1')
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('1450')
    await buyer.press('View cart', 'link')
    await buyer.ready()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('1450 mm')
    expect(await buyer.sum('line')).to.equal(await buyer.sum('goods'))
    expect(await buyer.count()).to.equal('1')
  })

  it('leave what is to be bought to a page that has a cart of its own', async () => {
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
    const asked: string[] = []
    buyer.page.on('request', (request) => asked.push(request.url()))
    await buyer.type('Quantity', '3')
    await buyer.page.keyboard.press('Enter')
    expect(await bought).to.include({ quantity: 3, complete: true })
    expect(asked.filter((address) => address.includes('/carts'))).to.deep.equal([])
  })

  it('find it in the cart where the answer to adding it got lost', async () => {
    await buyer.goto('/product/roller-blind')
    const found = await buyer.loseReply('POST', positions)
    await buyer.press(/Living room/)
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.page.getByLabel('Inside the recess').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.getByText('Your configuration is complete.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    await buyer.press('Add to cart')
    await buyer.page.getByText('Added to cart. Items in your cart: 1.').waitFor()
    await found()
  })

  it('change quantities by keys, keep what is typed, and say in place what the product does not allow', async () => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    const one = await buyer.sum('goods')
    await buyer.press('Increase quantity: Roller blind')
    await becomes(quantity, '2')
    expect(await buyer.focused()).to.equal('Increase quantity: Roller blind')
    expect(await buyer.sum('goods')).not.to.equal(one)
    await buyer.type('Quantity of Roller blind', '1')
    await buyer.page.keyboard.press('Tab')
    await becomes(() => buyer.sum('goods'), one)
    await buyer.type('Quantity of Roller blind', 'a dozen')
    await buyer.page.keyboard.press('Tab')
    await buyer.page.locator('.how [role=alert]:not(:empty)').waitFor()
    expect(await quantity()).to.equal('a dozen')
    expect(await buyer.sum('goods')).to.equal(one)
  })

  it('ask again where an answer got lost, and show what the shop holds', async () => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    await buyer.loseReply('PATCH', positions)
    await buyer.press('Increase quantity: Roller blind')
    await buyer.page.getByText('The shop is not responding right now.').waitFor()
    expect(await quantity()).to.equal('2')
    await buyer.press('Try again')
    await buyer.settled()
    await becomes(() => buyer.page.getByText('The shop is not responding right now.').count(), 0)
    expect([await quantity(), await buyer.page.locator('.line-price .small').first().innerText()]).to.deep.equal([
      '2',
      '€129.71 each',
    ])
  })

  it('copy a position once although the answer got lost, remove one, and put it back', async () => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    await buyer.loseReply('POST', positions)
    await buyer.press(/^Duplicate/)
    await buyer.press('Try again')
    await becomes(() => buyer.page.locator('.position').count(), 2)
    expect(await buyer.count()).to.equal('2')
    await buyer.press(/^Remove/)
    await becomes(() => buyer.page.locator('.position').count(), 1)
    await becomes(() => buyer.focused(), 'put-back')
    await buyer.page.keyboard.press('Enter')
    await becomes(() => buyer.page.locator('.position').count(), 2)
    expect(await buyer.count()).to.equal('2')
  })

  it('take what somebody has shared by a link: a copy, while the link shows what it showed', async () => {
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
    await buyer.ready()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('1450 mm')
    await buyer.goto(pathname + search)
    await buyer.page.getByText('was shared with you').waitFor()
    expect(await buyer.page.getByRole('button', { name: 'Add to cart' }).isVisible()).to.equal(true)
  })

  it('lead back to the configurator with the position, whose changes are in the cart when they are saved', async () => {
    await buyer.addBlind()
    await buyer.goto('/cart')
    const before = await buyer.sum('goods')
    await buyer.press(/^Edit/, 'link')
    await buyer.page.getByText('You are editing an item in your cart.').waitFor()
    expect(await buyer.page.getByLabel('Width').inputValue()).to.equal('1450')
    await buyer.page.getByLabel('Group 3', { exact: true }).focus()
    await buyer.page.keyboard.press('Space')
    await buyer.page.locator('.price-box[aria-busy=false]').waitFor()
    await buyer.press('Save')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.ready()
    expect(await buyer.page.locator('.options').first().innerText()).to.contain('Group 3')
    expect(await buyer.sum('goods')).not.to.equal(before)
    // The shopper's own blind of before is untouched.
    await buyer.goto('/product/roller-blind')
    expect(await buyer.page.getByLabel('Group 1', { exact: true }).isChecked()).to.equal(true)
  })

  it('name the country before there is an address, and charge in the currency that is chosen', async () => {
    await buyer.addBlind()
    await buyer.goto('/cart')
    const before = await buyer.sum('total')
    await buyer.page.getByLabel('Currency').focus()
    await buyer.page.keyboard.type('Br')
    await becomes(async () => (await buyer.sum('total')).startsWith('£'), true)
    // What is configured is in that currency at once: what was begun before, and what another tab begins.
    const amount = async (of: Buyer): Promise<string> => {
      await of.page.locator('.price-box[aria-busy=false]').waitFor()
      return of.page.locator('[data-part=amount]').first().innerText()
    }
    const other = await Buyer.open(context, app)
    await other.goto('/product/roller-blind')
    await other.press(/Living room/)
    await becomes(async () => (await amount(other)).startsWith('£'), true)
    await buyer.goto('/product/roller-blind')
    expect(await amount(buyer)).to.contain('£')
    await buyer.goto('/cart')
    await buyer.page.getByLabel('Currency').focus()
    // A browser takes letters that follow each other for one word.
    await buyer.page.waitForTimeout(1_200)
    await buyer.page.keyboard.type('Eu')
    await becomes(() => buyer.sum('total'), before)
    await buyer.page.getByLabel('Country').focus()
    await buyer.page.keyboard.type('Switz')
    await becomes(() => buyer.page.locator('.sums .aside').count(), 0)
    expect(await buyer.sum('total')).not.to.equal(before)
  })

  it('keep notes, over a reload too', async () => {
    await buyer.haveBlind()
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

  it('say that a product is no longer sold, and take it out', async () => {
    await buyer.haveBlind()
    const [product] = (await app.list('product', { limit: 1, sort: 'id' })).records
    await app.write('product', { published: false }, { id: product!.id })
    try {
      await buyer.goto('/cart')
      await buyer.page.getByText('Roller blind is no longer available').waitFor()
      await buyer.page.getByText('You cannot check out yet').waitFor()
      await buyer.press(/^Remove/)
      await buyer.page.getByText('Your cart is empty.').waitFor()
    } finally {
      await app.write('product', { published: true }, { id: product!.id })
    }
  })

  it('say that a product is gone, and go on without it', async () => {
    await buyer.haveBlind()
    const token = await buyer.page.evaluate(() => localStorage.getItem('svc-cart'))
    const product_id = await createProduct(app, 'Stool', { baseprice: 30 })
    const { configuration } = (await app.serve('start-configuration', { product_id }, {})) as { readonly configuration: string }
    await app.serve('add-position', { token, configuration }, {})
    await app.remove('product', product_id)
    await buyer.goto('/cart')
    await buyer.page.getByText('Stool is no longer available').waitFor()
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    await buyer.press(/^Remove.*Stool/)
    await becomes(() => buyer.page.getByText('Stool is no longer available').count(), 0)
    expect(await buyer.page.locator('.position').count()).to.equal(1)
    await buyer.page.getByRole('link', { name: 'Check out' }).waitFor()
  })

  it('go on with a cart that was kept, which is the current one everywhere from then on', async () => {
    const { session } = await registerAccount(app, {
      email: 'rosa@people.example',
      password: 'a sound password',
      language: 'en-GB',
    })
    const shopper = (await app.accounts.sessionShopper(session))!
    const carts: string[] = []
    for (const note of ['the older', 'the newer']) {
      carts.push(((await app.serve('create-cart', { note }, { shopper })) as { readonly cart: string }).cart)
    }
    await buyer.goto('/account')
    await buyer.page.evaluate((token) => localStorage.setItem('svc-session', token), session)
    await buyer.goto('/account')
    const current = async (): Promise<unknown> =>
      ((await app.serve('current-cart', {}, { shopper })) as { readonly cart: string }).cart
    expect(await current()).to.equal(carts[1])
    await buyer.page.getByRole('link', { name: 'Open cart' }).last().focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.page.waitForURL(/\/cart$/)
    await buyer.ready()
    expect(await current()).to.equal(carts[0])
  })

  it('are the same in two tabs', async () => {
    await buyer.haveBlind()
    await buyer.goto('/cart')
    const other = await Buyer.open(context, app)
    await other.goto('/cart')
    await other.press(/^Remove/)
    await other.page.getByText('Your cart is empty.').waitFor()
    await buyer.press('Increase quantity: Roller blind')
    await buyer.page.getByText('Your cart is empty.').waitFor()
    expect(await buyer.page.locator('.count').isVisible()).to.equal(false)
  })

  it('refuse a registration in the place where it is wrong, and bring the cart along when it is right', async () => {
    await buyer.haveBlind()
    await buyer.goto('/account')
    const form = buyer.page.locator('section', { has: buyer.page.getByRole('heading', { name: 'Create account' }) })
    await form.getByLabel('E-mail address').focus()
    await buyer.page.keyboard.type('grace@people.example')
    await buyer.page.keyboard.press('Tab')
    await buyer.page.keyboard.type('short')
    await buyer.page.keyboard.press('Enter')
    await becomes(() => buyer.focused(), 'register-refusals')
    const password = form.getByLabel('Password')
    expect(await password.getAttribute('aria-invalid')).to.equal('true')
    const described = (await password.getAttribute('aria-describedby')) ?? ''
    expect(described).to.contain('register-password-refusal')
    expect(await form.locator('#register-password-refusal').innerText()).to.equal('Please use at least 10 characters.')
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    await form.getByRole('link', { name: /Password/ }).focus()
    await buyer.page.keyboard.press('Enter')
    await becomes(() => buyer.focused(), 'register-password')
    await buyer.page.keyboard.type(' but longer now')
    await buyer.page.keyboard.press('Enter')
    await becomes(() => buyer.focused(), 'registered')
    await buyer.page.getByText('We have sent an e-mail to grace@people.example.').waitFor()
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    const token = await confirmationToken(app, 'grace@people.example')
    await buyer.goto(`/account?confirm=${token}`)
    await buyer.page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor()
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    await buyer.press('Confirm and sign in')
    await buyer.page.getByText('Signed in as grace@people.example').waitFor()
    expect(buyer.page.url()).not.to.contain('confirm')
    expect(await buyer.page.getByRole('heading', { name: '1 item' }).count()).to.equal(1)
    await buyer.goto(`/account?confirm=${token}`)
    await buyer.press('Confirm and sign in')
    await buyer.page.getByText('This link has already been used or has expired.').first().waitFor()
    await buyer.goto('/cart')
    expect(await buyer.page.locator('.position').count()).to.equal(1)
  })

  it('keep addresses and the profile of an account, and forget who it was when he signs out', async () => {
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
    await becomes(() => buyer.focused(), 'address-form')
    await buyer.press('Save')
    await becomes(() => buyer.focused(), 'address-refusals')
    await buyer.type('Street and number', 'Unter den Linden 1')
    await buyer.type('City', 'Berlin')
    await buyer.press('Save')
    await becomes(() => buyer.focused(), 'address-refusals')
    await buyer.page.getByText('Postal code: Please fill in this field.').waitFor()
    await buyer.page.getByText('Last name: Please enter a name or a company.').waitFor()
    await buyer.page.locator('#address-last_name').fill('Turing')
    await buyer.page.locator('#address-zip').fill('10117')
    await buyer.page.getByLabel('Default shipping address').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.press('Save')
    await buyer.page.getByText('Unter den Linden 1', { exact: true }).waitFor()
    expect(await axeProblems(buyer.page)).to.deep.equal([])
    const about = buyer.page.locator('section', { has: buyer.page.getByRole('heading', { name: 'Profile' }) })
    await about.getByLabel('VAT ID').focus()
    await buyer.page.keyboard.type('DE1')
    await buyer.page.keyboard.press('Enter')
    await about.getByText('VAT ID: This VAT ID is not valid.').waitFor()
    await buyer.press('Sign out')
    await buyer.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await buyer.page.evaluate(() => Object.keys(localStorage))).not.to.include('svc-session')
  })

  it('go on as a guest where the session is over, on the page of a product too', async () => {
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
    await becomes(() => buyer.page.evaluate(() => localStorage.getItem('svc-session')).catch(() => ''), null)
    await buyer.ready()
  })

  for (const [name, path, width] of [
    ['at 1280 px', '/cart', 1280],
    ['at 320 px in German', '/de/cart', 320],
  ] as const) {
    it(`break no rule of accessibility and scroll in one direction, ${name}`, async () => {
      await buyer.haveBlind()
      await buyer.page.setViewportSize({ width, height: 740 })
      await buyer.goto(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await buyer.page.emulateMedia({ colorScheme })
        expect(await axeProblems(buyer.page)).to.deep.equal([])
        expect(await buyer.noSidewaysScroll()).to.equal(true)
      }
    })
  }
})
