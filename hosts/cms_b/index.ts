// Host cms_b: a CMS with one role per user in a tree of roles, and the language in the query.
import { assertionVerifier, type AssertionTrust, type HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface CmsBOptions extends AssertionTrust {
  /** Query parameter for the language. Default `lang`. */
  readonly languageParameter?: string
}

export function cmsB({ languageParameter = 'lang', ...trust }: CmsBOptions): HostPlugin {
  const verify = assertionVerifier(trust)
  return {
    kind: 'host',
    name: 'cms_b',
    core: '^0.1.0',
    platform: 'cms_b',
    commerce: true,
    adapters: { identity: identity(verify), urls: urls(languageParameter), languages, carts, adminGate: adminGate(verify) },
  }
}
