// Payment provider `stripe`: the customer pays on Stripe Checkout. Stripe reports the outcome by webhook, or the service requests it.
import {
  type AuthorizedScope,
  type BeginScope,
  type CaptureScope,
  definePaymentProvider,
  type Delivery,
  isRecent,
  isSigned,
  type PaymentScope,
  type ProviderScope,
  type RefundScope,
  string,
} from 'product-configurator-service'
import { baseUrl, capture, captureTime, toConnectionError } from '../api.js'
import type { StripeParams } from '../stripe/client.js'
import { noticesOf } from '../stripe/report.js'

/** Loads Stripe's library on first use: it is large, and most shops do without it. */
const client = () => import('../stripe/client.js')

/** Calls a function of the client. */
function withClient<Scope extends { readonly signal: AbortSignal }, Result>(
  call: (loaded: Awaited<ReturnType<typeof client>>, scope: Scope) => Promise<Result>,
): (scope: Scope) => Promise<Result> {
  return async (scope) =>
    call(await client(), scope).catch((error: unknown) => {
      const isConnectionError = (error as { readonly type?: string }).type === 'StripeConnectionError'
      throw isConnectionError ? toConnectionError('Stripe', scope.signal) : error
    })
}

/** Checks at most this many digests, to bound the work per call. */
const maxDigests = 5

/** True if a digest matches the timestamp and the body, and the timestamp is recent. */
function isFromStripe({ bytes, headers }: Delivery, secret: string, now: number): boolean {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return false
  const pairs = header.split(',').map((pair) => pair.split('=', 2))
  const of = (name: string): readonly string[] => pairs.flatMap(([key, value]) => (key?.trim() === name ? [value ?? ''] : []))
  const [time = ''] = of('t')
  if (!/^\d{1,12}$/.test(time) || !isRecent(Number(time) * 1_000, now)) return false
  const digests = of('v1').slice(0, maxDigests)
  return digests.some((signature) => isSigned({ secret, parts: [`${time}.`, bytes], signature }))
}

export const stripe = definePaymentProvider({
  name: 'stripe',
  label: 'Stripe',
  description: 'Online payment by card and other methods on Stripe Checkout.',
  params: {
    secret_key: string('Secret key', {
      required: true,
      apiSensitive: true,
      help: 'From the Stripe dashboard, for example sk_live_….',
    }),
    webhook_secret: string('Webhook signing secret', {
      required: true,
      apiSensitive: true,
      help: 'Of the webhook endpoint in the Stripe dashboard, for example whsec_….',
    }),
    capture,
    base_url: baseUrl,
  },
  addresses: { base_url: ['api.stripe.com'] },
  begin: withClient(({ begin }, scope: BeginScope<StripeParams>) => begin(scope)),
  ask: withClient(({ ask }, scope: PaymentScope<StripeParams>) => ask(scope)),
  refund: withClient(({ refund }, scope: RefundScope<StripeParams>) => refund(scope)),
  captureTime,
  capture: withClient(({ captureIntent }, scope: CaptureScope<StripeParams>) => captureIntent(scope)),
  release: withClient(({ releaseIntent }, scope: AuthorizedScope<StripeParams>) => releaseIntent(scope)),
  test: withClient(({ test }, scope: ProviderScope<StripeParams>) => test(scope)),
  webhook: {
    path: 'events',
    read({ params, now }, delivery) {
      if (!isFromStripe(delivery, params.webhook_secret, now)) return null
      return noticesOf(JSON.parse(Buffer.from(delivery.bytes).toString('utf8')))
    },
  },
})
