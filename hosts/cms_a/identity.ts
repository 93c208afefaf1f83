// Identifies the shopper by the assertion's claims `sub`, `grp`, `loc`, `name` and `email`. Without an assertion: a guest.
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

export function identity(verify: AssertionVerifier): IdentityAdapter {
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
