// A worker's process: one call of one tool.
import { runWorker } from '../plugins/mcp/stdio/worker.js'

await runWorker(process.argv[2] ?? '{}')
