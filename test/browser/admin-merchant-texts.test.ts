// Walks the admin as a merchant in each language: no screen shows an id, an internal name, a command, JSON, an ISO date or a foreign text.
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { grantOf, requiredScopes } from '../../core/foundation/access.js'
import { salesOrder } from '../../core/model/entities/orders/sales-order.js'
import { admin } from '../../plugins/admin/index.js'
import { createLabelTranslator, listRegistryLabels } from '../../plugins/admin/wording/label-translator.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { openBrowser } from '../support/browser.js'
import { listFilesBelow, readRepositoryFile } from '../support/repository.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../support/selling-shop.js'
import { inBothLanguages } from '../support/small-shop.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { AdminPages, adminAccount } from './admin-pages.js'
import { findAxeProblems } from './axe.js'

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

/** The texts of the admin in a language that are not the same in Hebrew. Labels are listed in English by the registry. */
function readForeignTexts(language: 'en' | 'de'): readonly string[] {
  const paths = listFilesBelow('messages').filter((path) =>
    new RegExp(`^messages/(?:admin|labels|authoring|findings|errors|fields).*\\.${language}\\.json$`).test(path),
  )
  return paths.flatMap((path) => {
    const hebrew = JSON.parse(readRepositoryFile(path.replace(`.${language}.json`, '.he.json'))) as Record<string, string>
    const texts = JSON.parse(readRepositoryFile(path)) as Record<string, string>
    return Object.entries(texts).flatMap(([name, text]) => (text === hebrew[name] ? [] : [text]))
  })
}

/** Texts that a Hebrew screen must not show, and texts that it may show although they are not Hebrew. */
interface KnownTexts {
  readonly foreign: ReadonlySet<string>
  readonly allowed: ReadonlySet<string>
}

/** Texts of records are in the languages of the shop. Labels such as IBAN are the same in all languages. */
async function readKnownTexts(app: ListeningApp): Promise<KnownTexts> {
  const { registry } = app.context
  const translate = createLabelTranslator(registry, 'he')
  const labels = listRegistryLabels(registry)
  const isSame = ({ text, key }: (typeof labels)[number]): boolean => translate(text, key) === text
  const allowed = new Set(labels.filter(isSame).map(({ text }) => text))
  for (const entity of registry.entities.values()) {
    if (!entity.operations.includes('list')) continue
    const { records } = await app.records.list(entity.name, { limit: 1_000, unbounded: true })
    for (const value of records.flatMap((record) => Object.values(record)))
      if (typeof value === 'string') allowed.add(value.trim())
  }
  const labelTexts = labels.filter((label) => !isSame(label)).map(({ text }) => text)
  return { allowed, foreign: new Set([...readForeignTexts('en'), ...readForeignTexts('de'), ...labelTexts]) }
}

/** Texts in English or German that the Hebrew screen shows: texts of a catalog, and sentences without a Hebrew letter. */
function findForeignTexts(screen: string, texts: readonly string[], { foreign, allowed }: KnownTexts): readonly string[] {
  const isSentence = (text: string): boolean => !/[\u05d0-\u05ea]/.test(text) && /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(text)
  return texts
    .filter((text) => !allowed.has(text) && (foreign.has(text) || isSentence(text)))
    .map((text) => `${screen}: "${text.slice(0, 120)}"`)
}

/** Pixels by which the page is wider than the window, after the layout of its last resize. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })

describe('admin: texts for merchants', function () {
  this.timeout(600_000)
  let app: ListeningApp
  let browser: Browser
  let paths: readonly string[]
  /** The screens without the lists and forms of all entities. */
  let mainPaths: readonly string[]
  let known: KnownTexts

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront(), admin({ signIns: 1000 })], { plugins: checkoutPlugins })
    for (const language of ['en', 'de', 'he'] as const) {
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
    known = await readKnownTexts(app)
    mainPaths = [
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
    ]
    paths = [...mainPaths, ...(await listFurtherPaths())]
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
    ['he', 'he-IL'],
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
        const texts = await page.evaluate(readPageTexts)
        problems.push(...findCodes(path, texts))
        if (language !== 'he') continue
        problems.push(...findForeignTexts(path, texts, known))
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          if ((await measureOverflow(page)) > 0) problems.push(`${path}: scrolls sideways at ${width} pixels`)
        }
        if (mainPaths.includes(path)) problems.push(...(await findAxeProblems(page)).map((problem) => `${path}: ${problem}`))
      }
      await context.close()
      expect([...new Set(problems)]).to.deep.equal([])
    })
  }

  it('offers the language of the browser at sign-in, and keeps another choice until the account is known', async () => {
    const context = await browser.newContext({ locale: 'he-IL', viewport: { width: 1280, height: 900 } })
    const { page } = await AdminPages.open(context, app)
    const html = page.locator('html')
    await page.getByRole('heading', { name: 'כניסה' }).waitFor()
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).to.deep.equal(['he', 'rtl'])
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).to.deep.equal(['de', 'ltr'])
    await page.locator('input[type=email]').fill('he@shop.example')
    await page.locator('input[type=password]').fill('wrong words here')
    await page.keyboard.press('Enter')
    expect(await page.locator('.form-failure:not(:empty)').textContent()).to.match(/ist falsch|stimmt|nicht/)
    await page.locator('input[type=password]').fill(adminAccount.password)
    await page.keyboard.press('Enter')
    await page.locator('nav').first().waitFor()
    await page.locator('html[dir=rtl]').waitFor()
    await context.close()
  })

  it('loads the texts of the chosen language only', async () => {
    const context = await browser.newContext({ locale: 'he-IL' })
    const scripts: string[] = []
    context.on('request', (request) => scripts.push(new URL(request.url()).pathname.split('/').at(-1)!))
    const { page } = await AdminPages.open(context, app)
    await page.getByRole('heading', { name: 'כניסה' }).waitFor()
    await context.close()
    expect(scripts.filter((name) => /\.(?:de|he)\.js$/.test(name)).toSorted()).to.deep.equal([
      'admin-screens.he.js',
      'admin.he.js',
    ])
  })
})
