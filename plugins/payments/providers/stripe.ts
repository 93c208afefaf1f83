// The payment provider `stripe`: paid online on a page of Stripe, reported by webhook, and asked where no report came.
import { definePaymentProvider, string } from 'product-configurator-service'
import { noticesOf } from '../stripe/report.js'
import { isFromStripe } from '../stripe/signature.js'

/** Stripe's library is large, and only who pays by it needs it. */
const client = () => import('../stripe/client.js')

export const stripe = definePaymentProvider({
  name: 'stripe',
  label: 'Stripe',
  description: 'Paid online by card and the like on a page of Stripe, which reports what happened, and can be asked.',
  params: {
    secret_key: string('Secret key', { required: true, help: 'Of the Stripe account, such as sk_live_….' }),
    webhook_secret: string('Signing secret of the webhook', {
      required: true,
      help: 'Of the endpoint at Stripe, such as whsec_….',
    }),
    base_url: string('Base URL', {
      pattern: { expression: '^https?://[^ ]+$', words: 'a URL such as https://api.stripe.com' },
      help: 'The address of the API; that of Stripe if left out. Other hosts must be allowed by the setting paymentHosts.',
    }),
  },
  addresses: { base_url: ['api.stripe.com'] },
  begin: async (scope) => (await client()).begin(scope),
  ask: async (scope) => (await client()).ask(scope),
  refund: async (scope) => (await client()).refund(scope),
  webhook: {
    path: 'events',
    read({ params, now }, delivery) {
      if (!isFromStripe(delivery, params.webhook_secret, now)) return null
      return noticesOf(JSON.parse(Buffer.from(delivery.bytes).toString('utf8')))
    },
  },
})
