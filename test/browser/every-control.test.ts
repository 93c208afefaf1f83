// Each control of the storefront as people see it who need it otherwise: narrow, large, in colours of their own, from right to left.
import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { seedDemo } from '../../plugins/demo/seed.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { png } from '../support/png.js'
import { becomes, changes, ShopPage } from '../support/shop-page.js'

const picture = { name: 'plan.png', mimeType: 'image/png', buffer: png(600, 300) }

/** 400 % of 1280 by 1024 pixels is a window of 320 by 256. */
const ways: readonly (readonly [how: string, options: BrowserContextOptions])[] = [
  ['320 pixels', { viewport: { width: 320, height: 640 } }],
  ['a zoom of 400 %', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
  ['forced colours', { forcedColors: 'active' }],
  ['dark', { colorScheme: 'dark' }],
  ['right to left', {}],
  ['reduced motion', { reducedMotion: 'reduce' }],
]

interface Focused {
  /** The control, for people. */
  readonly name: string
  /** Something else lies over its middle, or it is out of the window. */
  readonly isCovered: boolean
  /** Neither it nor what stands for it is outlined. */
  readonly isPlain: boolean
}

/** Runs in the page: what has the focus within the configurator; null where nothing has. */
function lookAtFocus(): Focused | null {
  const root = document.querySelector('svc-configurator')!.shadowRoot!
  const control = root.activeElement
  if (control === null) return null
  // The radio button of a tile is not seen: its label stands for it.
  const label = control.closest('label')
  const seen = getComputedStyle(control).opacity === '0' && label !== null ? label : control
  const box = seen.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2]
  const over = root.elementFromPoint(x, y)
  const stands = [control, label, control.nextElementSibling].flatMap((one) => one ?? [])
  return {
    name: [control.id || control.getAttribute('name') || (control.textContent ?? '').trim(), control.getAttribute('type')]
      .join(' ')
      .trim(),
    isCovered: over === null || !(seen.contains(over) || over.contains(seen)),
    isPlain: stands.every((one) => getComputedStyle(one).outlineStyle === 'none'),
  }
}

describe('every control', function () {
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

  /** The demo's desk has a question of each type. */
  async function open(how: string, options: BrowserContextOptions): Promise<ShopPage> {
    complaints = []
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options })
    context.on('weberror', (error) => complaints.push(error.error().message))
    context.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()))
    const shop = await ShopPage.open(context, app, '/product/standing-desk')
    if (how === 'right to left') {
      await shop.page.evaluate(() => {
        document.documentElement.dir = 'rtl'
        document.querySelector('svc-configurator')!.setAttribute('dir', 'rtl')
      })
    }
    await shop.page.locator('#compare').waitFor()
    return shop
  }

  /** Nothing sideways, nothing that axe minds. */
  async function isSound(shop: ShopPage, state: string): Promise<void> {
    // At its end the price bar lies over nothing, whose size a machine would measure without what is covered.
    await shop.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const wide = await shop.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, `${state}: pixels sideways`).to.equal(0)
    expect(await axeProblems(shop.page), state).to.deep.equal([])
  }

  for (const [how, options] of ways) {
    it(`is reached by keys and never covered, and sound in each state: ${how}`, async () => {
      const shop = await open(how, options)
      await isSound(shop, 'as it begins')
      const field = shop.page.getByLabel('Your drawing')
      await shop.page.getByText('Rounded').click()
      await field.and(shop.page.locator(':enabled')).waitFor()
      await field.setInputFiles(picture)
      await shop.page.getByRole('img', { name: 'Preview of “plan.png”' }).waitFor()
      await shop.settled()
      await isSound(shop, 'with a file')

      const found: Focused[] = []
      await shop.page.evaluate(() => scrollTo(0, 0))
      // As by a key: the ring is for those who use keys.
      await shop.page.locator('.pages input').first().focus()
      await shop.page.keyboard.press('Shift+Tab')
      await shop.page.keyboard.press('Tab')
      for (let step = 0; step < 60; step++) {
        const focused = await shop.page.evaluate(lookAtFocus)
        if (focused !== null) found.push(focused)
        await shop.page.keyboard.press('Tab')
      }
      const names = new Set(found.map(({ name }) => name))
      expect(names.size, [...names].join()).to.be.at.least(15)
      expect(found.filter(({ isCovered, isPlain }) => isCovered || isPlain)).to.deep.equal([])

      await shop.page.getByLabel('Hand crank').check()
      await shop.settled()
      await shop.page.getByLabel('Width').last().focus()
      await shop.page.keyboard.press('ControlOrMeta+A')
      await shop.page.keyboard.type('200', { delay: 15 })
      await shop.page.keyboard.press('Enter')
      await shop.page.getByRole('dialog').waitFor()
      await isSound(shop, 'asked by a dialog')
      await shop.page.keyboard.press('Escape')
      await shop.page.getByRole('dialog').waitFor({ state: 'detached' })

      await context.route(changes, (route) => route.abort())
      await shop.page.getByLabel('Drawer').check()
      await becomes(async () => (await shop.alerts()).some((text) => text.startsWith('The shop is not responding')), true)
      await isSound(shop, 'without an answer')
      await context.unroute(changes)
      await shop.page.evaluate(() => dispatchEvent(new Event('online')))
      await shop.answered()
      await becomes(async () => (await shop.alerts()).length, 0)

      await field.setInputFiles({ ...picture, name: 'plan.exe' })
      await becomes(async () => (await shop.alerts())[0]?.startsWith('“plan.exe” is none of the kinds'), true)
      await isSound(shop, 'with a file that is refused')
      if (how === 'reduced motion') {
        const moving = await shop.page.evaluate(() => document.getAnimations().map((one) => one.constructor.name))
        expect(moving).to.deep.equal([])
      }
    })
  }
})
