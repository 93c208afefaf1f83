// Host cms_a: a CMS whose users belong to several groups, with language prefixes in every URL.
import {
  assertionVerifier,
  grantOf,
  isPreset,
  presets,
  guest,
  getVersionedSnapshot,
  userIdOf,
  urlSegments,
} from 'product-configurator-service'
import type {
  AssertionTrust,
  HostPlugin,
  AdminGate,
  AssertionVerifier,
  Scope,
  CartRules,
  Claims,
  HostUser,
  IdentityAdapter,
  LanguageAdapter,
  UrlAdapter,
} from 'product-configurator-service'

const prefix = 'svc.'

/** Ignores rights of the CMS that are not presets of the service. */
function scopesOf(rights: unknown): readonly Scope[] {
  const names: readonly unknown[] = Array.isArray(rights) ? rights : []
  return names.flatMap((name): readonly Scope[] => {
    if (name === `${prefix}super`) return [...presets.everything, 'code:write']
    const preset = typeof name === 'string' && name.startsWith(prefix) ? name.slice(prefix.length) : ''
    return isPreset(preset) ? presets[preset] : []
  })
}

/** The claim `rights` lists presets such as `svc.author`, or `svc.super` for all rights. */
function adminGate(verify: AssertionVerifier): AdminGate {
  return {
    async admit(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return null
      const { sub, rights } = await verify(app.context, String(assertion))
      const scopes = scopesOf(rights)
      return scopes.length === 0 ? null : { name: `cms_a user ${String(sub)}`, id: null, grant: grantOf(scopes) }
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

/** Maps the CMS's POSIX locales (`de_DE`) to active language tags. */
const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [own = ''] = locale.trim().split(/[.@]/, 1)
    const tag = own.replaceAll('_', '-').toLowerCase()
    const primary = tag.split('-')[0]
    const exact = active.find((candidate) => candidate.toLowerCase() === tag)
    return exact ?? active.find((candidate) => candidate.toLowerCase().split('-')[0] === primary) ?? null
  },
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Group ids in order of priority. Accepts numbers. */
function groupsOf(claim: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(claim) ? claim : []
  return list.filter((id) => typeof id === 'string' || typeof id === 'number').map(String)
}

/** Splits the CMS's single name: the last word is the family name. */
function splitName(claim: unknown): Pick<HostUser, 'firstName' | 'lastName'> {
  const words = text(claim).split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

function userOf({ grp, loc, name, email }: Claims, userId: string | null, active: readonly string[]): HostUser {
  return {
    userId,
    email: text(email) || null,
    ...splitName(name),
    groups: groupsOf(grp),
    language: text(loc) === '' ? null : languages.tagOf(text(loc), active),
  }
}

/** Identifies the shopper by the assertion's claims `sub`, `grp`, `loc`, `name` and `email`. Without an assertion: a guest. */
function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const claims = await verify(app.context, String(assertion))
      const { snapshot } = await getVersionedSnapshot(app.context)
      const userId = userIdOf(app.context, 'sub', claims['sub'])
      return app.shop.accounts.recognise(userOf(claims, userId, snapshot.languages))
    },
  }
}

/** Page URLs: every language has its own prefix, including the store's default language. */
function urls(languageFilter: boolean): UrlAdapter {
  return {
    languageFilter,
    pageUrl(path, language, languages) {
      const segment = [...urlSegments(languages)].find(([, tag]) => tag === language)?.[0]
      const isDefault = !languageFilter && language === languages[0]
      return segment === undefined || isDefault ? path : `/${segment}${path}`
    },
  }
}

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
