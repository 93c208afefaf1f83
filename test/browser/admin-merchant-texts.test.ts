// Walks the admin as a merchant in English and German: no screen shows an id, an internal name, a command, JSON or an ISO date.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { grantOf, requiredScopes } from '../../core/foundation/access.js'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { admin } from '../../plugins/admin/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../support/selling-shop.js'
import { inBothLanguages } from '../support/small-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, adminAccount } from './admin-pages.js'

/** All rights except rights for developers and administrators. */
const merchantScopes = ['catalog:write', 'store:write', 'customers:write', 'orders:write', 'conversations:write'] as const

/** Texts that only a developer understands. */
const codes: Readonly<Record<string, RegExp>> = {
  'an id as a name': /(^|\s)#\d/,
  'an internal name': /\b[a-z]+_[a-z_]+\b/,
  'a scope': /\b[a-z]+:(read|write)\b/,
  JSON: /[{}]/,
  'a command': /svc:|\bnpx\b/,
  'an ISO date': /\b\d{4}-\d\d-\d\d\b/,
  'a language tag': /\b(en-GB|de-DE)\b/,
  'a time zone code': /\b(Europe|America|Asia)\/[A-Z]/,
}

/** Everything that a reader or a screen reader gets from the page, except the content of templates. */
function readPageTexts(): readonly string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: element } = walker.currentNode
    if (element && !element.closest('script, style, [contenteditable]')) texts.push(walker.currentNode.nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
  for (const field of document.querySelectorAll('textarea')) texts.push(field.value)
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

const findCodes = (screen: string, texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    Object.entries(codes).flatMap(([what, pattern]) =>
      pattern.test(text) ? [`${screen}: ${what} in "${text.slice(0, 120)}"`] : [],
    ),
  )

describe('admin: texts for merchants', function () {
  this.timeout(240_000)
  let app: ListeningApp
  let browser: Browser
  let paths: readonly string[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront(), admin({ signIns: 1000 })], { plugins: checkoutPlugins })
    for (const language of ['en', 'de'] as const) {
      const { secret } = await app.access.admins.invite(grantOf(merchantScopes), {
        email: `${language}@shop.example`,
        name: adminAccount.name,
        scopes: [...merchantScopes],
        language,
      })
      await app.access.admins.acceptLink({ secret, name: adminAccount.name, password: adminAccount.password })
    }
    const author = createCatalogAuthor(app)
    const product = await author.product('Wardrobe')
    const page = await author.page(product, 'Doors')
    const question = await author.question(page, 'Colour', 'Radiobuttons')
    await author.answer(question, 'Red', { price: 10 })
    const width = await author.question(page, 'Width', 'Slider')
    await author.calculation(product, 'Sums', 'formula', { terms: [{ question: width }, { operator: '*' }, { number: 2 }] })
    const cells = [1, 2, 3].map((row) => ({ row, column: 0, value: String(10 * row) }))
    await author.calculation(product, 'Prices', 'matrix', { row_question_id: width, lookup: 'nextHigher', cells })
    const shop = await openSellingShop(app)
    const placed = await placeCheckout(app, await prepareCheckoutForOrder(app, shop, [{ quantity: 2, note: 'Hall' }]))
    const order = (await app.shop.createContext({}).list(salesOrder, { column: 'token', values: [placed.token] }))[0]!.id
    const mailTexts = { ...inBothLanguages('subject', 'Paid'), ...inBothLanguages('body', '<p>Paid.</p>') }
    const notification = await app.records.write('notification', {
      name: 'Order paid',
      status: 'paid',
      send_customer: true,
      ...mailTexts,
    })
    const first = async (entity: string): Promise<string> => `records/${entity}/${String((await author.first(entity))['id'])}`
    paths = [
      '',
      'records/product',
      `records/product/${product}`,
      `workshop/${product}?at=question-${question}`,
      `records/question/${question}`,
      'records/answer',
      await first('answer'),
      await first('calculation-matrix'),
      await first('calculation-formula'),
      'records/sales-order',
      `records/sales-order/${order}`,
      'records/settings',
      'records/store',
      `records/notification/${notification.id}`,
      'records/payment-method',
      await first('payment-method'),
      'records/shipping-method',
      'records/tax-class',
      'records/customer',
      'records/review',
      'reviews',
      'translations',
      'transfer',
      'theme',
      'account',
      'tokens',
      'records/customer/999999',
      ...(await listFurtherPaths()),
    ]
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  /** The lists of all entities that a merchant may open, with one record and the form of a new one. */
  async function listFurtherPaths(): Promise<readonly string[]> {
    const grant = grantOf(merchantScopes)
    const further: string[] = ['payments', 'media', 'mails', 'records/product?search=Wardrobe']
    for (const entity of app.context.registry.entities.values()) {
      if (!entity.operations.includes('list') || !grant.allowsAll(requiredScopes(entity, 'list'))) continue
      further.push(`records/${entity.name}`)
      if (entity.operations.includes('create')) further.push(`records/${entity.name}/new`)
      const { records } = await app.records.list(entity.name, { limit: 1, sort: 'id' })
      if (records[0]) further.push(`records/${entity.name}/${String(records[0]['id'])}`)
    }
    return further
  }

  async function openSettled(page: Page, path: string): Promise<void> {
    await page.goto(`${app.url}/svc-admin/${path}`)
    await page.locator('h1').first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
  }

  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['de', 'de-DE'],
  ] as const) {
    it(`shows no code of the service on any screen of a merchant in ${language}`, async () => {
      const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } })
      const { page } = await AdminPages.open(context, app)
      await page.locator('input[type=email]').fill(`${language}@shop.example`)
      await page.locator('input[type=password]').fill(adminAccount.password)
      await page.keyboard.press('Enter')
      await page.locator('nav').first().waitFor()
      const problems: string[] = []
      for (const path of paths) {
        await openSettled(page, path)
        problems.push(...findCodes(path, await page.evaluate(readPageTexts)))
      }
      await context.close()
      expect([...new Set(problems)]).to.deep.equal([])
    })
  }
})
