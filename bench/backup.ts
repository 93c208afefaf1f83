// Measures backup and restore of a large shop against a plain copy of the same database and files: `npm run bench:backup`.
// SVC_BENCH_MEGABYTES=1000 sets the size: half in rows of finished configurations, half in files.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { boot } from '../core/boot/boot.js'
import { createMigrationSchema } from '../core/boot/bindings.js'
import { assemble } from '../core/boot/assemble.js'
import { resolveSettings } from '../core/resolve-settings.js'
import { findTotalFaults } from '../core/commerce/document/sums.js'
import type { App } from '../core/app.js'
import { openDatabase } from '../core/storage/database/connection.js'
import { unit } from '../core/storage/unit-of-work/transaction.js'
import { createLocalFiles } from '../core/storage/files/file-store.js'
import { createLocalLocation } from '../core/storage/files/zip-store.js'
import { insertAllRows } from '../core/storage/migration/migration-steps.js'
import { openBackup } from '../plugins/backup/open.js'
import { restoreBackup } from '../plugins/backup/restore.js'
import { verifyBackup } from '../plugins/backup/verify.js'
import { writeBackup } from '../plugins/backup/make.js'
import { standalone } from '../hosts/standalone/index.js'
import { sheets } from '../plugins/sheets/index.js'
import { stock } from '../plugins/stock/index.js'
import { type ReportedMeasure, printReport } from './support/report.js'

const mebibyte = 1_048_576
const megabytes = Number(process.env['SVC_BENCH_MEGABYTES'] ?? 1_000)
const fileSize = mebibyte
/** Characters of a row's text: half random like tokens, half repetitive like JSON. */
const textLength = 2_000

interface BackupCost {
  readonly seconds: number
  /** Peak increase of resident memory in megabytes. */
  readonly memory: number
  /** Longest time in milliseconds for which the event loop was blocked. */
  readonly held: number
}

async function measureCost(work: () => Promise<unknown>): Promise<BackupCost> {
  const before = process.memoryUsage.rss()
  let peakMemory = before
  const timer = setInterval(() => (peakMemory = Math.max(peakMemory, process.memoryUsage.rss())), 50)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
    delay.disable()
  }
  const seconds = (performance.now() - began) / 1_000
  return { seconds, memory: (Math.max(peakMemory, process.memoryUsage.rss()) - before) / mebibyte, held: delay.max / 1e6 }
}

function createRow(index: number): Readonly<Record<string, string | number>> {
  const regular = JSON.stringify({
    question_id: index % 500,
    value: String(index),
    price: { net: 109, tax: 20.71, gross: 129.71 },
  })
  const text = randomBytes(textLength / 4).toString('hex') + regular.repeat(Math.ceil(textLength / 2 / regular.length))
  return { entity: 'page', entity_id: 1_000_000 + index, field: 'description', language_tag: 'en-GB', text, folded: '' }
}

async function fillShop({ context }: App): Promise<void> {
  const rows = Math.floor(((megabytes / 2) * mebibyte) / (textLength + 100))
  for (let first = 0; first < rows; first += 1_000) {
    const textRows = Array.from({ length: Math.min(1_000, rows - first) }, (_, index) => createRow(first + index))
    await unit(context.database, (u) => insertAllRows(u, 'svc_texts', textRows))
  }
  const columns = { entity: 'product', property: 'image', original_name: 'a.jpg', media_type: 'image/jpeg', size: fileSize }
  const count = Math.floor(megabytes / 2)
  for (let index = 0; index < count; index++) {
    const name = randomBytes(12).toString('hex')
    await context.files.put(name, randomBytes(fileSize))
    await unit(context.database, (u) =>
      insertAllRows(u, 'svc_files', [{ ...columns, name, entity_id: index + 1, created: '2026-01-01T00:00:00.000Z' }]),
    )
  }
}

async function copyWithoutService(app: App, from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await app.context.database.run('VACUUM INTO ?', [join(to, 'copy.sqlite')])
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      await pipeline(createReadStream(join(entry.parentPath, entry.name)), createWriteStream(join(to, entry.name)))
  }
}

const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
try {
  const config = { languages: ['en-GB', 'de-DE'], host: standalone(), plugins: [stock, sheets], demo: false }
  const settings = resolveSettings({ file: { ...config, database: `sqlite:${join(folder, 'shop.sqlite')}` }, root: folder })
  const app = await boot(config, { settings, starts: false })
  const path = join(folder, 'backup.zip')
  const silently = (): void => undefined
  await fillShop(app)
  const plain = await measureCost(() => copyWithoutService(app, join(folder, 'var', 'files'), join(folder, 'plain')))
  const backup = await measureCost(() => writeBackup(app.context, createLocalLocation(path), { progress: silently }))
  const { size } = await stat(path)
  await app.stop()
  await rm(join(folder, 'plain'), { recursive: true })

  const assembly = assemble(config, { settings })
  const installation = { registry: assembly.registry, ...createMigrationSchema(assembly) }
  const opened = await openBackup(createLocalLocation(path))
  const looks = [findTotalFaults]
  const verify = await measureCost(() => verifyBackup(installation, opened, looks, silently))
  const database = await openDatabase(`sqlite:${join(folder, 'restored.sqlite')}`)
  const files = createLocalFiles(join(folder, 'restored'))
  const restore = await measureCost(() =>
    restoreBackup(installation, opened, { database, files }, { checks: looks, progress: silently }),
  )
  opened.close()
  await database.close()

  const of = (name: string, cost: BackupCost, baseline?: BackupCost): readonly ReportedMeasure[] => [
    { name, unit: 's', ours: [cost.seconds], ...(baseline && { baseline: [baseline.seconds] }) },
    { name: `${name}, memory`, unit: 'MB', ours: [cost.memory], ...(baseline && { baseline: [baseline.memory] }) },
    { name: `${name}, thread held at most`, unit: 'ms', ours: [cost.held], ...(baseline && { baseline: [baseline.held] }) },
  ]
  printReport(
    `A shop of ${megabytes} MB on SQLite; its backup has ${Math.round(size / mebibyte)} MB. Baseline: VACUUM INTO and a copy of the files.`,
    [...of('backup', backup, plain), ...of('verify', verify), ...of('restore', restore)],
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
