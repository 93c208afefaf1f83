// The runtime API as a mount of the HTTP server. Shoppers and shop fronts configure products through it.
import type { Mount } from '../http/mount.js'
import type { RuntimeOptions } from './options.js'

export function runtime({
  signIns = 10,
  changes = 120,
  starts = 10_000,
  orders = 100,
  conversations = 60,
  messages = 30,
  failedReports = 60,
}: RuntimeOptions = {}): Mount {
  return {
    name: 'runtime',
    generators: [
      {
        name: 'runtime-client',
        description: 'The OpenAPI document and the typed client of the runtime API.',
        files: async (registry) => (await import('./generated-files.js')).generateRuntimeFiles(registry),
      },
    ],
    async routes(app, server) {
      const { createRuntimeRoutes } = await import('./routes.js')
      return createRuntimeRoutes(app, server, { signIns, changes, starts, orders, conversations, messages, failedReports })
    },
    prepare: (app) => app.shop.catalogue.prepareSearch(),
  }
}
