// Opening a database, and the results of its statements: the same for SQLite and database servers.
import { execFile } from 'node:child_process'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Table } from '../../../../core/foundation/table.js'
import { type Database, maskUrl, openDatabase } from '../../../../core/storage/database/connection.js'
import { toInList } from '../../../../core/storage/database/dialect.js'
import {
  createEmptyDatabase,
  createTables,
  type EmptyDatabase,
  isServerDatabase,
  openEmptyDatabase,
} from '../../../support/database.js'

const program = fileURLToPath(new URL('../../../fixtures/count-up.js', import.meta.url))
const run = promisify(execFile)

const things: Table = {
  name: 'svc_things',
  owner: 'core',
  columns: {
    id: { type: 'bigint', nullable: false },
    number: { type: 'bigint', nullable: true },
    code: { type: 'key', length: 20, nullable: false },
    title: { type: 'string', length: 255, nullable: false },
    body: { type: 'text', nullable: true },
  },
  primaryKey: ['id'],
  autoIncrement: true,
  unique: [['code']],
}

const opening = (url: string): Promise<string> =>
  openDatabase(url).then(
    async (database) => {
      await database.close()
      return 'opened'
    },
    (error: unknown) => (error as Error).message,
  )

describe('Opening a database', () => {
  it('rejects an unsupported URL with the supported forms and without the password', async () => {
    const message = await opening('postgres://user:canary@host/name')
    expect(message).to.match(/is not supported\. Use 'sqlite:<path>', 'sqlite::memory:' or 'mysql:/)
    expect(message).not.to.include('canary')
    expect(maskUrl('mysql://user:p@ss:w/rd@host:3306/name')).to.equal('mysql://user:***@host:3306/name')
  })

  it('reports a server that does not answer in one sentence', async () => {
    const message = await opening('mysql://root:canary@127.0.0.1:1/svc')
    expect(message).to.match(
      /^The database 'svc' on 127.0.0.1:1 cannot be used: the server does not answer \(ECONNREFUSED\)\. Check/,
    )
    expect(message).not.to.include('canary')
  })

  it('reports an unknown database or user in one sentence', async function () {
    if (!isServerDatabase) this.skip()
    const empty = await createEmptyDatabase()
    await empty.drop()
    const url = new URL(empty.url)
    expect(await opening(url.href)).to.match(/has no such database \(ER_BAD_DB_ERROR\)/)
    url.username = 'nobody'
    url.password = 'canary'
    expect(await opening(url.href)).to.match(/refused the user or the password \(ER_ACCESS_DENIED_ERROR\)/)
  })

  it('reports a file that is not a database in one sentence', async function () {
    if (isServerDatabase) this.skip()
    const empty = await createEmptyDatabase()
    const path = join(empty.url.slice('sqlite:'.length), '..', 'text.sqlite')
    await writeFile(path, 'This is not a database. '.repeat(100))
    expect(await opening(`sqlite:${path}`)).to.match(/^The database file '.*' cannot be opened: .*not a database/)
    await empty.drop()
  })

  it('reports a folder that cannot be created in one sentence, and creates missing folders', async function () {
    if (isServerDatabase) this.skip()
    expect(await opening('sqlite:/proc/none/deeper/svc.sqlite')).to.match(/^The database file '.*' cannot be opened: ENOENT/)
    const empty = await createEmptyDatabase()
    const path = join(empty.url.slice('sqlite:'.length), '..', 'one', 'two', 'svc.sqlite')
    await (await openDatabase(`sqlite:${path}`)).close()
    await empty.drop()
  })

  it('restricts an SQLite file, its WAL files, its backups and a new folder to the user of the service', async function () {
    if (isServerDatabase) this.skip()
    const empty = await createEmptyDatabase()
    const path = join(empty.url.slice('sqlite:'.length), '..', 'var', 'svc.sqlite')
    const database = await openDatabase(`sqlite:${path}`)
    await database.execute('CREATE TABLE x (y INTEGER)')
    await database.backup()
    const names = await readdir(dirname(path))
    expect(names.length).to.be.at.least(4)
    for (const name of names) expect((await stat(join(dirname(path), name))).mode & 0o777, name).to.equal(0o600)
    expect((await stat(dirname(path))).mode & 0o777).to.equal(0o700)
    await database.close()
    await chmod(path, 0o644)
    await (await openDatabase(`sqlite:${path}`)).close()
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
    await empty.drop()
  })

  it('opens SQLite files with WAL, full durability, enforced foreign keys and a busy timeout', async function () {
    if (isServerDatabase) this.skip()
    const empty = await createEmptyDatabase()
    const database = await openDatabase(empty.url)
    const pragma = async (name: string): Promise<unknown> => Object.values((await database.query(`PRAGMA ${name}`))[0]!)[0]
    expect(await pragma('journal_mode')).to.equal('wal')
    expect(await pragma('synchronous')).to.equal(2)
    expect(await pragma('foreign_keys')).to.equal(1)
    expect(await pragma('busy_timeout')).to.be.at.least(5000)
    await database.close()
    await empty.drop()
  })
})

describe('A database', () => {
  let database: Database
  before(async () => {
    database = await openEmptyDatabase()
    await createTables(database, [things])
  })
  after(() => database.close())
  beforeEach(() => database.run('DELETE FROM svc_things'))

  const add = (code: string, title = '', body: string | null = null, number: number | bigint | null = null): Promise<number> =>
    database
      .run('INSERT INTO svc_things (code, title, body, number) VALUES (?, ?, ?, ?)', [code, title, body, number])
      .then(({ insertId }) => insertId)
  const codes = async (condition: string, ...params: (string | number)[]): Promise<unknown[]> =>
    (await database.query<{ code: string }>(`SELECT code FROM svc_things WHERE ${condition} ORDER BY code`, params)).map(
      ({ code }) => code,
    )

  it('returns integers within 2^53 as numbers and larger ones as strings with all digits', async () => {
    const values = [0, -1, Number.MAX_SAFE_INTEGER, 9_007_199_254_740_993n, -9_223_372_036_854_775_808n, null]
    for (const [index, value] of values.entries()) await add(`c${index}`, '', null, value)
    const rows = await database.query<{ number: unknown }>('SELECT number FROM svc_things ORDER BY code')
    expect(rows.map(({ number }) => number)).to.deep.equal([
      ...[0, -1, Number.MAX_SAFE_INTEGER],
      ...['9007199254740993', '-9223372036854775808', null],
    ])
  })

  it('stores long texts with emoji, quotes and backslashes unchanged', async () => {
    const text = '😀'.repeat(16_000) + 'ß\\\'"%_\n'.repeat(4000)
    await add('long', 'title', text)
    const [row] = await database.query<{ body: string }>('SELECT body FROM svc_things')
    expect(row!.body === text).to.equal(true)
  })

  it('counts the matched rows, including rows that keep their values', async () => {
    await add('a', 'same')
    const { affected } = await database.run('UPDATE svc_things SET title = ? WHERE code = ?', ['same', 'a'])
    expect(affected).to.equal(1)
    expect((await database.run('UPDATE svc_things SET title = ? WHERE code = ?', ['x', 'none'])).affected).to.equal(0)
  })

  it('never assigns an id twice, even after the last record was deleted', async () => {
    const first = await add('a')
    await database.run('DELETE FROM svc_things WHERE id = ?', [first])
    expect(await add('b')).to.be.greaterThan(first)
  })

  it('distinguishes a duplicate key from other errors, and compares keys byte by byte', async () => {
    await add('a')
    await add('A')
    const error = await add('a').catch((thrown: unknown) => thrown)
    expect(database.dialect.isDuplicate(error)).to.equal(true)
    const other = await database.run('INSERT INTO svc_things (no_column) VALUES (1)').catch((thrown: unknown) => thrown)
    expect(other).to.be.instanceOf(Error)
    expect(database.dialect.isDuplicate(other)).to.equal(false)
  })

  it('compares texts exactly: case, accents, and blanks at the end', async () => {
    const titles = ['Ada', 'ada', 'Äda', 'Ada ', ' Ada', 'ada\t', 'strasse', 'straße', '😀', '😁']
    for (const [index, title] of titles.entries()) await add(`c${index}`, title)
    for (const [index, title] of titles.entries()) {
      expect(await codes('title = ?', title), title).to.deep.equal([`c${index}`])
      await add(title, title)
      expect(await codes('code = ?', title), title).to.deep.equal([title])
      expect(await codes('INSTR(title, ?) > 0 AND code = ?', title, title)).to.deep.equal([title])
    }
    const rows = await database.query<{ title: string }>('SELECT title FROM svc_things WHERE code = title ORDER BY title')
    const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
    expect(rows.map(({ title }) => title)).to.deep.equal(titles.toSorted(bytes))
  })

  it('uses few distinct SQL texts for lists of any length', async () => {
    for (const code of ['a', 'b', 'c']) await add(code)
    const shapes = new Set<string>()
    for (const codeList of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'x']]) {
      const { sql, params } = toInList(codeList)
      shapes.add(sql)
      expect(await codes(`code IN ${sql}`, ...(params as string[]))).to.deep.equal(codeList.filter((code) => code !== 'x'))
    }
    expect(shapes.size).to.equal(4)
  })

  it('inserts missing rows without a change to existing ones, or updates existing ones with an upsert', async () => {
    const { dialect } = database
    await add('a', 'old')
    await database.run(dialect.insertMissing('svc_things', ['code', 'title'], ['code'], 2), ['a', 'new', 'b', 'new'])
    expect(await codes('title = ?', 'old')).to.deep.equal(['a'])
    const set = `title = ${dialect.incoming('title')}`
    await database.run(dialect.upsert('svc_things', ['code', 'title'], ['code'], set, 2), ['a', 'newer', 'c', 'newer'])
    expect(await codes('title = ?', 'newer')).to.deep.equal(['a', 'c'])
  })

  it('rejects a write through query() outside of a unit', async function () {
    if (isServerDatabase) this.skip()
    const empty = await createEmptyDatabase()
    const file = await openDatabase(empty.url)
    const error = await file.query('CREATE TABLE t (id INTEGER)').catch((thrown: unknown) => thrown)
    expect((error as Error).message).to.match(/readonly/)
    await file.close()
    await empty.drop()
  })

  it('lets the event loop run during a long series of statements', async () => {
    const turns: number[] = []
    const timer = setInterval(() => turns.push(turns.length), 1)
    // On a busy machine the timer fires late. Without any event loop turn the loop would run to its end.
    for (let i = 0; i < 200_000 && turns.length < 5; i++) await database.query('SELECT COUNT(*) AS n FROM svc_things')
    clearInterval(timer)
    expect(turns.length).to.be.at.least(5)
  })
})

describe('Two connections to one database', () => {
  let empty: EmptyDatabase
  let [firstDatabase, two] = [] as unknown as [Database, Database]
  before(async () => {
    empty = await createEmptyDatabase()
    firstDatabase = await openDatabase(empty.url)
    two = await openDatabase(empty.url)
    await createTables(firstDatabase, [things])
  })
  after(async () => {
    await Promise.all([firstDatabase.close(), two.close()])
    await empty.drop()
  })

  it("read each other's commits in the next statement", async () => {
    for (let round = 0; round < 50; round++) {
      await firstDatabase.run('INSERT INTO svc_things (code, title) VALUES (?, ?)', [`r${round}`, ''])
      const [row] = await two.query<{ n: number }>('SELECT COUNT(*) AS n FROM svc_things')
      expect(row!.n).to.equal(round + 1)
    }
  })

  it('lose no read-modify-write of four concurrent processes', async function () {
    this.timeout(60_000)
    await firstDatabase.run('INSERT INTO svc_things (code, title, number) VALUES (?, ?, ?)', ['n', '', 0])
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [program, empty.url, '50'])))
    expect(await firstDatabase.query('SELECT number FROM svc_things WHERE code = ?', ['n'])).to.have.deep.nested.property(
      '[0].number',
      200,
    )
  })
})
