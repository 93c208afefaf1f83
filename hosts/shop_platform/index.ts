// Host shop_platform: an existing shop embeds the configurator and owns cart, checkout, orders and customers.
import {
  assertionVerifier,
  grantOf,
  createMessage,
  guest,
  getVersionedSnapshot,
  ServiceError,
  userIdOf,
} from 'product-configurator-service'
import type {
  AssertionTrust,
  HostPlugin,
  AdminGate,
  AssertionVerifier,
  CartRules,
  Claims,
  IdentityAdapter,
  TaxContext,
  LanguageAdapter,
  UrlAdapter,
} from 'product-configurator-service'

/** Admin access: the assertion's claim `staff: true` grants write access to catalogue and store. */
function adminGate(verify: AssertionVerifier): AdminGate {
  return {
    async admit(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return null
      const { sub, staff } = await verify(app.context, String(assertion))
      if (staff !== true) return null
      return { name: `shop staff ${String(sub)}`, id: null, grant: grantOf(['catalog:write', 'store:write']) }
    },
  }
}

/** Carts belong to the shop: the service stores none. */
const carts: CartRules | null = null

type Rate = TaxContext['rates'][number]

/** Reads one tax rate of the claim. null if it is malformed. */
function parseRate(claim: unknown): Rate | null {
  const { rate, code } = (typeof claim === 'object' && claim !== null ? claim : {}) as Claims
  if (typeof rate !== 'number' || rate < 0 || rate > 100) return null
  return { rate, code: typeof code === 'string' ? code : null }
}

const taxClaimForm = "{prices: 'net' or 'gross', rates: [{rate: per cent, code}]}"

/** Reads the optional claim `tax`: `{prices: 'net' | 'gross', rates: [{rate: 19, code: 'DE19'}]}`. Throws if it is malformed. */
function parseTax(claim: unknown): TaxContext | undefined {
  if (claim === undefined || claim === null) return undefined
  const { prices, rates } = (typeof claim === 'object' ? claim : {}) as Claims
  const list: readonly unknown[] = Array.isArray(rates) ? rates : []
  const parsedRates = list.map(parseRate).filter((parsed) => parsed !== null)
  if ((prices !== 'net' && prices !== 'gross') || !Array.isArray(rates) || parsedRates.length < list.length) {
    throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.taxClaimInvalid', { form: taxClaimForm }))
  }
  return { prices, rates: parsedRates }
}

/** Identifies the visitor by the assertion's claims `sub`, `customer_group` and `tax`. Customers belong to the shop. */
function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const { sub, customer_group, tax } = await verify(app.context, String(assertion))
      const { snapshot } = await getVersionedSnapshot(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const customerGroupId = groups.find((group) => group.id === customer_group)?.id ?? null
      const taxContext = parseTax(tax)
      // The line item carries the id, for the shop to compare with its visitor.
      const hostUserId = userIdOf(app.context, 'sub', sub)
      if (hostUserId === null) {
        throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.userIdMissing'))
      }
      return { customerId: null, customerGroupId, hostUserId, ...(taxContext && { tax: taxContext }) }
    },
  }
}

/** Maps the shop's locales (`de`, `EN-us`, `en_US`) to active language tags. */
const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [language = '', country] = locale.trim().toLowerCase().split(/[-_]/)
    const sameLanguage = active.filter((tag) => tag.toLowerCase().split('-')[0] === language)
    return sameLanguage.find((tag) => tag.toLowerCase().split('-').at(-1) === country) ?? sameLanguage[0] ?? null
  },
}

/** Page URLs: the shop requests each embedded page with its visitor's locale in the query. */
const urls: UrlAdapter = {
  languageFilter: false,
  pageUrl: (path, language) => `${path}${path.includes('?') ? '&' : '?'}locale=${language}`,
}

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
