// Serves the prebuilt admin client: its scripts have a content hash in their address. Pages reference the first script.
import { createMessage, NotFoundError } from '#core/contract.js'
import { type BundleFiles, immutableHeaders, readBundle, computeBundleVersion } from '../http/assets.js'
import type { ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, type Reply } from '../http/reply.js'

interface ClientBundle {
  readonly version: string
  readonly files: BundleFiles
}

let bundleLoading: Promise<ClientBundle> | undefined

/** The bundler's output. Read for the first page request. */
async function loadBundle(): Promise<ClientBundle> {
  const files = await readBundle(new URL('./public/', import.meta.url), 'admin.js', 'admin')
  return { files, version: computeBundleVersion(files) }
}

function getBundle(): Promise<ClientBundle> {
  bundleLoading ??= loadBundle().catch((error: unknown) => {
    bundleLoading = undefined
    throw error
  })
  return bundleLoading
}

/** The public address of the script that starts the client. */
export async function getClientAddress(server: ServerInfo): Promise<string> {
  return server.pathTo(`/svc-admin/assets/${(await getBundle()).version}/admin.js`)
}

/** A script by its version and name. Throws NOT_FOUND for another version. */
export async function readAsset({ params, path }: ServiceRequest): Promise<Reply> {
  const { version, files } = await getBundle()
  const body = params['version'] === version ? files.get(params['name'] ?? '') : undefined
  if (!body) throw new NotFoundError(createMessage('errors.adminFileUnknown', { path: path.slice(0, 200) }))
  return createReply(body, 'text/javascript; charset=utf-8', immutableHeaders)
}
