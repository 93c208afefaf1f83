// What a page around the configurator asks of it and hears from it: attributes, methods, events, parts, several of them side by side.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { blocksOf } from '../docs/blocks.js'
import { readRepositoryFile } from '../support/repository.js'
import { becomes } from '../support/shop-page.js'

const snippets = blocksOf('docs/guides/hosts/embedding.md', readRepositoryFile('docs/guides/hosts/embedding.md'))
const snippet = (language: string): string => snippets.find((one) => one.language === language)!.text

interface Told {
  readonly name: string
  readonly detail: Readonly<Record<string, unknown>>
}

describe('the face of the configurator', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  let shelf: number
  let wardrobe: number
  let colour: number
  let red: number
  let width: number
  let name: number
  let pages: number[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    const author = catalogAuthor(app)
    shelf = await author.product('Shelf', { baseprice: 100 })
    const front = await author.page(shelf, 'Front', { css_classes: 'wide' })
    colour = await author.question(front, 'Colour', 'Radiobuttons', { required: true, css_classes: 'hot spot' })
    red = await author.answer(colour, 'Red', { price: 10 })
    await author.answer(colour, 'Blue')
    name = await author.question(front, 'Name', 'Textbox')
    width = await author.question(front, 'Width', 'Textbox', { validate: true, input_restriction: 'integer' })
    wardrobe = await author.product('Wardrobe', { page_nav_tabs: 'yes' })
    pages = [await author.page(wardrobe, 'Doors'), await author.page(wardrobe, 'Inside')]
    for (const id of pages) await author.question(id, `Note ${pages.indexOf(id)}`, 'Textbox')
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  beforeEach(async () => {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    context.on('weberror', (error) => complaints.push(error.error().message))
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  /** A page of somebody else's with these elements, which listens from the beginning. */
  async function open(body: string, search = ''): Promise<void> {
    const listen = `window.told = []
      for (const name of ['ready', 'change', 'price', 'page', 'missing', 'error'])
        document.addEventListener('svc-' + name, (event) => told.push({ name, detail: event.detail, composed: event.composed }))`
    const script = '<script type="module" src="/storefront/configurator.js"></script>'
    await context.route('http://cms.example/**', async (route) => {
      const { pathname, search: query } = new URL(route.request().url())
      if (pathname === '/page') {
        const html = `<!doctype html><html lang="en-GB"><link rel="icon" href="data:,"><script>${listen}</script>${body}${script}`
        return route.fulfill({ headers: { 'content-type': 'text/html' }, body: html })
      }
      await route.fulfill({
        response: await route.fetch({
          url: app.url + pathname + query,
          headers: { ...route.request().headers(), origin: app.url },
        }),
      })
    })
    await page.goto(`http://cms.example/page${search}`)
    for (const element of await page.locator('svc-configurator').all()) await element.locator('[data-ready]').waitFor()
  }
  const told = (): Promise<readonly Told[]> => page.evaluate(() => (window as unknown as { told: Told[] }).told)
  const named = async (wanted: string): Promise<readonly Told['detail'][]> =>
    (await told()).filter((one) => one.name === wanted).map(({ detail }) => detail)
  /** Calls a method of the first element, and gives what it resolves with. */
  const ask = (method: string, ...input: readonly unknown[]): Promise<Record<string, unknown>> =>
    page.evaluate(
      async ([called, values]) => {
        const element = document.querySelector('svc-configurator') as unknown as Record<string, (...all: unknown[]) => unknown>
        return (await element[called]!(...values)) as Record<string, unknown>
      },
      [method, input] as const,
    )

  it('tells that it is ready, what is open, missing and paid, once each, and only what differs afterwards', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await becomes(async () => (await told()).map((one) => one.name), ['ready', 'page', 'price', 'missing', 'change'])
    const [ready, , price, missing] = (await told()).map(({ detail }) => detail)
    expect(ready).to.deep.include({ product: shelf })
    expect(ready!['configuration']).to.match(/^[\w-]{32}$/)
    expect(price).to.deep.include({ currency: 'EUR' })
    expect(missing!['questions']).to.deep.equal([colour])
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await becomes(async () => (await told()).slice(5).map((one) => one.name), ['change'])
    await page.getByLabel('Blue').focus()
    await page.keyboard.press('ArrowUp')
    await becomes(async () => (await told()).slice(6).map((one) => one.name), ['price', 'missing', 'change'])
    expect((await named('missing')).at(-1)!['questions']).to.deep.equal([])
    // Nothing that anybody typed is in it, and pages outside of any shadow hear it.
    expect(JSON.stringify(await told())).not.to.contain('Ada')
    expect(
      await page.evaluate(() => (window as unknown as { told: { composed: boolean }[] }).told.every((one) => one.composed)),
    ).to.equal(true)
  })

  it('selects as the shopper would, and gives what stands there then', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    const state = await ask('select', colour, String(red))
    expect(state).to.deep.include({ product: shelf, complete: true, missing: [] })
    expect(await page.getByLabel('Red').isChecked()).to.equal(true)
    const refused = await ask('select', width, 'wide')
    expect(refused['complete']).to.equal(false)
    expect((await named('error')).at(-1)).to.deep.include({ status: null, questions: [width] })
    expect(await page.getByRole('alert').filter({ hasText: 'Width' }).count()).to.equal(1)
    const failure = await ask('select', 4_000_000, '1').catch((error: unknown) => String(error))
    expect(failure).to.contain('has no question 4000000')
  })

  it('tells when the service does not answer, and when it fails the next time', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await becomes(async () => (await named('ready')).length, 1)
    const lost = '**/configurations/*'
    await page.route(lost, (route) => route.abort())
    await page.getByLabel('Red').check()
    await becomes(async () => (await named('error')).map(({ status }) => status), [0])
    await page.unroute(lost)
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'not responding' }).waitFor({ state: 'detached' })
    await page.route(lost, (route) => route.abort())
    await page.getByLabel('Blue').check()
    await becomes(async () => (await named('error')).map(({ status }) => status), [0, 0])
  })

  it('does what the lines of docs/guides/hosts/embedding.md ask, in the colours that they give', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.addStyleTag({ content: snippet('css') })
    await page.addScriptTag({ type: 'module', content: `${snippet('js')}\nwindow.complete = complete` })
    await becomes(() => page.evaluate(() => (window as unknown as { complete?: boolean }).complete), false)
    await page.getByLabel('Red').check()
    await becomes(() => Promise.resolve(said.some((line) => /^[\d.]+ EUR$/.test(line))), true)
    await page.emulateMedia({ colorScheme: 'light' })
    const accent = await page
      .locator('svc-configurator')
      .evaluate((element) => getComputedStyle(element).getPropertyValue('--svc-accent').trim())
    expect(accent).to.contain('#7a1f5c')
  })

  it('leads to what is missing when it is asked to validate', async () => {
    await open(`<p style="height: 2000px">Far above</p><svc-configurator product="${shelf}"></svc-configurator>`)
    const { missing } = await ask('validate')
    expect(missing).to.have.length(1)
    const first = await page.getByLabel('Red').getAttribute('name')
    await becomes(
      () =>
        page.evaluate(() => document.querySelector('svc-configurator')?.shadowRoot?.activeElement?.getAttribute('name') ?? null),
      first,
    )
  })

  it('begins anew when it is asked to, and leads back', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await ask('select', colour, String(red))
    await ask('select', name, 'Ada')
    expect((await ask('reset'))['missing']).to.have.length(1)
    expect(await page.getByLabel('Name').inputValue()).to.equal('')
    await page.getByRole('button', { name: 'Restore my entries' }).focus()
    await page.keyboard.press('Enter')
    await becomes(() => page.getByLabel('Name').inputValue(), 'Ada')
    expect(await page.getByLabel('Red').isChecked()).to.equal(true)
  })

  it('follows its attributes: another language with the same entries, another product and back again', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await ask('select', name, 'Ada')
    const set = (attribute: string, value: string): Promise<void> =>
      page.evaluate(([key, text]) => document.querySelector('svc-configurator')!.setAttribute(key!, text!), [attribute, value])
    await set('language', 'de-DE')
    await becomes(() => page.getByText('Ihr Preis', { exact: true }).first().isVisible(), true)
    expect(await page.getByLabel('Name').inputValue()).to.equal('Ada')
    await set('product', String(wardrobe))
    await becomes(() => page.getByRole('tab').count(), 2)
    expect((await ask('settled'))['product']).to.equal(wardrobe)
    await set('product', String(shelf))
    await becomes(() => page.getByRole('tab').count(), 0)
    await becomes(() => page.getByLabel('Name').inputValue(), 'Ada')
    // Both at once are one change.
    const asked: string[] = []
    page.on('request', (request) => /\/products\/\d+\?/.test(request.url()) && asked.push(request.url()))
    await page.evaluate((product) => {
      const element = document.querySelector('svc-configurator')!
      element.setAttribute('language', 'en-GB')
      element.setAttribute('product', String(product))
    }, wardrobe)
    await becomes(() => page.getByRole('tab').first().innerText(), 'Doors')
    expect(asked).to.have.length(1)
  })

  it('stands beside others without a word of theirs: of another product with its own page, and of the same product', async () => {
    await open(
      `<svc-configurator product="${wardrobe}"></svc-configurator><svc-configurator product="${shelf}" id="left"></svc-configurator><svc-configurator product="${shelf}" id="right"></svc-configurator>`,
    )
    const [left, right] = [page.locator('#left'), page.locator('#right')]
    await left.getByLabel('Name').fill('Ada')
    await left.getByLabel('Name').press('Tab')
    await becomes(async () => (await named('change')).filter(({ revision }) => revision === 2).length > 0, true)
    expect(await right.getByLabel('Name').inputValue()).to.equal('')
    await page.getByRole('tab', { name: 'Inside' }).click()
    await page.reload()
    await becomes(() => page.getByRole('tab', { name: 'Inside' }).getAttribute('aria-selected'), 'true')
    await becomes(() => left.getByLabel('Name').inputValue(), 'Ada')
    expect(await right.getByLabel('Name').inputValue()).to.equal('')
    await becomes(async () => (await named('page')).findLast(({ product }) => product === wardrobe)?.['page'], pages[1])
  })

  it('has a part for every piece, and one for every class of the author', async () => {
    const style = `<style>
      svc-configurator::part(price-box) { border-top-color: rgb(1, 2, 3) }
      svc-configurator::part(hot) { outline: 2px solid rgb(4, 5, 6) }
      svc-configurator::part(wide) { padding-left: 7px }
      svc-configurator { --svc-accent: rgb(8, 9, 10) }
    </style>`
    await open(`${style}<svc-configurator product="${shelf}"></svc-configurator>`)
    const colours = await page.evaluate(() => {
      const root = document.querySelector('svc-configurator')!.shadowRoot!
      const of = (selector: string): CSSStyleDeclaration => getComputedStyle(root.querySelector(selector)!)
      return [of('.price-box').borderTopColor, of('.hot').outlineColor, of('.wide').paddingLeft, of('.missing button').color]
    })
    expect(colours).to.deep.equal(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', '7px', 'rgb(8, 9, 10)'])
    const bare = await page.evaluate(() => {
      const root = document.querySelector('svc-configurator')!.shadowRoot!
      const all = [...root.querySelectorAll('[class]:not(.hidden, .plain, .primary)')]
      return all.filter((one) => one.getAttribute('class') !== one.getAttribute('part')).map((one) => one.outerHTML.slice(0, 80))
    })
    expect(bare).to.deep.equal([])
  })
})
