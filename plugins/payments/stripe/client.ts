// Calls Stripe's API through its library, with a timeout and the caller's abort signal.
import { Stripe } from 'stripe'
import type {
  AuthorizedScope,
  Beginning,
  BeginScope,
  CaptureScope,
  CaptureTime,
  ConnectionReport,
  MoneyReport,
  PaymentReport,
  PaymentScope,
  ProviderScope,
  RefundScope,
} from 'product-configurator-service'
import { createProviderError } from '../api.js'
import { fromMinor, reportsOfIntent, reportsOfSession, toMinor } from './report.js'

export interface StripeParams {
  readonly secret_key: string
  readonly webhook_secret: string
  readonly capture: CaptureTime
  readonly base_url?: string | undefined
}

/** Timeout of one request in milliseconds. The caller limits the whole call. */
const timeout = 8_000

const locales = new Set<string>(
  'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
)

function localeOf(language: string): Stripe.Checkout.SessionCreateParams.Locale {
  const supported = [language, language.split('-')[0] ?? ''].find((tag) => locales.has(tag))
  return supported ?? 'auto'
}

function open({ secret_key, base_url }: StripeParams, signal: AbortSignal): Stripe {
  const fetchUntil: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal })
  const address = base_url === undefined ? null : new URL(base_url)
  return new Stripe(secret_key, {
    httpClient: Stripe.createFetchHttpClient(fetchUntil),
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      host: address.hostname,
      port: address.port === '' ? (address.protocol === 'http:' ? 80 : 443) : Number(address.port),
    }),
  })
}

/** Creates a Checkout page with one line for the whole order: only the service adds up lines, taxes and discounts. */
export async function begin(scope: BeginScope<StripeParams>): Promise<Beginning> {
  const { params, payment, order, language, translate, returnUrl, signal } = scope
  const name = translate('payments.orderReference', { number: order.number_text })
  const metadata = { payment: payment.key }
  const session = await open(params, signal).checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: payment.key,
      metadata,
      payment_intent_data: {
        metadata,
        description: name,
        ...(params.capture !== 'immediately' && { capture_method: 'manual' as const }),
      },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: payment.currency.toLowerCase(),
            unit_amount: toMinor(payment.amount, payment.currency),
            product_data: { name },
          },
        },
      ],
      ...(order.email !== '' && { customer_email: order.email }),
      success_url: returnUrl,
      cancel_url: returnUrl,
      locale: localeOf(language),
    },
    { idempotencyKey: payment.key },
  )
  if (session.url === null) throw createProviderError('operations.paymentNoPage', { provider: 'Stripe' })
  return { reference: session.id, redirect: session.url, expires: session.expires_at * 1_000 }
}

const expand = ['payment_intent.latest_charge']

export async function ask({ params, payment, signal }: PaymentScope<StripeParams>): Promise<readonly PaymentReport[]> {
  const client = open(params, signal)
  return reportsOfSession(await client.checkout.sessions.retrieve(payment.reference, { expand }))
}

/** Captures the amount of the scope, or cancels without one, if the intent still waits for it. Reports the state of the intent. */
async function runIntentStep({
  params,
  payment,
  signal,
  stepKey,
  capture,
}: AuthorizedScope<StripeParams> & Partial<CaptureScope<StripeParams>>): Promise<readonly PaymentReport[]> {
  const client = open(params, signal)
  const { payment_intent: intent } = await client.checkout.sessions.retrieve(payment.reference, { expand })
  if (intent === null || typeof intent === 'string')
    throw createProviderError('operations.paymentNothingAtProvider', { provider: 'Stripe' })
  if (intent.status !== 'requires_capture') return reportsOfIntent(intent)
  const options = { idempotencyKey: stepKey }
  const after = { expand: ['latest_charge'] }
  return reportsOfIntent(
    capture
      ? await client.paymentIntents.capture(
          intent.id,
          { ...after, amount_to_capture: toMinor(capture.amount, capture.currency) },
          options,
        )
      : await client.paymentIntents.cancel(intent.id, after, options),
  )
}

/** Captures once: only some accounts of Stripe may capture several times. Stripe releases the rest. */
export const captureIntent = (scope: CaptureScope<StripeParams>): Promise<readonly PaymentReport[]> => runIntentStep(scope)
export const releaseIntent = (scope: AuthorizedScope<StripeParams>): Promise<readonly PaymentReport[]> => runIntentStep(scope)

/** Reads the balance: the request needs a valid key and changes nothing. */
export async function test({ params, signal }: ProviderScope<StripeParams>): Promise<ConnectionReport> {
  const { livemode } = await open(params, signal).balance.retrieve()
  return { mode: livemode ? 'live' : 'test' }
}

export async function refund({ params, payment, refund: request, signal }: RefundScope<StripeParams>): Promise<MoneyReport> {
  const client = open(params, signal)
  const { currency } = request
  const { payment_intent } = await client.checkout.sessions.retrieve(payment.reference)
  const intent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (intent === undefined) throw createProviderError('operations.paymentNothingAtProvider', { provider: 'Stripe' })
  const refunded = await client.refunds.create(
    { payment_intent: intent, amount: toMinor(request.amount, currency), expand: ['charge'] },
    { idempotencyKey: request.key },
  )
  if (refunded.status === 'failed' || refunded.status === 'canceled') {
    throw createProviderError('operations.paymentRefundEnded', { provider: 'Stripe', status: refunded.status })
  }
  const charge = typeof refunded.charge === 'object' ? refunded.charge : null
  const amount = charge ? fromMinor(charge.amount_refunded, currency) : request.refunded + request.amount
  return { status: 'refunded', amount, currency }
}
