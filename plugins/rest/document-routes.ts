// Routes of the API documents: the index of readable entities, schema files, the OpenAPI document, and the API page.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { escapeHtml, type Entity, type Registry, readSchema, requiredScopes, requireEntity, writeSchema } from '#core/surface.js'
import { createAssetRoutes } from '../http/assets.js'
import { findErrorLanguage } from '../http/error-language.js'
import { createPageWriter, type PageWriter } from '../http/problem-pages.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createHtmlReply, createJsonReply, mediaTypes, type Reply } from '../http/reply.js'
import { apiRoot } from './route-names.js'
import { type App, createMessage, getTextDirection, NotFoundError } from '#core/contract.js'

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
    if (!answer.ok) throw new Error(body.detail ?? document.body.dataset['unreadable'])
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

/** Swagger UI sets style attributes and uses icons from data URLs. Scripts come from this service only. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

export interface DocsAddresses {
  /** URL path of the viewer's files. */
  readonly assets: string
  /** URL path of the OpenAPI document. */
  readonly document: string
}

/** The HTML of the API page: a token form, then the API viewer, whose own texts are in English. */
function renderDocsPage({ assets, document }: DocsAddresses, { language, write }: PageWriter): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${getTextDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${write(createMessage('problems.apiTitle'))}</title>
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
<body data-document="${escapeHtml(document)}" data-unreadable="${write(createMessage('problems.apiUnreadable'))}">
<main class="entry" id="entry">
<h1>${write(createMessage('problems.apiHeading'))}</h1>
<p>${write(createMessage('problems.apiTokenUse'))}
<code dir="ltr">npx svc svc:token:mint my-token --preset everything</code></p>
<form id="form">
<label for="token">${write(createMessage('problems.apiToken'))}</label>
<input id="token" dir="ltr" name="token" type="password" autocomplete="off" spellcheck="false" placeholder="svc_1_…" required autofocus>
<button type="submit">${write(createMessage('problems.apiOpen'))}</button>
<p role="alert" id="problem"></p>
</form>
</main>
<div id="viewer" lang="en" dir="ltr"></div>
<script src="${escapeHtml(assets)}/swagger-ui-bundle.js"></script>
<script src="${escapeHtml(assets)}/docs.js"></script>
</body>
</html>
`
}

/** Routes of the API page at /svc-api/docs: Swagger UI, served from its package, with the document of this installation. */
export function createDocsRoutes(server: ServerInfo, registry: Registry): readonly Route[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const script = createDocsScript()
  return [
    {
      method: 'GET',
      path: docsRoot,
      access: 'public',
      handle(request) {
        const document = server.pathTo(`${apiRoot}/openapi.json`, request)
        const writer = createPageWriter(registry, findErrorLanguage(request, registry))
        return createHtmlReply(renderDocsPage({ assets: server.pathTo(docsRoot, request), document }, writer), 200, docsPolicy)
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

/** Cache of the built documents. They depend on the active languages, so a change of languages clears it. */
class DocumentCache {
  private languages = ''
  private readonly texts = new Map<string, string>()

  text(name: string, languages: readonly string[], build: () => unknown): string {
    const key = languages.join()
    if (key !== this.languages) this.texts.clear()
    this.languages = key
    const text = this.texts.get(name) ?? JSON.stringify(build())
    this.texts.set(name, text)
    return text
  }
}

function toIndexEntry(entity: Entity, root: string): unknown {
  const { name, label, area, operations, singleton } = entity
  const links = {
    collection: `${root}/${name}`,
    readSchema: `${root}/schemas/read/${name}.json`,
    writeSchema: `${root}/schemas/write/${name}.json`,
  }
  return { name, label, area, operations, singleton, links }
}

/**
 * Routes of the API documents: the index of readable entities, schema files and the OpenAPI document.
 * The code that builds them is loaded at the first request.
 */
export function createDocumentRoutes(app: App, server: ServerInfo): readonly Route[] {
  const documentCache = new DocumentCache()
  const languages = (request: ServiceRequest): readonly string[] => request.versionedSnapshot?.snapshot.languages ?? []
  const rootOf = (request: ServiceRequest): string => server.pathTo(apiRoot, request)

  function index(request: ServiceRequest): Reply {
    const grant = request.caller?.grant
    const readable = [...app.context.registry.entities.values()].filter((entity) =>
      grant?.allowsAll(requiredScopes(entity, 'read')),
    )
    return createJsonReply({ data: { entities: readable.map((entity) => toIndexEntry(entity, rootOf(request))) } })
  }

  async function openapi(request: ServiceRequest): Promise<Reply> {
    const { buildOpenapiDocument } = await import('./openapi/document.js')
    const root = rootOf(request)
    const build = (): unknown => buildOpenapiDocument({ registry: app.context.registry, languages: languages(request), root })
    return createReply(documentCache.text(`openapi ${root}`, languages(request), build), mediaTypes.json)
  }

  async function schema(request: ServiceRequest): Promise<Reply> {
    const { use, file = '' } = request.params
    const project = use === 'read' ? readSchema : use === 'write' ? writeSchema : null
    if (project === null || !file.endsWith('.json')) {
      throw new NotFoundError(createMessage('errors.schemaAddresses'))
    }
    const entity = requireEntity(app.context.registry, file.slice(0, -'.json'.length))
    const build = (): unknown => project(entity, app.context.registry, languages(request))
    return createReply(documentCache.text(`${use} ${entity.name}`, languages(request), build), mediaTypes.schema)
  }

  return [
    { method: 'GET', path: `${apiRoot}/`, access: 'bearer', handle: index },
    { method: 'GET', path: `${apiRoot}/openapi.json`, access: 'bearer', handle: openapi },
    { method: 'GET', path: `${apiRoot}/schemas/:use/:file`, access: 'bearer', handle: schema },
  ]
}
