// Host shop_platform: an existing shop embeds the configurator and owns cart, checkout, orders and customers.
import { assertionVerifier, type AssertionTrust, type HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface ShopPlatformOptions extends AssertionTrust {
  /** Seconds for which a line item's price is valid. Default two hours. */
  readonly lineItemLifetime?: number
  /** Also sign line items of configurations opened without an assertion. Such items carry no visitor, group or taxes. Default false. */
  readonly guests?: boolean
}

export function shopPlatform({ lineItemLifetime: lifetime, guests = false, ...trust }: ShopPlatformOptions): HostPlugin {
  const verify = assertionVerifier(trust)
  // The service signs line items for the shop, so issuer and audience swap roles.
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
