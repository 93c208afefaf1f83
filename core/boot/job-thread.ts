// The program of a worker thread: assembles the registry from the configuration files, then runs jobs.
import { parentPort, workerData } from 'node:worker_threads'
import { loadConfig } from '../config.js'
import { type FromThread, type ThreadStart, type ToThread, createJobScope } from '../jobs/job-thread.js'
import { guardTypes } from '../product/compiled-products.js'
import { assemble } from './assemble.js'
import { listContributions } from './collect.js'

const send = (message: FromThread): void => parentPort?.postMessage(message, [])
const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function start({ file }: ThreadStart): Promise<void> {
  const { config, settings } = await loadConfig({ file, environment: process.env })
  const { registry, contributed } = assemble(config, { settings })
  const jobs = new Map(listContributions(contributed, 'jobs').map(({ item }) => [item.name, item]))
  // The error names the type. The main thread logs it.
  const types = guardTypes(registry, { report() {} })
  parentPort?.on('message', ({ job: name, input, milliseconds }: ToThread) => {
    const job = jobs.get(name)
    if (!job) return send({ kind: 'failed', reason: `There is no job '${name}'.` })
    const scope = createJobScope(types, milliseconds, (text) => send({ kind: 'progress', text }))
    job.run(scope, input).then(
      (output) => send({ kind: 'done', output }),
      (error: unknown) => send({ kind: 'failed', reason: describeError(error) }),
    )
  })
  send({ kind: 'ready' })
}

start(workerData as ThreadStart).catch((error: unknown) => send({ kind: 'broken', reason: describeError(error) }))
