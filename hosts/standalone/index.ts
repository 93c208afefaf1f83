// Host standalone: the service is the whole shop, with its own accounts.
import type { HostPlugin, AdminGate, CartRules, IdentityAdapter, LanguageAdapter, UrlAdapter } from 'product-configurator-service'
import { getVersionedSnapshot, createMessage, guest, ServiceError, urlSegments } from 'product-configurator-service'

/** Session cookie of the admin pages. Browsers send it to the admin's path only. */
const sessionCookie = /(?:^|;) *svc_admin=([\w-]{1,100}) *(?:;|$)/

const text = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** Admin access: a signed-in admin account (session cookie) or an API token. */
const adminGate: AdminGate = {
  keepsAccounts: true,
  async admit(app, headers) {
    const authorization = text(headers['authorization'])
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined) return app.access.admins.visitor(sessionCookie.exec(text(headers['cookie']))?.[1] ?? '')
    const { versions } = await getVersionedSnapshot(app.context, undefined, ['access'])
    return app.access.tokens.verify(token, versions.get('access') ?? 0)
  },
}

/** Cart ownership: the signed-in account, or the guest who has the cart's token. At login the guest's cart merges into the account's. */
const carts: CartRules = {
  guests: true,
  atLogin: 'merge',
  owns: (cart, { shopper, holdsToken: hasToken }) =>
    cart.customerId === shopper.customerId && (cart.customerId !== null || hasToken),
}

/** Identifies the shopper by the session token in the header. Without a header: a guest. */
const identity: IdentityAdapter = {
  keepsAccounts: true,
  async shopper(app, headers) {
    const session = headers['x-svc-shopper']
    if (session === undefined || session === '') return guest
    const shopper = typeof session === 'string' ? await app.shop.accounts.sessionShopper(session) : null
    if (shopper !== null) return shopper
    throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.sessionUnknown'))
  },
}

/** Maps locales as browsers, systems and people write them to active language tags. */
const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [own = ''] = locale.trim().split('.', 1)
    const tag = own.replaceAll('_', '-').toLowerCase()
    const primary = tag.split('-')[0]
    const exact = active.find((candidate) => candidate.toLowerCase() === tag)
    return exact ?? active.find((candidate) => candidate.split('-')[0] === primary) ?? null
  },
}

/** Page URLs: the store's default language has no prefix, other languages have their own. */
function urls(languageFilter: boolean): UrlAdapter {
  return {
    languageFilter,
    pageUrl(path, language, languages) {
      if (!languageFilter && language === languages[0]) return path
      const segment = [...urlSegments(languages)].find(([, tag]) => tag === language)?.[0]
      return segment === undefined ? path : `/${segment}${path}`
    },
  }
}

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
