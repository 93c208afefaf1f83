// Runs one measured transfer operation in a separate process, so its peak memory can be measured.
// `node dist/bench/support/transfer-run.js <act> <database> <file> <shape> <size>`; prints seconds and megabytes as JSON.
import type { App } from '../../core/app.js'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { fullGrant } from '../../core/foundation/access.js'
import { applySheet } from '../../plugins/sheets/sheet/apply.js'
import { readSheet } from '../../plugins/sheets/sheet/read.js'
import { readYaml } from '../../plugins/sheets/sheet/yaml.js'
import { loadExistingProduct } from '../../plugins/sheets/sheet/match.js'
import { standalone } from '../../hosts/standalone/index.js'
import { stock } from '../../plugins/stock/index.js'
import { dumpRows, insertDump } from './transfer-rows.js'
import { createLargeSheet, createSmallSheet } from './transfer-sheets.js'

export interface TransferCost {
  readonly seconds: number
  /** CPU seconds of the operation, including threads. */
  readonly cpu: number
  /** Peak memory of the process in megabytes. */
  readonly peak: number
}

const languages = ['en-GB', 'de-DE']
const caller = { grant: fullGrant, name: 'bench', id: null }

async function applySheetFile(app: App, text: string): Promise<void> {
  const sheet = await readSheet(app.context.registry, languages, readYaml(text))
  const options = { prune: false, files: new Map(), requireCode: () => undefined }
  const existingProduct = await loadExistingProduct(app.shop.createContext({}), sheet, options)
  await app.shop.createContext({}).transact((inside) => applySheet(inside, sheet, options, existingProduct))
}

const transferActions: Readonly<Record<string, (app: App, file: string, sheets: () => Iterable<string>) => Promise<void>>> = {
  async apply(app, _file, sheets) {
    for (const text of sheets()) await applySheetFile(app, text)
  },
  async export(app, file) {
    const rows = await app.context.database.query<{ id: number }>('SELECT id FROM svc_product ORDER BY id')
    await app.act('export-product', { product_ids: rows.map(({ id }) => id), out: file }, { caller })
  },
  async import(app, file) {
    await app.act('import-product-package', { path: file, mode: 'copy', acknowledge_warnings: true }, { caller })
  },
  async check(app, file) {
    await app.act('check-product-package', { path: file, mode: 'copy' }, { caller })
  },
  dump: (app, file) => dumpRows(app, file),
  load: (app, file) => insertDump(app, file),
}

const [, program = '', act, database, file, shape, size] = process.argv
if (program.endsWith('transfer-run.js') && act && database && file) {
  const config = { languages, host: standalone(), plugins: [stock], demo: false, logLevel: 'error' as const, database }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const count = Number(size)
  const sheets = function* (): Generator<string> {
    if (shape === 'large') yield createLargeSheet(count)
    else for (let n = 0; n < count; n++) yield createSmallSheet(n)
  }
  const [startTime, used] = [performance.now(), process.cpuUsage()]
  await transferActions[act]!(app, file, sheets)
  const seconds = (performance.now() - startTime) / 1_000
  const { user, system } = process.cpuUsage(used)
  await app.stop()
  const spent: TransferCost = { seconds, cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1_024 }
  process.stdout.write(`${JSON.stringify(spent)}\n`)
}
