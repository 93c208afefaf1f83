// Reads bundled page scripts from disk and computes a version for their URLs.
import { readdir, readFile } from 'node:fs/promises'
import { sha256 } from '#core/contract.js'
import { cacheCompressedAsset } from './compression.js'

export type BundleFiles = ReadonlyMap<string, Buffer>

/** Cache header for URLs that contain the version: one year, immutable. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable' } as const

/**
 * Reads the bundle's files, with their precompressed variants, by file name. Throws if the folder or the entry file is missing.
 * @param ownerName name of the pages for the error message
 */
export async function readBundle(folder: URL, first: string, ownerName: string): Promise<BundleFiles> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
    const scripts = names.map(async (name) => {
      const [script, brotli, gzip] = await Promise.all(['', '.br', '.gz'].map((end) => readFile(new URL(name + end, folder))))
      cacheCompressedAsset(script!, 'br', brotli!)
      cacheCompressedAsset(script!, 'gzip', gzip!)
      return [name, script!] as const
    })
    const files = new Map(await Promise.all(scripts))
    if (files.has(first)) return files
    throw new Error(`There is no '${first}'.`)
  } catch (error) {
    throw new Error(`The ${ownerName}'s scripts have not been bundled. Run 'npm run build'.`, { cause: error })
  }
}

/** The version segment of the URL. It changes whenever a file changes. */
export function computeBundleVersion(files: BundleFiles): string {
  return sha256(...[...files].flatMap(([name, body]) => [name, '\0', body, '\0'])).slice(0, 16)
}
