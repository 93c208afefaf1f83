// The built-in payment providers: connectors of the seeded payment method on every host, and validated parameters.
import { expect } from 'chai'
import type { ValidationError } from '../../../core/foundation/errors.js'
import { cmsA } from '../../../hosts/cms_a/index.js'
import { cmsB } from '../../../hosts/cms_b/index.js'
import { shopPlatform } from '../../../hosts/shop_platform/index.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import config from '../../../svc.config.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError } from '../../support/caught-error.js'
import { inBothLanguages } from '../../support/small-shop.js'

const trust = { secret: 'of tests, and long enough for a host', issuer: 'https://host.example', audience: 'shop' }
const hosts = [standalone(), cmsA(trust), cmsB(trust), shopPlatform(trust)]

describe('the built-in payment providers', () => {
  for (const host of hosts) {
    it(`allow changes of the seeded payment method on ${host.platform}`, async () => {
      const app = await bootTestApp({ host, plugins: [stock, payments, print] })
      const [method] = (await app.records.list('payment-method')).records
      await app.records.write(
        'payment-method',
        { connector: 'bank_transfer', price: 3, params: { due_days: 14 } },
        { id: Number(method!['id']) },
      )
      expect((await app.records.read('payment-method', Number(method!['id']))).record).to.include({
        connector: 'bank_transfer',
        price: 3,
      })
      await app.stop()
    })
  }

  it('are installed in the shipped configuration', () => {
    expect(config.plugins).to.include(payments)
  })

  describe('parameters', () => {
    let app: TestApp
    before(async () => {
      app = await bootTestApp({ plugins: [stock, payments, print] })
    })
    after(() => app.stop())

    const write = (connector: string, params: object | null): Promise<unknown> =>
      app.records.write('payment-method', { ...inBothLanguages('title', connector), connector, params })
    const issues = async (connector: string, params: object | null): Promise<readonly string[]> =>
      ((await catchError(write(connector, params))) as ValidationError).issues.map(({ field, message }) => `${field}: ${message}`)

    it('are validated by each provider, including the keys of Stripe', async () => {
      const keys = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' }
      await write('stripe', { ...keys, base_url: 'http://127.0.0.1:4242' })
      expect((await issues('stripe', { ...keys, secret_key: '' })).join()).to.include('Field Secret key cannot be empty.')
      await write('sandbox', { outcome: 'wrong_amount' })
      await write('invoice', { due_days: 30 })
      await write('cash_on_delivery', null)
      expect((await issues('sandbox', { outcome: 'explode' })).join()).to.include(
        "takes one of 'succeed', 'fail', 'wrong_amount', 'wrong_currency'",
      )
      expect((await issues('cash_on_delivery', { due_days: 3 })).join()).to.include("Unknown key 'due_days'")
    })

    it("accept Stripe, loopback and hosts of the setting 'paymentHosts' as 'base_url' of stripe, and reject all others", async () => {
      const other = await bootTestApp({
        plugins: [stock, payments, print],
        paymentHosts: ['pay.example', 'http://pay.internal:8080'],
      })
      const writeUrl = (base_url: string, on: TestApp): Promise<unknown> => {
        const params = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1', base_url }
        return on.records.write('payment-method', { ...inBothLanguages('title', 'Card'), connector: 'stripe', params })
      }
      const refusal = async (base_url: string, on: TestApp): Promise<string> => {
        const { issues: problems } = (await catchError(writeUrl(base_url, on))) as ValidationError
        return problems.map(({ field, message }) => `${field}: ${message}`).join('\n')
      }
      for (const url of ['https://api.stripe.com', 'http://localhost:12111', 'https://[::1]:1/', 'http://127.9.9.9:80']) {
        await writeUrl(url, app)
      }
      for (const url of ['https://pay.example/', 'http://pay.internal:8080']) {
        await writeUrl(url, other)
        expect(await refusal(url, app)).to.equal(
          "params.base_url: Field Base URL takes an address of 'https://api.stripe.com' or of this machine. The setting 'paymentHosts' allows further hosts.",
        )
      }
      const refused = [
        'http://api.stripe.com',
        'https://api.stripe.com:8443',
        'https://api.stripe.com.evil.example',
        'https://api.stripe.com@evil.example',
        'https://me:pw@api.stripe.com',
        'http://169.254.169.254/latest',
        'http://127.0.0.1.evil.example',
        'http://[fe80::1]',
        'http://pay.example',
        'https://pay.internal:8080',
      ]
      for (const url of refused) {
        expect(await refusal(url, other), url).to.equal(
          "params.base_url: Field Base URL takes an address of 'https://api.stripe.com', 'https://pay.example', 'http://pay.internal:8080' or of this machine. The setting 'paymentHosts' allows further hosts.",
        )
      }
      await other.stop()
    })

    it('are rejected without a provider of that name', async () => {
      expect((await issues('paypal', null)).join()).to.include("takes one of 'bank_transfer', 'cash_on_delivery'")
    })
  })

  it('are reported as missing if no plugin contributes any', async () => {
    const app = await bootTestApp({ plugins: [stock] })
    const [method] = (await app.records.list('payment-method')).records
    const refused = (await catchError(
      app.records.write('payment-method', { connector: 'bank_transfer' }, { id: Number(method!['id']) }),
    )) as ValidationError
    expect(refused.issues.map(({ message }) => message)).to.deep.equal([
      'Field Payment provider takes the name of a payment provider, but no plugin provides one.',
    ])
    await app.stop()
  })
})
