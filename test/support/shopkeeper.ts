// A process of its own with an open shop on a shared database: it serves the runtime API, or places one order and dies on the way.
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import { openDatabase } from '../../core/storage/database/connection.js'
import { runtime } from '../../plugins/runtime/index.js'
import { bootTestApp, listenTestApp } from './app.js'
import { checkoutPlugins, placing } from './checking-out.js'

const [, , url, mode, ...rest] = process.argv as [string, string, string, 'serve' | 'place', ...string[]]

async function serve(): Promise<void> {
  const opened = await openDatabase(url)
  const app = await listenTestApp([runtime({ changes: 100_000, orders: 100_000 })], { opened, plugins: checkoutPlugins })
  process.on('SIGTERM', () => void app.stop())
  process.stdout.write(`${app.url}\n`)
}

const writing = /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i

/**
 * Places an order and kills itself before the writing statement of the number given, or with 0 right after the commit; reads in
 * between leave the database as it is. Tells how many statements wrote.
 */
async function place(): Promise<void> {
  const [deadly, checkout, gross] = [Number(rest[0]), rest[1]!, Number(rest[2])]
  const die = (): boolean => process.kill(process.pid, 'SIGKILL')
  const observers = { onSvcPlaceOrder: () => void (deadly === 0 && die()) }
  const opened = await openDatabase(url)
  const mortal = { name: 'mortal', core: '^0.1.0', contributes: { observers } }
  const app = await bootTestApp({ opened, plugins: [...checkoutPlugins, mortal] })
  let written = 0
  opened.observe((sql) => {
    if (writing.test(sql) && ++written === deadly) die()
  })
  const one = { checkout, totals: { gross, recurring: { gross: 0 } } } as CheckoutReply
  await placing(app, one)
  process.stdout.write(`${written}\n`)
  await app.stop()
}

await (mode === 'serve' ? serve() : place())
