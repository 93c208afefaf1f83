// Routes of the API documents: the index of readable entities, schema files and the OpenAPI document.
// The code that builds them is loaded at the first request.
import { type App, createMessage, NotFoundError } from '#core/contract.js'
import { type Entity, readSchema, requiredScopes, requireEntity, writeSchema } from '#core/surface.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createJsonReply, mediaTypes, type Reply } from '../http/reply.js'
import { apiRoot } from './route-names.js'

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
