// Browser test of the workshop: a question copied from one product is pasted into another with its answers.
import { expect } from 'chai'
import type { Browser, BrowserContext } from 'playwright-core'
import { admin } from '../../plugins/admin/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { AdminPages, createAdminAccount } from './admin-pages.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { openBrowser } from '../support/browser.js'
import { createCatalogAuthor } from '../support/catalog-author.js'

describe('admin: copy and paste in the workshop', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let browser: Browser
  let context: BrowserContext

  before(async function () {
    browser = await openBrowser(this)
    app = await listenTestApp([storefront(), admin({ signIns: 1000 })])
    await createAdminAccount(app)
    context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
    await (await AdminPages.openSignedIn(context, app)).page.close()
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })

  it('pastes a question with its answers into another product', async () => {
    const author = createCatalogAuthor(app)
    const [chair, stool] = [await author.product('Chair'), await author.product('Stool')]
    const seat = await author.question(await author.page(chair, 'Seat'), 'Leather', 'Radiobuttons')
    for (const [title, price] of [
      ['Black', 40],
      ['Brown', 55],
    ] as const)
      await author.answer(seat, title, { price })
    await author.page(stool, 'Top')
    const adminPages = await AdminPages.open(context, app, `workshop/${chair}`)
    const { page } = adminPages
    const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) })
    await row('Leather').click()
    await page.keyboard.press('Control+C')
    await page.goto(page.url().replace(`workshop/${chair}`, `workshop/${stool}`))
    await adminPages.waitForHeading('Stool')
    await row('Top').click()
    await page.keyboard.press('Control+V')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 × Answers').waitFor()
    await adminPages.press('Copy')
    await row('Leather').waitFor()
    const { records } = await app.records.list('question', { filters: new Map([['product_id', stool]]) })
    expect(records.map(({ title }) => title)).to.deep.equal(['Leather'])
    const own = new Map([['question_id', records[0]!.id]])
    const { records: answers } = await app.records.list('answer', { filters: own, sort: 'ordering' })
    expect(answers.map(({ title, price }) => [title, price])).to.deep.equal([
      ['Black', 40],
      ['Brown', 55],
    ])
    const answerList = await app.records.list('answer', { filters: new Map([['question_id', seat]]) })
    expect(answerList.records).to.have.length(2)
    expect(adminPages.consoleErrors).to.deep.equal([])
  })
})
