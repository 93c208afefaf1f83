// The standalone host: the service is the whole shop, with accounts of its own.
import type { HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface StandaloneOptions {
  /** Redirect addresses without language prefix to the prefixed ones; off if left out. */
  readonly languageFilter?: boolean
}

export function standalone(options: StandaloneOptions = {}): HostPlugin {
  return {
    kind: 'host',
    name: 'standalone',
    core: '^0.1.0',
    platform: 'standalone',
    commerce: true,
    adapters: { identity, urls: urls(options.languageFilter ?? false), languages, carts, adminGate },
  }
}
