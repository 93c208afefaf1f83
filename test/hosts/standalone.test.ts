// Adapters of the standalone host: shoppers, page addresses, locales, cart ownership, and access to the admin.
import { expect } from 'chai'
import { standalone } from '../../hosts/standalone/index.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { catchError } from '../support/caught-error.js'

describe('standalone host', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  const { identity, urls, languages, carts, adminGate } = standalone().adapters

  it('treats a shopper without a session as a guest, and rejects an unknown session', async () => {
    expect(await identity.shopper(app, {})).to.deep.equal({ customerId: null, customerGroupId: null })
    const error = await catchError(identity.shopper(app, { 'x-svc-shopper': 'made up', cookie: 'session=1' }))
    expect(error).to.include({ code: 'AUTHENTICATION_FAILED' })
  })

  it('adds a language prefix to pages in other languages', () => {
    const active = ['en-GB', 'de-DE', 'de-AT']
    expect(urls.pageUrl('/blinds', 'en-GB', active)).to.equal('/blinds')
    expect(urls.pageUrl('/blinds', 'de-AT', active)).to.equal('/de-at/blinds')
    expect(standalone({ languageFilter: true }).adapters.urls.pageUrl('/blinds', 'en-GB', active)).to.equal('/en/blinds')
  })

  it('parses locales of browsers and of operating systems', () => {
    const active = ['en-GB', 'de-AT', 'de-DE']
    const understood = ['de_DE.UTF-8', 'de', 'DE-de', 'en-US', 'fr'].map((locale) => languages.tagOf(locale, active))
    expect(understood).to.deep.equal(['de-DE', 'de-AT', 'de-DE', 'en-GB', null])
  })

  it("grants access to a guest's cart by its token, and to an account's cart only to the account", () => {
    const shopper = (customerId: number | null): { readonly customerId: number | null; readonly customerGroupId: null } => ({
      customerId,
      customerGroupId: null,
    })
    expect(carts?.owns({ customerId: null }, { shopper: shopper(null), holdsToken: true })).to.equal(true)
    expect(carts?.owns({ customerId: null }, { shopper: shopper(7), holdsToken: false })).to.equal(false)
    expect(carts?.owns({ customerId: 7 }, { shopper: shopper(7), holdsToken: false })).to.equal(true)
    expect(carts?.owns({ customerId: 7 }, { shopper: shopper(8), holdsToken: true })).to.equal(false)
  })

  it("admits an API token to the admin pages with the token's scopes", async () => {
    const { token, id } = await app.access.tokens.mint({ name: 'admin', presets: ['author'] })
    const admitted = await adminGate.admit(app, { authorization: `Bearer ${token}` })
    expect(admitted).to.include({ name: 'admin', id })
    expect([admitted!.grant.allows('catalog:write'), admitted!.grant.allows('orders:read')]).to.deep.equal([true, false])
    expect(await adminGate.admit(app, { authorization: `Bearer ${token}x` })).to.equal(null)
    expect(await adminGate.admit(app, {})).to.equal(null)
  })
})
