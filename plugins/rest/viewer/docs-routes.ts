// Routes of the API page at /svc-api/docs: Swagger UI, served from its package, with the document of this installation.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createAssetRoutes } from '../../http/asset-routes.js'
import type { Route, ServerInfo } from '../../http/mount.js'
import { createReply, createHtmlReply } from '../../http/reply.js'
import { apiRoot } from '../api-root.js'
import { renderDocsPage, docsPolicy } from './docs-page.js'
import { createDocsScript } from './docs-script.js'

const docsRoot = '/svc-api/docs'

export function createDocsRoutes(server: ServerInfo): readonly Route[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const script = createDocsScript()
  return [
    {
      method: 'GET',
      path: docsRoot,
      access: 'public',
      handle(request) {
        const document = server.pathTo(`${apiRoot}/openapi.json`, request)
        return createHtmlReply(renderDocsPage({ assets: server.pathTo(docsRoot, request), document }), 200, docsPolicy)
      },
    },
    {
      method: 'GET',
      path: `${docsRoot}/docs.js`,
      access: 'public',
      handle: () => createReply(script, 'text/javascript; charset=utf-8', { 'cache-control': 'no-cache' }),
    },
    ...createAssetRoutes({ urlPath: docsRoot, folder, files: ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] }),
  ]
}
