// Admin access: the claim `permissions` maps areas to `view` or `edit`.
import { type AdminGate, type AssertionVerifier, type Claims, grantOf, type Scope } from 'product-configurator-service'

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
