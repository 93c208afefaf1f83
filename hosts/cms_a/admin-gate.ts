// Who may enter the admin pages: users whose claim `rights` names presets, `svc.author`, or `svc.super` for everything.
import { type AdminGate, type AssertionVerifier, grantOf, isPreset, presets, type Scope } from 'product-configurator-service'

const prefix = 'svc.'

/** Rights are a list of names; those that are none of the service's mean nothing here. */
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
