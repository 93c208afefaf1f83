// Takes the screenshots of the documentation in a real browser: docs/storefront.jpg, and the screens of the demo shop in docs/images/.
// The shop and the admin are taken on a desktop and on a phone in each language. Run `npm run pictures`.
import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { grantOf } from '../../core/foundation/access.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import { admin } from '../../plugins/admin/index.js'
import { advisor } from '../../plugins/advisor/index.js'
import { demo } from '../../plugins/demo/index.js'
import { seedDemo } from '../../plugins/demo/seed.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { stock } from '../../plugins/stock/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { launchBrowser } from '../support/browser.js'
import { registerAccount } from '../support/registration.js'
import { repositoryRoot } from '../support/repository.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { ProductPageDriver, waitForValue } from './product-page-driver.js'

/** The picture in README.md. */
const readmePicture = 'docs/storefront.jpg'

const languages = [
  { tag: 'en-GB', name: 'en', prefix: '' },
  { tag: 'de-DE', name: 'de', prefix: '/de' },
  { tag: 'he-IL', name: 'he', prefix: '/he' },
] as const

const devices: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
}

const merchantScopes = ['catalog:write', 'store:write', 'customers:write', 'orders:write'] as const
const password = 'correct horse battery'
const billing = { first_name: 'Ada', last_name: 'Lovelace', line1: 'Unter den Linden 1', zip: '10117', city: 'Berlin' }

const toMerchantEmail = (language: string): string => `${language}@shop.example`

/** Records of the demo shop that the screens show. */
interface ShownRecords {
  readonly desk: ProductReply['product']
  /** Path of the first product list. */
  readonly list: string
  /** A finished configuration of a guest. */
  readonly configuration: string
  readonly order: { readonly id: number; readonly token: string }
  /** Session of a shopper with this order. */
  readonly session: string
  readonly country: number
}

/** @param path relative to the root of the repository */
async function writePicture(page: Page, path: string): Promise<void> {
  const picture = await page.screenshot({ type: 'jpeg', quality: 72, animations: 'disabled' })
  await writeFile(`${repositoryRoot}/${path}`, picture)
}

/** Waits for data, pictures and fonts, then takes the visible part of the page. */
async function takeScreen(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    scrollTo(0, 0)
    await document.fonts.ready
  })
  await writePicture(page, `docs/images/${name}.jpg`)
}

/** Selections of the desk that make it complete. */
function selectDesk({ pages }: ProductReply['product']) {
  const questions = pages.flatMap((page) => page.questions)
  return (['Shape: Rounded', 'Surface: Oak'] as const).map((selection) => {
    const [title, answerTitle] = selection.split(': ')
    const { id, answers } = questions.find((question) => question.title === title)!
    return { question_id: id, value: String(answers.find((answer) => answer.title === answerTitle)!.id) }
  })
}

async function prepareRecords(app: ListeningApp): Promise<ShownRecords> {
  const { session } = await registerAccount(app, {
    email: 'ada@people.example',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password,
  })
  const shopper = (await app.shop.accounts.sessionShopper(session)) ?? undefined
  const serve = <T>(verb: string, input: Readonly<Record<string, unknown>>): Promise<T> =>
    app.shop.serve(verb, input, { language: 'en-GB', ...(shopper && { shopper }) }) as Promise<T>
  const { product: desk } = await serve<ProductReply>('show-product', { key: 'standing-desk' })
  const { lists } = await app.shop.catalogue.lists({})
  const selections = selectDesk(desk)
  const { configuration } = (await app.shop.serve(
    'start-configuration',
    { product_id: desk.id, selections },
    {},
  )) as ConfigurationReply
  const { configuration: ordered } = await serve<ConfigurationReply>('start-configuration', { product_id: desk.id, selections })
  const { cart } = await serve<CartReply>('create-cart', {})
  await serve('add-position', { token: cart, configuration: ordered, quantity: 2 })
  const { checkout } = await serve<CheckoutReply>('open-checkout', { token: cart })
  const [germany] = await app.shop.createContext({}).list('country', { column: 'iso2', values: ['DE'] })
  const { totals } = await serve<CheckoutReply>('change-checkout', {
    token: checkout,
    email: 'ada@people.example',
    billing: { ...billing, country_id: germany!.id },
    terms_agreed: true,
  })
  const { token } = await serve<DocumentReply>('place-order', {
    token: checkout,
    total: totals!.gross,
    recurring_total: totals!.recurring.gross,
  })
  const [order] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [token] })
  const [list] = lists
  return {
    desk,
    list: `/list/${list!.label || list!.id}`,
    configuration,
    order: { id: order!.id, token },
    session,
    country: germany!.id,
  }
}

/** The screens of a shopper in one language on one device. */
async function takeShopScreens(browser: Browser, app: ListeningApp, records: ShownRecords, device: string): Promise<void> {
  for (const { tag, name, prefix } of languages) {
    const context = await browser.newContext({ locale: tag, ...devices[device] })
    const page = await context.newPage()
    const open = async (path: string): Promise<void> => {
      await page.goto(`${app.url}${prefix}${path}`)
      const component = page.locator('[data-ready]')
      if ((await page.locator('svc-configurator, [data-component]').count()) > 0) await component.first().waitFor()
    }
    const take = (screen: string): Promise<void> => takeScreen(page, `${screen}-${device}-${name}`)
    await open('/')
    await take('home')
    await open(records.list)
    await take('list')
    await page.goto(`${app.url}${prefix}/product/standing-desk?configuration=${records.configuration}`)
    await page.locator('[data-ready]').first().waitFor()
    await take('product')
    const { configuration } = (await app.shop.serve(
      'duplicate-configuration',
      { token: records.configuration },
      {},
    )) as ConfigurationReply
    const { cart } = (await app.shop.serve('create-cart', {}, {})) as CartReply
    await app.shop.serve('add-position', { token: cart, configuration, quantity: 1 }, {})
    await page.evaluate((token) => {
      localStorage.setItem('svc-cart', token)
      localStorage.setItem('svc-count', '1')
    }, cart)
    for (const screen of ['cart', 'checkout']) {
      await page.goto(`${app.url}${prefix}/${screen}`)
      await page.locator('[data-ready]').first().waitFor()
      await take(screen)
    }
    await page.evaluate((session) => localStorage.setItem('svc-session', session), records.session)
    await page.goto(`${app.url}${prefix}/orders/${records.order.token}`)
    await page.locator('[data-ready]').first().waitFor()
    await take('order')
    await page.goto(`${app.url}${prefix}/account`)
    await page.locator('[data-ready]').first().waitFor()
    await take('account')
    await context.close()
  }
}

/** The screens of a merchant in each language. */
async function takeAdminScreens(browser: Browser, app: ListeningApp, records: ShownRecords, device: string): Promise<void> {
  for (const { tag, name } of languages) {
    const context = await browser.newContext({ locale: tag, ...devices[device] })
    const page = await context.newPage()
    await page.goto(`${app.url}/svc-admin/`)
    await page.locator('input[type=email]').fill(toMerchantEmail(name))
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('nav.menu').first().waitFor({ state: 'attached' })
    const screens: Readonly<Record<string, string>> = {
      dashboard: '',
      'admin-order': `records/sales-order/${records.order.id}`,
      workshop: `workshop/${records.desk.id}`,
      theme: 'theme',
    }
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(`${app.url}/svc-admin/${path}`)
      await page.locator('main h1').first().waitFor()
      await takeScreen(page, `${screen}-${device}-${name}`)
    }
    await context.close()
  }
}

/** The picture at the top of README.md: a partly configured desk. */
async function takeReadmePicture(browser: Browser, app: ListeningApp): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 860 } })
  const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
  for (const name of ['Oak', 'Two motors, quiet', 'Headphone hook']) {
    await shop.page.getByLabel(name, { exact: true }).check()
    await shop.waitForReplies()
  }
  await waitForValue(() => shop.page.locator('.visualization img').count(), 4)
  await shop.page.waitForLoadState('networkidle')
  await shop.page.evaluate(() => scrollTo(0, 0))
  await writePicture(shop.page, readmePicture)
  await context.close()
}

const browser = await launchBrowser()
if (browser === null) throw new Error('No Chromium found. Install it with "apt-get install chromium", or set SVC_TEST_BROWSER.')
const app = await listenTestApp([runtime({ changes: 10_000 }), storefront(), admin()], {
  plugins: [stock, payments, print, advisor, demo()],
})
try {
  await seedDemo(app, () => undefined, ['he-IL'])
  await mkdir(`${repositoryRoot}/docs/images`, { recursive: true })
  for (const { name: language } of languages) {
    const { secret } = await app.access.admins.invite(grantOf(merchantScopes), {
      ...{ email: toMerchantEmail(language), name: 'Ada Lovelace', scopes: [...merchantScopes], language },
    })
    await app.access.admins.acceptLink({ secret, name: 'Ada Lovelace', password })
  }
  const records = await prepareRecords(app)
  await takeReadmePicture(browser, app)
  for (const device of Object.keys(devices)) {
    await takeShopScreens(browser, app, records, device)
    await takeAdminScreens(browser, app, records, device)
  }
  console.log(`Wrote ${readmePicture} and docs/images/.`)
} finally {
  await browser.close()
  await app.stop()
}
