// Addresses at checkout: required fields by country, restricted characters for guests, and saving to the account.
import { expect } from 'chai'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import {
  guestVisitor,
  checkoutPlugins,
  createAccount,
  createHomeAddress,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { catchError } from '../../../support/caught-error.js'
import { createFilledCart } from '../../../support/filled-cart.js'

describe('checkout address', () => {
  let app: TestApp
  let shop: SellingShop

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ plugins: checkoutPlugins })
    shop = await openSellingShop(app)
  })
  after(() => app?.stop())

  const opened = async (): Promise<CheckoutReply> => {
    const { cart } = await createFilledCart(app, shop.lamp, [{}], guestVisitor)
    return app.shop.serve('open-checkout', { token: cart }, guestVisitor) as Promise<CheckoutReply>
  }
  const change = (checkout: CheckoutReply, answers: object): Promise<CheckoutReply> =>
    app.shop.serve('change-checkout', { token: checkout.checkout, ...answers }, guestVisitor) as Promise<CheckoutReply>
  const issues = async (promise: Promise<unknown>): Promise<readonly string[]> => {
    const error = await catchError(promise)
    expect(error).to.be.instanceOf(ValidationError)
    return (error as ValidationError).issues.map(({ field, code }) => `${field} ${code}`)
  }

  it('requires a name or a company, a postal code and a state where the country uses them', async () => {
    const checkout = await opened()
    const idOf = async (iso2: string): Promise<number> =>
      (await app.shop.createContext({}).list('country', { column: 'iso2', values: [iso2] }))[0]!.id
    const [us, ireland, hongKong] = [await idOf('US'), await idOf('IE'), await idOf('HK')]
    const states = await app.shop.createContext({}).list('state', { column: 'country_id', values: [us] })
    expect(states.length).to.be.greaterThan(50)
    const california = states.find(({ values }) => values['code'] === 'CA')!.id
    const nameless = { ...createHomeAddress(shop), first_name: '', last_name: ' ' }
    const cases = [
      [nameless, ['billing.last_name NAME_REQUIRED']],
      [{ ...nameless, company: '\u200b\u2060' }, ['billing.last_name NAME_REQUIRED']],
      [{ ...nameless, company: 'Acme' }, []],
      [{ ...nameless, first_name: 'Ada' }, []],
      [{ ...createHomeAddress(shop), zip: ' ' }, ['billing.zip REQUIRED']],
      [
        { ...createHomeAddress(shop), line1: '\u200b', city: '\u3164', zip: '\u00ad' },
        ['billing.line1 REQUIRED', 'billing.zip REQUIRED', 'billing.city REQUIRED'],
      ],
      [{ ...createHomeAddress(shop), zip: '', country_id: ireland }, ['billing.zip REQUIRED']],
      [{ ...createHomeAddress(shop), zip: '', country_id: hongKong }, []],
      [{ ...createHomeAddress(shop), country_id: us }, ['billing.state_id REQUIRED']],
      [{ ...createHomeAddress(shop), country_id: us, state_id: california }, []],
    ] as const
    for (const [billing, expected] of cases) {
      const problems = expected.length > 0 ? await issues(change(checkout, { billing })) : []
      expect(problems, JSON.stringify(billing)).to.deep.equal([...expected])
      if (expected.length === 0) expect((await change(checkout, { billing })).billing).to.not.equal(null)
    }
    const german = { token: checkout.checkout, billing: { ...nameless, zip: '' } }
    const error = (await catchError(
      app.shop.serve('change-checkout', german, { ...guestVisitor, language: 'de-DE' }),
    )) as ValidationError
    expect(error.issues.map(({ message }) => message)).to.deep.equal([
      'Bitte geben Sie einen Namen oder eine Firma ein.',
      'Bitte geben Sie die Postleitzahl ein.',
    ])
  })

  it('rejects web addresses, control characters and line breaks from guests in names and addresses', async () => {
    const checkout = await opened()
    const texts = [
      'https://evil.example',
      'Ada WWW.evil.example',
      'Ada\nGrace',
      'Ada\u0007',
      'Ada\u2028',
      'ｗｗｗ.evil.example',
      'w\u00adww.evil.example',
      'http:\u200b//x',
    ]
    for (const field of ['first_name', 'last_name', 'company', 'line1', 'line2', 'zip', 'city']) {
      for (const text of texts) {
        const problems = await issues(change(checkout, { billing: { ...createHomeAddress(shop), [field]: text } }))
        // The kind of the field already rejects a line break.
        const code = text.includes('\n') ? 'INVALID_VALUE' : 'NOT_PLAIN'
        expect(problems, `${field} ${text}`).to.deep.equal([`billing.${field} ${code}`])
      }
    }
    expect((await change(checkout, { billing: { ...createHomeAddress(shop), company: 'Www & Sons: 1/2' } })).billing).to.include({
      company: 'Www & Sons: 1/2',
    })
  })

  it("reports fields missing in an account's address, and uses the name of the account", async () => {
    const shopper = await createAccount(app, 'incomplete@example.org')
    const { first_name: _first, last_name: _last, zip: _zip, ...rest } = createHomeAddress(shop)
    const { id } = await app.records.write('address', { customer_id: shopper.customerId, kind: 'both', ...rest })
    const mine = { shopper }
    const { cart } = await createFilledCart(app, shop.lamp, [{}], mine)
    const open = (await app.shop.serve('open-checkout', { token: cart }, mine)) as CheckoutReply
    expect(open.billing).to.include({ first_name: 'Grace', last_name: 'Hopper', line1: rest.line1, zip: '' })
    expect(open.missing.map(({ field, step }) => [field, step])).to.deep.include(['billing.zip', 'address'])
    const agreed = { token: open.checkout, total: 1 }
    expect(await issues(app.shop.serve('place-order', agreed, mine))).to.include('billing.zip MISSING')
    await app.records.write('address', { zip: '9000' }, { id })
    const answers = { token: open.checkout, billing_address_id: id, terms_agreed: true }
    const ready = (await app.shop.serve('change-checkout', answers, mine)) as CheckoutReply
    expect([ready.missing, ready.billing?.last_name]).to.deep.equal([[], 'Hopper'])
  })

  it('saves new addresses, a missing name and the phone number in the account, each once', async () => {
    const { id: customerId } = await app.records.write('customer', { email: 'new@example.org', customer_group_id: 1 })
    const mine = { shopper: { customerId, customerGroupId: 1 } }
    const place = async (answers: object): Promise<void> => {
      const { cart } = await createFilledCart(app, shop.lamp, [{}], mine)
      const { checkout } = (await app.shop.serve('open-checkout', { token: cart }, mine)) as CheckoutReply
      const ready = await app.shop.serve('change-checkout', { token: checkout, terms_agreed: true, ...answers }, mine)
      await placeCheckout(app, ready as CheckoutReply, mine)
    }
    const saved = async () => (await app.shop.serve('list-addresses', {}, mine)) as { readonly addresses: readonly object[] }
    await place({ billing: createHomeAddress(shop), phone: '123' })
    await place({ billing: createHomeAddress(shop) })
    const [first, ...otherAddresses] = (await saved()).addresses
    expect(otherAddresses).to.deep.equal([])
    expect(first).to.include({ ...createHomeAddress(shop), kind: 'both', is_default_billing: true, is_default_delivery: true })
    await place({ delivery: { ...createHomeAddress(shop), line1: 'Quay 9' } })
    expect((await saved()).addresses).to.have.length(2)
    expect((await saved()).addresses[1]).to.include({ line1: 'Quay 9', kind: 'delivery', is_default_delivery: false })
    const profile = await app.shop.serve('read-profile', {}, mine)
    expect(profile).to.include({ first_name: 'Ada', last_name: 'Lovelace', company: '', phone: '123' })
    await place({ billing: { ...createHomeAddress(shop), last_name: 'Byron' }, same_address: true, phone: '456' })
    expect(await app.shop.serve('read-profile', {}, mine)).to.include({ last_name: 'Lovelace', phone: '123' })
  })
})
