// Who may enter the admin pages: users whose claim `permissions` says for an area that they may `view` or `edit` it.
import { type AdminGate, type AssertionVerifier, type Claims, grantOf, type Scope } from 'product-configurator-service'

const levels: Readonly<Record<string, 'read' | 'write'>> = { view: 'read', edit: 'write' }
/** The areas that a permission may name; code and system are given by API tokens only. */
const granted = ['catalog', 'store', 'customers', 'orders', 'conversations'] as const

function scopesOf(permissions: unknown): readonly Scope[] {
  const given = (typeof permissions === 'object' ? (permissions ?? {}) : {}) as Claims
  return granted.flatMap((area): readonly Scope[] => {
    const level = Object.hasOwn(given, area) ? levels[String(given[area])] : undefined
    return level === undefined ? [] : [`${area}:${level}`]
  })
}

export function adminGate(verify: AssertionVerifier): AdminGate {
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
