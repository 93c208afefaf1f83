// Admin access: the claim `rights` lists presets such as `svc.author`, or `svc.super` for all rights.
import { type AdminGate, type AssertionVerifier, grantOf, isPreset, presets, type Scope } from 'product-configurator-service'

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

export function adminGate(verify: AssertionVerifier): AdminGate {
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
