// Scripts that the bundler wrote beside the pages that load them, under an address that changes with them.
import { readdir, readFile } from 'node:fs/promises'
import { sha256 } from '#core/foundation/digest.js'
import { keepPacked } from './compress.js'

export type BundleFiles = ReadonlyMap<string, Buffer>

/** For how long browsers may keep what lies under such an address. */
export const lasting = { 'cache-control': 'public, max-age=31536000, immutable' } as const

/**
 * What the bundler wrote, with what it packed, by file name. Throws where there is nothing, or not what begins the others.
 * @param whose the pages' name in the failure
 */
export async function readBundle(folder: URL, first: string, whose: string): Promise<BundleFiles> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
    const scripts = names.map(async (name) => {
      const [script, brotli, gzip] = await Promise.all(['', '.br', '.gz'].map((end) => readFile(new URL(name + end, folder))))
      keepPacked(script!, 'br', brotli!)
      keepPacked(script!, 'gzip', gzip!)
      return [name, script!] as const
    })
    const files = new Map(await Promise.all(scripts))
    if (files.has(first)) return files
    throw new Error(`There is no '${first}'.`)
  } catch (error) {
    throw new Error(`The ${whose}'s scripts have not been bundled. Run 'npm run build'.`, { cause: error })
  }
}

/** The part of the address that changes with the files. */
export function versionOf(files: BundleFiles): string {
  return sha256(...[...files].flatMap(([name, body]) => [name, '\0', body, '\0'])).slice(0, 16)
}
