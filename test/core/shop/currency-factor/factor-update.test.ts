// Currency factors from a source of exchange rates: bounded, written once, applied to open carts and to no frozen document.
import { expect } from 'chai'
import { loadOpenCart } from '../../../../core/commerce/cart/rows.js'
import { priceCart, settleCart } from '../../../../core/commerce/cart/settle.js'
import { freezeDocument } from '../../../../core/commerce/document/freeze.js'
import { toDocumentReply, readDocument } from '../../../../core/commerce/document/rows.js'
import type { CartReply } from '../../../../core/commerce/cart/define.js'
import type { Log } from '../../../../core/foundation/log.js'
import { currency } from '../../../../core/model/entities/store/currency.js'
import { quote } from '../../../../core/model/entities/orders/quote.js'
import {
  type FactorOptions,
  type FactorReport,
  type RateSource,
  setCurrencyFactors,
} from '../../../../core/shop/currency-factor.js'
import { loadVersions } from '../../../../core/storage/caches.js'
import { authorLamp, type Lamp } from '../../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { findCurrencyId } from '../../../support/guest-shop.js'

interface Said {
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

describe('setCurrencyFactors', () => {
  const logEntries: Said[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields, message) => void logEntries.push({ fields: { ...fields }, message }),
    error: () => undefined,
    child: () => log,
  }
  let app: TestApp
  let lamp: Lamp
  let requests: { readonly base: string; readonly codes: readonly string[] }[]

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ log })
  })
  beforeEach(async () => {
    requests = []
    await open('GBP', 0.87)
    await open('JPY', 170)
    lamp = await authorLamp(app)
    logEntries.splice(0)
  })
  afterEach(() => app.reset())
  after(() => app?.stop())

  const change = async (code: string, fields: object): Promise<void> =>
    void (await app.shop.createContext({}).write(currency, { ...fields }, { id: await findCurrencyId(app, code) }))
  const open = (code: string, multiplicator: number): Promise<void> => change(code, { multiplicator, published: true })
  const factors = async (...codes: readonly string[]): Promise<readonly unknown[]> => {
    const currencies = await Promise.all(codes.map(async (code) => app.records.read('currency', await findCurrencyId(app, code))))
    return currencies.map(({ record }) => record['multiplicator'])
  }
  const source = (rates: Readonly<Record<string, number>>): RateSource => ({
    name: 'test',
    factors(base, codes) {
      requests.push({ base, codes })
      return Promise.resolve(new Map(Object.entries(rates)))
    },
  })
  const round = (rates: RateSource | Readonly<Record<string, number>>, options?: FactorOptions): Promise<FactorReport> => {
    const from = 'factors' in rates ? (rates as RateSource) : source(rates)
    return setCurrencyFactors(app.context, from, new AbortController().signal, options)
  }
  const storeVersion = async (): Promise<number | undefined> => (await loadVersions(app.context.database, ['store'])).get('store')

  it('requests the published currencies except the base, and stores factors with eight decimals', async () => {
    const report = await round({ GBP: 0.851234567891, JPY: 168.123456785, EUR: 2, CHF: 0.93 })
    expect(requests).to.deep.equal([{ base: 'EUR', codes: ['GBP', 'JPY'] }])
    expect(await factors('EUR', 'GBP', 'JPY', 'CHF')).to.deep.equal([1, 0.85123457, 168.12345679, 1])
    expect(report).to.deep.equal({
      set: [
        { code: 'GBP', from: 0.87, to: 0.85123457 },
        { code: 'JPY', from: 170, to: 168.12345679 },
      ],
      refused: [],
    })
  })

  it('requests rates relative to the currency in which prices are entered', async () => {
    await change('EUR', { multiplicator: 1.15 })
    await change('GBP', { is_base: true, multiplicator: 1 })
    await round({ EUR: 1.1613, GBP: 1.5, JPY: 195 })
    expect(requests).to.deep.equal([{ base: 'GBP', codes: ['EUR', 'JPY'] }])
    expect(await factors('EUR', 'GBP', 'JPY')).to.deep.equal([1.1613, 1, 195])
  })

  it('does not call the source without another published currency', async () => {
    for (const code of ['GBP', 'JPY']) await change(code, { published: false })
    expect(await round({ GBP: 0.8 })).to.deep.equal({ set: [], refused: [] })
    expect(requests).to.deep.equal([])
  })

  it('rejects a factor that moves too far, logs a warning, and sets the others', async () => {
    const report = await round({ GBP: 0.87 * 1.2001, JPY: 140 })
    expect(await factors('GBP', 'JPY')).to.deep.equal([0.87, 140])
    expect(report.refused).to.deep.equal([{ code: 'GBP', from: 0.87, to: 1.044087 }])
    const [first, ...otherEntries] = logEntries
    expect(otherEntries).to.deep.equal([])
    expect(first!.message).to.equal('A currency keeps its multiplier.')
    expect(first!.fields).to.include({ code: 'GBP', from: 0.87, to: 1.044087, source: 'test' })
    expect(first!.fields['reason']).to.contain('If it is correct, set it manually.')
  })

  it('limits the move of a factor to largestMove, up and down', async () => {
    await round({ GBP: 0.87 * 1.05, JPY: 170 * 0.95 }, { largestMove: 0.05 })
    expect(await factors('GBP', 'JPY')).to.deep.equal([0.9135, 161.5])
    await round({ GBP: 0.9135 * 1.051, JPY: 161.5 * 0.949 }, { largestMove: 0.05 })
    expect(await factors('GBP', 'JPY')).to.deep.equal([0.9135, 161.5])
  })

  it('sets the first factor of an unpublished currency if its code is requested', async () => {
    const report = await round({ CHF: 0.93, SEK: 11, GBP: 0.87, JPY: 170 }, { codes: ['CHF'] })
    expect(requests[0]!.codes).to.have.members(['CHF', 'GBP', 'JPY'])
    expect(await factors('CHF', 'SEK')).to.deep.equal([0.93, 1])
    expect(report.set).to.deep.equal([{ code: 'CHF', from: 1, to: 0.93 }])
  })

  it('rejects an invalid or missing factor and stores the existing one', async () => {
    for (const wrong of [0, -0.87, Number.NaN, Number.POSITIVE_INFINITY, 0.000000004]) {
      const report = await round({ GBP: wrong, JPY: 170 }, { largestMove: 1e9 })
      expect(report.refused.map(({ code }) => code)).to.deep.equal(['GBP'])
      expect(await factors('GBP')).to.deep.equal([0.87])
    }
    const report = await round({ JPY: 171 })
    expect(report).to.deep.equal({
      set: [{ code: 'JPY', from: 170, to: 171 }],
      refused: [{ code: 'GBP', from: 0.87, to: null }],
    })
  })

  it('changes no factor if the source fails, times out, or the service stops', async () => {
    await round({ name: 'broken', factors: () => Promise.reject(new Error('Out of order.')) })
    expect(logEntries.map(({ fields }) => fields['source'])).to.deep.equal(['broken'])
    await round({ name: 'endless', factors: () => new Promise(() => undefined) }, { patience: 20 })
    await setCurrencyFactors(app.context, source({ GBP: 0.8 }), AbortSignal.abort())
    expect(requests).to.deep.equal([])
    expect(await factors('GBP', 'JPY')).to.deep.equal([0.87, 170])
  })

  it('writes nothing if no factor has changed', async () => {
    const before = await storeVersion()
    expect(await round({ GBP: 0.870000001, JPY: 170 })).to.deep.equal({ set: [], refused: [] })
    expect(await storeVersion()).to.equal(before)
    await round({ GBP: 0.88, JPY: 170 })
    expect(await storeVersion()).to.not.equal(before)
  })

  it('discards rates for a base that has changed during the request', async () => {
    const slow: RateSource = {
      name: 'slow',
      async factors() {
        await change('GBP', { is_base: true, multiplicator: 1 })
        return new Map([['JPY', 171]])
      },
    }
    expect(await round(slow)).to.deep.equal({ set: [], refused: [] })
    expect(await factors('GBP', 'JPY')).to.deep.equal([1, 170])
  })

  it('compares with the current factor, and skips a currency deleted during the request', async () => {
    const slow: RateSource = {
      name: 'slow',
      async factors() {
        await change('JPY', { multiplicator: 100 })
        await app.records.remove('currency', await findCurrencyId(app, 'GBP'))
        return new Map([
          ['GBP', 0.88],
          ['JPY', 171],
        ])
      },
    }
    expect(await round(slow)).to.deep.equal({ set: [], refused: [{ code: 'JPY', from: 100, to: 171 }] })
  })

  it('reprices open carts, and leaves frozen documents unchanged', async () => {
    const { cart: token, totals } = await createFilledCart(app, lamp, [{ quantity: 3 }], {}, { currency: 'JPY' })
    const of = async (id: number): Promise<string> => {
      const work = await app.shop.createContext({}).at()
      return JSON.stringify(toDocumentReply((await readDocument(work, 'quote', id))!))
    }
    const id = await app.shop.createContext({}).transact(async (inside) => {
      const work = await inside.at()
      const settled = await settleCart(work, (await loadOpenCart(work, token)).cart)
      const quoteId = await work.write(quote, { status: 'requested' })
      const { header } = await freezeDocument(work, 'quote', quoteId, { settled, priced: priceCart(settled)! })
      await work.write(quote, header, { id: quoteId })
      return quoteId
    })
    const frozen = await of(id)
    await round({ GBP: 0.87, JPY: 187 })
    const now = (await app.shop.serve('read-cart', { token }, {})) as CartReply
    expect(now.totals!.net).to.equal((totals!.net / 170) * 187)
    expect(await of(id)).to.equal(frozen)
  })
})
