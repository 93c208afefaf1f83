// The host shop_platform: a shop of its own that embeds the configurator, and owns cart, checkout, orders and customers.
import { assertionVerifier, type AssertionTrust, type HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export type ShopPlatformOptions = AssertionTrust

export function shopPlatform(trust: ShopPlatformOptions): HostPlugin {
  const verify = assertionVerifier(trust)
  return {
    kind: 'host',
    name: 'shop_platform',
    core: '^0.1.0',
    platform: 'shop_platform',
    commerce: false,
    adapters: { identity: identity(verify), urls, languages, carts, adminGate: adminGate(verify) },
  }
}
