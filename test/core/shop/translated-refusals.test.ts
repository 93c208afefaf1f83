// Refusals of a shopper's requests in German and Hebrew: from the key and values of the error, without English.
import { expect } from 'chai'
import { findCart } from '../../../core/commerce/cart/rows.js'
import { findDraft } from '../../../core/commerce/checkout/draft.js'
import { loadConfiguration } from '../../../core/commerce/configuration/load-configuration.js'
import { findOrder } from '../../../core/commerce/order/service.js'
import { findQuote } from '../../../core/commerce/quote/find.js'
import type { ShopperContext } from '../../../core/commerce/shopper-context.js'
import type { NotFoundError } from '../../../core/foundation/errors.js'
import { formatMessageFields } from '../../../core/foundation/message-format.js'
import { guest } from '../../../core/shop/shopper.js'
import { catchError } from '../../support/caught-error.js'
import { readRepositoryFile } from '../../support/repository.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

const token = 'a'.repeat(32)
const requests: Readonly<Record<string, (shopperContext: ShopperContext) => Promise<unknown>>> = {
  cart: (shopperContext) => findCart(shopperContext, token),
  checkout: (shopperContext) => findDraft(shopperContext, token),
  configuration: (shopperContext) => loadConfiguration(shopperContext, token),
  order: (shopperContext) => findOrder(shopperContext, token),
  quote: (shopperContext) => findQuote(shopperContext, token),
}

const englishPattern = /\b(?:and|cannot|does|for|has|must|not|please|the|there|this|with|your)\b/i

describe('refusals for shoppers', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  for (const [name, request] of Object.entries(requests)) {
    it(`are in German and Hebrew for an unknown ${name}`, async () => {
      const error = (await catchError(request(app.shop.createContext({ shopper: guest })))) as NotFoundError
      expect(error.code).to.equal('NOT_FOUND')
      const format = (language: string): string =>
        formatMessageFields(error, language, { catalogs: app.context.registry.messages })
      expect(format('en-GB'))
        .to.equal(error.message)
        .and.to.match(/^There is no /)
      for (const language of ['de-DE', 'he-IL']) expect(format(language)).not.to.match(englishPattern)
      expect(format('he-IL')).to.match(/[א-ת]/)
    })
  }

  it('contain no English word in the catalogs of German and Hebrew', () => {
    for (const area of ['mail', 'payments', 'shop', 'stock'])
      for (const language of ['de', 'he']) {
        const texts = JSON.parse(readRepositoryFile(`messages/${area}.${language}.json`)) as Readonly<Record<string, string>>
        for (const [name, text] of Object.entries(texts))
          expect(text.replace(/\{[^}]*\}/g, ''), `${area}.${name} in ${language}`).not.to.match(englishPattern)
      }
  })
})
