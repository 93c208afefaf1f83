// Serves the prebuilt admin client: its scripts have a content hash in their address. Pages reference the first script.
import { NotFoundError } from '#core/foundation/errors.js'
import { type BundleFiles, lasting, readBundle, versionOf } from '../http/bundle-files.js'
import type { ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, type Reply } from '../http/reply.js'

interface Client {
  readonly version: string
  readonly files: BundleFiles
}

let loading: Promise<Client> | undefined

/** The bundler's output. Read for the first page request. */
async function load(): Promise<Client> {
  const files = await readBundle(new URL('./public/', import.meta.url), 'admin.js', 'admin')
  return { files, version: versionOf(files) }
}

function client(): Promise<Client> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The public address of the script that starts the client. */
export async function clientAddress(server: ServerFacts): Promise<string> {
  return server.pathTo(`/svc-admin/assets/${(await client()).version}/admin.js`)
}

/** A script by its version and name. Throws NOT_FOUND for another version. */
export async function readAsset({ params, path }: ServiceRequest): Promise<Reply> {
  const { version, files } = await client()
  const body = params['version'] === version ? files.get(params['name'] ?? '') : undefined
  if (!body) throw new NotFoundError(`There is no file '${path}' in the admin.`)
  return content(body, 'text/javascript; charset=utf-8', lasting)
}
