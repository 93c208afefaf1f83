// Runs the demo shop in a child process that a test can kill and restart on the same database and port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../core/storage/database/connection.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { listenTestApp } from '../support/test-app.js'

export interface DemoShopProcess {
  /** Kills the process without a shutdown. */
  kill(): Promise<void>
}

/** Starts the shop on the database and resolves when it listens. Throws if the process ends before. */
export async function startShopProcess(database: string, port: number): Promise<DemoShopProcess> {
  const program = fileURLToPath(import.meta.url)
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, program, database, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([
    once(child.stdout!, 'data'),
    exited.then(([code]) => Promise.reject(new Error(`The shop ended with ${String(code)} before it listened.`))),
  ])
  return {
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const [, program = '', database, port] = process.argv
if (program.endsWith('shop-process.js') && database !== undefined) {
  const opened = await openDatabase(database)
  const { url } = await listenTestApp([runtime({ changes: 10_000 }), storefront()], { opened, listenPort: Number(port) })
  process.stdout.write(`${url}\n`)
}
