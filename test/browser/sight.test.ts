// What is seen by whom: narrow screens, dark, forced colours, right to left, no script; honest prices, short lists, pages with addresses.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'
import { becomes, ShopPage } from '../support/shop-page.js'

describe('the storefront as it is seen', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined
  let wardrobe: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    const author = catalogAuthor(app)
    wardrobe = await author.product('Wardrobe', {
      baseprice: 100,
      tax_class_id: await author.write('tax-class', { title: 'Untaxed' }),
      page_nav_tabs: 'yes',
      use_recurring_pricing: true,
      recurring_interval_en_GB: 'per month',
    })
    for (const title of ['Doors', 'Inside']) {
      const page = await author.page(wardrobe, title)
      for (let n = 1; n <= 8; n++) await author.question(page, `${title} ${n}`, 'Textbox', { required: true })
      const finish = await author.question(page, `${title} finish`, 'Radiobuttons')
      await author.answer(finish, `${title} oiled`, { price_recurring: 3, description_en_GB: 'Twice by hand.' })
      await author.answer(finish, `${title} raw`)
    }
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(() => context?.close())

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<ShopPage> => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options })
    return ShopPage.open(context, app, path)
  }
  const wide = (shop: ShopPage): Promise<number> =>
    shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  it('never lays the price bar over the control in use at 320 pixels', async () => {
    const shop = await open('/product/standing-desk', { viewport: { width: 320, height: 640 } })
    expect(await wide(shop)).to.equal(0)
    const covered: string[] = []
    for (let step = 0; step < 45; step++) {
      await shop.page.keyboard.press('Tab')
      const found = await shop.page.evaluate(() => {
        const root = document.querySelector('svc-configurator')!.shadowRoot!
        const focused = root.activeElement
        if (!focused || focused.closest('.price-box, .price-bar')) return null
        const bar = root.querySelector('.price-bar')!.getBoundingClientRect()
        const box = focused.getBoundingClientRect()
        return box.bottom > bar.top + 1 && box.top < bar.bottom ? focused.id || focused.outerHTML.slice(0, 80) : null
      })
      if (found !== null) covered.push(found)
    }
    expect(covered).to.deep.equal([])
  })

  it('shows which tile is chosen in forced colours, and where the focus is', async () => {
    const shop = await open('/product/standing-desk', { forcedColors: 'active' })
    await shop.page.getByText('Corner').first().click()
    await shop.settled()
    const borders = await shop.page
      .locator('.tile')
      .evaluateAll((tiles) =>
        tiles.map((tile) => [getComputedStyle(tile).borderTopWidth, getComputedStyle(tile, '::after').content]),
      )
    expect(borders.map(([width]) => width)).to.deep.equal(['1px', '3px', '1px'])
    expect(borders[1]![1]).to.contain('✓')
  })

  it('has a dark scheme, and a focus ring that is seen in both', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const shop = await open('/product/standing-desk', { colorScheme })
      await shop.page.getByRole('button', { name: 'Home office' }).focus()
      const [ground, ring] = await shop.page.evaluate(() => {
        const focused = document.querySelector('svc-configurator')!.shadowRoot!.activeElement!
        const paint = (colour: string): number => {
          const canvas = document.createElement('canvas').getContext('2d')!
          canvas.fillStyle = colour
          canvas.fillRect(0, 0, 1, 1)
          const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
            const part = value / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
        }
        return [paint(getComputedStyle(document.body).backgroundColor), paint(getComputedStyle(focused).outlineColor)]
      })
      expect(ground > 0.5, colorScheme).to.equal(colorScheme === 'light')
      const [lighter, darker] = [Math.max(ground, ring), Math.min(ground, ring)]
      expect((lighter + 0.05) / (darker + 0.05), colorScheme).to.be.at.least(3)
      await context?.close()
    }
  })

  it('is as wide as the screen from right to left', async () => {
    const shop = await open('/product/standing-desk')
    await shop.page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
    })
    expect(await wide(shop)).to.equal(0)
    expect(await shop.page.locator('html').getAttribute('dir')).to.equal('rtl')
  })

  it('jumps to a missing entry at once where motion is unwanted', async () => {
    const shop = await open('/product/standing-desk', { reducedMotion: 'reduce' })
    await shop.page.evaluate(() => {
      const asked: unknown[] = []
      Element.prototype.scrollIntoView = function (options) {
        asked.push(options)
      }
      Object.assign(globalThis, { asked })
    })
    await shop.page.getByRole('button', { name: 'Surface', exact: true }).click()
    await becomes(
      () => shop.page.evaluate(() => JSON.stringify((globalThis as unknown as { asked: unknown }).asked)),
      '[{"block":"center","behavior":"auto"}]',
    )
  })

  it('names five missing entries and counts the others', async () => {
    const shop = await open(`/product/${wardrobe}`)
    const box = shop.page.locator('.price-box')
    expect(
      await box
        .locator('.missing')
        .getByRole('button', { name: /^(Doors|Inside) \d$/ })
        .count(),
    ).to.equal(5)
    await box.getByText('and 11 more').click()
    expect(
      await box
        .locator('.missing')
        .getByRole('button', { name: /^(Doors|Inside) \d$/ })
        .count(),
    ).to.equal(16)
    const { height } = (await box.boundingBox())!
    expect(height).to.be.at.most(800)
  })

  it('gives each page an address, and keeps it over reload and Back', async () => {
    const shop = await open(`/product/${wardrobe}`)
    const heading = (): Promise<string | null> =>
      shop.page
        .getByRole('tab', { selected: true })
        .textContent()
        .then((text) => text?.trim() ?? null)
    await shop.page.getByRole('button', { name: 'Next' }).click()
    await becomes(heading, 'Inside')
    expect(new URL(shop.page.url()).searchParams.get('page')).to.match(/^\d+$/)
    await shop.page.reload()
    await shop.ready()
    expect(await heading()).to.equal('Inside')
    await shop.page.goBack()
    await becomes(heading, 'Doors')
    expect(shop.page.url()).to.contain(`/product/${wardrobe}`)
  })

  it('keeps the place on the page over a reload and in another language', async () => {
    const shop = await open('/product/standing-desk')
    const top = (): Promise<number> => shop.page.evaluate(() => Math.round(scrollY))
    await shop.page.evaluate(() => scrollTo(0, 700))
    await shop.page.reload()
    await shop.ready()
    await becomes(top, 700)
    await shop.page.evaluate(() => document.querySelector<HTMLElement>('a[hreflang="de-DE"]')!.click())
    await shop.page.waitForURL('**/de/**')
    await shop.ready()
    await becomes(async () => Math.abs((await top()) - 700) < 30, true)
  })

  it('says what is known of a price: not 0.00, no words about a tax of nothing, no care that nobody asked for', async () => {
    const blind = await open('/product/roller-blind')
    expect(await blind.price()).to.equal('Not calculated yet')
    await context?.close()
    const desk = await open('/product/standing-desk')
    const text = await desk.page.locator('.price').innerText()
    expect(text).to.contain('€500.99').and.to.contain('incl. VAT').and.not.to.contain('€0.00')
    expect(await desk.page.getByText('Care plan').count(), 'where there is nothing to care for').to.equal(0)
    await desk.page.getByLabel('Surface').selectOption({ label: 'Oak (+ €113.05)' })
    expect(await desk.page.getByText('Oil and inspection every year').locator('..').innerText()).to.contain('+ €5.83 per month')
    await context?.close()
    const untaxed = await open(`/product/${wardrobe}`)
    const words = await untaxed.page.locator('.price').innerText()
    expect(words).to.contain('€100.00').and.not.to.contain('tax').and.not.to.contain('€0.00')
  })

  it('shows what answers cost again and again, and what they are', async () => {
    const shop = await open(`/product/${wardrobe}`)
    const block = shop.page.locator('.question').filter({ hasText: 'Doors finish' })
    expect(await block.innerText())
      .to.contain('+ €3.00 per month')
      .and.to.contain('Twice by hand.')
    const input = block.getByLabel('Doors oiled')
    expect(await input.getAttribute('aria-describedby')).to.match(/-description$/)
  })

  it('shows what each answer costs where that is calculated, and keeps it current', async () => {
    const shop = await open('/product/roller-blind')
    await shop.type('Width', ['1450'], 0)
    await shop.type('Drop', ['1800'], 0)
    await shop.leave()
    const group = shop.page.locator('.choice').filter({ hasText: 'Group 3' })
    await becomes(async () => (await group.innerText()).includes('+ €198.73'), true)
    await shop.page.getByLabel('Group 3', { exact: true }).check()
    expect(await shop.price()).to.equal('€198.73')
  })

  it('keeps answers that do not fit in sight, with the reason', async () => {
    const shop = await open('/product/dell-laptop')
    const shown = (): Promise<number> => shop.page.locator('.question input[type=radio]').count()
    const before = await shown()
    await shop.page.locator('.question input[type=radio]').nth(1).click()
    await shop.settled()
    expect(await shown()).to.equal(before)
    // The laptop is put together step by step: what goes with the range is in the next one.
    await shop.page.getByText('Step 1 of 9').waitFor()
    await shop.page.getByRole('button', { name: 'Next', exact: true }).click()
    await shop.page.getByText('Step 2 of 9').waitFor()
    const unfit = shop.page.locator('.choice:has(input:disabled)')
    expect(await unfit.count()).to.be.greaterThan(0)
    expect(await unfit.first().innerText()).to.contain('Not compatible with your selection')
  })

  it('shows the demo products as they are put together', async () => {
    for (const [path, layers] of [
      ['/product/roller-blind', 2],
      ['/product/dell-laptop', 1],
      ['/product/standing-desk', 2],
    ] as const) {
      const shop = await open(path)
      const drawn = (): Promise<number> =>
        shop.page
          .locator('.visualization img')
          .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length)
      await becomes(drawn, layers)
      await context?.close()
    }
  })

  it('moves nothing that was seen while the pages are put together', async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    await context.addInitScript(() => {
      const moved: number[] = []
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as readonly { readonly value: number }[]) moved.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const label of ['standing-desk', 'dell-laptop']) {
      const shop = await ShopPage.open(context, app, `/product/${label}`)
      await shop.reckons()
      const moved = await shop.page.evaluate(() => (globalThis as unknown as { readonly moved: readonly number[] }).moved)
      expect(
        moved.reduce((sum, one) => sum + one, 0),
        label,
      ).to.be.at.most(0.02)
    }
  })

  it('shows the questions where scripts are blocked', async () => {
    context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/product/standing-desk`)
    expect(await page.getByText('Two motors, quiet').isVisible()).to.equal(true)
    expect(await page.getByText('needs JavaScript').isVisible()).to.equal(true)
    expect(await page.getByText('Add to cart').isVisible(), 'what does nothing').to.equal(false)
  })

  it('shows the questions where the script cannot be loaded', async () => {
    context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    await page.route('**/configurator.js*', (route) => route.abort())
    await page.goto(`${app.url}/product/standing-desk`)
    await becomes(() => page.getByText('Two motors, quiet').isVisible(), true)
    expect(await page.getByText('Add to cart').isVisible(), 'what does nothing').to.equal(false)
  })

  it('sets the pictures of answers level with their names, and that of a list beside it', async () => {
    const desk = await open('/product/standing-desk')
    await desk.page.getByLabel('Surface').selectOption({ index: 1 })
    await desk.settled()
    const middle = async (locator: Locator): Promise<number> => {
      await locator.scrollIntoViewIfNeeded()
      const { y, height } = (await locator.boundingBox())!
      return y + height / 2
    }
    const motor = desk.page.locator('.choice', { hasText: 'One motor' })
    const surface = desk.page.locator('.question', { hasText: 'Surface' })
    for (const [one, other] of [
      [motor.locator('.choice-title'), motor.locator('img')],
      [motor.locator('input'), motor.locator('img')],
      [surface.locator('select'), surface.locator('img')],
    ] as const) {
      expect(Math.abs((await middle(one)) - (await middle(other)))).to.be.at.most(2)
    }
  })

  it('says in German why a file is not taken, and leaves no name behind', async () => {
    const shop = await open('/de/product/stehtisch')
    await shop.page.getByText('Abgerundet').click()
    await shop.settled()
    const field = shop.page.getByLabel('Ihre Zeichnung')
    await field.setInputFiles({ name: 'plan.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
    await becomes(() => shop.alerts(), ['„plan.exe“ hat keinen erlaubten Dateityp. Erlaubt: pdf, png, jpg.'])
    expect(await field.inputValue()).to.equal('')
    await field.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf at all') })
    await becomes(async () => (await shop.alerts())[0]?.startsWith('Der Inhalt von „plan.pdf“'), true)
    expect(await field.inputValue()).to.equal('')
  })

  it('says in German that something broke in the shop', async () => {
    const shop = await open('/de/product/stehtisch')
    await shop.intercept((route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'oops' }))
    await shop.page.getByLabel('Zwei Motoren, leise').click()
    await becomes(async () => (await shop.alerts())[0]?.startsWith('Etwas ist schiefgelaufen.'), true)
  })
})
