// The host shop_platform: a shop of its own that embeds the configurator, and owns cart, checkout, orders and customers.
import { assertionVerifier, type AssertionTrust, type HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface ShopPlatformOptions extends AssertionTrust {
  /** Seconds for which a line item's price stands; two hours if left out. */
  readonly lineItemLifetime?: number
  /** True: also sign line items for configurations that no assertion opened. Such items carry no visitor, group or taxes. */
  readonly guests?: boolean
}

export function shopPlatform({ lineItemLifetime: lifetime, guests = false, ...trust }: ShopPlatformOptions): HostPlugin {
  const verify = assertionVerifier(trust)
  // The way back: what the service says to the shop.
  const { issuer: audience, audience: issuer, secret = null } = trust
  const lineItems = { issuer, audience, secret, guests, ...(lifetime !== undefined && { lifetime }) }
  return {
    kind: 'host',
    name: 'shop_platform',
    core: '^0.1.0',
    platform: 'shop_platform',
    commerce: false,
    adapters: { identity: identity(verify), urls, languages, carts, adminGate: adminGate(verify), lineItems },
  }
}
