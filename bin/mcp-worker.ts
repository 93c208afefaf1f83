// Entry point of an MCP worker process, which runs one tool call.
import { keepCompiled } from './compile-cache.js'

keepCompiled()
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
