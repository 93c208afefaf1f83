// Keeps what was compiled from one start to the next, in a folder into which nobody else can lay code: Node's own place is open to all.
import * as module from 'node:module'
import { openPrivateFolder } from '../core/foundation/private-folder.js'

/** Node 22 keeps what it compiled; older ones do not know how. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder?: string) => unknown }

/** From here on; a start without it is slower and no worse. */
export function keepCompiled(): void {
  if (enableCompileCache === undefined) return
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return void enableCompileCache()
  try {
    const folder = openPrivateFolder('product-configurator-service-compiled')
    if (folder !== null) enableCompileCache(folder)
  } catch {
    // Nothing can be written: everything is compiled anew.
  }
}
