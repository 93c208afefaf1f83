// The block of a product page with delivery, returns and payment, with names of methods in any language.
import { expect } from 'chai'
import { renderTrustBlock } from '../../../plugins/storefront/product-page-parts.js'

describe('the trust block of a product page', () => {
  const render = (language: string, shipping_methods: readonly string[]): string => {
    const site = { shipping_methods, payment_methods: [], pages: [] }
    const addresses = { site, selling: {}, page: (path: string) => path } as unknown as Parameters<typeof renderTrustBlock>[1]
    return renderTrustBlock(language, addresses)!.text
  }

  it('lists Hebrew and Latin names without a hyphen after the conjunction', () => {
    const html = render('he-IL', ['חבילה', 'DHL', 'משטח'])
    expect(html).to.contain('<span>חבילה, DHL, משטח</span>')
    expect(html).to.not.contain('ו-')
  })

  it('lists names as before in other languages', () => {
    expect(render('en-GB', ['Parcel', 'DHL', 'Pallet'])).to.contain('<span>Parcel, DHL, Pallet</span>')
    expect(render('de-DE', ['Paket', 'DHL', 'Palette'])).to.contain('<span>Paket, DHL und Palette</span>')
  })
})
