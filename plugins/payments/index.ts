// The built-in payment providers. A payment method names one of them as its connector.
import type { Plugin } from 'product-configurator-service'
import { mollie } from './providers/mollie.js'
import { bankTransfer, cashOnDelivery, invoice } from './providers/offline.js'
import { sandbox } from './providers/sandbox.js'
import { stripe } from './providers/stripe.js'

export const payments: Plugin = {
  name: 'payments',
  core: '^0.1.0',
  contributes: { paymentProviders: [bankTransfer, cashOnDelivery, invoice, stripe, mollie, sandbox] },
}
