// The built-in payment providers. A payment method names one of them as its connector.
import type { Plugin } from 'product-configurator-service'
import { providers } from './providers/index.js'

export const payments: Plugin = {
  name: 'payments',
  core: '^0.1.0',
  contributes: { paymentProviders: providers },
}
