// Backups that are damaged, forged, foreign or from a newer version: each is rejected with a reason, and nothing is changed.
import { createHash } from 'node:crypto'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { openDatabase } from '../../../core/storage/database/connection.js'
import type { BackupManifest } from '../../../plugins/backup/open.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  type BackupFolder,
  createBackup,
  backupFolder,
  describeInstallation,
  restoreBackupFile,
  verifyBackupFile,
} from '../../support/backups.js'
import { checkoutPlugins, openSellingShop, placeCheckout, prepareCheckoutForOrder } from '../../support/selling-shop.js'
import { catchValidationError } from '../../support/validation-error.js'
import { type ZipEntries, readEntries, zipEntries } from '../packages/transfer-packages.js'
import { listed, renamed } from '../packages/check/spoil.js'

type Changing = { -readonly [Key in keyof BackupManifest]: BackupManifest[Key] extends object ? Record<string, never> : unknown }

interface Bad {
  readonly what: string
  readonly says: string
  spoil(entries: ZipEntries): void | Buffer | Promise<Buffer>
}

const manifestOf = (entries: ZipEntries): BackupManifest => JSON.parse(entries.get('manifest.json')!.toString()) as BackupManifest

function change(entries: ZipEntries, by: (manifest: Changing & Record<string, unknown>) => void): void {
  const manifest = manifestOf(entries) as unknown as Changing & Record<string, unknown>
  by(manifest)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

/** Replaces the rows of a table, with a matching checksum and row count in the manifest. */
function setRows(entries: ZipEntries, table: string, text: string, more: object = {}): void {
  entries.set(`tables/${table}/000001.jsonl`, Buffer.from(text))
  const sums = { sha256: createHash('sha256').update(text).digest('hex'), size: Buffer.byteLength(text), parts: 1 }
  const rows = text.split('\n').filter((line) => line !== '').length
  change(entries, (manifest) => {
    const tables = manifest['tables'] as unknown as Record<string, object>
    tables[table] = { ...tables[table], rows, ...sums, ...more }
  })
}

const store = 'tables/svc_store/000001.jsonl'
const first = (entries: ZipEntries): Buffer => entries.get(store)!

const table: readonly Bad[] = [
  { what: 'not a zip file', says: 'zip file is incomplete', spoil: () => Buffer.from('{"format":"svc-backup"}') },
  {
    what: 'a truncated file',
    says: 'zip file is incomplete',
    spoil: async (entries) => (await zipEntries(entries)).subarray(0, 5_000),
  },
  { what: 'no manifest', says: 'manifest.json is missing', spoil: (entries) => void entries.delete('manifest.json') },
  {
    what: 'a manifest that is not JSON',
    says: 'it is not valid JSON',
    spoil: (entries) => void entries.set('manifest.json', Buffer.from('{')),
  },
  {
    what: 'another format',
    says: "not 'svc-backup'",
    spoil: (entries) => change(entries, (manifest) => (manifest['format'] = 'svc-product-package')),
  },
  {
    what: 'a newer format version',
    says: 'has format version 2',
    spoil: (entries) => change(entries, (manifest) => (manifest['version'] = 2)),
  },
  {
    what: 'no valid time',
    says: "'moment' is not a time",
    spoil: (entries) => change(entries, (manifest) => (manifest['moment'] = 'now')),
  },
  {
    what: 'a newer migration',
    says: 'its last migration is 0999, the last migration of this program is',
    spoil: (entries) => change(entries, (manifest) => (manifest['tracks'] = { core: '0999' } as never)),
  },
  {
    what: 'an unknown customization',
    says: "data of the customization 'joinery' (migration 0002), which this installation does not have",
    spoil: (entries) => change(entries, (manifest) => (manifest['tracks'] = { core: '0001', joinery: '0002' } as never)),
  },
  {
    what: 'a changed row',
    says: "The table 'svc_store' was changed or damaged",
    spoil(entries) {
      const bytes = Buffer.from(first(entries))
      bytes.write('B', bytes.indexOf('Blinds'))
      bytes.write('X', bytes.indexOf('Quay'))
      entries.set(store, bytes)
    },
  },
  {
    what: 'a longer table',
    says: 'bytes, but',
    spoil: (entries) => void entries.set(store, Buffer.concat([first(entries), first(entries)])),
  },
  {
    what: 'a missing table file',
    says: `'${store}' is listed in the manifest but missing from the backup`,
    spoil: (entries) => void entries.delete(store),
  },
  {
    what: 'a file that is not in the manifest',
    says: "'files/extra' is not listed",
    spoil: (entries) => void entries.set('files/extra', Buffer.from('x')),
  },
  {
    what: 'an unexpected file',
    says: 'does not belong in a backup',
    spoil: (entries) => void entries.set('run.sh', Buffer.from('x')),
  },
  {
    what: 'a changed file',
    says: "The file 'picture' was changed",
    spoil: (entries) => void entries.set('files/picture', Buffer.from('12345')),
  },
  { what: 'rows that are not JSON', says: 'Line 1 of', spoil: (entries) => setRows(entries, 'svc_store', '[1,\n') },
  { what: 'rows with missing columns', says: 'is not a row with', spoil: (entries) => setRows(entries, 'svc_store', '[1]\n') },
  {
    what: 'an object as a column value',
    says: 'is not a row with',
    spoil: (entries) => setRows(entries, 'svc_numbers', '[{"a":1},1]\n'),
  },
  {
    what: 'an unknown table',
    says: "the table 'sqlite_schema' of 'core'",
    spoil: (entries) => setRows(entries, 'sqlite_schema', '["x"]\n', { owner: 'core', columns: ['name'], next: null }),
  },
  {
    what: 'the table of leases',
    says: "the table 'svc_leases' of 'core'",
    spoil: (entries) => setRows(entries, 'svc_leases', '["x"]\n', { owner: 'core', columns: ['name'], next: null }),
  },
  {
    what: 'an unknown column',
    says: "the column 'secret' of the table 'svc_numbers'",
    spoil: (entries) => setRows(entries, 'svc_numbers', '["x", 1]\n', { columns: ['series', 'secret'] }),
  },
  {
    what: 'a column with SQL in its name',
    says: "'tables' does not have an owner, columns",
    spoil: (entries) => setRows(entries, 'svc_numbers', '["x", 1]\n', { columns: ['series', 'last`, `x'] }),
  },
  {
    what: 'a symbolic link',
    says: 'is not a regular file',
    spoil: async (entries) =>
      listed(await zipEntries(entries), 'files/picture', (line) => void line.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
  },
  {
    what: 'a path outside of the backup',
    says: 'is not allowed',
    spoil: async (entries) => renamed(await zipEntries(entries), 'files/picture', '../s/picture0'.slice(0, 13)),
  },
  {
    what: 'two files with the same name',
    says: 'has two files named',
    spoil: async (entries) => zipEntries([...entries, ['files/picture', Buffer.from('54321')]]),
  },
  {
    what: 'a zip bomb',
    says: 'times larger when unpacked',
    spoil: (entries) => void entries.set('files/picture', Buffer.alloc(2_000_000)),
  },
]

describe('A rejected backup', function () {
  this.timeout(60_000)
  let folder: BackupFolder
  let app: TestApp
  let whole: string

  before(async () => {
    folder = await backupFolder()
    app = await bootTestApp({ plugins: checkoutPlugins })
    const shop = await openSellingShop(app)
    await placeCheckout(app, await prepareCheckoutForOrder(app, shop))
    await app.context.files.put('picture', Buffer.from('54321'))
    const columns = 'name, entity, entity_id, property, original_name, media_type, size, created'
    await app.context.database.run(
      `INSERT INTO svc_files (${columns}) VALUES ('picture', 'store', 1, 'logo', 'a.txt', 'text/plain', 5, '2026-01-01T00:00:00.000Z')`,
    )
    whole = folder.file('whole.zip')
    await createBackup(app.context, whole)
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  async function spoiled({ what: title, spoil }: Pick<Bad, 'what' | 'spoil'>): Promise<string> {
    const entries = await readEntries(whole)
    const bytes = await spoil(entries)
    const path = folder.file(`${title.replaceAll(' ', '-')}.zip`)
    await writeFile(path, bytes instanceof Buffer ? bytes : await zipEntries(entries))
    return path
  }

  for (const bad of table) {
    it(`leaves an empty database empty: ${bad.what}`, async () => {
      const path = await spoiled(bad)
      const installation = describeInstallation(app)
      const { issues, message } = await catchValidationError(verifyBackupFile(installation, path))
      expect(issues.map(({ field }) => field)).to.deep.equal(['file'])
      expect(message).to.contain(bad.says)
      const database = await openDatabase('sqlite::memory:')
      try {
        expect((await catchValidationError(restoreBackupFile(installation, path, database))).message).to.equal(message)
        expect([...(await database.dialect.readTables(database)).keys()]).to.deep.equal([])
      } finally {
        await database.close()
      }
    })
  }

  it('has two rows with the same key, and the error names the table', async () => {
    const path = await spoiled({ what: 'twins', spoil: (entries) => setRows(entries, 'svc_numbers', '["x",1]\n["x",2]\n') })
    const { message } = await catchValidationError(verifyBackupFile(describeInstallation(app), path))
    expect(message).to.contain("The table 'svc_numbers' has two rows with the same key")
  })

  it('is missing, a folder or a symbolic link, and the error says which', async () => {
    const installation = describeInstallation(app)
    await symlink(whole, folder.file('link.zip'))
    await copyFile(whole, folder.file('copy.zip'))
    for (const [name, expectedMessage] of [
      ['none.zip', 'does not exist or cannot be read'],
      ['.', 'is a folder'],
      ['link.zip', 'is a link'],
    ] as const) {
      const { issues, message } = await catchValidationError(verifyBackupFile(installation, folder.file(name)))
      expect(issues[0]!.field).to.equal('file')
      expect(message).to.contain(expectedMessage)
    }
    expect(await verifyBackupFile(installation, folder.file('copy.zip'))).to.deep.equal([])
  })

  it('is verified with findings for dangling references and order totals that do not add up', async () => {
    const path = await spoiled({
      what: 'unsound',
      spoil(entries) {
        const columns = manifestOf(entries).tables['svc_order_line']!.columns
        const rows = entries.get('tables/svc_order_line/000001.jsonl')!.toString().trimEnd().split('\n')
        const [line, ...rest] = rows.map((row) => JSON.parse(row) as unknown[])
        line![columns.indexOf('net')] = Number(line![columns.indexOf('net')]) + 1
        setRows(entries, 'svc_order_line', [line, ...rest].map((row) => `${JSON.stringify(row)}\n`).join(''))
        const products = manifestOf(entries).tables['svc_page']!.columns.indexOf('product_id')
        const pages = entries.get('tables/svc_page/000001.jsonl')!.toString().trimEnd().split('\n')
        const changedRows = pages.map((row) => (JSON.parse(row) as unknown[]).with(products, 424_242))
        setRows(entries, 'svc_page', changedRows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      },
    })
    const findings = await verifyBackupFile(describeInstallation(app), path)
    expect(findings.filter((finding) => finding.startsWith("Field 'product_id' of "))).to.have.length(1)
    expect(findings.filter((finding) => finding.includes('do not add up (net)'))).to.have.length(1)
  })
})
