// Entry point of an MCP worker process, which runs one tool call.
import { useCompileCache } from './compile-cache.js'

useCompileCache()
const { runWorker } = await import('../plugins/mcp/stdio/worker.js')
await runWorker(process.argv[2] ?? '{}')
