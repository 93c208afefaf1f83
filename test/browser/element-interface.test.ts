// Browser tests of the configurator element's public interface: attributes, methods, events, parts, and several per page.
import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { blocksOf } from '../docs/blocks.js'
import { readRepositoryFile } from '../support/repository.js'
import { waitForValue } from './product-page-driver.js'

const snippets = blocksOf('docs/guides/hosts/embedding.md', readRepositoryFile('docs/guides/hosts/embedding.md'))
const snippet = (language: string): string => snippets.find((entry) => entry.language === language)!.text

interface Told {
  readonly name: string
  readonly detail: Readonly<Record<string, unknown>>
}

describe('public interface of svc-configurator', function () {
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
    const author = createCatalogAuthor(app)
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

  /** Opens a third-party page with these elements, which listens to events from the start. */
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
  const readEvents = (): Promise<readonly Told[]> => page.evaluate(() => (window as unknown as { told: Told[] }).told)
  const readDetails = async (eventName: string): Promise<readonly Told['detail'][]> =>
    (await readEvents()).filter((event) => event.name === eventName).map(({ detail }) => detail)
  /** Calls a method of the first element and returns its resolved value. */
  const ask = (method: string, ...input: readonly unknown[]): Promise<Record<string, unknown>> =>
    page.evaluate(
      async ([called, values]) => {
        const element = document.querySelector('svc-configurator') as unknown as Record<string, (...all: unknown[]) => unknown>
        return (await element[called]!(...values)) as Record<string, unknown>
      },
      [method, input] as const,
    )

  it('emits ready, page, price, missing and change once each, and later only the events whose data changed', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await waitForValue(
      async () => (await readEvents()).map((event) => event.name),
      ['ready', 'page', 'price', 'missing', 'change'],
    )
    const [ready, , price, missing] = (await readEvents()).map(({ detail }) => detail)
    expect(ready).to.deep.include({ product: shelf })
    expect(ready!['configuration']).to.match(/^[\w-]{32}$/)
    expect(price).to.deep.include({ currency: 'EUR' })
    expect(missing!['questions']).to.deep.equal([colour])
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await waitForValue(async () => (await readEvents()).slice(5).map((event) => event.name), ['change'])
    await page.getByLabel('Blue').focus()
    await page.keyboard.press('ArrowUp')
    await waitForValue(async () => (await readEvents()).slice(6).map((event) => event.name), ['price', 'missing', 'change'])
    expect((await readDetails('missing')).at(-1)!['questions']).to.deep.equal([])
    // Events contain no user input, and they cross shadow roots.
    expect(JSON.stringify(await readEvents())).not.to.contain('Ada')
    expect(
      await page.evaluate(() => (window as unknown as { told: { composed: boolean }[] }).told.every((event) => event.composed)),
    ).to.equal(true)
  })

  it('applies selections as a shopper would, and returns the resulting state', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    const state = await ask('select', colour, String(red))
    expect(state).to.deep.include({ product: shelf, complete: true, missing: [] })
    expect(await page.getByLabel('Red').isChecked()).to.equal(true)
    const refused = await ask('select', width, 'wide')
    expect(refused['complete']).to.equal(false)
    expect((await readDetails('error')).at(-1)).to.deep.include({ status: null, questions: [width] })
    expect(await page.getByRole('alert').filter({ hasText: 'Width' }).count()).to.equal(1)
    const failure = await ask('select', 4_000_000, '1').catch((error: unknown) => String(error))
    expect(failure).to.contain('has no question 4000000')
  })

  it('emits an error event each time the service does not respond', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await waitForValue(async () => (await readDetails('ready')).length, 1)
    const lost = '**/configurations/*'
    await page.route(lost, (route) => route.abort())
    await page.getByLabel('Red').check()
    await waitForValue(async () => (await readDetails('error')).map(({ status }) => status), [0])
    await page.unroute(lost)
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'not responding' }).waitFor({ state: 'detached' })
    await page.route(lost, (route) => route.abort())
    await page.getByLabel('Blue').check()
    await waitForValue(async () => (await readDetails('error')).map(({ status }) => status), [0, 0])
  })

  it('runs the examples of docs/guides/hosts/embedding.md, with their colours', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.addStyleTag({ content: snippet('css') })
    await page.addScriptTag({ type: 'module', content: `${snippet('js')}\nwindow.complete = complete` })
    await waitForValue(() => page.evaluate(() => (window as unknown as { complete?: boolean }).complete), false)
    await page.getByLabel('Red').check()
    await waitForValue(() => Promise.resolve(messages.some((line) => /^[\d.]+ EUR$/.test(line))), true)
    await page.emulateMedia({ colorScheme: 'light' })
    const accent = await page
      .locator('svc-configurator')
      .evaluate((element) => getComputedStyle(element).getPropertyValue('--svc-accent').trim())
    expect(accent).to.contain('#7a1f5c')
  })

  it('moves the focus to the missing answer on validate()', async () => {
    await open(`<p style="height: 2000px">Far above</p><svc-configurator product="${shelf}"></svc-configurator>`)
    const { missing } = await ask('validate')
    expect(missing).to.have.length(1)
    const first = await page.getByLabel('Red').getAttribute('name')
    await waitForValue(
      () =>
        page.evaluate(() => document.querySelector('svc-configurator')?.shadowRoot?.activeElement?.getAttribute('name') ?? null),
      first,
    )
  })

  it('resets the configuration on reset(), and offers the previous selections', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await ask('select', colour, String(red))
    await ask('select', name, 'Ada')
    expect((await ask('reset'))['missing']).to.have.length(1)
    expect(await page.getByLabel('Name').inputValue()).to.equal('')
    await page.getByRole('button', { name: 'Restore my entries' }).focus()
    await page.keyboard.press('Enter')
    await waitForValue(() => page.getByLabel('Name').inputValue(), 'Ada')
    expect(await page.getByLabel('Red').isChecked()).to.equal(true)
  })

  it('follows its attributes: another language with the same selections, another product, and back', async () => {
    await open(`<svc-configurator product="${shelf}"></svc-configurator>`)
    await ask('select', name, 'Ada')
    const set = (attribute: string, value: string): Promise<void> =>
      page.evaluate(([key, text]) => document.querySelector('svc-configurator')!.setAttribute(key!, text!), [attribute, value])
    await set('language', 'de-DE')
    await waitForValue(() => page.getByText('Ihr Preis', { exact: true }).first().isVisible(), true)
    expect(await page.getByLabel('Name').inputValue()).to.equal('Ada')
    await set('product', String(wardrobe))
    await waitForValue(() => page.getByRole('tab').count(), 2)
    expect((await ask('settled'))['product']).to.equal(wardrobe)
    await set('product', String(shelf))
    await waitForValue(() => page.getByRole('tab').count(), 0)
    await waitForValue(() => page.getByLabel('Name').inputValue(), 'Ada')
    // Two attributes set together cause one change.
    const urls: string[] = []
    page.on('request', (request) => /\/products\/\d+\?/.test(request.url()) && urls.push(request.url()))
    await page.evaluate((product) => {
      const element = document.querySelector('svc-configurator')!
      element.setAttribute('language', 'en-GB')
      element.setAttribute('product', String(product))
    }, wardrobe)
    await waitForValue(() => page.getByRole('tab').first().innerText(), 'Doors')
    expect(urls).to.have.length(1)
  })

  it('runs independently of other elements on the page, of another product and of the same product', async () => {
    await open(
      `<svc-configurator product="${wardrobe}"></svc-configurator><svc-configurator product="${shelf}" id="left"></svc-configurator><svc-configurator product="${shelf}" id="right"></svc-configurator>`,
    )
    const [firstElement, right] = [page.locator('#left'), page.locator('#right')]
    await firstElement.getByLabel('Name').fill('Ada')
    await firstElement.getByLabel('Name').press('Tab')
    await waitForValue(async () => (await readDetails('change')).filter(({ revision }) => revision === 2).length > 0, true)
    expect(await right.getByLabel('Name').inputValue()).to.equal('')
    await page.getByRole('tab', { name: 'Inside' }).click()
    await page.reload()
    await waitForValue(() => page.getByRole('tab', { name: 'Inside' }).getAttribute('aria-selected'), 'true')
    await waitForValue(() => firstElement.getByLabel('Name').inputValue(), 'Ada')
    expect(await right.getByLabel('Name').inputValue()).to.equal('')
    await waitForValue(
      async () => (await readDetails('page')).findLast(({ product }) => product === wardrobe)?.['page'],
      pages[1],
    )
  })

  it('exposes a part for every piece, and one for every CSS class of the author', async () => {
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
      return all
        .filter((element) => element.getAttribute('class') !== element.getAttribute('part'))
        .map((element) => element.outerHTML.slice(0, 80))
    })
    expect(bare).to.deep.equal([])
  })
})
