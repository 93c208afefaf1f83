// Every screen of the admin is sound for readers, eyes and small windows: judged by machine in light, dark and forced colours, and 320 pixels wide.
import { expect } from 'chai'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { AdminDesk, makeAdminAccount } from '../support/admin-desk.js'
import { type ListeningApp, listenTestApp } from '../support/app.js'
import { axeProblems } from '../support/axe.js'
import { openBrowser } from '../support/browser.js'
import { catalogAuthor } from '../support/catalog-author.js'

const wide = { width: 1280, height: 900 }
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: wide },
  dark: { colorScheme: 'dark', viewport: wide },
  'forced colours': { forcedColors: 'active', viewport: wide },
  '320 pixels': { colorScheme: 'light', viewport: { width: 320, height: 640 } },
}

describe('the looks of the admin', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let browser: Browser
  let question: number
  let product: number

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([admin({ signIns: 1000 })])
    const author = catalogAuthor(app)
    await makeAdminAccount(app)
    product = await author.product(
      'Wardrobe with a name that is longer than any window of a telephone could show in a single line',
    )
    const page = await author.page(product, 'Doors')
    await author.page(product, 'Inside')
    question = await author.question(page, 'Colour', 'Radiobuttons', {
      description_en_GB: '<p>What it is <b>painted</b> with.</p>',
    })
    await author.answer(question, 'Red', { price: 10 })
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  for (const [name, options] of Object.entries(looks)) {
    it(`are sound in ${name}`, async () => {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      const desk = await AdminDesk.open(context, app)
      const { page } = desk
      const problems: string[] = []
      const look = async (screen: string): Promise<void> => {
        problems.push(...(await axeProblems(page)).map((problem) => `${screen}: ${problem}`))
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 0) problems.push(`${screen}: ${over} pixels wider than the window`)
      }
      await page.getByLabel('E-mail').waitFor()
      await look('sign-in')
      await desk.signIn()
      await look('overview')
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').waitFor()
      await look('palette')
      await desk.goto('records/product')
      await page.getByRole('link', { name: /^Wardrobe/ }).waitFor()
      await desk.press('Filter')
      await page.getByLabel('Choose all of this page').check()
      await look('list')
      await desk.goto('records/tax-class?search=zzz')
      await page.getByText('Nothing matches.').waitFor()
      await look('empty list')
      await desk.goto(`records/product/${product}`)
      await page.getByRole('button', { name: 'Move Inside' }).waitFor()
      await look('product')
      await desk.goto(`records/question/${question}`)
      await page.getByRole('link', { name: 'Red' }).waitFor()
      await desk.press('More')
      await look('question')
      await desk.goto('records/product/new')
      await desk.heading('New product')
      await page.keyboard.press('Control+S')
      await page.locator('.summary').waitFor()
      await look('refused form')
      await desk.goto('records/settings')
      await desk.heading('Settings')
      await look('settings')
      for (const [path, title] of [
        ['account', 'Your account'],
        ['tokens', 'API tokens'],
        ['accounts', 'Admin accounts'],
        ['mails', 'Mail queue'],
        ['maintenance', 'Maintenance'],
        ['failures', 'Errors'],
        ['trail', 'Audit trail'],
        ['translations', 'Missing translations'],
        ['nowhere', 'There is nothing here'],
      ] as const) {
        await desk.goto(path)
        await desk.heading(title)
        await look(path)
      }
      await context.close()
      expect(problems).to.deep.equal([])
      expect(desk.complaints).to.deep.equal([])
    })
  }
})
