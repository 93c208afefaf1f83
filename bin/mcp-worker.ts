// A worker's process: one call of one tool.
import * as module from 'node:module'
import { loadAhead } from './load-ahead.js'

/** Node 22 keeps what it compiled; older ones do not know how. */
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
loadAhead(['core/config', 'core/boot/assemble', 'core/boot/boot', 'plugins/stock/index', 'plugins/mcp/stdio/worker'])
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
