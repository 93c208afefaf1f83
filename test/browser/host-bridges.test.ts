// Browser tests of the example page of each host's bridge: configuration by keyboard, prices per customer, and the cart.
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import type { CartReply } from '../../core/commerce/cart/define.js'
import { readCart } from '../../core/commerce/cart/change.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { LineItem } from '../../core/commerce/line-item/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { definitionOf, type Embedding, embedOf } from '../hosts/cms-definition.js'
import { hostsUnderTest, trust } from '../hosts/host-list.js'
import { startCms, type TestCms } from '../hosts/test-cms.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { repositoryRoot } from '../support/repository.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

interface Configurator {
  open(visitor: object, wanted: object): Promise<ConfigurationReply>
  verify(lineItem: string, visitor: object): LineItem
}

/** A host's page with all helpers that the tests need. */
class Embedded {
  readonly complaints: string[] = []
  app!: ListeningApp
  cms!: TestCms
  browser!: Browser
  context!: BrowserContext
  shop!: ProductPageDriver
  product = 0
  /** The customer group with net prices. */
  group = 0
  /** The value that replaces TOKEN in the page. */
  token = 'TOKEN'
  signedIn = false

  constructor(readonly platform: Embedding) {}

  readonly page = (): string => {
    const body = embedOf(this.platform).replaceAll('product="3"', `product="${this.product}"`).replaceAll('TOKEN', this.token)
    return `<!doctype html><html lang="de-DE" data-signed-in="${this.signedIn}"><link rel="icon" href="data:,">${body}</html>`
  }

  /** A CMS page around a shop component. Links lead to CMS pages instead of storefront pages. */
  component(name: string): string {
    const api = /api="([^"]+)"/.exec(embedOf(this.platform))![1]!
    const element = `svc-${name} language="de-DE" api="${api}" cart-page="/basket" checkout-page="/till" order-page="/receipt?order={token}"`
    const script = `<script type="module" src="/storefront/${name}.js"></script>`
    return `<!doctype html><html lang="de-DE"><link rel="icon" href="data:,"><${element}${this.signedIn ? ' signed-in' : ''}></svc-${name}>${script}`
  }

  async start(hook: Mocha.Context): Promise<void> {
    const { platform } = this
    const host = hostsUnderTest.find((candidate) => candidate.platform === platform)!
    this.browser = await openBrowser(hook)
    await host.start?.()
    this.app = await listenTestApp([runtime(), storefront()], { host: host.create(), plugins: [stock, payments, print] })
    await seedDemo(this.app, () => undefined)
    const { records } = await this.app.records.list('product', { limit: 1, sort: 'id' })
    this.product = records[0]!.id
    const author = createCatalogAuthor(this.app)
    await author.write('tax-class', { default_rate: 19 }, (await author.first('tax-class')).id)
    const groupFields = { cms_a: { host_group_id: '2' }, cms_b: { host_group_id: 'customers' }, shop_platform: {} }[platform]
    this.group = await author.write('customer-group', {
      title_en_GB: 'Trade',
      title_de_DE: 'Handel',
      b2b_mode: true,
      ...groupFields,
    })
    const pages = {
      '/page': this.page,
      '/cart/add': () => '<p>Added',
      '/basket': () => this.component('cart'),
      '/till': () => this.component('checkout'),
      '/receipt': () => '<p>Thank you',
    }
    this.cms = await startCms(await definitionOf(platform, pages), this.app.url)
  }

  async stop(): Promise<void> {
    await this.browser?.close()
    await this.cms?.stop()
    await this.app?.stop()
    await hostsUnderTest.find((host) => host.platform === this.platform)!.stop?.()
  }

  /** Opens the page in a new browser context. */
  async open(): Promise<void> {
    this.context = await this.browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 900 } })
    this.context.on('weberror', (error) => this.complaints.push(error.error().message))
    this.shop = await ProductPageDriver.open(this.context, { ...this.app, url: this.cms.url }, '/page')
  }

  /** Configures a blind of 1,450 × 1,800 mm in group 3, by keyboard. */
  async configure(): Promise<void> {
    const { shop } = this
    await shop.type('Breite', ['1450'], 0)
    await shop.leave()
    await shop.type('Höhe', ['1800'], 0)
    await shop.leave()
    for (const choice of ['In der Laibung', 'Gruppe 3']) {
      await shop.field(choice).focus()
      await shop.page.keyboard.press('Space')
      await shop.waitForReplies()
    }
  }

  async addToCart(): Promise<void> {
    await this.shop.page.getByRole('button', { name: 'Add to cart' }).focus()
    await this.shop.page.keyboard.press('Enter')
  }

  said(): Promise<string> {
    return this.shop.page.locator('output').innerText()
  }

  async close(): Promise<void> {
    await this.context?.close()
    expect(this.complaints.splice(0)).to.deep.equal([])
  }
}

describe('example page of shop_platform', function () {
  this.timeout(60_000)
  const embedded = new Embedded('shop_platform')
  const tax = { prices: 'net', rates: [{ rate: 19, code: 'DE19' }] }
  let bridge: Configurator

  /** Opens the page as the shop's server does when it renders it. */
  const openFor = async (shopper: object, selections: readonly object[] = []): Promise<string> => {
    const input = { product_id: embedded.product, currency: 'EUR', language: 'de-DE', selections }
    return (await bridge.open({ id: 'v', tax, ...shopper }, input)).configuration
  }
  const lineItem = async (shopper: object = {}): Promise<LineItem> => {
    const [request] = await Promise.all([embedded.shop.page.waitForRequest('**/cart/add'), embedded.addToCart()])
    // A page cannot be closed while it navigates.
    await embedded.shop.page.getByText('Added').waitFor()
    return bridge.verify(new URLSearchParams(request.postData() ?? '').get('line_item') ?? '', { id: 'v', tax, ...shopper })
  }

  before(async function () {
    await embedded.start(this)
    const { configurator } = (await import(
      pathToFileURL(`${repositoryRoot}/hosts/shop_platform/bridge/configurator.mjs`).href
    )) as {
      configurator(settings: object): Configurator
    }
    bridge = configurator({ url: embedded.app.url, trust, token: 'none' })
  })
  after(() => embedded.stop())
  afterEach(() => embedded.close())

  it("sells the configuration on the screen with the visitor's taxes", async () => {
    embedded.token = await openFor({})
    await embedded.open()
    await embedded.configure()
    expect(await embedded.shop.price()).to.equal('198,73\u00a0€')
    const item = await lineItem()
    expect(item).to.deep.include({ configuration: embedded.token, net: 167, gross: 198.73, currency: 'EUR' })
    expect(item.tax_context).to.deep.equal(tax)
    expect(item.selections.map(({ value }) => value)).to.include.members(['1450', '1800'])
  })

  it("shows the prices of the visitor's customer group", async () => {
    embedded.token = await openFor({ customerGroup: embedded.group })
    await embedded.open()
    await embedded.configure()
    expect(await embedded.shop.price()).to.equal('167,00\u00a0€')
    expect(await embedded.shop.page.locator('[data-part=gross]').innerText()).to.equal('198,73\u00a0€')
    expect(await lineItem({ customerGroup: embedded.group })).to.include({ gross: 198.73, customer_group_id: embedded.group })
  })

  it('signs the value that is being typed when the button is pressed, and signs no incomplete configuration', async () => {
    embedded.token = await openFor({})
    await embedded.open()
    await embedded.addToCart()
    await waitForValue(() => embedded.said(), 'Bitte füllen Sie „Breite“ aus.')
    await embedded.configure()
    const release = await embedded.shop.delayReplies(400)
    await embedded.shop.field('Breite').fill('1500')
    const { selections, gross } = await lineItem()
    await release()
    expect(selections.map(({ value }) => value)).to.include('1500')
    expect(gross).to.equal((await embedded.app.shop.configurations.read(embedded.token)).price!.gross)
  })

  it('notifies the page of the current configuration and its price after every change', async () => {
    embedded.token = await openFor({})
    await embedded.open()
    await embedded.shop.page.evaluate(() => {
      const events: unknown[] = []
      Object.assign(window, { told: events })
      document.addEventListener('svc-change', (event) => events.push((event as CustomEvent).detail))
    })
    await embedded.configure()
    const changes = await embedded.shop.page.evaluate(
      () => (window as unknown as { told: { configuration: string; price: { gross: number }; complete: boolean }[] }).told,
    )
    expect(changes.every(({ configuration }) => configuration === embedded.token)).to.equal(true)
    expect(changes.at(-1)).to.deep.include({ currency: 'EUR', missing: [], complete: true })
    expect([changes[0]!.complete, changes.at(-1)!.price.gross]).to.deep.equal([false, 198.73])
  })

  it('loads an example into the given configuration, and restores the previous selections', async () => {
    embedded.token = await openFor({})
    await embedded.open()
    await embedded.configure()
    const readSelections = async (): Promise<readonly (string | null)[]> => {
      await embedded.shop.waitForReplies()
      return (await embedded.app.shop.configurations.read(embedded.token)).questions.map(({ selection }) => selection)
    }
    const before = await readSelections()
    await embedded.shop.page.getByRole('button', { name: /Wohnzimmer/ }).click()
    await waitForValue(() => embedded.shop.price(), '129,71\u00a0€')
    expect(await embedded.shop.token(embedded.product, true)).to.equal(embedded.token)
    const example = await openFor(
      {},
      (await embedded.app.shop.catalogue.product(embedded.product)).product.examples[0]!.selections,
    )
    const expected = (await embedded.app.shop.configurations.read(example)).questions.map(({ selection }) => selection)
    expect(await readSelections()).to.deep.equal(expected)
    await embedded.shop.page.locator('.begun button').click()
    await waitForValue(() => embedded.shop.price(), '198,73\u00a0€')
    expect(await readSelections()).to.deep.equal(before)
  })

  it("lets the shop's server open a new configuration after expiry, always with the visitor's taxes", async () => {
    embedded.token = await openFor({})
    await embedded.open()
    await embedded.configure()
    const { records } = await embedded.app.records.list('configuration', { limit: 1, sort: '-id' })
    await embedded.app.records.remove('configuration', records[0]!.id)
    let opened = ''
    await embedded.shop.page.route('**/configurator/open', async (route) => {
      const { selections } = route.request().postDataJSON() as { readonly selections: readonly object[] }
      opened = await openFor({}, selections)
      // The client engine shows the price before the shop's server responds. The pending cart action waits for the response.
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.fulfill({ json: { configuration: opened } })
    })
    await embedded.shop.field('Gruppe 1').focus()
    await embedded.shop.page.keyboard.press('Space')
    await waitForValue(() => embedded.shop.price(), '129,71\u00a0€')
    expect(await lineItem()).to.include({ configuration: opened, net: 109, gross: 129.71 })
  })
})

for (const platform of ['cms_a', 'cms_b'] as const) {
  describe(`example page of ${platform}`, function () {
    this.timeout(60_000)
    const embedded = new Embedded(platform)
    before(async function () {
      await embedded.start(this)
    })
    after(() => embedded.stop())
    afterEach(() => embedded.close())

    const guestCart = async (): Promise<string> =>
      (await embedded.shop.page.evaluate(() => localStorage.getItem('svc-cart'))) ?? ''

    it("adds the configuration to a guest's cart, and continues with a new configuration with the same selections", async () => {
      embedded.signedIn = false
      await embedded.open()
      await embedded.configure()
      expect(await embedded.shop.price()).to.equal('198,73\u00a0€')
      const configuration = await embedded.shop.token(embedded.product)
      await embedded.addToCart()
      await waitForValue(() => embedded.said(), 'Items in your cart: 1')
      await embedded.shop.waitForReplies()
      expect(await embedded.shop.price()).to.equal('198,73\u00a0€')
      await embedded.shop.field('Gruppe 1').focus()
      await embedded.shop.page.keyboard.press('Space')
      await embedded.shop.waitForReplies()
      await embedded.addToCart()
      await waitForValue(() => embedded.said(), 'Items in your cart: 2')
      const { positions, totals } = await readCart(embedded.app.shop.createContext({}), await guestCart())
      expect(positions[0]!.configuration).to.equal(configuration)
      expect([positions.map(({ unit }) => unit!.gross), totals!.gross]).to.deep.equal([[198.73, 129.71], 328.44])
    })

    it('shows a user their group prices, takes over their guest cart, and adds to it', async () => {
      embedded.signedIn = false
      await embedded.open()
      await embedded.configure()
      await embedded.addToCart()
      await waitForValue(() => embedded.said(), 'Items in your cart: 1')
      const cart = await guestCart()
      embedded.signedIn = true
      await embedded.shop.page.evaluate(() => fetch('/login?user=anna', { method: 'POST' }))
      await embedded.shop.goto('/page')
      await waitForValue(guestCart, '')
      expect(await embedded.shop.price()).to.equal('167,00\u00a0€')
      expect(await embedded.shop.page.locator('[data-part=gross]').innerText()).to.equal('198,73\u00a0€')
      await embedded.addToCart()
      await waitForValue(() => embedded.said(), 'Items in your cart: 2')
      const { cart: cartToken, positions } = await embedded.shop.page.evaluate(async () => {
        const api = document.querySelector('svc-configurator')!.getAttribute('api')
        return ((await (await fetch(`${api}/carts/current`)).json()) as { readonly data: CartReply }).data
      })
      expect([cartToken, positions.map(({ unit }) => unit!.net)]).to.deep.equal([cart, [167, 167]])
    })

    it("sells through components on the CMS's own pages to a CMS user, who keeps their guest cart and needs no other account", async () => {
      embedded.signedIn = false
      await embedded.open()
      await embedded.configure()
      await embedded.addToCart()
      await waitForValue(() => embedded.said(), 'Items in your cart: 1')
      embedded.signedIn = true
      const { page } = embedded.shop
      await page.evaluate(() => fetch('/login?user=anna', { method: 'POST' }))
      await embedded.shop.goto('/basket')
      const saved = await page.locator('[data-part=line]').first().innerText()
      // Net prices are shown first because the cart belongs to a trade customer.
      expect(saved).to.equal('167,00\u00a0€')
      await page.getByRole('link', { name: 'Zur Kasse' }).click()
      await page.waitForURL('**/till')
      const address = { last_name: 'Muster', line1: 'Unter den Linden 1', zip: '10117', city: 'Berlin' }
      for (const [field, text] of Object.entries(address)) await page.locator(`#checkout-billing-${field}`).fill(text)
      expect(await page.locator('#checkout-email').inputValue()).to.contain('anna')
      for (const step of ['Versand', 'Zahlung', 'Prüfen']) {
        await page.getByRole('button', { name: 'Weiter' }).click()
        await page.locator('#step', { hasText: step }).waitFor()
      }
      await page.locator('#checkout-terms_agreed').check()
      await page.getByRole('button', { name: /^Zahlungspflichtig bestellen/ }).click()
      await page.waitForURL('**/receipt?order=*')
      const token = new URL(page.url()).searchParams.get('order') ?? ''
      const order = (await embedded.app.shop.serve('read-order', { token }, {})) as DocumentReply
      expect([order.b2b, order.lines[0]?.net]).to.deep.equal([true, 167])
      expect(order.email).to.contain('anna')
      // The order belongs to the user. Requests without the user's identity cannot read it.
      const { status } = await page.evaluate(
        async ([base, key]) => {
          await fetch('/logout', { method: 'POST' })
          return fetch(`${base}/orders/${key}`).then(({ status: responseStatus }) => ({ status: responseStatus }))
        },
        [/api="([^"]+)"/.exec(embedOf(platform))![1]!, token] as const,
      )
      expect(status).to.equal(404)
    })
  })
}
