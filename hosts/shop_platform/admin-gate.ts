// Admin access: the assertion's claim `staff: true` grants write access to catalogue and store.
import { type AdminGate, type AssertionVerifier, grantOf } from 'product-configurator-service'

export function adminGate(verify: AssertionVerifier): AdminGate {
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
