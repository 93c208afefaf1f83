// The payment provider `stripe`: paid online, reported by webhook, and asked where no report came.
import { type PaymentProviderDeclaration, string } from 'product-configurator-service'

export const stripe: PaymentProviderDeclaration = {
  name: 'stripe',
  label: 'Stripe',
  description: 'Paid online by card and the like; Stripe reports what happened, and can be asked.',
  params: {
    secret_key: string('Secret key', { required: true, help: 'Of the Stripe account, such as sk_live_….' }),
    publishable_key: string('Publishable key', { required: true, help: 'Of the Stripe account, such as pk_live_….' }),
    webhook_secret: string('Signing secret of the webhook', {
      required: true,
      help: 'Of the endpoint at Stripe, such as whsec_….',
    }),
    base_url: string('Base URL', {
      pattern: { expression: '^https?://[^ ]+$', words: 'a URL such as https://api.stripe.com' },
      help: 'Where the API of Stripe answers; its own if left out.',
    }),
  },
  pollable: true,
  webhook: true,
}
