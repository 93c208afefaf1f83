// Accessibility of every storefront control: narrow windows, 400 % zoom, forced colours, and right-to-left text.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { openBrowser } from '../support/browser.js'
import { createPng } from '../support/png.js'
import { waitForValue, changeUrlPattern, ProductPageDriver } from './product-page-driver.js'

const picture = { name: 'plan.png', mimeType: 'image/png', buffer: createPng(600, 300) }

/** A 1280 × 1024 window at 400 % zoom is 320 × 256 pixels. */
const ways: readonly (readonly [how: string, options: BrowserContextOptions])[] = [
  ['320 pixels', { viewport: { width: 320, height: 640 } }],
  ['a zoom of 400 %', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
  ['forced colours', { forcedColors: 'active' }],
  ['dark', { colorScheme: 'dark' }],
  ['right to left', {}],
  ['reduced motion', { reducedMotion: 'reduce' }],
]

interface Focused {
  /** The name of the control in failure messages. */
  readonly name: string
  /** Whether another element covers its middle, or it is outside the window. */
  readonly isCovered: boolean
  /** Whether neither the control nor its visible label has an outline. */
  readonly isPlain: boolean
}

/** Runs in the page. Returns the focused control of the configurator, or null. */
function lookAtFocus(): Focused | null {
  const root = document.querySelector('svc-configurator')!.shadowRoot!
  const control = root.activeElement
  if (control === null) return null
  // The radio button of a tile is hidden. Its label is visible instead.
  const label = control.closest('label')
  const target = getComputedStyle(control).opacity === '0' && label !== null ? label : control
  const box = target.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2]
  const over = root.elementFromPoint(x, y)
  const elements = [control, label, control.nextElementSibling].flatMap((element) => element ?? [])
  return {
    name: [control.id || control.getAttribute('name') || (control.textContent ?? '').trim(), control.getAttribute('type')]
      .join(' ')
      .trim(),
    isCovered: over === null || !(target.contains(over) || over.contains(target)),
    isPlain: elements.every((element) => getComputedStyle(element).outlineStyle === 'none'),
  }
}

describe('storefront: every control', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext
  let complaints: string[]

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([runtime(), storefront()])
    await seedDemo(app, () => undefined)
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  afterEach(async () => {
    await context?.close()
    expect(complaints).to.deep.equal([])
  })

  /** Opens the demo's desk, which has a question of each type. */
  async function open(how: string, options: BrowserContextOptions): Promise<ProductPageDriver> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
    const shop = await ProductPageDriver.open(context, app, '/product/standing-desk')
    if (how === 'right to left') {
      await shop.page.evaluate(() => {
        document.documentElement.dir = 'rtl'
        document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
      })
    }
    await shop.page.locator('#compare').waitFor()
    return shop
  }

  /** Checks that the page does not scroll sideways and that axe reports no problem. */
  async function isSound(shop: ProductPageDriver, state: string): Promise<void> {
    // Scrolled to the end, the price bar covers nothing. axe would otherwise measure covered targets.
    await shop.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const wide = await shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, `${state}: pixels sideways`).to.equal(0)
    expect(await findAxeProblems(shop.page), state).to.deep.equal([])
  }

  for (const [how, options] of ways) {
    it(`is reachable by keyboard, never covered, and accessible in every state: ${how}`, async () => {
      const shop = await open(how, options)
      await isSound(shop, 'at the start')
      const field = shop.page.getByLabel('Your drawing')
      await shop.page.getByText('Rounded').click()
      await field.and(shop.page.locator(':enabled')).waitFor()
      await field.setInputFiles(picture)
      await shop.page.getByRole('img', { name: 'Preview of “plan.png”' }).waitFor()
      await shop.waitForReplies()
      await isSound(shop, 'with a file')

      const focusedElements: Focused[] = []
      await shop.page.evaluate(() => scrollTo(0, 0))
      // Keyboard focus is needed: the ring appears only with :focus-visible.
      await shop.page.locator('.pages input').first().focus()
      await shop.page.keyboard.press('Shift+Tab')
      await shop.page.keyboard.press('Tab')
      for (let step = 0; step < 60; step++) {
        const focused = await shop.page.evaluate(lookAtFocus)
        if (focused !== null) focusedElements.push(focused)
        await shop.page.keyboard.press('Tab')
      }
      const names = new Set(focusedElements.map(({ name }) => name))
      expect(names.size, [...names].join()).to.be.at.least(15)
      expect(focusedElements.filter(({ isCovered, isPlain }) => isCovered || isPlain)).to.deep.equal([])

      await shop.page.getByLabel('Hand crank').check()
      await shop.waitForReplies()
      await shop.page.getByLabel('Width').last().focus()
      await shop.page.keyboard.press('ControlOrMeta+A')
      await shop.page.keyboard.type('200', { delay: 15 })
      await shop.page.keyboard.press('Enter')
      await shop.page.getByRole('dialog').waitFor()
      await isSound(shop, 'asked by a dialog')
      await shop.page.keyboard.press('Escape')
      await shop.page.getByRole('dialog').waitFor({ state: 'detached' })

      await context.route(changeUrlPattern, (route) => route.abort())
      await shop.page.getByLabel('Drawer').check()
      await waitForValue(
        async () => (await shop.readAlerts()).some((text) => text.startsWith('The shop is not responding')),
        true,
      )
      await isSound(shop, 'without an answer')
      await context.unroute(changeUrlPattern)
      await shop.page.evaluate(() => dispatchEvent(new Event('online')))
      await shop.waitForAnswers()
      await waitForValue(async () => (await shop.readAlerts()).length, 0)

      await field.setInputFiles({ ...picture, name: 'plan.exe' })
      await waitForValue(async () => (await shop.readAlerts())[0]?.startsWith('“plan.exe” has an unsupported file type'), true)
      await isSound(shop, 'with a file that is refused')
      if (how === 'reduced motion') {
        const moving = await shop.page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name))
        expect(moving).to.deep.equal([])
      }
    })
  }
})
