// Browser test of the order page: it links the files that the shopper uploaded.
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { ProductReply } from '../../core/shop/catalogue/define.js'
import type { ListeningApp } from '../support/test-app.js'
import { type DemoBuyer, useDemoShop } from './demo-buyer.js'

describe('storefront: files on the order page', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let buyer: DemoBuyer

  useDemoShop((demoShop) => {
    ;({ app, buyer } = demoShop)
  })

  it('are downloadable with their name and content', async () => {
    const { product } = (await app.shop.serve('show-product', { key: 'standing-desk' }, {})) as ProductReply
    const questions = product.pages.flatMap((page) => page.questions)
    const of = (title: string) => questions.find((question) => question.title === title)!
    const answer = (question: string, title: string): string =>
      String(of(question).answers.find((one) => one.title === title)!.id)
    const selections = [
      { question_id: of('Shape').id, value: answer('Shape', 'Rounded') },
      { question_id: of('Surface').id, value: answer('Surface', 'Oak') },
    ]
    const started = { product_id: product.id, selections }
    const { configuration } = (await app.shop.serve('start-configuration', started, {})) as ConfigurationReply
    const uploadInput = { token: configuration, question_id: of('Your drawing').id, name: 'my plan.pdf' }
    const content = Buffer.from('%PDF-1.7 a plan')
    const { id: value } = (await app.shop.serve('upload-file', uploadInput, { content })) as { readonly id: string }
    const drawingSelections = [{ question_id: of('Your drawing').id, value }]
    await app.shop.serve('change-configuration', { token: configuration, selections: drawingSelections }, {})
    await buyer.provideCart(configuration)
    await buyer.goto('/checkout')
    await buyer.page.locator('#step').waitFor()
    await buyer.reviewOrder()
    await buyer.press(/^Order and pay/)
    await buyer.page.getByText('Thank you for your order. Your order number is').waitFor()
    const file = buyer.page.waitForEvent('download')
    await buyer.press('my plan.pdf', 'link')
    expect((await file).suggestedFilename()).to.equal('my plan.pdf')
    expect(await readFile(await (await file).path())).to.deep.equal(content)
  })
})
