// Identifies the shopper by the assertion's claims `uid`, `role`, `locale` and `profile`. Without an assertion: a guest.
import {
  type AssertionVerifier,
  type Claims,
  guest,
  type HostUser,
  type IdentityAdapter,
  getVersionedSnapshot,
  userIdOf,
} from 'product-configurator-service'
import { languages } from './languages.js'

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

export function identity(verify: AssertionVerifier): IdentityAdapter {
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
