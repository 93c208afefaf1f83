// Browser tests of the review form of a product page: a review is stored, or rejected with an HTML page.
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import type { ListeningApp } from '../support/test-app.js'
import { useDemoShop } from './demo-buyer.js'

describe('storefront: review form', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let context: BrowserContext
  let page: Page

  useDemoShop((demoShop) => {
    ;({ app, context } = demoShop)
    page = demoShop.buyer.page
  })

  const stored = async (): Promise<number> => (await app.records.list('review', {})).meta.total

  const send = async (path: string, name: string): Promise<void> => {
    await page.goto(app.url + path)
    await page.locator('#reviews summary').click()
    await page.locator('#reviews input[name=name]').fill(name)
    await page.locator('#reviews textarea').fill('Keeps the light out.')
    await page.locator('#reviews form button').click()
  }

  it('stores a review, also when it is sent from a cached page', async () => {
    const before = await stored()
    await send('/product/roller-blind', 'Ada')
    await page.getByText('Thank you for your review.').waitFor()
    await send('/product/roller-blind', 'Grace')
    await page.getByText('Thank you for your review.').waitFor()
    expect(await stored()).to.equal(before + 2)
  })

  it("rejects a form of another site with a page in the shopper's language, and stores nothing", async () => {
    const before = await stored()
    const action = `${app.url}/de/product/roller-blind/reviews`
    const body = `<form method="post" action="${action}"><input name="name" value="Eve"><input name="rating" value="1"><input name="comment" value="Bad."><button>Go</button></form>`
    await context.route('https://other.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('https://other.example/')
    const [response] = await Promise.all([page.waitForResponse(action), page.locator('button').click()])
    expect([response.status(), response.headers()['content-type']]).to.deep.equal([403, 'text/html; charset=utf-8'])
    await page.getByText('weil sie von einer anderen Seite kam.').waitFor()
    expect(await stored()).to.equal(before)
  })

  it('shows an error page when a network sends too many reviews', async () => {
    for (let count = 0; count < 11; count++) await send('/product/roller-blind', `Ada ${count}`)
    // The limit is checked before the body is parsed, so the page cannot repeat the input.
    await page.getByText('your network has sent too many reviews').waitFor()
    expect(await page.locator('#reviews textarea').inputValue()).to.equal('')
  })
})
