// Host cms_a: a CMS whose users belong to several groups, with language prefixes in every URL.
import { assertionVerifier, type AssertionTrust, type HostPlugin } from 'product-configurator-service'
import { adminGate } from './admin-gate.js'
import { carts } from './carts.js'
import { identity } from './identity.js'
import { languages } from './languages.js'
import { urls } from './urls.js'

export interface CmsAOptions extends AssertionTrust {
  /** Redirect URLs without a language prefix to the prefixed URLs. Default true. */
  readonly languageFilter?: boolean
}

export function cmsA({ languageFilter = true, ...trust }: CmsAOptions): HostPlugin {
  const verify = assertionVerifier(trust)
  return {
    kind: 'host',
    name: 'cms_a',
    core: '^0.1.0',
    platform: 'cms_a',
    commerce: true,
    adapters: { identity: identity(verify), urls: urls(languageFilter), languages, carts, adminGate: adminGate(verify) },
  }
}
