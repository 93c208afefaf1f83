// Serves the files of a folder: listed once, read when first asked for, kept with their entity tag.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { entityTag, isHeld } from './entity-tag.js'
import type { Route } from './mount.js'
import { content, empty } from './reply.js'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface AssetOptions {
  /** The address of the folder, without a slash at the end. */
  readonly at: string
  readonly folder: string
  /** Served only; all files of the folder itself if left out. */
  readonly files?: readonly string[]
  /** `no-cache` (ask again, by entity tag) if left out; file names that change with their contents may be kept longer. */
  readonly cacheControl?: string
}

/** One route per file: an address that is not listed does not exist, whatever it contains. */
export function assetRoutes({ at, folder, files, cacheControl = 'no-cache' }: AssetOptions): readonly Route[] {
  const names = files ?? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return names
    .filter((name) => types[extname(name)] !== undefined)
    .map((name): Route => {
      let loaded: Promise<{ readonly bytes: Buffer; readonly etag: string }> | null = null
      const load = async () => {
        const bytes = await readFile(join(folder, name))
        return { bytes, etag: entityTag(bytes) }
      }
      return {
        method: 'GET',
        path: `${at}/${name}`,
        access: 'public',
        async handle(request) {
          loaded ??= load()
          loaded.catch(() => (loaded = null))
          const { bytes, etag } = await loaded
          const headers = { etag, 'cache-control': cacheControl }
          if (isHeld(etag, request)) return empty(304, headers)
          return content(bytes, types[extname(name)]!, headers)
        },
      }
    })
}
