// A shop in a separate process with a fast clock, so data expires in minutes instead of days.
// `node --expose-gc dist/bench/support/soak-server.js <folder>`; reports its address and, on request, what it stores.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockToken } from '../../core/boot/tokens.js'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { http } from '../../plugins/http/index.js'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { storefront } from '../../plugins/storefront/index.js'
import { createCatalogAuthor } from '../../test/support/catalog-author.js'
import { createComposition, createPurchasableShop, type PurchasableProduct } from './purchase.js'

/** Clock speed-up: a day takes three minutes. */
const clockSpeedUp = 480
/** Seconds between two runs of cleanup. */
const cleanupSeconds = 10

export interface SoakShop {
  readonly url: string
  readonly token: string
  readonly wares: PurchasableProduct
  readonly sign: number
  readonly drawing: number
}

/** What the process stores, measured after a full garbage collection. */
export interface ResourceUsage {
  readonly heap: number
  readonly resident: number
  readonly handles: number
  readonly descriptors: number
  /** Files in the folder. */
  readonly files: number
  readonly fileBytes: number
  readonly databaseBytes: number
  readonly rows: Readonly<Record<string, number>>
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const [, program = '', folder] = process.argv
if (folder !== undefined && program.endsWith('soak-server.js')) {
  const server = http({ mounts: [rest(), runtime({ changes: 1e9, orders: 1e9, starts: 1e9 }), storefront()] })
  const path = join(folder, 'shop.sqlite')
  const shop = createComposition(`sqlite:${path}`)
  const files = join(folder, 'files')
  const config = { ...shop, plugins: [...(shop.plugins ?? []), server], listenPort: 0, filesFolder: files }
  const clockStart = Date.now()
  const clock = { now: () => clockStart + (Date.now() - clockStart) * clockSpeedUp }
  const app = await boot(config, {
    settings: resolveSettings({ file: config }),
    bind: (container) => container.replace(clockToken, 'soak', { useFactory: () => clock }),
  })
  const wares = await createPurchasableShop(app)
  await app.records.write('settings', { cart_lifetime_hours: 1, order_draft_lifetime_hours: 1 }, { id: 1 })
  const author = createCatalogAuthor(app)
  const sign = await author.product('Sign')
  const page = await author.page(sign, 'Page')
  const drawing = await author.question(page, 'Drawing', 'Upload', {
    upload_extensions: 'pdf',
    upload_mime_types: 'application/pdf',
  })
  const { token } = await app.access.tokens.mint({ name: 'soak', presets: ['everything'] })

  const names = (await app.operations.tasks.states()).map(({ name }) => name)
  const over = new AbortController()
  const clean = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const name of names) await app.operations.tasks.run(name)
      await sleep(cleanupSeconds * 1_000)
    }
  }
  const cleaner = clean()

  const count = async (from: string): Promise<number> =>
    Number((await app.context.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM svc_${from}`))[0]!.n)
  async function readUsage(): Promise<ResourceUsage> {
    for (let turn = 0; turn < 3; turn++) {
      globalThis.gc?.()
      await sleep(50)
    }
    const { heapUsed, rss } = process.memoryUsage()
    const paths = listFiles(files)
    const rows: Record<string, number> = { orders: await count("sales_order WHERE status = 'ordered'") }
    for (const table of ['configuration', 'cart', 'cart_position', 'sales_order', 'files', 'idempotency', 'texts', 'mail_queue'])
      rows[table] = await count(table)
    return {
      heap: heapUsed,
      resident: rss,
      handles: process.getActiveResourcesInfo().length,
      descriptors: readdirSync('/proc/self/fd').length,
      files: paths.length,
      fileBytes: paths.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
      databaseBytes: ['', '-wal'].reduce((sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0), 0),
      rows,
    }
  }
  process.on('message', () => void readUsage().then((all) => process.send?.(all)))
  process.once('disconnect', () => {
    over.abort()
    void cleaner.then(() => app.stop()).then(() => process.exit(0))
  })
  process.send?.({ url: server.address()!, token, wares, sign, drawing } satisfies SoakShop)
}
