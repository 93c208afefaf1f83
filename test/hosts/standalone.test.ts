// The standalone host's adapters.
import { expect } from 'chai'
import { standalone } from '../../hosts/standalone/index.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { catchError } from '../support/caught-error.js'

describe('the standalone host', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  const { identity, urls, languages, carts, adminGate } = standalone().adapters

  it('takes a shopper without session for a guest, and refuses a session that it does not know', async () => {
    expect(await identity.shopper(app, {})).to.deep.equal({ customerId: null, customerGroupId: null })
    const error = await catchError(identity.shopper(app, { 'x-svc-shopper': 'made up', cookie: 'session=1' }))
    expect(error).to.include({ code: 'AUTHENTICATION_FAILED' })
  })

  it('puts pages of other languages under their prefix', () => {
    const active = ['en-GB', 'de-DE', 'de-AT']
    expect(urls.pageUrl('/blinds', 'en-GB', active)).to.equal('/blinds')
    expect(urls.pageUrl('/blinds', 'de-AT', active)).to.equal('/de-at/blinds')
    expect(standalone({ languageFilter: true }).adapters.urls.pageUrl('/blinds', 'en-GB', active)).to.equal('/en/blinds')
  })

  it('understands locales as browsers and systems write them', () => {
    const active = ['en-GB', 'de-AT', 'de-DE']
    const understood = ['de_DE.UTF-8', 'de', 'DE-de', 'en-US', 'fr'].map((locale) => languages.tagOf(locale, active))
    expect(understood).to.deep.equal(['de-DE', 'de-AT', 'de-DE', 'en-GB', null])
  })

  it("gives a guest's cart to whoever holds its token, and an account's to nobody else", () => {
    const shopper = (customerId: number | null): { readonly customerId: number | null; readonly customerGroupId: null } => ({
      customerId,
      customerGroupId: null,
    })
    expect(carts?.owns({ customerId: null }, { shopper: shopper(null), holdsToken: true })).to.equal(true)
    expect(carts?.owns({ customerId: null }, { shopper: shopper(7), holdsToken: false })).to.equal(false)
    expect(carts?.owns({ customerId: 7 }, { shopper: shopper(7), holdsToken: false })).to.equal(true)
    expect(carts?.owns({ customerId: 7 }, { shopper: shopper(8), holdsToken: true })).to.equal(false)
  })

  it('admits the bearer of an API token to the admin pages, with the grant of the token', async () => {
    const { token, id } = await app.tokens.mint({ name: 'admin', presets: ['author'] })
    const admitted = await adminGate.admit(app, { authorization: `Bearer ${token}` })
    expect(admitted).to.include({ name: 'admin', id })
    expect([admitted!.grant.allows('catalog:write'), admitted!.grant.allows('orders:read')]).to.deep.equal([true, false])
    expect(await adminGate.admit(app, { authorization: `Bearer ${token}x` })).to.equal(null)
    expect(await adminGate.admit(app, {})).to.equal(null)
  })
})
