// Units: whole or not at all, run again where the database asks for it, nothing seen before the commit.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Table } from '../../../../core/foundation/table.js'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import type { DriverTransaction } from '../../../../core/storage/database/driver.js'
import type { Queryable } from '../../../../core/storage/database/queryable.js'
import { unit } from '../../../../core/storage/database/unit.js'
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

  it("stores all of its writes and gives its closure's result", async () => {
    const result = await unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      await u.run(add, [2, 'b'])
      return 'done'
    })
    expect([result, await value('a'), await value('b')]).to.deep.equal(['done', 1, 2])
  })

  it('stores nothing where its closure throws, and passes the error on', async () => {
    const failing = unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      throw new Error('no')
    })
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('no')
    expect(await value('a')).to.equal(0)
  })

  it('shows its writes to itself and, before the commit, to nobody else', async () => {
    const seen = await unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      return [await value('a', u), await value('a')]
    })
    expect(seen).to.deep.equal([1, 0])
  })

  it('stores nothing in a dry run and lets nothing follow it', async () => {
    const followed: string[] = []
    const seen = await unit(
      database,
      async (u) => {
        u.afterCommit(() => void followed.push('after'))
        await u.run(add, [1, 'a'])
        return value('a', u)
      },
      { dryRun: true },
    )
    expect([seen, await value('a'), followed]).to.deep.equal([1, 0, []])
  })

  it('joins an open unit, and what is to follow runs once, after the outermost commit', async () => {
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

  it('takes a dry run inside it back without losing its own writes', async () => {
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

  it('does not commit half of a joined unit that failed and was caught', async () => {
    const outcome = unit(database, async (outer) => {
      const joined = unit(outer, async (inner) => {
        await inner.run(add, [1, 'a'])
        throw new Error('no')
      })
      await joined.catch(() => {})
      await outer.run(add, [1, 'b'])
    })
    expect(await outcome.catch((error: unknown) => (error as Error).message)).to.match(/unit inside this one failed/)
    expect([await value('a'), await value('b')]).to.deep.equal([0, 0])
  })

  it('commits where a joined unit failed before it wrote', async () => {
    await unit(database, async (outer) => {
      await unit(outer, async () => Promise.reject(new Error('refused'))).catch(() => {})
      await outer.run(add, [1, 'b'])
    })
    expect(await value('b')).to.equal(1)
  })

  it('keeps what was stored where something that follows fails', async () => {
    await unit(database, async (u) => {
      u.afterCommit(() => {
        throw new Error('late')
      })
      await u.run(add, [1, 'a'])
    })
    expect(await value('a')).to.equal(1)
  })

  it('goes on meanwhile, and stores only once what is under way has arrived', async () => {
    const seen = await unit(database, async (u) => {
      u.defer(u.run(add, [1, 'a']))
      u.defer(sleep(20).then(() => u.run(add, [1, 'b'])))
      return value('a', u)
    })
    expect([seen, await value('a'), await value('b')]).to.deep.equal([1, 1, 1])
  })

  it('stores nothing where what was under way fails, and fails with that, whatever came of the rest', async () => {
    const failing = (rest: () => unknown) =>
      unit(database, async (u) => {
        u.defer(
          u.run(add, [1, 'a']).then(() => {
            throw new Error('under way')
          }),
        )
        await u.run(add, [1, 'b'])
        return rest()
      }).catch((error: unknown) => (error as Error).message)
    const rests = [
      () => 'done',
      () => {
        throw new Error('the rest')
      },
    ]
    for (const rest of rests) expect(await failing(rest)).to.equal('under way')
    const inTheEnd = unit(database, async (u) => {
      await u.run(add, [1, 'a'])
      u.beforeCommit('last', (last) => last.defer(Promise.reject(new Error('in the end'))))
    })
    expect(await inTheEnd.catch((error: unknown) => (error as Error).message)).to.equal('in the end')
    expect([await value('a'), await value('b')]).to.deep.equal([0, 0])
  })

  it('takes back with a dry run inside it what was under way there, and goes on where that failed', async () => {
    await unit(database, async (outer) => {
      outer.defer(outer.run(add, [1, 'a']))
      const rehearsed = unit(
        outer,
        async (inner) => {
          inner.defer(inner.run(add, [10, 'a']))
          inner.defer(Promise.reject(new Error('under way')))
        },
        { dryRun: true },
      )
      expect(await rehearsed.catch((error: unknown) => (error as Error).message)).to.equal('under way')
      await outer.run(add, [1, 'b'])
    })
    expect([await value('a'), await value('b')]).to.deep.equal([1, 1])
  })

  it('refuses statements after its end', async () => {
    const kept = await unit(database, async (u) => u)
    expect(() => kept.query('SELECT 1')).to.throw(/has ended/)
  })

  it('loses none of forty read-modify-writes at once', async () => {
    const increment = (): Promise<void> =>
      unit(database, async (u) => {
        const sql = `SELECT value FROM svc_counters WHERE name = ? ${u.dialect.forUpdate}`
        const [row] = await u.query<{ value: number }>(sql, ['a'])
        await u.run('UPDATE svc_counters SET value = ? WHERE name = ?', [row!.value + 1, 'a'])
      })
    await Promise.all(Array.from({ length: 40 }, increment))
    expect(await value('a')).to.equal(40)
  })

  it('runs its closure again where two wait crosswise, and both are stored', async () => {
    const cross = (first: string, second: string): Promise<void> =>
      unit(database, async (u) => {
        await u.run(add, [1, first])
        await new Promise((resolve) => setTimeout(resolve, 30))
        await u.run(add, [1, second])
      })
    await Promise.all([cross('a', 'b'), cross('b', 'a')])
    expect([await value('a'), await value('b')]).to.deep.equal([2, 2])
  })

  it('queues a bare write behind it', async () => {
    let bare: Promise<unknown> | undefined
    await unit(database, async (u) => {
      await u.run('UPDATE svc_counters SET value = ? WHERE name = ?', [5, 'a'])
      bare = database.run('UPDATE svc_counters SET value = value * 2 WHERE name = ?', ['a'])
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    await bare
    expect(await value('a')).to.equal(10)
  })

  /** What either database says where it has taken a transaction back. */
  const deadlock = (): Error => Object.assign(new Error('busy'), { errno: 1213, errcode: 5 })
  /** The database with transactions that do something else. */
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

  it('runs its closure again where the COMMIT fails for want of a retry, and is stored once', async () => {
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

  it('stores no end without its beginning where somebody swallows that the database took it back', async () => {
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
    statements = 0
    await unit(refusing, async (u) => {
      await u.run(add, [100, 'a'])
      u.beforeCommit('last', async (last) => void (await last.query('SELECT 1').catch(() => null)))
    })
    expect([statements, await value('a')]).to.deep.equal([3, 111])
  })

  it('runs its closure again where the database took it back meanwhile', async () => {
    const runs: number[] = []
    let refusals = 2
    const refusing = changed((transaction) => ({
      run: (sql, params) => (refusals-- > 0 ? Promise.reject(deadlock()) : transaction.run(sql, params)),
    }))
    await unit(refusing, async (u) => {
      runs.push(runs.length)
      u.defer(u.run(add, [1, 'a']))
      // What follows may find the beginning gone, and say so.
      if (runs.length === 1) throw new Error('the beginning is gone')
    })
    expect([runs, await value('a')]).to.deep.equal([[0, 1, 2], 1])
  })

  it('gives up after twenty runs, after ten that took long, and tells callers to come again', async function () {
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
    // However long it slept in between.
    expect(await tried(0)).to.be.within(11, 20)
  })

  it('leaves the next unit alone where its COMMIT fails', async function () {
    if (isServerDatabase) this.skip()
    await database.execute('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
    await database.execute('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
    const error = await unit(database, (u) => u.run('INSERT INTO child (id) VALUES (?)', [7])).catch((thrown: unknown) => thrown)
    expect((error as Error).message).to.match(/FOREIGN KEY/)
    await unit(database, (u) => u.run(add, [1, 'a']))
    expect([await value('a'), await database.query('SELECT id FROM child')]).to.deep.equal([1, []])
  })

  it('leaves connections over for statements outside of it, however many are open', async () => {
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
