// Imports, sheets, backups and restores whose process is killed at any moment: each product is whole or as it was, and the next start says which.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { day } from '../../../core/foundation/clock.js'
import { type Log, silentLog } from '../../../core/foundation/log.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { createLocalFiles } from '../../../core/storage/files/local-files.js'
import { createLocalZips } from '../../../core/storage/files/local-zips.js'
import { makeBackup } from '../../../core/transfer/backup/make.js'
import { removeOldBackups } from '../../../core/transfer/backup/backup-name.js'
import { formatSheetText } from '../../../core/transfer/sheet/write.js'
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
import { computeStateDigest } from '../../support/database-state.js'
import type { TransferResult, TransferTask } from '../../support/transfer-crash-process.js'
import { authorLamp } from '../../plugins/runtime/lamp.js'

const program = fileURLToPath(new URL('../../support/transfer-crash-process.js', import.meta.url))

/**
 * `SVC_TEST_CRASHES=all` tries every step, of a restore, which has a thousand, every one before which something else stands; a usual run
 * every so many-th, others on each day.
 */
const all = process.env['SVC_TEST_CRASHES'] === 'all'
/** On a server each database costs seconds to make. */
const tries = isServerDatabase ? 1 : 3
const today = Math.floor(Date.now() / day)

type Mortal = ChildProcessByStdio<Writable, Readable, null>

describe('a transfer that is cut off', function () {
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

  /** Booted ahead, so that no crash waits for a process to start. */
  async function bear(): Promise<Mortal> {
    const mortal = spawn(process.execPath, [program, empty.url, folder.path], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(mortal.stdout, 'data')
    return mortal
  }

  /** @returns what it took; null where it was killed before it had done all */
  async function crash(errand: TransferTask): Promise<TransferResult | null> {
    // The next one is born before this one dies: its start would be told what the test wants to hear.
    while (waiting.length < 2) waiting.push(bear())
    const [mortal] = await Promise.all(waiting)
    void waiting.shift()
    const said: Buffer[] = []
    mortal!.stdout.on('data', (part: Buffer) => said.push(part))
    mortal!.stdin.write(`${JSON.stringify(errand)}\n`)
    const [, signal] = (await once(mortal!, 'close')) as [number | null, string | null]
    expect(signal).to.equal('SIGKILL')
    return said.length === 0 ? null : (JSON.parse(Buffer.concat(said).toString()) as TransferResult)
  }

  /** Steps of which some are tried: the last ones always, others in turn. */
  function stepsOf(count: number): readonly number[] {
    if (all) return Array.from({ length: count }, (_, index) => index + 1)
    const stride = Math.ceil(count / tries)
    const taken = Array.from({ length: tries }, (_, index) => 1 + ((index * stride + today * 7) % count))
    return [...new Set([...taken, ...(isServerDatabase ? [] : [count - 4]), count - 1])].filter((step) => step > 0)
  }

  /** What a start writes to its log of transfers that were cut off; a second one says nothing more. */
  async function report(): Promise<readonly string[]> {
    const start = async (): Promise<readonly string[]> => {
      const lines: string[] = []
      const log: Log = { ...silentLog, warn: (_fields: object, message?: string) => void lines.push(message ?? '') }
      await (await bootTestApp({ opened: await openDatabase(empty.url), plugins: checkoutPlugins, log })).stop()
      return lines.filter((line) => line.includes('was cut off'))
    }
    const said = await start()
    expect(await start()).to.deep.equal([])
    return said
  }

  const sheets = (): Promise<readonly string[]> => Promise.all(products.map((id) => formatSheetText(app.visit({}), id)))
  const price = (id: number, baseprice: number) => app.write('product', { baseprice }, { id })

  /** Every product is what it was or what it shall be, and the report says which of them are which. */
  async function judge(
    before: readonly string[],
    wanted: readonly string[],
    named: readonly string[],
    where: string,
  ): Promise<void> {
    const now = await sheets()
    const whole = now.map((text, index) => text === wanted[index])
    for (const [index, text] of now.entries()) expect([before[index], wanted[index]], where).to.include(text)
    const said = await report()
    // The note is written before anything else, and removed when all is done.
    const changed = whole.filter((_, index) => before[index] !== wanted[index])
    if (said.length === 0) return expect(new Set(changed).size, where).to.equal(1) && undefined
    expect(said, where).to.have.length(1)
    const [stored = '', left = ''] = said[0]!.split('As they were before:')
    for (const [index, name] of named.entries()) {
      // Of a sheet the title is not known then.
      const isIn = (text: string): boolean => text.includes(`${name} 'L`) || text.includes(`'${name}'`)
      expect(isIn(stored), `${where}: ${said[0]}`).to.equal(whole[index])
      expect(isIn(left), `${where}: ${said[0]}`).to.equal(!whole[index])
    }
  }

  it('as an import leaves each product whole or as it was', async () => {
    const [old, changed] = [folder.file('old.zip'), folder.file('new.zip')]
    await app.act('export-product', { product_ids: products, out: old })
    const before = await sheets()
    for (const id of products) {
      await price(id, 777)
      await app.act('copy-record', {
        entity: 'page',
        id: (await app.visit({}).list('page', { column: 'product_id', values: [id] }))[0]!.id,
      })
    }
    await app.act('export-product', { product_ids: products, out: changed })
    const wanted = await sheets()
    const undo = () => app.act('import-product-package', { path: old, mode: 'exact', acknowledge_warnings: true })
    await undo()
    expect(await sheets()).to.deep.equal(before)
    const { count } = (await crash({ what: 'import', step: null, file: changed }))!
    expect(count).to.be.within(100, 2_000)
    expect(await sheets()).to.deep.equal(wanted)
    expect(await report()).to.deep.equal([])
    for (const step of stepsOf(count)) {
      await undo()
      await crash({ what: 'import', step, file: changed })
      await judge(before, wanted, products.map(String), `step ${step} of ${count}`)
    }
    await undo()
  })

  it('as a sheet leaves the product whole or as it was', async () => {
    const [id] = products
    const old = (await sheets())[0]!
    await price(id!, 555)
    await app.act('copy-record', {
      entity: 'page',
      id: (await app.visit({}).list('page', { column: 'product_id', values: [id!] }))[0]!.id,
    })
    const wanted = await sheets()
    const undo = () => app.act('apply-product-sheet', { sheet: old, prune: true })
    await undo()
    const before = await sheets()
    const key = /^product: (\S+)$/m.exec(old)![1]!
    const errand = { what: 'sheet', file: '', sheet: wanted[0]! } as const
    const { count } = (await crash({ ...errand, step: null }))!
    expect(count).to.be.within(20, 1_000)
    expect(await sheets()).to.deep.equal(wanted)
    for (const step of stepsOf(count)) {
      await undo()
      await crash({ ...errand, step })
      await judge(before, wanted, [key], `step ${step} of ${count}`)
    }
    await undo()
  })

  it('as a backup leaves no file that counts as one', async () => {
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
      const said = await report()
      if (said.length > 0) expect(said[0]).to.match(/^The backup 'backup-.*\.zip' that was begun at .* was cut off\./)
      else expect([before.length, before.length + 1], `step ${step}`).to.include(names.length)
    }
    const left = (await readdir(to)).filter((name) => name.endsWith('.part'))
    for (const name of left) await utimes(`${to}/${name}`, 0, 0)
    const { path } = await makeBackup(app.context, createLocalZips(to, 'SVC_BACKUP_FOLDER'), { progress: ignoreProgress })
    const [, scope] = /backup-([0-9a-f]{6})-/.exec(path)!
    await removeOldBackups(createLocalZips(to, 'SVC_BACKUP_FOLDER'), scope!, 1)
    expect((await readdir(to)).map((name) => `${to}/${name}`)).to.deep.equal([path])
  })

  it('as a restore leaves a database that is as it was, or refused until it is restored', async () => {
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
      const held = await computeStateDigest(database, folder.file('restored'))
      await database.close()
      return held
    }
    const again = async (into: string): Promise<string> => {
      const database = await openDatabase(into)
      await restoreBackupFile(describeInstallation(app), original, database, { files, replace: /([^/]+)$/.exec(into)![1]! })
      await database.close()
      return state(into)
    }
    const { count, changes, whole } = await within(async (into) => {
      const done = (await crash({ ...errand, into, step: null }))!
      const held = await again(into)
      const one = await start(into)
      await createBackup(one.context, folder.file('again.zip'))
      await one.stop()
      return { ...done, whole: held }
    })
    expect(await readComparableEntries(folder.file('again.zip'))).to.deep.equal(await readComparableEntries(original))
    expect(count).to.be.within(100, 5_000)
    expect(changes.length).to.be.within(50, count)
    const judged = new Set<string>()
    // Who dies at a step between two of these leaves what the one before leaves: the database takes back what is not committed.
    for (const step of all ? [...changes, count] : stepsOf(count)) {
      await within(async (into) => {
        await crash({ ...errand, into, step })
        const left = await state(into)
        if (judged.has(left)) return
        judged.add(left)
        const refused = await start(into).then(
          async (one) => one.stop().then(() => null),
          ({ message }: Error) => message,
        )
        if (refused !== null) expect(refused, `step ${step}`).to.contain("holds only a part of the backup 'original.zip'")
        expect(await again(into), `step ${step}`).to.equal(whole)
      })
    }
    expect(judged.size).to.be.greaterThan(1)
  })

  /** With a database of its own, which is gone afterwards: thousands of them would fill the disk. */
  async function within<T>(work: (url: string) => Promise<T>): Promise<T> {
    const one = await createEmptyDatabase()
    try {
      return await work(one.url)
    } finally {
      await one.drop()
    }
  }
})
