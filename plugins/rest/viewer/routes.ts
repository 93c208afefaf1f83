// Routes of the API page at /svc-api/docs: Swagger UI, served from its package, with the document of this installation.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { assetRoutes } from '../../http/assets.js'
import type { Route, ServerFacts } from '../../http/mount.js'
import { content, html } from '../../http/reply.js'
import { apiRoot } from '../address.js'
import { docsPage, docsPolicy } from './page.js'
import { docsScript } from './script.js'

const docsRoot = '/svc-api/docs'

export function docsRoutes(server: ServerFacts): readonly Route[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const script = docsScript()
  return [
    {
      method: 'GET',
      path: docsRoot,
      access: 'public',
      handle(request) {
        const document = server.pathTo(`${apiRoot}/openapi.json`, request)
        return html(docsPage({ assets: server.pathTo(docsRoot, request), document }), 200, docsPolicy)
      },
    },
    {
      method: 'GET',
      path: `${docsRoot}/docs.js`,
      access: 'public',
      handle: () => content(script, 'text/javascript; charset=utf-8', { 'cache-control': 'no-cache' }),
    },
    ...assetRoutes({ at: docsRoot, folder, files: ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] }),
  ]
}
