// Enables Node's compile cache in a folder that only this user can write. Node's default folder is writable by others.
import * as module from 'node:module'
import { openPrivateFolder } from '../core/foundation/private-folder.js'

/** Missing before Node 22. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder?: string) => unknown }

/** Enables the cache for all later imports. Without it the start is only slower. */
export function useCompileCache(): void {
  if (enableCompileCache === undefined) return
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return void enableCompileCache()
  try {
    const folder = openPrivateFolder('product-configurator-service-compiled')
    if (folder !== null) enableCompileCache(folder)
  } catch {
    // The folder is not writable. Continue without a cache.
  }
}
