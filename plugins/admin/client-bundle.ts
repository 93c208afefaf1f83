// Serves the scripts of the admin: its own prebuilt client and the scripts of plugins. Their addresses contain a content hash.
import { readFile } from 'node:fs/promises'
import { createMessage, NotFoundError, type AdminWidget, type App, type Area, type Grant } from '#core/contract.js'
import { type BundleFiles, immutableHeaders, readBundle, computeBundleVersion } from '../http/assets.js'
import type { ServerInfo, ServiceRequest, Route } from '../http/mount.js'
import { createReply, createEmptyReply, type Reply } from '../http/reply.js'
import type { Registry } from '#core/surface.js'
import { createEntityTag, hasMatchingEntityTag } from '../http/entity-tag.js'

interface ClientBundle {
  readonly version: string
  readonly files: BundleFiles
}

let bundle: ClientBundle | undefined

/** The bundler's output. Read for the first page request. */
function getBundle(): ClientBundle {
  if (bundle === undefined) {
    const files = readBundle(new URL('./public/', import.meta.url), 'admin.js', 'admin')
    bundle = { files, version: computeBundleVersion(files) }
  }
  return bundle
}

/** The public address of the script that starts the client. */
export const getClientAddress = (server: ServerInfo): string => server.pathTo(`/svc-admin/assets/${getBundle().version}/admin.js`)

/** A script by its version and name. Throws NOT_FOUND for another version. */
export function readAsset({ params, path }: ServiceRequest): Reply {
  const { version, files } = getBundle()
  const body = params['version'] === version ? files.get(params['name'] ?? '') : undefined
  if (!body) throw new NotFoundError(createMessage('errors.adminFileUnknown', { path: path.slice(0, 200) }))
  return createReply(body, 'text/javascript; charset=utf-8', immutableHeaders)
}

type PluginScriptKind = 'screen' | 'widget'

const toScriptFile = (part: PluginScriptKind, name: string): string => `${part}-${name}.js`

/** The public address of the script. */
export const toScriptAddress = (server: ServerInfo, part: PluginScriptKind, name: string): string =>
  server.pathTo(`/svc-admin/plugged/${toScriptFile(part, name)}`)

/** The widget of a property. A widget of the property itself comes before one of its kind. */
export function findWidget({ adminWidgets }: Registry, entity: string, property: string, kind: string): AdminWidget | null {
  const all = [...adminWidgets.values()]
  const own = all.find(({ draws, of }) => draws === 'property' && of === `${entity}.${property}`)
  return own ?? all.find(({ draws, of }) => draws === 'kind' && of === kind) ?? null
}

/** The tiles that the grant may see. */
export const listTiles = ({ adminWidgets }: Registry, grant: Grant): readonly AdminWidget[] =>
  [...adminWidgets.values()].filter(({ draws, of }) => draws === 'tile' && grant.allows(`${of as Area}:read`))

/** The route of the plugin scripts. None without such plugins. Throws at start if a script cannot be read; the failure would be silent later. */
export async function createPluginScriptRoutes({ context: { registry } }: App): Promise<readonly Route[]> {
  const parts = [
    ...[...registry.adminScreens.values()].map(({ name, script }) => ['screen', name, script] as const),
    ...[...registry.adminWidgets.values()].map(({ name, script }) => ['widget', name, script] as const),
  ]
  if (parts.length === 0) return []
  const files = new Map(
    await Promise.all(
      parts.map(async ([part, name, script]) => {
        const body = await readFile(script).catch((cause: unknown) => {
          const owner = (part === 'screen' ? registry.adminScreens : registry.adminWidgets).owner(name)
          throw new Error(`The script of the ${part} '${name}' of '${owner}' cannot be read.`, { cause })
        })
        return [toScriptFile(part, name), body] as const
      }),
    ),
  )
  return [
    {
      method: 'GET',
      path: '/svc-admin/plugged/:name',
      access: 'public',
      prefixed: false,
      handle(request) {
        const body = files.get(request.params['name'] ?? '')
        if (!body) throw new NotFoundError(createMessage('errors.adminFileUnknown', { path: request.path.slice(0, 200) }))
        const headers = { etag: createEntityTag(body), 'cache-control': 'no-cache' }
        return hasMatchingEntityTag(headers.etag, request)
          ? createEmptyReply(304, headers)
          : createReply(body, 'text/javascript; charset=utf-8', headers)
      },
    },
  ]
}
