// Routes of the API page at /svc-api/docs: Swagger UI, served from its package, with the document of this installation.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { escapeHtml } from '#core/surface.js'
import { createAssetRoutes } from '../../http/assets.js'
import type { Route, ServerInfo } from '../../http/mount.js'
import { createReply, createHtmlReply } from '../../http/reply.js'
import { apiRoot } from '../route-names.js'

const docsRoot = '/svc-api/docs'

interface Viewer {
  preauthorizeApiKey(name: string, value: string): void
}
interface ViewerOptions {
  readonly spec: unknown
  readonly dom_id: string
  readonly docExpansion: string
  readonly defaultModelsExpandDepth: number
  readonly filter: boolean
  readonly onComplete: () => void
}
declare const SwaggerUIBundle: (options: ViewerOptions) => Viewer

/** Runs in the browser. It must not use anything from outside the function. */
function openDocs(): void {
  const find = (id: string): HTMLElement => document.getElementById(id)!
  const address = document.body.dataset['document'] ?? ''

  async function open(token: string): Promise<void> {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    const body = (await answer.json()) as { detail?: string }
    if (!answer.ok) throw new Error(body.detail ?? 'The document could not be read.')
    find('entry').hidden = true
    const viewer = SwaggerUIBundle({
      spec: body,
      dom_id: '#viewer',
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      onComplete: () => viewer.preauthorizeApiKey('bearer', token),
    })
  }

  find('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const problem = find('problem')
    problem.textContent = ''
    open((find('token') as HTMLInputElement).value.trim()).catch((error: unknown) => {
      problem.textContent = error instanceof Error ? error.message : String(error)
    })
  })
}

/** The browser script of the API page, sent as the text of a function. It asks for a token and opens the viewer. */
function createDocsScript(): string {
  return `(${openDocs.toString()})()\n`
}

// The HTML of the API page: a token form, then the API viewer.

/** Swagger UI sets style attributes and uses icons from data URLs. Scripts come from this service only. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

export interface DocsAddresses {
  /** URL path of the viewer's files. */
  readonly assets: string
  /** URL path of the OpenAPI document. */
  readonly document: string
}

function renderDocsPage({ assets, document }: DocsAddresses): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the Product Configurator Service</title>
<link rel="icon" type="image/png" href="${escapeHtml(assets)}/favicon-32x32.png">
<link rel="stylesheet" href="${escapeHtml(assets)}/swagger-ui.css">
<style>
  body { margin: 0; background: #fff; color: #1c2430; font: 1rem/1.5 system-ui, sans-serif }
  .entry { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
  .entry h1 { font-size: 1.5rem; margin: 0 0 .5rem }
  .entry code { background: #eef1f5; padding: .1em .35em; border-radius: .25em; overflow-wrap: anywhere }
  .entry label { display: block; font-weight: 600; margin-top: 1.25rem }
  .entry input { box-sizing: border-box; width: 100%; font: 1rem ui-monospace, monospace; padding: .6rem .7rem; margin-top: .35rem; border: 1px solid #8a94a3; border-radius: .4rem }
  .entry button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .6rem 1.1rem; border: 0; border-radius: .4rem; background: #0b57a8; color: #fff; cursor: pointer }
  .entry input:focus-visible, .entry button:focus-visible { outline: 3px solid #7db2ee; outline-offset: 2px }
  .entry [role=alert] { color: #a11; min-height: 1.5em; margin: .75rem 0 0 }
</style>
</head>
<body data-document="${escapeHtml(document)}">
<main class="entry" id="entry">
<h1>The entity REST API</h1>
<p>Every address needs a bearer token, this document too. It stays in this page and is gone when you close it. Mint one with
<code>npx svc svc:token:mint my-token --preset everything</code></p>
<form id="form">
<label for="token">Bearer token</label>
<input id="token" name="token" type="password" autocomplete="off" spellcheck="false" placeholder="svc_1_…" required autofocus>
<button type="submit">Open the document</button>
<p role="alert" id="problem"></p>
</form>
</main>
<div id="viewer"></div>
<script src="${escapeHtml(assets)}/swagger-ui-bundle.js"></script>
<script src="${escapeHtml(assets)}/docs.js"></script>
</body>
</html>
`
}

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
