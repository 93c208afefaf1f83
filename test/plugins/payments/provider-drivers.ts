// The same operations on the test servers of Stripe and Mollie, for tests that every provider with an API must pass.
import type { Delivery } from '../../../core/commerce/payment/define.js'
import { mollieKey, startMollieServer } from '../../support/mollie-server.js'
import { secretKey, startStripeServer, webhookSecret } from './stripe-server.js'

/** Simulated states that both servers have. */
export type ProviderMood = 'well' | 'down' | 'slow' | 'failing' | 'refusing' | 'talkative'

export interface ProviderDriver {
  readonly connector: string
  /** True: the rest stays authorized after a capture of a part. */
  readonly capturesParts: boolean
  /** Parameters of a payment method that calls the server. */
  readonly params: Readonly<Record<string, string>>
  /** A valid key that the server does not know. */
  readonly wrongKey: Readonly<Record<string, string>>
  /** An amount that the provider cannot charge exactly. */
  readonly inexact: readonly [amount: number, currency: string]
  /** `METHOD path` of each request. */
  readonly requests: string[]
  setMood(mood: ProviderMood): void
  /** Pays as the customer, by default the whole amount of 119 euros. */
  pay(reference: string, amount?: number, currency?: string): void
  expire(reference: string): void
  /** Enters a card as the customer of a payment that is captured later. */
  authorize(reference: string): void
  /** Captures or releases an authorized payment as an employee does in the dashboard of the provider. */
  captureInDashboard(reference: string): void
  releaseInDashboard(reference: string): void
  /** The webhook request about an authorized, captured or released payment. */
  createAuthorizationDelivery(reference: string): Delivery
  /** Refunds as an employee does in the dashboard of the provider. */
  refundInDashboard(reference: string, amount: number): void
  /** The webhook request about the current state of a payment. */
  createDelivery(reference: string): Delivery
  /** The webhook request about a refund. */
  createRefundDelivery(reference: string): Delivery
  stop(): Promise<void>
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export async function startStripeDriver(now: () => number): Promise<ProviderDriver> {
  const stripe = await startStripeServer(now)
  const refunded = new Map<string, number>()
  const createEvent = (type: string, object: unknown): Delivery => {
    const body = stripe.event(type, object)
    return { bytes: encode(body), headers: { 'stripe-signature': stripe.sign(body) } }
  }
  return {
    connector: 'stripe',
    capturesParts: false,
    params: { secret_key: secretKey, webhook_secret: webhookSecret, base_url: stripe.url },
    wrongKey: { secret_key: 'sk_test_CANARYwrong' },
    inexact: [5.124, 'KWD'],
    requests: stripe.requests,
    setMood: (mood) => void (stripe.mood = mood),
    pay: (reference, amount = 119, currency = 'EUR') =>
      void stripe.pay(reference, { amount_total: Math.round(amount * 100), currency: currency.toLowerCase() }),
    expire: (reference) => void Object.assign(stripe.sessions.get(reference)!, { status: 'expired' }),
    authorize: (reference) => void stripe.authorize(reference),
    captureInDashboard: (reference) => stripe.changeIntent(reference, 'succeeded'),
    releaseInDashboard: (reference) => stripe.changeIntent(reference, 'canceled'),
    createAuthorizationDelivery(reference) {
      const intent = stripe.intent(reference)
      const types: Readonly<Record<string, string>> = {
        requires_capture: 'amount_capturable_updated',
        succeeded: 'succeeded',
        canceled: 'canceled',
      }
      return createEvent(`payment_intent.${types[String(intent['status'])]}`, intent)
    },
    refundInDashboard: (reference, amount) => {
      refunded.set(reference, amount)
      stripe.refundInDashboard(reference, Math.round(amount * 100))
    },
    createDelivery: (reference) => createEvent('checkout.session.completed', stripe.sessions.get(reference)),
    createRefundDelivery: (reference) =>
      createEvent('charge.refunded', {
        amount_refunded: Math.round((refunded.get(reference) ?? 0) * 100),
        currency: 'eur',
        metadata: stripe.sessions.get(reference)!.metadata,
      }),
    stop: stripe.stop,
  }
}

export async function startMollieDriver(now: () => number): Promise<ProviderDriver> {
  const mollie = await startMollieServer(now)
  const createDelivery = (reference: string): Delivery => ({
    bytes: encode(new URLSearchParams({ id: reference }).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return {
    connector: 'mollie',
    capturesParts: true,
    params: { api_key: mollieKey, base_url: mollie.url },
    wrongKey: { api_key: 'test_CANARYwrong1234' },
    inexact: [0.5, 'JPY'],
    requests: mollie.requests,
    setMood: (mood) => void (mollie.mood = mood),
    pay: (reference, amount = 119, currency = 'EUR') =>
      void mollie.change(reference, { status: 'paid', amount: { currency, value: amount.toFixed(2) } }),
    expire: (reference) => void mollie.change(reference, { status: 'expired' }),
    authorize: (reference) => void mollie.change(reference, { status: 'authorized' }),
    captureInDashboard: (reference) =>
      void mollie.change(reference, { status: 'paid', amountCaptured: mollie.payments.get(reference)!.amount }),
    releaseInDashboard: (reference) => void mollie.change(reference, { status: 'canceled' }),
    createAuthorizationDelivery: createDelivery,
    refundInDashboard: (reference, amount) => mollie.refundInDashboard(reference, amount.toFixed(2)),
    createDelivery,
    createRefundDelivery: createDelivery,
    stop: mollie.stop,
  }
}
