// Runs the storefront and its runtime API in a separate process without practical rate limits.
// `node dist/bench/support/storefront-server.js <database>`; prints `Listening on <url>` and ends with SIGTERM.
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { http } from '../../plugins/http/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { createComposition } from './purchase.js'

const [, program = '', database] = process.argv
if (database !== undefined && program.endsWith('front-server.js')) {
  const server = http({ mounts: [runtime({ changes: 1e9, orders: 1e9, starts: 1e9 }), storefront()] })
  const shop = createComposition(database)
  const config = { ...shop, plugins: [...(shop.plugins ?? []), server], listenPort: 0 }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)))
  process.stdout.write(`Listening on ${server.address()}\n`)
}
