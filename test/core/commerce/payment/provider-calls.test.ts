// Calls of payment providers end with a result, a failure or a timeout, and never reveal secrets.
import { expect } from 'chai'
import { callProvider, ProviderError, removeReportSecrets, removeSecrets } from '../../../../core/commerce/payment/provider.js'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { createMessage } from '../../../../core/foundation/message.js'
import { catchError } from '../../../support/caught-error.js'
import { openPaymentShop, type PaymentShop } from './payment-shop.js'

describe('callProvider', () => {
  let shop: PaymentShop
  before(async () => {
    shop = await openPaymentShop()
  })
  after(() => shop.app.stop())

  const params = { secret_key: 'sk_live_123', days: 14, short: 'a' }
  const call = <T>(run: (signal: AbortSignal) => T | Promise<T>, more: { milliseconds?: number; signal?: AbortSignal } = {}) =>
    callProvider(shop.app.shop.createContext({}), { params, milliseconds: 1_000, call: run, ...more })

  it('returns a synchronous or asynchronous result', async () => {
    expect(await call(() => 1)).to.equal(1)
    expect(await call(() => Promise.resolve(2))).to.equal(2)
  })

  it('times out, whether or not the call obeys its signal', async () => {
    const began = performance.now()
    const late = await catchError(call(() => new Promise(() => undefined), { milliseconds: 50 }))
    expect(late).to.be.instanceOf(ProviderError)
    expect(late.message).to.equal('The payment provider did not answer within 0.05 seconds.')
    expect(performance.now() - began).to.be.below(1_000)
    let aborted = false
    const heeding = (signal: AbortSignal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true)))
    await catchError(call(heeding, { milliseconds: 20 }))
    expect(aborted).to.equal(true)
  })

  it('ends when the service stops', async () => {
    const stopping = new AbortController()
    const failure = catchError(call(() => new Promise(() => undefined), { signal: stopping.signal }))
    stopping.abort()
    expect((await failure).message).to.include('stopped')
    expect(await catchError(call(() => new Promise(() => undefined), { signal: stopping.signal }))).to.be.instanceOf(
      ProviderError,
    )
  })

  it('removes parameter values from the failure message, and drops the cause', async () => {
    const failed = await catchError(call(() => Promise.reject(new Error('Key sk_live_123 is wrong, sk_live_123!'))))
    expect(failed.message).to.equal('Key … is wrong, …!')
    expect(failed.cause).to.equal(undefined)
    expect(String(failed.stack)).not.to.include('sk_live_123')
    expect(removeSecrets('a day of 14', params)).to.equal('a day of 14')
    expect(removeSecrets('x'.repeat(1_000), params)).to.have.length(300)
  })

  it('removes parameter values from the values of a message, and keeps the message translatable', async () => {
    const reason = createMessage('operations.paymentProviderReason', { provider: 'Pay', status: 401, reason: 'no sk_live_123' })
    const failed = await catchError(call(() => Promise.reject(new ServiceError('NOT_READY', reason))))
    expect(failed.message).to.equal('Pay returned status 401: no …')
    const { text } = failed as ProviderError
    expect(text).to.deep.include({ key: reason.key, values: { ...reason.values, reason: 'no …' } })
    const nested = createMessage('operations.paymentCaptureFailed', { reason })
    expect(JSON.stringify(removeReportSecrets({ status: 'failed', message: nested }, params))).to.not.include('sk_live_123')
  })

  it('rejects calls inside a transaction', async () => {
    const inside = shop.app.shop
      .createContext({})
      .transact((work) => callProvider(work, { params, milliseconds: 10, call: () => 1 }))
    expect((await catchError(inside)).message).to.include('outside of transactions')
  })
})
