// Accessibility of every admin screen: axe in light, dark and forced colours, and no sideways scrolling at 320 pixels and 400 % zoom.
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { admin } from '../../plugins/admin/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { enableAdvisor, startTestConversation } from '../plugins/advisor/advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import {
  guestVisitor,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  prepareCheckoutForOrder,
} from '../support/selling-shop.js'
import { createFilledCart } from '../support/filled-cart.js'
import { requestTestQuote, readStoredQuote } from '../support/test-quotes.js'
import { createCatalogAuthor } from '../support/catalog-author.js'

const wide = { width: 1280, height: 900 }
const light = { colorScheme: 'light', forcedColors: 'none' } as const
/** Each walk opens its screens in its first look, because a window that is resized later would show another part of them. */
const walks = [
  {
    light: { ...light, size: wide },
    dark: { colorScheme: 'dark', forcedColors: 'none', size: wide },
    'forced colours': { colorScheme: 'light', forcedColors: 'active', size: wide },
  },
  {
    // A 1280 × 1024 window at 400 % zoom.
    '400 %': { ...light, size: { width: 320, height: 256 } },
    '320 pixels': { ...light, size: { width: 320, height: 640 } },
  },
] as const

/** `SVC_TEST_LOOKS=all` checks every screen in every look. */
const isWhole = (look: string): boolean => process.env['SVC_TEST_LOOKS'] === 'all' || ['forced colours', '400 %'].includes(look)

describe('admin: accessibility of all screens', function () {
  this.timeout(600_000)
  let app: ListeningApp
  let browser: Browser
  let question: number
  let [product, matrix, formula, order, quote, cart, talk] = [0, 0, 0, 0, 0, 0, 0]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront(), admin({ signIns: 1000 })], { plugins: checkoutPlugins })
    const author = createCatalogAuthor(app)
    await createAdminAccount(app)
    product = await author.product(
      'Wardrobe with a name that is longer than any window of a telephone could show in a single line',
    )
    const page = await author.page(product, 'Doors')
    await author.page(product, 'Inside')
    question = await author.question(page, 'Colour', 'Radiobuttons', {
      description_en_GB: '<p>What it is <b>painted</b> with.</p>',
    })
    await author.answer(question, 'Red', { price: 10 })
    const width = await author.question(page, 'Width', 'Slider')
    const cells = [1, 2, 3].map((row) => ({ row, column: 0, value: String(10 * row) }))
    await author.calculation(product, 'Sums', 'formula', { terms: [{ question: width }, { operator: '*' }, { number: 2 }] })
    await author.calculation(product, 'Prices', 'matrix', { row_question_id: width, lookup: 'nextHigher', cells })
    matrix = Number((await author.first('calculation-matrix'))['id'])
    formula = Number((await author.first('calculation-formula'))['id'])
    await author.write('review', {
      product_id: product,
      name: 'Grace',
      rating: 4,
      comment: 'Holds my coats.',
      language_tag: 'en-GB',
    })
    const shop = await openSellingShop(app)
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 2, note: 'Hall' }]))
    order = (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [placed.token] }))[0]!.id
    await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    quote = (await readStoredQuote(app, (await requestTestQuote(app, shop)).quote.token)).id
    await enableAdvisor(app, { model: 'scripted-lies' })
    const shopper = await startTestConversation(app.url)
    await shopper.say('What does a lamp cost?')
    await app.shop.serve('ask-for-person', { token: shopper.token, email: 'grace@people.example', note: 'Call me' }, {})
    talk = (await app.shop.createContext({}).list('chat-conversation'))[0]!.id
    cart = (await app.shop.createContext({}).list('cart', { column: 'state', values: ['open'] }))[0]!.id
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  /** Screens that other tests check in the light scheme. */
  const more = (): readonly (readonly [string, string | RegExp])[] => [
    ['transfer', 'Transfer'],
    ['payments', 'Payments'],
    ['reviews', 'Reviews'],
    ['advisor', 'Advisor'],
    ['advisor?part=waiting', 'Advisor'],
    ['advisor?part=report', 'Advisor'],
    ['advisor?part=vendor', 'Advisor'],
    [`records/chat-conversation/${talk}`, /^Conversation/],
    [`records/sales-order/${order}`, /^Order/],
    [`records/quote/${quote}`, /^Quote/],
    [`records/cart/${cart}`, /./],
    [`records/calculation-matrix/${matrix}`, /./],
    [`records/calculation-formula/${formula}`, /./],
    [`workshop/${product}?at=question-${question}`, /^Wardrobe/],
  ]

  for (const looks of walks) {
    it(`passes axe and does not scroll sideways on any screen: ${Object.keys(looks).join(', ')}`, async () => {
      const first = Object.values(looks)[0]!
      // Reduced motion prevents axe from measuring colours in the middle of a transition.
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', viewport: first.size })
      const adminPages = await AdminPages.open(context, app)
      const { page } = adminPages
      const problems: string[] = []
      const look = async (screen: string, isRequested: (look: string) => boolean = () => true): Promise<void> => {
        for (const [name, { colorScheme, forcedColors, size }] of Object.entries(looks)) {
          if (!isRequested(name)) continue
          await page.emulateMedia({ colorScheme, forcedColors })
          await page.setViewportSize(size)
          // axe reports a target that a sticky bar covers by half. Users would scroll further, so the bar is made static.
          await page.evaluate(() => {
            for (const bar of document.querySelectorAll<HTMLElement>('.bulk-bar')) bar.style.position = 'static'
            scrollTo(0, 0)
          })
          problems.push(...(await findAxeProblems(page)).map((problem) => `${screen}, ${name}: ${problem}`))
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (over > 0) problems.push(`${screen}, ${name}: ${over} pixels wider than the window`)
        }
        await page.emulateMedia({ colorScheme: first.colorScheme, forcedColors: first.forcedColors })
        await page.setViewportSize(first.size)
      }
      const open = async (path: string, title: string | RegExp): Promise<void> => {
        await adminPages.goto(path)
        await adminPages.waitForHeading(title)
        await page.locator('.loading').first().waitFor({ state: 'detached' })
      }
      await page.getByLabel('E-mail').waitFor()
      await look('sign-in')
      await adminPages.signIn()
      await look('overview')
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').waitFor()
      await look('palette')
      await adminPages.goto('records/product')
      await page.getByRole('link', { name: /^Wardrobe/ }).waitFor()
      await adminPages.press('Filter')
      await page.getByLabel('Select all on this page').check()
      await look('list')
      await adminPages.goto('records/tax-class?search=zzz')
      await page.getByText('No results.').waitFor()
      await look('empty list')
      await adminPages.goto(`records/product/${product}`)
      await page.getByRole('button', { name: 'Move Inside' }).waitFor()
      await look('product')
      await adminPages.goto(`records/question/${question}`)
      await page.getByRole('link', { name: 'Red' }).waitFor()
      await adminPages.press('More')
      await look('question')
      await adminPages.goto('records/product/new')
      await adminPages.waitForHeading('New product')
      await page.keyboard.press('Control+S')
      await page.locator('.summary').waitFor()
      await look('refused form')
      await adminPages.goto('records/settings')
      await adminPages.waitForHeading('Settings')
      await look('settings')
      for (const [path, title] of [
        ['account', 'Your account'],
        ['tokens', 'API tokens'],
        ['accounts', 'Admin accounts'],
        ['mails', 'E-mail queue'],
        ['maintenance', 'Maintenance'],
        ['failures', 'Errors'],
        ['trail', 'Audit trail'],
        ['media', 'Pictures'],
        ['translations', 'Missing translations'],
        ['nowhere', 'Page not found'],
      ] as const) {
        await open(path, title)
        await look(path)
      }
      for (const [path, title] of more()) {
        await open(path, title)
        await look(path, isWhole)
      }
      await context.close()
      expect(problems).to.deep.equal([])
      expect(adminPages.consoleErrors).to.deep.equal([])
    })
  }
})
