// The storefront as a mount: product lists at `/`, a page with the configurator for each product, scripts and styles.
import type { Mount } from '../http/mount.js'

export function storefront(): Mount {
  return {
    name: 'storefront',
    page: { label: 'Storefront', path: '/' },
    async routes(app, server) {
      const { storefrontRoutes } = await import('./routes.js')
      return storefrontRoutes(app, server)
    },
    prepare: (app) => app.shop.catalogue.prepareSearch(),
  }
}
