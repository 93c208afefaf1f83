// The prebuilt client of the admin: its scripts, below an address that changes with them. Pages name the first of them.
import { NotFoundError } from '#core/foundation/errors.js'
import { type BundleFiles, lasting, readBundle, versionOf } from '../http/bundle-files.js'
import type { ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, type Reply } from '../http/reply.js'

interface Client {
  readonly version: string
  readonly files: BundleFiles
}

let loading: Promise<Client> | undefined

/** What the bundler wrote; read when the first page is asked for. */
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

/** The address of the script that begins the client, as callers reach it. */
export async function clientAddress(server: ServerFacts): Promise<string> {
  return server.pathTo(`/svc-admin/assets/${(await client()).version}/admin.js`)
}

/** A script by its version and name. NOT_FOUND for another version's. */
export async function readAsset({ params, path }: ServiceRequest): Promise<Reply> {
  const { version, files } = await client()
  const body = params['version'] === version ? files.get(params['name'] ?? '') : undefined
  if (!body) throw new NotFoundError(`There is no file '${path}' in the admin.`)
  return content(body, 'text/javascript; charset=utf-8', lasting)
}
