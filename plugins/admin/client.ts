// The prebuilt client of the admin: its scripts, below an address that changes with them. Pages name the first of them.
import { readdir, readFile } from 'node:fs/promises'
import { digestOf } from '#core/ground/digest.js'
import { NotFoundError } from '#core/ground/errors.js'
import { keepPacked } from '../http/compress.js'
import type { ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, type Reply } from '../http/reply.js'

interface Client {
  readonly version: string
  readonly files: ReadonlyMap<string, Buffer>
}

let loading: Promise<Client> | undefined

/** What the bundler wrote, with what it packed; read when the first page is asked for. */
async function load(): Promise<Client> {
  const folder = new URL('./public/', import.meta.url)
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
    const scripts = names.map(async (name) => {
      const [script, brotli, gzip] = await Promise.all(['', '.br', '.gz'].map((end) => readFile(new URL(name + end, folder))))
      keepPacked(script!, 'br', brotli!)
      keepPacked(script!, 'gzip', gzip!)
      return [name, script!] as const
    })
    const files = new Map(await Promise.all(scripts))
    return { files, version: digestOf(...[...files].flatMap(([name, body]) => [name, '\0', body, '\0'])).slice(0, 16) }
  } catch (error) {
    throw new Error("The admin's scripts have not been bundled. Run 'npm run build'.", { cause: error })
  }
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
  return content(body, 'text/javascript; charset=utf-8', { 'cache-control': 'public, max-age=31536000, immutable' })
}
