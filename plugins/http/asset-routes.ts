// Serves the files of a folder. The folder is listed once; each file is read at its first request and cached with its entity tag.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createEntityTag, hasMatchingEntityTag } from './entity-tag.js'
import type { Route } from './mount.js'
import { createReply, createEmptyReply } from './reply.js'

const contentTypes: Readonly<Record<string, string>> = {
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
  /** URL path of the folder, without a trailing slash. */
  readonly urlPath: string
  readonly folder: string
  /** Names of the served files. Default: all files directly in the folder. */
  readonly files?: readonly string[]
  /** Default `no-cache`: browsers revalidate by entity tag. Allow longer caching if file names change with their contents. */
  readonly cacheControl?: string
}

/** Creates one route per file. Files that are not listed are never served. */
export function createAssetRoutes({ urlPath, folder, files, cacheControl = 'no-cache' }: AssetOptions): readonly Route[] {
  const names = files ?? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return names
    .filter((name) => contentTypes[extname(name)] !== undefined)
    .map((name): Route => {
      let loaded: Promise<{ readonly bytes: Buffer; readonly etag: string }> | null = null
      const load = async () => {
        const bytes = await readFile(join(folder, name))
        return { bytes, etag: createEntityTag(bytes) }
      }
      return {
        method: 'GET',
        path: `${urlPath}/${name}`,
        access: 'public',
        async handle(request) {
          loaded ??= load()
          loaded.catch(() => (loaded = null))
          const { bytes, etag } = await loaded
          const headers = { etag, 'cache-control': cacheControl }
          if (hasMatchingEntityTag(etag, request)) return createEmptyReply(304, headers)
          return createReply(bytes, contentTypes[extname(name)]!, headers)
        },
      }
    })
}
