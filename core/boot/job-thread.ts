// The program of a thread that runs jobs: assembles the installation's types without any I/O beyond its files, then does what it is told.
import { parentPort, workerData } from 'node:worker_threads'
import { loadConfig } from '../config.js'
import type { FromThread, ThreadStart, ToThread } from '../job/exchange.js'
import { jobScope } from '../job/scope.js'
import { jobs } from '../jobs/index.js'
import { guardTypes } from '../product/guarded-types.js'
import { assemble } from './assemble.js'

const tell = (message: FromThread): void => parentPort?.postMessage(message, [])
const reasonOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function serve({ file }: ThreadStart): Promise<void> {
  const { config, settings } = await loadConfig({ file, environment: process.env })
  const { registry } = assemble(config, { settings })
  // The error names the type; the service that asked writes the log.
  const types = guardTypes(registry, { report() {} })
  parentPort?.on('message', ({ job: name, input, milliseconds }: ToThread) => {
    const job = jobs.find((one) => one.name === name)
    if (!job) return tell({ kind: 'failed', reason: `There is no job '${name}'.` })
    const scope = jobScope(types, milliseconds, (sentence) => tell({ kind: 'progress', sentence }))
    job.run(scope, input).then(
      (output) => tell({ kind: 'done', output }),
      (error: unknown) => tell({ kind: 'failed', reason: reasonOf(error) }),
    )
  })
  tell({ kind: 'ready' })
}

serve(workerData as ThreadStart).catch((error: unknown) => tell({ kind: 'broken', reason: reasonOf(error) }))
