// Host standalone: the service is the whole shop, with its own accounts.
import type { HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface StandaloneOptions {
  /** Redirect URLs without a language prefix to the prefixed URLs. Default false. */
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
