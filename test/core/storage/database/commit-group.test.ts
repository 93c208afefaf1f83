// Units that end at the same time share one SQLite COMMIT. Each unit stays atomic and isolated.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import { CommitGroup, WriterQueue } from '../../../../core/storage/database/sqlite/writer-queue.js'
import { NativeConnection } from '../../../../core/storage/database/sqlite/native-connection.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'

const add = 'INSERT INTO entry (n) VALUES (?)'
const all = 'SELECT n FROM entry ORDER BY n'
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

describe('Units that share a COMMIT', () => {
  let folder: string
  let path: string
  let database: Database
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-group-'))
    path = join(folder, 'shop.sqlite')
    database = await openDatabase(`sqlite:${path}`)
    await database.execute('CREATE TABLE entry (n INTEGER NOT NULL)')
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const stored = async (on: Database = database): Promise<number[]> => (await on.query<{ n: number }>(all)).map(({ n }) => n)

  it('need far fewer COMMITs than there are units', async () => {
    const writer = new NativeConnection(path, 0)
    const queue = new WriterQueue(1_000)
    const group = new CommitGroup(writer, queue)
    let commits = 0
    const exec = writer.exec.bind(writer)
    writer.exec = (sql) => {
      if (sql === 'COMMIT') commits++
      exec(sql)
    }
    const runWriter = async (n: number): Promise<void> => {
      await queue.acquire(group)
      if (!group.tryJoin()) writer.exec('BEGIN IMMEDIATE')
      writer.run(add, [n])
      await group.commit()
    }
    await Promise.all(upTo(64).map(runWriter))
    writer.close()
    expect(await stored()).to.deep.equal(upTo(64))
    expect(commits).to.be.at.most(16)
  })

  it('keep the undo data of a unit in memory, no matter how many pages it changes', async function () {
    if (process.platform !== 'linux') this.skip()
    const temporary = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((name) => {
        try {
          return [readlinkSync(`/proc/self/fd/${name}`)].filter((target) => target.includes('etilqs_'))
        } catch {
          return []
        }
      })
    await database.execute('CREATE TABLE wide (n INTEGER NOT NULL, text TEXT NOT NULL)')
    const before = temporary()
    const temporaryFiles: string[] = []
    const widen = (n: number): Promise<void> =>
      unit(database, async (u) => {
        for (let i = 0; i < 100; i++) await u.run('INSERT INTO wide (n, text) VALUES (?, ?)', [n, 'x'.repeat(2_000)])
        await u.run('UPDATE wide SET n = n + 100', [])
        temporaryFiles.push(...temporary())
        if (n === 3) throw new Error('no')
      })
    const outcomes = await Promise.allSettled(upTo(8).map(widen))
    expect(outcomes.map(({ status }) => status === 'fulfilled')).to.deep.equal(upTo(8).map((n) => n !== 3))
    expect(temporaryFiles.filter((name) => !before.includes(name))).to.deep.equal([])
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>('SELECT count(*) AS count FROM wide')
    expect(count).to.equal(700)
  })

  it('keep undo data in memory after an index is built, and after an index build fails', () => {
    const writer = new NativeConnection(path, 0)
    const readTempStore = (): unknown => (writer.all('PRAGMA temp_store', [])[0] as { temp_store: number }).temp_store
    writer.storeUndoInMemory()
    writer.exec('BEGIN IMMEDIATE')
    writer.define('CREATE INDEX entry_n ON entry (n)')
    expect(readTempStore()).to.equal(2)
    expect(() => writer.define('CREATE INDEX entry_n ON entry (n)')).to.throw('already exists')
    expect(readTempStore()).to.equal(2)
    writer.exec('COMMIT')
    writer.close()
  })

  it('keep temporary tables while an index is built', () => {
    const writer = new NativeConnection(path, 0)
    writer.storeUndoInMemory()
    writer.define('CREATE TEMP TABLE passing (n INTEGER)')
    writer.run('INSERT INTO passing (n) VALUES (?)', [1])
    writer.define('CREATE INDEX entry_n ON entry (n)')
    writer.exec('BEGIN IMMEDIATE')
    writer.define('CREATE INDEX entry_again ON entry (n)')
    writer.exec('COMMIT')
    expect(writer.all('SELECT n FROM passing', [])).to.deep.equal([{ n: 1 }])
    writer.close()
  })

  it('free the writer queue if neither COMMIT nor ROLLBACK is possible', async () => {
    const writer = new NativeConnection(path, 0)
    const queue = new WriterQueue(1_000)
    const group = new CommitGroup(writer, queue)
    const exec = writer.exec.bind(writer)
    const begin = async (): Promise<void> => {
      await queue.acquire(group)
      if (!group.tryJoin()) exec('BEGIN IMMEDIATE')
    }
    writer.exec = (sql) => {
      if (/^(COMMIT|ROLLBACK|RELEASE)/.test(sql)) throw new Error('The disk is gone.')
      exec(sql)
    }
    await begin()
    const first = group.commit().then(String, String)
    await begin()
    const outcome = group.rollback().then(String, String)
    expect(await first).to.contain('were rolled back')
    expect(await outcome).to.contain('were rolled back')
    expect(queue.isFree).to.equal(true)
    writer.exec = exec
    exec('ROLLBACK')
    await begin()
    writer.run(add, [1])
    await group.commit()
    writer.close()
    expect(await stored()).to.deep.equal([1])
  })

  it('resolve only after other connections can read their rows', async () => {
    const other = await openDatabase(`sqlite:${path}`)
    const reads = upTo(20).map(async (n) => {
      await unit(database, (u) => u.run(add, [n]))
      return (await stored(other)).includes(n)
    })
    expect(new Set(await Promise.all(reads))).to.deep.equal(new Set([true]))
    await other.close()
  })

  it('reject only after other connections can read the rows that caused the rejection', async () => {
    const other = await openDatabase(`sqlite:${path}`)
    let waited = 0
    const refused = async (dryRun: boolean): Promise<void> => {
      let numbers: number[] = []
      const look = unit(
        database,
        async (u) => {
          numbers = (await u.query<{ n: number }>(all)).map(({ n }) => n)
          if (!dryRun) throw new Error('There are some.')
        },
        { dryRun },
      )
      await look.catch(() => undefined)
      expect(await stored(other)).to.include.members(numbers)
      if (numbers.length > 0) waited++
    }
    await Promise.all(upTo(40).map((n) => (n % 2 === 0 ? unit(database, (u) => u.run(add, [n])) : refused(n % 4 === 1))))
    expect(waited).to.be.above(0)
    await other.close()
  })

  it('run again if the rows that caused their rejection are rolled back', async () => {
    await database.execute('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
    await database.execute('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
    let runs = 0
    const failing = unit(database, async (u) => {
      await u.run(add, [1])
      await u.run('INSERT INTO child (id) VALUES (?)', [7])
    }).catch((error: unknown) => (error as Error).message)
    const refused = unit(database, async (u) => {
      runs++
      throw new Error(`There are ${(await u.query(all)).length}.`)
    }).catch((error: unknown) => (error as Error).message)
    expect(await refused).to.equal('There are 0.')
    expect([await failing, runs]).to.deep.equal(['FOREIGN KEY constraint failed', 2])
  })

  it('keep the rows of all other units if one unit rolls back', async () => {
    const outcomes = upTo(40).map((n) =>
      unit(database, async (u) => {
        await u.run(add, [n])
        if (n % 3 === 0) throw new Error(`Not ${n}.`)
      }).then(
        () => 'stored',
        (error: unknown) => (error as Error).message,
      ),
    )
    expect(await Promise.all(outcomes)).to.deep.equal(upTo(40).map((n) => (n % 3 === 0 ? `Not ${n}.` : 'stored')))
    expect(await stored()).to.deep.equal(upTo(40).filter((n) => n % 3 !== 0))
  })

  it('run again if the shared COMMIT fails, and only the unit that caused it fails', async () => {
    await database.execute('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
    await database.execute('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
    const runs = new Map<number, number>()
    const outcomes = upTo(8).map((n) =>
      unit(database, async (u) => {
        runs.set(n, (runs.get(n) ?? 0) + 1)
        await u.run(add, [n])
        if (n === 4) await u.run('INSERT INTO child (id) VALUES (?)', [7])
      }).then(
        () => 'stored',
        () => 'refused',
      ),
    )
    expect(await Promise.all(outcomes)).to.deep.equal(upTo(8).map((n) => (n === 4 ? 'refused' : 'stored')))
    expect(await stored()).to.deep.equal([0, 1, 2, 3, 5, 6, 7])
    expect(Math.max(...runs.values())).to.be.greaterThan(1)
  })

  it('do not affect concurrent writes outside of a unit', async () => {
    const units = upTo(30).map((n) =>
      unit(database, async (u) => {
        await u.run(add, [n])
        if (n % 2 === 0) throw new Error('No.')
      }).catch(() => null),
    )
    const bare = upTo(10).map((n) => database.run(add, [100 + n]))
    await Promise.all([...units, ...bare])
    const odd = upTo(30).filter((n) => n % 2 === 1)
    expect(await stored()).to.deep.equal([...odd, ...upTo(10).map((n) => 100 + n)])
  })

  it('run in order of arrival with units of another connection in the same process', async () => {
    const other = await openDatabase(`sqlite:${path}`)
    const next = (on: Database): Promise<unknown> =>
      unit(on, async (u) => {
        const [row] = await u.query<{ n: number }>('SELECT COUNT(*) AS n FROM entry')
        await u.run(add, [row!.n])
      })
    await Promise.all(upTo(40).map((n) => next(n % 3 === 0 ? other : database)))
    expect(await stored()).to.deep.equal(upTo(40))
    await other.close()
  })
})
