// Browser tests of quotes, by keyboard: request, acceptance at the quoted total, and refusal.
import { expect } from 'chai'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import { registerAccount } from '../support/registration.js'
import type { ListeningApp } from '../support/test-app.js'
import { findAxeProblems } from './axe.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'
import { waitForValue } from './product-page-driver.js'

describe('storefront: quotes', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  const token = (): string => new URL(buyer.page.url()).pathname.split('/').at(-1)!

  it('request a quote for laptops, accept it at the quoted total, and pay the resulting order', async () => {
    await buyer.addLaptop('3')
    await buyer.goto('/cart')
    const lineSum = await buyer.readSum('line')
    await buyer.press('Request a quote')
    await waitForValue(() => buyer.describeFocus(), 'quote-form')
    await buyer.press('Request a quote')
    await waitForValue(() => buyer.describeFocus(), 'quote-refusals')
    await buyer.page.locator('#quote-email').focus()
    await buyer.page.keyboard.type('ada@people.example')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('We have received your request').waitFor()
    expect(await buyer.readCartCount()).to.equal('')
    const [quote] = (await app.records.list('quote', { limit: 1, sort: '-id' })).records
    await app.act('send-quote', { quote_id: quote!.id })
    await buyer.page.reload()
    await buyer.page.getByText('Valid until').waitFor()
    const total = await buyer.readSum('total')
    const { lines } = (await app.shop.serve('read-quote', { token: token() }, {})) as DocumentReply
    expect(lines[0]!.title).to.equal('Dell laptop')
    expect(lines[0]!.options.map(({ question, text }) => `${question}: ${text}`)).to.include.members([
      'Product Category: Mini Notebooks',
      'Quantity: 3',
    ])
    expect(lineSum.replace(',', '')).to.contain(lines[0]!.gross.toFixed(2))
    const file = buyer.page.waitForEvent('download', { timeout: 60_000 })
    await buyer.press(/^Quote/, 'link')
    expect((await file).suggestedFilename()).to.match(/^quote-\d+\.pdf$/)
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
    await buyer.press(/^Order and pay/)
    await waitForValue(() => buyer.describeFocus(), 'accept-refusals')
    const address = { last_name: 'Lovelace', line1: 'Unter den Linden 1', zip: '10117', city: 'Berlin' }
    for (const [field, text] of Object.entries(address)) {
      await buyer.page.locator(`#accept-billing-${field}`).focus()
      await buyer.page.keyboard.type(text)
    }
    await buyer.page.locator('#accept-terms_agreed').focus()
    await buyer.page.keyboard.press('Space')
    await buyer.press(/^Order and pay/)
    await buyer.page.getByText('Thank you for your order.').waitFor()
    expect(await buyer.readSum('total')).to.equal(total)
  })

  it('show the items of a quote above its order button, and fill in the name of the account', async () => {
    const email = 'quotes@people.example'
    await registerAccount(app, { email, password: 'a sound password', language: 'en-GB', first_name: 'Ada', last_name: 'Byron' })
    await buyer.provideBlind()
    await buyer.goto('/account')
    await buyer.page.locator('#sign-in-email').focus()
    await buyer.page.keyboard.type(email)
    await buyer.page.locator('#sign-in-password').focus()
    await buyer.page.keyboard.type('a sound password')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText(`Signed in as ${email}`).waitFor()
    await buyer.goto('/cart')
    await buyer.press('Request a quote')
    await buyer.page.locator('#quote-phone').focus()
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('We have received your request').waitFor()
    const [quote] = (await app.records.list('quote', { limit: 1, sort: '-id' })).records
    await app.act('send-quote', { quote_id: quote!.id })
    await buyer.page.reload()
    await buyer.press('Accept quote')
    await waitForValue(() => buyer.describeFocus(), 'accepting')
    expect(await buyer.page.locator('#accept-billing-first_name').inputValue()).to.equal('Ada')
    expect(await buyer.page.locator('#accept-billing-last_name').inputValue()).to.equal('Byron')
    const isBefore = buyer.page
      .locator('.positions')
      .evaluate(
        (list) =>
          (list.getRootNode() as ShadowRoot).querySelector('#accepting')!.compareDocumentPosition(list) ===
          Node.DOCUMENT_POSITION_PRECEDING,
      )
    expect(await isBefore).to.equal(true)
    expect(await findAxeProblems(buyer.page)).to.deep.equal([])
  })

  it('decline a quote after a second confirmation', async () => {
    await buyer.provideBlind()
    await buyer.goto('/cart')
    await buyer.press('Request a quote')
    await buyer.page.locator('#quote-email').focus()
    await buyer.page.keyboard.type('ada@people.example')
    await buyer.page.keyboard.press('Enter')
    await buyer.page.getByText('We have received your request').waitFor()
    const [quote] = (await app.records.list('quote', { limit: 1, sort: '-id' })).records
    await app.act('send-quote', { quote_id: quote!.id })
    await buyer.page.reload()
    await buyer.press('Decline')
    await waitForValue(() => buyer.describeFocus(), 'declining')
    await buyer.press('Decline')
    await buyer.page.getByText('This quote was declined.').waitFor()
  })
})
