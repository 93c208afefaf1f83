// Serves files: the files of a folder, and bundled page scripts with a version in their URLs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createEntityTag, hasMatchingEntityTag } from './entity-tag.js'
import type { Route } from './mount.js'
import { createReply, createEmptyReply } from './reply.js'
import { sha256 } from '#core/contract.js'
import { type ContentCoding, minCompressedSize, setVariantReader } from './compression.js'

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

/** Reads bundled page scripts from disk and computes a version for their URLs. */
export type BundleFiles = ReadonlyMap<string, Buffer>

/**
 * Writes a brotli and a gzip variant of each file in the folder that is large enough to be sent compressed. Part of the build.
 * Returns the bytes that a browser with gzip downloads, by file name.
 */
export function writeCompressedVariants(folder: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const name of readdirSync(folder)) {
    const script = readFileSync(join(folder, name))
    sizes.set(name, script.length)
    if (script.length < minCompressedSize) continue
    const gzip = gzipSync(script, { level: 9 })
    sizes.set(name, gzip.length)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(script))
    writeFileSync(join(folder, `${name}.gz`), gzip)
  }
  return sizes
}

/** Cache header for URLs that contain the version: one year, immutable. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable' } as const

/**
 * Reads the bundle's files by file name. Their compressed variants are read when a client requests them. Throws if the folder or the entry
 * file is missing. Synchronous, because the start waits for the files, and reading them in threads takes five times the CPU.
 * @param ownerName name of the pages for the error message
 */
export function readBundle(folder: URL, first: string, ownerName: string): BundleFiles {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
    const files = new Map(
      names.sort().map((name) => {
        const file = new URL(name, folder)
        const script = readFileSync(file)
        if (script.length >= minCompressedSize) setVariantReader(script, (coding) => readVariant(file, script, coding))
        return [name, script] as const
      }),
    )
    if (files.has(first)) return files
    throw new Error(`There is no '${first}'.`)
  } catch (error) {
    throw new Error(`The ${ownerName}'s scripts have not been bundled. Run 'npm run build'.`, { cause: error })
  }
}

/** Null if the files were replaced after the start, as by an update: the variant is that of another script. */
async function readVariant(file: URL, script: Buffer, coding: ContentCoding): Promise<Buffer | null> {
  try {
    const isUnchanged = (await readFile(file)).equals(script)
    return isUnchanged ? await readFile(new URL(file.href + (coding === 'br' ? '.br' : '.gz'))) : null
  } catch {
    return null
  }
}

/** The version segment of the URL. It changes whenever a file changes. */
export function computeBundleVersion(files: BundleFiles): string {
  return sha256(...[...files].flatMap(([name, body]) => [name, '\0', body, '\0'])).slice(0, 16)
}
