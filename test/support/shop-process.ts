// The demo shop in a process of its own, which is killed and started again on the same database and at the same address.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../core/storage/database/connection.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { listenTestApp } from './app.js'

export interface ShopProcess {
  /** Without a word to those whom it serves. */
  kill(): Promise<void>
}

/** Serves the database's shop until it is killed; listens when the promise resolves. Throws where it ends before. */
export async function startShop(database: string, port: number): Promise<ShopProcess> {
  const program = fileURLToPath(import.meta.url)
  const child: ChildProcess = spawn(process.execPath, [program, database, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child.stdout!, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`The shop ended with ${String(code)} before it listened.`))),
  ])
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const [, program = '', database, port] = process.argv
if (program.endsWith('shop-process.js') && database !== undefined) {
  const opened = await openDatabase(database)
  const { url } = await listenTestApp([runtime({ changes: 10_000 }), storefront()], { opened, listenPort: Number(port) })
  process.stdout.write(`${url}\n`)
}
