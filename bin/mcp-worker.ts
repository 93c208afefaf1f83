// A worker's process: one call of one tool.
import * as module from 'node:module'

/** Node 22 keeps what it compiled; older ones do not know how. */
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
