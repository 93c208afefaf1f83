// The payment providers that ship: what a payment method may name as its connector. Libraries are loaded by whoever pays with them.
import type { Plugin } from 'product-configurator-service'
import { providers } from './providers/index.js'
import { translations } from './translations/index.js'

export const payments: Plugin = {
  name: 'payments',
  core: '^0.1.0',
  contributes: { paymentProviders: providers, translations },
}
