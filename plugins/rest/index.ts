// The entity REST API as a mount of the HTTP server: nine routes for every entity of the registry.
import type { Mount } from '../http/mount.js'

export function rest(): Mount {
  return {
    name: 'rest',
    page: { label: 'API page', path: '/svc-api/docs' },
    generators: [
      {
        name: 'rest-client',
        description: 'The OpenAPI document, the typed client of the entity API, and the schema of product sheets.',
        files: async (registry, languages) => (await import('./generated-files.js')).generateRestFiles(registry, languages),
      },
    ],
    async routes(app, server) {
      const { createRestRoutes } = await import('./routes.js')
      return createRestRoutes(app, server)
    },
  }
}
