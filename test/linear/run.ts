// Checks 200,000 operations on carts and orders of several processes for linearizability: `npm run test:linear`.
// Settings: `SVC_LINEAR_OPERATIONS=20000` for a short run, `SVC_LINEAR_PROCESSES=4`, `SVC_LINEAR_DATABASE=mariadb` for a private MariaDB
// server, or a URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { getCoreVersion } from '../../core/foundation/version.js'
import { scaleComposition } from '../scale/shop.js'
import { ShopProcess, shopProgram } from '../scale/shop-process.js'
import { findFreePort } from '../support/free-port.js'
import { createJsonClient } from '../support/json-client.js'
import { mariadbMissingMessage, startMariadb } from '../support/mariadb.js'
import { doorTo, gather } from './gather.js'
import { measureGross, stockGoods } from './shop.js'

const operations = Number(process.env['SVC_LINEAR_OPERATIONS'] ?? 200_000)
const count = Number(process.env['SVC_LINEAR_PROCESSES'] ?? 2)
const wanted = process.env['SVC_LINEAR_DATABASE'] ?? 'sqlite'
/** The operations of each customer per cart. Longer histories than in the suite, so that creating carts takes less of the time. */
const each = 50
/** The number of operations between two progress messages. */
const step = 10_000

const begun = performance.now()
const say = (sentence: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${sentence}`)

interface Place {
  readonly url: string
  stop(): Promise<void>
}

async function database(): Promise<Place> {
  if (wanted !== 'sqlite' && wanted !== 'mariadb') return { url: wanted, stop: () => Promise.resolve() }
  if (wanted === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'svc-linear-'))
    return { url: `sqlite:${folder}/shop.sqlite`, stop: async () => rmSync(folder, { recursive: true, force: true }) }
  }
  const server = await startMariadb({ inMemory: true })
  if (server === null) throw new Error(mariadbMissingMessage)
  const connection = await createConnection(server.server)
  await connection.query('CREATE DATABASE shop CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
  await connection.end()
  return { url: `${server.server}/shop`, stop: () => server.stop() }
}

async function whole(url: string): Promise<readonly string[]> {
  const config = scaleComposition(url)
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const goods = await stockGoods(app)
  await app.stop()
  const processes: ShopProcess[] = []
  try {
    for (let place = 1; place <= count; place++) {
      const shopProcess = new ShopProcess(`process ${place}`, url, await findFreePort())
      await shopProcess.start(shopProgram)
      processes.push(shopProcess)
    }
    const urls = processes.map(({ port }) => `http://127.0.0.1:${port}`)
    const client = createJsonClient(urls[0]!)
    const grossOf = await measureGross(client, goods)
    client.close()
    say(`${count} processes of ${getCoreVersion()} on ${wanted}, ${operations} operations`)
    let next = step
    const progress = (operationCount: number): void => {
      if (operationCount < next) return
      say(`     ${operationCount} operations`)
      next += step
    }
    const { faults, ...result } = await gather({ doors: urls.map(doorTo), goods, grossOf, operations, each, progress })
    const refused = [...result.refused].map(([code, times]) => `${times} × ${code}`).join(', ')
    say(`${result.operations} operations, ${result.orders} orders, ${result.unknown} without a response, refused: ${refused}`)
    return faults
  } finally {
    await Promise.all(processes.map((service) => service.stop()))
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const place = await database()
try {
  const faults = await whole(place.url)
  for (const fault of faults) console.log(`FAULT: ${fault}`)
  say(faults.length === 0 ? 'all histories are linearizable' : `${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await place.stop()
}
