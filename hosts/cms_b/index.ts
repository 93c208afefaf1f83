// Host cms_b: a CMS with one role per user in a tree of roles, and the language in the query.
import { assertionVerifier, grantOf, guest, getVersionedSnapshot, userIdOf } from 'product-configurator-service'
import type {
  AssertionTrust,
  HostPlugin,
  AdminGate,
  AssertionVerifier,
  Claims,
  Scope,
  CartRules,
  HostUser,
  IdentityAdapter,
  LanguageAdapter,
  UrlAdapter,
} from 'product-configurator-service'

const levels: Readonly<Record<string, 'read' | 'write'>> = { view: 'read', edit: 'write' }
/** Areas that a permission can name. Only API tokens grant code and system. */
const grantableAreas = ['catalog', 'store', 'customers', 'orders', 'conversations'] as const

function scopesOf(permissions: unknown): readonly Scope[] {
  const claims = (typeof permissions === 'object' ? (permissions ?? {}) : {}) as Claims
  return grantableAreas.flatMap((area): readonly Scope[] => {
    const level = Object.hasOwn(claims, area) ? levels[String(claims[area])] : undefined
    return level === undefined ? [] : [`${area}:${level}`]
  })
}

/** The claim `permissions` maps areas to `view` or `edit`. */
function adminGate(verify: AssertionVerifier): AdminGate {
  return {
    async admit(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return null
      const { uid, permissions } = await verify(app.context, String(assertion))
      const scopes = scopesOf(permissions)
      return scopes.length === 0 ? null : { name: `cms_b user ${String(uid)}`, id: null, grant: grantOf(scopes) }
    },
  }
}

/** Cart ownership: the signed-in user, or the guest who has the cart's token. At login the guest's cart becomes the user's. */
const carts: CartRules = {
  guests: true,
  atLogin: 'move',
  owns: (cart, { shopper, holdsToken: hasToken }) =>
    cart.customerId === shopper.customerId && (cart.customerId !== null || hasToken),
}

/** Maps the CMS's BCP 47 locales (`de-AT`) to active language tags by lookup (RFC 4647): removes subtags from the right. */
const languages: LanguageAdapter = {
  tagOf(locale, active) {
    let range = locale.trim().toLowerCase()
    while (range !== '') {
      const current = range
      const match =
        active.find((tag) => tag.toLowerCase() === current) ?? active.find((tag) => tag.toLowerCase().startsWith(`${current}-`))
      if (match !== undefined) return match
      range = range.includes('-') ? range.slice(0, range.lastIndexOf('-')) : ''
    }
    return null
  },
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A role is a path such as `customers/dealers/gold`. Returns it and its ancestors, the most specific first. */
function rolesOf(claim: unknown): readonly string[] {
  const parts = text(claim).split('/').filter(Boolean)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

function userOf({ role, locale, profile }: Claims, userId: string | null, active: readonly string[]): HostUser {
  const { given_name: firstName, family_name, mail } = (typeof profile === 'object' ? (profile ?? {}) : {}) as Claims
  return {
    userId,
    email: text(mail) || null,
    firstName: text(firstName),
    lastName: text(family_name),
    groups: rolesOf(role),
    language: text(locale) === '' ? null : languages.tagOf(text(locale), active),
  }
}

/** Identifies the shopper by the assertion's claims `uid`, `role`, `locale` and `profile`. Without an assertion: a guest. */
function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const claims = await verify(app.context, String(assertion))
      const { snapshot } = await getVersionedSnapshot(app.context)
      const userId = userIdOf(app.context, 'uid', claims['uid'])
      return app.shop.accounts.recognise(userOf(claims, userId, snapshot.languages))
    },
  }
}

/** Page URLs: one path for all languages, with the language in the query except for the store's default. */
function urls(parameter: string): UrlAdapter {
  return {
    languageFilter: false,
    pageUrl(path, language, languages) {
      if (language === languages[0] || !languages.includes(language)) return path
      return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${language}`
    },
  }
}

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
