// Browser tests of the storefront's appearance: narrow, dark, forced colours, right-to-left, no script, prices, and long lists.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import { waitForValue, ProductPageDriver } from './product-page-driver.js'

describe('storefront: appearance', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext | undefined
  let wardrobe: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
    const author = createCatalogAuthor(app)
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

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<ProductPageDriver> => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options })
    return ProductPageDriver.open(context, app, path)
  }
  const wide = (shop: ProductPageDriver): Promise<number> =>
    shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  it('never covers the focused control with the price bar at 320 pixels', async () => {
    const shop = await open('/product/standing-desk', { viewport: { width: 320, height: 640 } })
    expect(await wide(shop)).to.equal(0)
    const covered: string[] = []
    for (let step = 0; step < 45; step++) {
      await shop.page.keyboard.press('Tab')
      const coveredElement = await shop.page.evaluate(() => {
        const root = document.querySelector('svc-configurator')!.shadowRoot!
        const focused = root.activeElement
        if (!focused || focused.closest('.price-box, .price-bar')) return null
        const bar = root.querySelector('.price-bar')!.getBoundingClientRect()
        const box = focused.getBoundingClientRect()
        return box.bottom > bar.top + 1 && box.top < bar.bottom ? focused.id || focused.outerHTML.slice(0, 80) : null
      })
      if (coveredElement !== null) covered.push(coveredElement)
    }
    expect(covered).to.deep.equal([])
  })

  it('marks the chosen tile and the focus in forced colours', async () => {
    const shop = await open('/product/standing-desk', { forcedColors: 'active' })
    await shop.page.getByText('Corner').first().click()
    await shop.waitForReplies()
    const borders = await shop.page
      .locator('.question', { hasText: 'Corner' })
      .locator('.tile')
      .evaluateAll((tiles) =>
        tiles.map((tile) => [getComputedStyle(tile).borderTopWidth, getComputedStyle(tile, '::after').content]),
      )
    expect(borders.map(([width]) => width)).to.deep.equal(['1px', '3px', '1px'])
    expect(borders[1]![1]).to.contain('✓')
  })

  it('has a dark scheme, and a focus ring with a contrast of at least 3 in both schemes', async () => {
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

  it('does not scroll sideways from right to left', async () => {
    const shop = await open('/product/standing-desk')
    await shop.page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
    })
    expect(await wide(shop)).to.equal(0)
    expect(await shop.page.locator('html').getAttribute('dir')).to.equal('rtl')
  })

  it('scrolls to a missing answer without animation if reduced motion is preferred', async () => {
    const shop = await open('/product/standing-desk', { reducedMotion: 'reduce' })
    await shop.page.evaluate(() => {
      const requests: unknown[] = []
      Element.prototype.scrollIntoView = function (options) {
        requests.push(options)
      }
      Object.assign(globalThis, { asked: requests })
    })
    await shop.page.getByRole('button', { name: 'Surface', exact: true }).click()
    await waitForValue(
      () => shop.page.evaluate(() => JSON.stringify((globalThis as unknown as { asked: unknown }).asked)),
      '[{"block":"center","behavior":"auto"}]',
    )
  })

  it('lists five missing answers and counts the others', async () => {
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

  it('gives each page an address, and restores it after a reload and Back', async () => {
    const shop = await open(`/product/${wardrobe}`)
    const heading = (): Promise<string | null> =>
      shop.page
        .getByRole('tab', { selected: true })
        .textContent()
        .then((text) => text?.trim() ?? null)
    await shop.page.getByRole('button', { name: 'Next' }).click()
    await waitForValue(heading, 'Inside')
    expect(new URL(shop.page.url()).searchParams.get('page')).to.match(/^\d+$/)
    await shop.page.reload()
    await shop.waitUntilReady()
    expect(await heading()).to.equal('Inside')
    await shop.page.goBack()
    await waitForValue(heading, 'Doors')
    expect(shop.page.url()).to.contain(`/product/${wardrobe}`)
  })

  it('keeps the scroll position after a reload and in another language', async () => {
    const shop = await open('/product/standing-desk')
    const top = (): Promise<number> => shop.page.evaluate(() => Math.round(scrollY))
    await shop.page.evaluate(() => scrollTo(0, 700))
    await shop.page.reload()
    await shop.waitUntilReady()
    await waitForValue(top, 700)
    await shop.page.evaluate(() => document.querySelector<HTMLElement>('a[hreflang="de-DE"]')!.click())
    await shop.page.waitForURL('**/de/**')
    await shop.waitUntilReady()
    await waitForValue(async () => Math.abs((await top()) - 700) < 30, true)
  })

  it('omits unknown amounts, zero tax and inapplicable care plans from the price', async () => {
    const blind = await open('/product/roller-blind')
    expect(await blind.price()).to.equal('Not calculated yet')
    await context?.close()
    const productPage = await open('/product/standing-desk')
    const text = await productPage.page.locator('.price').innerText()
    expect(text).to.contain('€500.99').and.to.contain('incl. VAT').and.not.to.contain('€0.00')
    expect(await productPage.page.getByText('Care plan').count(), 'a product without a care plan').to.equal(0)
    await productPage.page.getByLabel('Oak', { exact: true }).check()
    expect(await productPage.page.getByText('Oil and inspection every year').locator('..').innerText()).to.contain(
      '+ €5.83 per month',
    )
    await context?.close()
    const untaxed = await open(`/product/${wardrobe}`)
    const words = await untaxed.page.locator('.price').innerText()
    expect(words).to.contain('€100.00').and.not.to.contain('tax').and.not.to.contain('€0.00')
  })

  it('shows the recurring prices of answers and their descriptions', async () => {
    const shop = await open(`/product/${wardrobe}`)
    const block = shop.page.locator('.question').filter({ hasText: 'Doors finish' })
    expect(await block.innerText())
      .to.contain('+ €3.00 per month')
      .and.to.contain('Twice by hand.')
    const input = block.getByLabel('Doors oiled')
    expect(await input.getAttribute('aria-describedby')).to.match(/-description$/)
  })

  it('shows calculated prices of answers, and updates them', async () => {
    const shop = await open('/product/roller-blind')
    await shop.type('Width', ['1450'], 0)
    await shop.type('Drop', ['1800'], 0)
    await shop.leave()
    const group = shop.page.locator('.tile').filter({ hasText: 'Group 3' })
    await waitForValue(async () => (await group.innerText()).includes('+ €198.73'), true)
    await shop.page.getByLabel('Group 3', { exact: true }).check()
    expect(await shop.price()).to.equal('€198.73')
  })

  it('shows the prices of alternatives as differences to the selected answer', async () => {
    const shop = await open('/product/standing-desk')
    const prices = (): Promise<readonly string[]> =>
      shop.page
        .locator('.question', { hasText: 'Surface' })
        .locator('.tile')
        .evaluateAll((tiles) => tiles.map((tile) => [...tile.querySelectorAll('span')].map((part) => part.textContent).join(' ')))
    const before = await prices()
    expect(before).to.include('Oak + €113.05').and.to.include('Walnut + €190.40').and.to.include('Bamboo + €71.40')
    await shop.page.getByLabel('Oak', { exact: true }).check()
    await waitForValue(async () => (await prices()).includes('Oak'), true)
    expect(await prices())
      .to.include('Walnut + €77.35')
      .and.to.include('Bamboo − €41.65')
  })

  it('shows the full price of each answer if several can be selected', async () => {
    const shop = await open('/product/standing-desk')
    const trays = shop.page.locator('.question').filter({ hasText: 'Cable tray' })
    const text = await trays.innerText()
    await shop.page.getByLabel('Cable tray').check()
    await shop.waitForReplies()
    expect(await trays.innerText()).to.contain(text)
  })

  it('shows the heading of the next step below the small picture of a phone', async () => {
    const shop = await open('/product/dell-laptop', { viewport: { width: 390, height: 844 } })
    await shop.page.getByRole('radio', { name: 'Studio Laptops', exact: true }).focus()
    await shop.page.keyboard.press('Space')
    await shop.waitForReplies()
    await shop.page.getByRole('button', { name: 'Next', exact: true }).focus()
    await shop.page.keyboard.press('Enter')
    await shop.page.getByText('Step 2 of 9').waitFor()
    const isBelow = shop.page.locator('#page').evaluate((heading) => {
      const picture = (heading.getRootNode() as ShadowRoot).querySelector('.mini svc-picture')!
      return heading.getBoundingClientRect().top >= picture.getBoundingClientRect().bottom
    })
    expect(await isBelow).to.equal(true)
  })

  it('keeps incompatible answers visible, with the reason', async () => {
    const shop = await open('/product/dell-laptop')
    const countOptions = (): Promise<number> => shop.page.locator('.question input[type=radio]').count()
    const before = await countOptions()
    await shop.page.locator('.question input[type=radio]').nth(1).click()
    await shop.waitForReplies()
    expect(await countOptions()).to.equal(before)
    // The laptop is configured in steps. The answers that depend on the range are in the next step.
    await shop.page.getByText('Step 1 of 9').waitFor()
    await shop.page.getByRole('button', { name: 'Next', exact: true }).click()
    await shop.page.getByText('Step 2 of 9').waitFor()
    const unfit = shop.page.locator('.choice:has(input:disabled)')
    expect(await unfit.count()).to.be.greaterThan(0)
    expect(await unfit.first().innerText()).to.contain('Not compatible with your selection')
  })

  it('shows the images of the demo products in layers', async () => {
    for (const [path, layers] of [
      ['/product/roller-blind', 2],
      ['/product/dell-laptop', 1],
      ['/product/standing-desk', 2],
    ] as const) {
      const shop = await open(path)
      const countLayers = (): Promise<number> =>
        shop.page
          .locator('.visualization img')
          .evaluateAll((all) => all.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length)
      await waitForValue(countLayers, layers)
      await context?.close()
    }
  })

  it('does not shift visible content while the page renders', async () => {
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    await context.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { moved: shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as readonly { readonly value: number }[]) shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const label of ['standing-desk', 'dell-laptop']) {
      const shop = await ProductPageDriver.open(context, app, `/product/${label}`)
      await shop.waitForClientEngine()
      const measuredShifts = await shop.page.evaluate(
        () => (globalThis as unknown as { readonly moved: readonly number[] }).moved,
      )
      expect(
        measuredShifts.reduce((sum, shift) => sum + shift, 0),
        label,
      ).to.be.at.most(0.02)
    }
  })

  it('shows the questions if scripts are blocked', async () => {
    context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/product/standing-desk`)
    expect(await page.getByText('Two motors, quiet').isVisible()).to.equal(true)
    expect(await page.getByText('needs JavaScript').isVisible()).to.equal(true)
    expect(await page.getByText('Add to cart').isVisible(), 'a button without function').to.equal(false)
  })

  it('shows the questions if the script cannot be loaded', async () => {
    context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    await page.route('**/configurator.js*', (route) => route.abort())
    await page.goto(`${app.url}/product/standing-desk`)
    await waitForValue(() => page.getByText('Two motors, quiet').isVisible(), true)
    expect(await page.getByText('needs JavaScript').isVisible(), 'a slow network is no missing JavaScript').to.equal(false)
    expect(await page.getByText('Add to cart').isVisible(), 'a button without function').to.equal(false)
  })

  it('aligns the images of answers with their names, and the image of a select with the select', async () => {
    const { product } = await app.shop.catalogue.product('standing-desk')
    const questions = product.pages.flatMap((page) => page.questions)
    const listed = questions.filter(({ title }) => title === 'Surface' || title === 'Drive').map(({ id }) => id)
    for (const id of listed) await app.records.write('question', { answer_display: 'list' }, { id })
    const productPage = await open('/product/standing-desk')
    for (const id of listed) await app.records.write('question', { answer_display: 'swatches' }, { id })
    await productPage.page.getByLabel('Surface').selectOption({ index: 1 })
    await productPage.waitForReplies()
    const middle = async (locator: Locator): Promise<number> => {
      await locator.scrollIntoViewIfNeeded()
      const { y, height } = (await locator.boundingBox())!
      return y + height / 2
    }
    const motor = productPage.page.locator('.choice', { hasText: 'One motor' })
    const surface = productPage.page.locator('.question', { hasText: 'Surface' })
    for (const [first, other] of [
      [motor.locator('.choice-title'), motor.locator('img')],
      [motor.locator('input'), motor.locator('img')],
      [surface.locator('select'), surface.locator('img')],
    ] as const) {
      expect(Math.abs((await middle(first)) - (await middle(other)))).to.be.at.most(2)
    }
  })

  it('explains in German why a file is rejected, and clears the file name', async () => {
    const shop = await open('/de/product/stehtisch')
    await shop.page.getByText('Abgerundet').click()
    await shop.waitForReplies()
    const field = shop.page.getByLabel('Ihre Zeichnung')
    await field.setInputFiles({ name: 'plan.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
    await waitForValue(() => shop.readAlerts(), ['„plan.exe“ hat keinen erlaubten Dateityp. Erlaubt: pdf, png, jpg.'])
    expect(await field.inputValue()).to.equal('')
    await field.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf at all') })
    await waitForValue(async () => (await shop.readAlerts())[0]?.startsWith('Der Inhalt von „plan.pdf“'), true)
    expect(await field.inputValue()).to.equal('')
  })

  it('reports an internal error of the shop in German', async () => {
    const shop = await open('/de/product/stehtisch')
    await shop.intercept((route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'oops' }))
    await shop.page.getByLabel('Zwei Motoren, leise').click()
    await waitForValue(async () => (await shop.readAlerts())[0]?.startsWith('Etwas ist schiefgelaufen.'), true)
  })
})
