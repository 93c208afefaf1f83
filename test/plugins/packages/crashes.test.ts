// Imports, sheets, backups and restores in a killed process: each product is complete or unchanged, and the next start logs which.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { day } from '../../../core/foundation/clock.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { createLocalFiles } from '../../../core/storage/files/file-store.js'
import { createLocalZips } from '../../../core/storage/files/zip-store.js'
import { makeBackup } from '../../../plugins/backup/make.js'
import { removeOldBackups } from '../../../plugins/backup/location.js'
import { formatSheetText } from '../../../plugins/sheets/sheet/write.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  type BackupFolder,
  createBackup,
  backupFolder,
  readComparableEntries,
  describeInstallation,
  restoreBackupFile,
  ignoreProgress,
  verifyBackupFile,
} from '../../support/backups.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../support/database.js'
import { computeStateDigest } from '../../core/transfer/database-state.js'
import type { TransferResult, TransferTask } from './transfer-crash-process.js'
import { authorLamp } from '../runtime/lamp.js'

const program = fileURLToPath(new URL('./transfer-crash-process.js', import.meta.url))

/**
 * `SVC_TEST_CRASHES=all` tests every step of imports, sheets and backups, and every step of a restore that changes the database. A normal
 * run tests a few steps, with other ones each day.
 */
const all = process.env['SVC_TEST_CRASHES'] === 'all'
/** On a database server each database takes seconds to create. */
const tries = isServerDatabase ? 1 : 3
const today = Math.floor(Date.now() / day)

type Mortal = ChildProcessByStdio<Writable, Readable, null>

describe('An interrupted transfer', function () {
  this.timeout(all ? 3_600_000 : 300_000)
  let empty: EmptyDatabase
  let folder: BackupFolder
  let app: TestApp
  let products: readonly number[]
  const waiting: Promise<Mortal>[] = []

  before(async () => {
    folder = await backupFolder()
    empty = await createEmptyDatabase()
    app = await bootTestApp({
      opened: await openDatabase(empty.url),
      plugins: checkoutPlugins,
      files: createLocalFiles(folder.file('files')),
    })
    const { product } = await authorLamp(app)
    const { id } = (await app.act('copy-record', { entity: 'product', id: product, with_code: true })) as { readonly id: number }
    products = [product, id]
  })
  after(async () => {
    for (const mortal of waiting.splice(0)) (await mortal).kill('SIGKILL')
    await app?.stop()
    await empty?.drop()
    await folder?.remove()
  })

  /** Started in advance, so that no test waits for a process to start. */
  async function bear(): Promise<Mortal> {
    const mortal = spawn(process.execPath, [...process.execArgv, program, empty.url, folder.path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(mortal.stdout, 'data')
    return mortal
  }

  /** @returns the number of steps; null if the process was killed before it finished */
  async function crash(errand: TransferTask): Promise<TransferResult | null> {
    // Start the next process before this one is killed. Its start would otherwise log the interrupted transfer.
    while (waiting.length < 2) waiting.push(bear())
    const [mortal] = await Promise.all(waiting)
    void waiting.shift()
    const chunks: Buffer[] = []
    mortal!.stdout.on('data', (part: Buffer) => chunks.push(part))
    mortal!.stdin.write(`${JSON.stringify(errand)}\n`)
    const [, signal] = (await once(mortal!, 'close')) as [number | null, string | null]
    expect(signal).to.equal('SIGKILL')
    return chunks.length === 0 ? null : (JSON.parse(Buffer.concat(chunks).toString()) as TransferResult)
  }

  /** The steps to test: always the last ones, and others in rotation. */
  function stepsOf(count: number): readonly number[] {
    if (all) return Array.from({ length: count }, (_, index) => index + 1)
    const stride = Math.ceil(count / tries)
    const steps = Array.from({ length: tries }, (_, index) => 1 + ((index * stride + today * 7) % count))
    return [...new Set([...steps, ...(isServerDatabase ? [] : [count - 4]), count - 1])].filter((step) => step > 0)
  }

  /** The log lines of a start about interrupted transfers. A second start logs none. */
  async function report(): Promise<readonly string[]> {
    const start = async (): Promise<readonly string[]> => {
      const lines: string[] = []
      const log: Log = { ...silentLog, warn: (_fields: object, message?: string) => void lines.push(message ?? '') }
      await (await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins, log })).stop()
      return lines.filter((line) => line.includes('was interrupted'))
    }
    const messages = await start()
    expect(await start()).to.deep.equal([])
    return messages
  }

  const sheets = (): Promise<readonly string[]> =>
    Promise.all(products.map((id) => formatSheetText(app.shop.createContext({}), id)))
  const price = (id: number, baseprice: number) => app.records.write('product', { baseprice }, { id })

  /** Each product is unchanged or complete, and the log lists both groups correctly. */
  async function checkSheets(
    before: readonly string[],
    expected: readonly string[],
    keys: readonly string[],
    label: string,
  ): Promise<void> {
    const now = await sheets()
    const whole = now.map((text, index) => text === expected[index])
    for (const [index, text] of now.entries()) expect([before[index], expected[index]], label).to.include(text)
    const messages = await report()
    // The journal entry is written first and removed last.
    const changed = whole.filter((_, index) => before[index] !== expected[index])
    if (messages.length === 0) return expect(new Set(changed).size, label).to.equal(1) && undefined
    expect(messages, label).to.have.length(1)
    const [stored = '', remaining = ''] = messages[0]!.split('Unchanged:')
    for (const [index, name] of keys.entries()) {
      // The journal entry of a sheet contains no title.
      const isIn = (text: string): boolean => text.includes(`${name} 'L`) || text.includes(`'${name}'`)
      expect(isIn(stored), `${label}: ${messages[0]}`).to.equal(whole[index])
      expect(isIn(remaining), `${label}: ${messages[0]}`).to.equal(!whole[index])
    }
  }

  it('leaves each product complete or unchanged after an import', async () => {
    const [old, changed] = [folder.file('old.zip'), folder.file('new.zip')]
    await app.act('export-product', { product_ids: products, out: old })
    const before = await sheets()
    for (const id of products) {
      await price(id, 777)
      await app.act('copy-record', {
        entity: 'page',
        id: (await app.shop.createContext({}).list('page', { column: 'product_id', values: [id] }))[0]!.id,
      })
    }
    await app.act('export-product', { product_ids: products, out: changed })
    const expected = await sheets()
    const undo = () => app.act('import-product-package', { path: old, mode: 'exact', acknowledge_warnings: true })
    await undo()
    expect(await sheets()).to.deep.equal(before)
    const { count } = (await crash({ what: 'import', step: null, file: changed }))!
    expect(count).to.be.within(100, 2_000)
    expect(await sheets()).to.deep.equal(expected)
    expect(await report()).to.deep.equal([])
    for (const step of stepsOf(count)) {
      await undo()
      await crash({ what: 'import', step, file: changed })
      await checkSheets(before, expected, products.map(String), `step ${step} of ${count}`)
    }
    await undo()
  })

  it('leaves the product complete or unchanged after a sheet', async () => {
    const [id] = products
    const old = (await sheets())[0]!
    await price(id!, 555)
    await app.act('copy-record', {
      entity: 'page',
      id: (await app.shop.createContext({}).list('page', { column: 'product_id', values: [id!] }))[0]!.id,
    })
    const expected = await sheets()
    const undo = () => app.act('apply-product-sheet', { sheet: old, prune: true })
    await undo()
    const before = await sheets()
    const key = /^product: (\S+)$/m.exec(old)![1]!
    const errand = { what: 'sheet', file: '', sheet: expected[0]! } as const
    const { count } = (await crash({ ...errand, step: null }))!
    expect(count).to.be.within(20, 1_000)
    expect(await sheets()).to.deep.equal(expected)
    for (const step of stepsOf(count)) {
      await undo()
      await crash({ ...errand, step })
      await checkSheets(before, expected, [key], `step ${step} of ${count}`)
    }
    await undo()
  })

  it('leaves no incomplete backup file after a backup', async () => {
    const to = folder.file('backups')
    await mkdir(to)
    const errand = { what: 'backup', file: to } as const
    const { count } = (await crash({ ...errand, step: null }))!
    expect(count).to.be.within(50, 1_000)
    for (const step of stepsOf(count)) {
      const before = (await readdir(to)).filter((name) => name.endsWith('.zip'))
      await crash({ ...errand, step })
      const names = (await readdir(to)).filter((name) => name.endsWith('.zip'))
      for (const name of names) expect(await verifyBackupFile(describeInstallation(app), `${to}/${name}`), name).to.deep.equal([])
      const messages = await report()
      if (messages.length > 0)
        expect(messages[0]).to.match(/^The backup 'backup-.*\.zip', started at .*, was interrupted and has no file\./)
      else expect([before.length, before.length + 1], `step ${step}`).to.include(names.length)
    }
    const partFiles = (await readdir(to)).filter((name) => name.endsWith('.part'))
    for (const name of partFiles) await utimes(`${to}/${name}`, 0, 0)
    const { path } = await makeBackup(app.context, createLocalZips(to, 'SVC_BACKUP_FOLDER'), { progress: ignoreProgress })
    const [, scope] = /backup-([0-9a-f]{6})-/.exec(path)!
    await removeOldBackups(createLocalZips(to, 'SVC_BACKUP_FOLDER'), scope!, 1)
    expect((await readdir(to)).map((name) => `${to}/${name}`)).to.deep.equal([path])
  })

  it('leaves a database that is unchanged, or rejected at each start until a restore completes', async () => {
    const original = folder.file('original.zip')
    await app.context.files.put('a-file', Buffer.from('Something.'))
    await app.context.database.run(
      `INSERT INTO svc_files (name, entity, entity_id, property, original_name, media_type, size, created)
 VALUES ('a-file', 'store', 1, 'logo', 'a.txt', 'text/plain', 10, '2026-01-01T00:00:00.000Z')`,
    )
    await createBackup(app.context, original)
    const files = createLocalFiles(folder.file('restored'))
    const start = async (url: string): Promise<TestApp> =>
      bootTestApp({ opened: await openDatabase(url), plugins: checkoutPlugins, files })
    const errand = { what: 'restore', file: original } as const
    const state = async (url: string): Promise<string> => {
      const database = await openDatabase(url)
      const digest = await computeStateDigest(database, folder.file('restored'))
      await database.close()
      return digest
    }
    const again = async (into: string): Promise<string> => {
      const database = await openDatabase(into)
      await restoreBackupFile(describeInstallation(app), original, database, { files, replace: /([^/]+)$/.exec(into)![1]! })
      await database.close()
      return state(into)
    }
    const { count, changes, whole } = await within(async (into) => {
      const result = (await crash({ ...errand, into, step: null }))!
      const repeatedDigest = await again(into)
      const restoredApp = await start(into)
      await createBackup(restoredApp.context, folder.file('again.zip'))
      await restoredApp.stop()
      return { ...result, whole: repeatedDigest }
    })
    expect(await readComparableEntries(folder.file('again.zip'))).to.deep.equal(await readComparableEntries(original))
    expect(count).to.be.within(100, 5_000)
    expect(changes.length).to.be.within(50, count)
    // On a server, a change in rotation that others follow: its state differs from the state at the end.
    const earlier = changes.filter((step) => step < count - 1).slice(0, -1)
    const sample = isServerDatabase ? [earlier[(today * 7) % earlier.length]!, count - 1] : stepsOf(count)
    const states = new Set<string>()
    // A process that is killed between two changes leaves the same state as after the first one: the database rolls back the rest.
    for (const step of all ? [...changes, count] : sample) {
      await within(async (into) => {
        await crash({ ...errand, into, step })
        const digest = await state(into)
        if (states.has(digest)) return
        states.add(digest)
        const refused = await start(into).then(
          async (testApp) => testApp.stop().then(() => null),
          ({ message }: Error) => message,
        )
        if (refused !== null) expect(refused, `step ${step}`).to.contain("contains only a part of the backup 'original.zip'")
        expect(await again(into), `step ${step}`).to.equal(whole)
      })
    }
    expect(states.size).to.be.greaterThan(1)
  })

  /** Creates a database for the work and drops it afterwards. Thousands of them would fill the disk. */
  async function within<T>(work: (url: string) => Promise<T>): Promise<T> {
    const database = await createEmptyDatabase()
    try {
      return await work(database.url)
    } finally {
      await database.drop()
    }
  }
})
