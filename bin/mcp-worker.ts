// The program of a worker process: runs one tool call.
import { keepCompiled } from './compile-cache.js'

keepCompiled()
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
