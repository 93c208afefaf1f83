// A worker's process: one call of one tool.
import { keepCompiled } from './compile-cache.js'

keepCompiled()
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
