// The runtime API as a mount: shoppers and shop fronts configure products here (domain §7).
import type { Mount } from '../http/mount.js'

export function runtime(): Mount {
  return {
    name: 'runtime',
    async routes(app) {
      const { runtimeRoutes } = await import('./routes.js')
      return runtimeRoutes(app)
    },
  }
}
