// The storefront as a mount: a list of products at `/`, a page with the configurator for each, and their script and style.
import type { Mount } from '../http/mount.js'

export function storefront(): Mount {
  return {
    name: 'storefront',
    page: { label: 'Storefront', path: '/' },
    async routes(app, server) {
      const { storefrontRoutes } = await import('./routes.js')
      return storefrontRoutes(app, server)
    },
  }
}
