// Units of work: atomic, retried after conflicts, invisible to other connections before the commit.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Table } from '../../../../core/foundation/table.js'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import type { DriverTransaction, Queryable } from '../../../../core/storage/database/dialect.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { createEmptyDatabase, createTables, type EmptyDatabase, isServerDatabase } from '../../../support/database.js'

const counters: Table = {
  name: 'svc_counters',
  owner: 'core',
  columns: { name: { type: 'key', length: 20, nullable: false }, value: { type: 'bigint', nullable: false } },
  primaryKey: ['name'],
}

const add = 'UPDATE svc_counters SET value = value + ? WHERE name = ?'

describe('A unit', () => {
  let empty: EmptyDatabase
  let database: Database
  before(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url)
    await createTables(database, [counters])
  })
  after(async () => {
    await database.close()
    await empty.drop()
  })
  beforeEach(async () => {
    await database.run('DELETE FROM svc_counters')
    await database.run('INSERT INTO svc_counters (name, value) VALUES (?, ?), (?, ?)', ['a', 0, 'b', 0])
  })

  const value = async (name: string, on: Queryable = database): Promise<unknown> => {
    const [row] = await on.query<{ value: unknown }>('SELECT value FROM svc_counters WHERE name = ?', [name])
    return row?.value
  }

  it('stores all of its writes and returns the result of its function', async () => {
    const result = await unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      await u.run(add, [2, 'b'])
      return 'done'
    })
    expect([result, await value('a'), await value('b')]).to.deep.equal(['done', 1, 2])
  })

  it('stores nothing if its function throws, and rethrows the error', async () => {
    const failing = unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      throw new Error('no')
    })
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('no')
    expect(await value('a')).to.equal(0)
  })

  it('reads its own writes, which other connections cannot read before the commit', async () => {
    const values = await unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      return [await value('a', u), await value('a')]
    })
    expect(values).to.deep.equal([1, 0])
  })

  it('stores nothing in a dry run and runs no afterCommit callback', async () => {
    const followed: string[] = []
    const result = await unit(
      database,
      async (u) => {
        u.afterCommit(() => void followed.push('after'))
        await u.run(add, [1, 'a'])
        return value('a', u)
      },
      { dryRun: true },
    )
    expect([result, await value('a'), followed]).to.deep.equal([1, 0, []])
  })

  it('joins an open unit and runs afterCommit callbacks once, after the outer commit', async () => {
    const followed: unknown[] = []
    await unit(database, async (outer) => {
      await unit(outer, async (inner) => {
        await inner.run(add, [1, 'a'])
        inner.afterCommit(async () => void followed.push(await value('a')))
      })
      expect(followed).to.deep.equal([])
      outer.afterCommit(() => void followed.push('second'))
    })
    expect(followed).to.deep.equal([1, 'second'])
  })

  it('rolls back an inner dry run and keeps the writes of the outer unit', async () => {
    const followed: string[] = []
    await unit(database, async (outer) => {
      await outer.run(add, [1, 'a'])
      await unit(
        outer,
        async (inner) => {
          await inner.run(add, [10, 'a'])
          inner.afterCommit(() => void followed.push('dry'))
        },
        { dryRun: true },
      )
    })
    expect([await value('a'), followed]).to.deep.equal([1, []])
  })

  it('fails as a whole if a joined unit failed after a write and the error was caught', async () => {
    const outcome = unit(database, async (outer) => {
      const joined = unit(outer, async (inner) => {
        await inner.run(add, [1, 'a'])
        throw new Error('no')
      })
      await joined.catch(() => {})
      await outer.run(add, [1, 'b'])
    })
    expect(await outcome.catch((error: unknown) => (error as Error).message)).to.match(/nested unit failed/)
    expect([await value('a'), await value('b')]).to.deep.equal([0, 0])
  })

  it('commits if a joined unit failed before its first write', async () => {
    await unit(database, async (outer) => {
      await unit(outer, async () => Promise.reject(new Error('refused'))).catch(() => {})
      await outer.run(add, [1, 'b'])
    })
    expect(await value('b')).to.equal(1)
  })

  it('keeps its writes if an afterCommit callback throws', async () => {
    await unit(database, async (u) => {
      u.afterCommit(() => {
        throw new Error('late')
      })
      await u.run(add, [1, 'a'])
    })
    expect(await value('a')).to.equal(1)
  })

  it('rejects statements after its end', async () => {
    const unitContext = await unit(database, async (u) => u)
    expect(() => unitContext.query('SELECT 1')).to.throw(/has ended/)
  })

  it('stores no statement that still waits when the unit fails', async () => {
    for (let round = 0; round < 5; round++) {
      let late: Promise<unknown> = Promise.resolve()
      const failing = unit(database, async (u) => {
        // After this much work without a pause, a statement on SQLite first gives the event loop a turn.
        for (const end = performance.now() + 6; performance.now() < end; );
        late = u.run(add, [1, 'a']).catch(() => undefined)
        throw new Error('The unit fails.')
      })
      expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('The unit fails.')
      await late
    }
    expect(await value('a')).to.equal(0)
  })

  it('loses none of 40 concurrent read-modify-writes', async () => {
    const increment = (): Promise<void> =>
      unit(database, async (u) => {
        const sql = `SELECT value FROM svc_counters WHERE name = ? ${u.dialect.forUpdate}`
        const [row] = await u.query<{ value: number }>(sql, ['a'])
        await u.run('UPDATE svc_counters SET value = ? WHERE name = ?', [row!.value + 1, 'a'])
      })
    await Promise.all(Array.from({ length: 40 }, increment))
    expect(await value('a')).to.equal(40)
  })

  it('runs again after a deadlock of two units, and stores the writes of both', async () => {
    const cross = (first: string, second: string): Promise<void> =>
      unit(database, async (u) => {
        await u.run(add, [1, first])
        await new Promise((resolve) => setTimeout(resolve, 30))
        await u.run(add, [1, second])
      })
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    expect([await value('a'), await value('b')]).to.deep.equal([2, 2])
  })

  it('runs before a write outside of a unit that was queued during it', async () => {
    let bare: Promise<unknown> | undefined
    await unit(database, async (u) => {
      await u.run('UPDATE svc_counters SET value = ? WHERE name = ?', [5, 'a'])
      bare = database.run('UPDATE svc_counters SET value = value * 2 WHERE name = ?', ['a'])
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    await bare
    expect(await value('a')).to.equal(10)
  })

  /** The error of either database after it rolled back a transaction. */
  const deadlock = (): Error => Object.assign(new Error('busy'), { errno: 1213, errcode: 5 })
  /** The database with some transaction methods replaced. */
  const changed = (own: (transaction: DriverTransaction) => Partial<DriverTransaction>): Database => ({
    ...database,
    driver: {
      ...database.driver,
      async begin() {
        const transaction = await database.driver.begin()
        return { ...transaction, ...own(transaction) }
      },
    },
  })

  it('runs again if the COMMIT fails with a deadlock, and stores its writes once', async () => {
    let commits = 0
    const refusing = changed((transaction) => ({
      commit: () => (++commits < 3 ? Promise.reject(deadlock()) : transaction.commit()),
    }))
    let runs = 0
    let repeated = 0
    const timed: string[] = []
    const end = database.watch({ onStatementEnd: (sql) => timed.push(sql), onRetry: () => repeated++ })
    await unit(refusing, async (u) => {
      runs++
      await u.run(add, [1, 'a'])
    })
    end()
    expect([repeated, timed]).to.deep.equal([2, [add, 'COMMIT', add, 'COMMIT', add, 'COMMIT']])
    expect([runs, commits, await value('a')]).to.deep.equal([3, 3, 1])
  })

  it('runs again from the start if its function catches the error of a deadlock', async () => {
    let statements = 0
    const refusing = changed((transaction) => ({
      query: (sql, params) => (++statements < 3 ? Promise.reject(deadlock()) : transaction.query(sql, params)),
    }))
    let runs = 0
    await unit(refusing, async (u) => {
      runs++
      await u.run(add, [1, 'a'])
      await u.query('SELECT 1').catch(() => null)
      await u.run(add, [10, 'a'])
    })
    expect([runs, statements, await value('a')]).to.deep.equal([3, 3, 11])
  })

  it('gives up after at most 20 runs, or after 10 long ones, and returns NOT_READY', async function () {
    this.timeout(30_000)
    const busy = Object.assign(new Error('busy'), { errno: 1205, errcode: 5 })
    const tried = async (milliseconds: number): Promise<number> => {
      let runs = 0
      const error = await unit(database, async () => {
        runs++
        await sleep(milliseconds)
        throw busy
      }).catch((thrown: unknown) => thrown)
      expect(error).to.include({ code: 'NOT_READY', cause: busy })
      return runs
    }
    expect(await tried(600)).to.equal(10)
    // The count depends on the random pauses between the runs.
    expect(await tried(0)).to.be.within(11, 20)
  })

  it('does not affect the next unit if its COMMIT fails', async function () {
    if (isServerDatabase) this.skip()
    await database.execute('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
    await database.execute('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
    const error = await unit(database, (u) => u.run('INSERT INTO child (id) VALUES (?)', [7])).catch((thrown: unknown) => thrown)
    expect((error as Error).message).to.match(/FOREIGN KEY/)
    await unit(database, (u) => u.run(add, [1, 'a']))
    expect([await value('a'), await database.query('SELECT id FROM child')]).to.deep.equal([1, []])
  })

  it('leaves pool connections for statements outside of units, no matter how many units are open', async () => {
    const small = await openDatabase(empty.url, { poolSize: 3 })
    const reads = Array.from({ length: 6 }, () =>
      unit(small, async (u) => {
        await u.query('SELECT 1')
        return value('a', small)
      }),
    )
    expect(await Promise.all(reads)).to.deep.equal([0, 0, 0, 0, 0, 0])
    await small.close()
  })
})
