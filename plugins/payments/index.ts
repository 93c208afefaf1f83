// The payment providers that ship, as data: what a payment method may name as its connector, and what that takes.
import type { Plugin } from 'product-configurator-service'
import { providers } from './providers/index.js'

export const payments: Plugin = {
  name: 'payments',
  core: '^0.1.0',
  contributes: { paymentProviders: providers },
}
