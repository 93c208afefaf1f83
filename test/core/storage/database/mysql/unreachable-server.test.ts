// A database server that is unreachable for a while: callers get NOT_READY, and the service recovers without a restart.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { DriverTransaction } from '../../../../../core/storage/database/dialect.js'
import { ServiceError } from '../../../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../../../core/foundation/log.js'
import { type Database, openDatabase } from '../../../../../core/storage/database/connection.js'
import { unit } from '../../../../../core/storage/unit-of-work/transaction.js'
import { openCuttableProxy, type CuttableProxy } from '../cuttable-proxy.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../../../support/database.js'

/** The result of a call, or the code and message of its error. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    return error instanceof ServiceError ? `${error.code}: ${error.message}` : error
  }
}

const away = 'NOT_READY: The database cannot be reached. Nothing was saved. Try again shortly.'

describe('A database server', function () {
  let empty: EmptyDatabase
  let wires: readonly [CuttableProxy, CuttableProxy]
  let database: Database
  /** The database URL through one or both proxies. */
  function url(...by: readonly CuttableProxy[]): string {
    const { host } = new URL(empty.url)
    return empty.url.replace(host, by.map(({ port }) => `127.0.0.1:${port}`).join(','))
  }

  before(async function () {
    if (!isServerDatabase) this.skip()
    empty = await createEmptyDatabase()
    const port = Number(new URL(empty.url).port || 3306)
    wires = [await openCuttableProxy(port), await openCuttableProxy(port)]
  })

  beforeEach(async () => {
    database = await openDatabase(url(wires[0]))
    await database.execute('CREATE TABLE IF NOT EXISTS svc_kept (id INT NOT NULL PRIMARY KEY)')
    await database.execute('DELETE FROM svc_kept')
  })

  afterEach(async () => {
    await database?.close()
    for (const wire of wires ?? []) {
      await wire.cut()
      await wire.restore()
    }
  })

  after(async () => {
    for (const wire of wires ?? []) await wire.cut()
    await empty?.drop()
  })

  const listConnections = async (): Promise<readonly number[]> =>
    (await database.query<{ id: number }>('SELECT id FROM svc_kept ORDER BY id')).map(({ id }) => id)

  it('is unreachable: reads and units get NOT_READY, and succeed after it is back', async () => {
    await wires[0].cut()
    expect(await outcome(database.query('SELECT 1 AS one'))).to.equal(away)
    expect(await outcome(unit(database, (u) => u.run('INSERT INTO svc_kept (id) VALUES (1)')))).to.equal(away)
    await wires[0].restore()
    await unit(database, (u) => u.run('INSERT INTO svc_kept (id) VALUES (2)'))
    expect(await listConnections()).to.deep.equal([2])
  })

  it('stops answering: reads, units and a COMMIT fail after the timeout, and succeed after it answers again', async () => {
    const impatient = await openDatabase(url(wires[0]), { patience: 400 })
    try {
      await impatient.query('SELECT 1 AS one')
      wires[0].hold()
      const began = performance.now()
      const outcomes = await Promise.all([
        outcome(impatient.query('SELECT 1 AS one')),
        outcome(unit(impatient, (u) => u.run('INSERT INTO svc_kept (id) VALUES (1)'))),
      ])
      expect(outcomes).to.deep.equal([away, away])
      expect(performance.now() - began).to.be.below(15_000)
      wires[0].release()
      expect(await outcome(unit(impatient, (u) => u.run('INSERT INTO svc_kept (id) VALUES (2)')))).to.have.property('affected', 1)
      const message = await outcome(
        unit(impatient, async (u) => {
          await u.run('INSERT INTO svc_kept (id) VALUES (3)')
          wires[0].hold()
        }),
      )
      expect(message).to.include('was lost while saving')
      wires[0].release()
      expect(await listConnections()).to.include(2)
    } finally {
      wires[0].release()
      await impatient.close()
    }
  })

  it('stops answering after the first of two statements sent together: the unit fails after the timeout', async () => {
    const impatient = await openDatabase(url(wires[0]), { patience: 400 })
    try {
      const began = performance.now()
      const both = unit(impatient, (u) => Promise.all([u.query('SELECT 1 AS one'), u.query('SELECT SLEEP(30) AS slept')]))
      expect(await outcome(both)).to.equal(away)
      expect(performance.now() - began).to.be.below(15_000)
    } finally {
      await impatient.close()
    }
  })

  it('closed a connection: a unit without statements uses another one, and a unit that loses it in every run gets NOT_READY', async () => {
    const [other] = await database.query<{ id: number }>('SELECT CONNECTION_ID() AS id')
    const [own] = await unit(database, async (u) => u.query<{ id: number }>('SELECT CONNECTION_ID() AS id'))
    expect(own!.id).to.not.equal(other!.id)
    const kill = (id: number): Promise<void> => database.execute(`KILL ${id}`)
    await unit(database, async (u) => {
      await kill(own!.id)
      await u.run('INSERT INTO svc_kept (id) VALUES (4)')
    })
    const late = unit(database, async (u) => {
      const [connection] = await u.query<{ id: number }>('SELECT CONNECTION_ID() AS id')
      await kill(connection!.id)
      await u.run('INSERT INTO svc_kept (id) VALUES (5)')
    })
    expect(await outcome(late)).to.equal(away)
    expect(await listConnections()).to.deep.equal([4])
    expect(database.driver.load()).to.deep.include({ busy: 0, waiting: 0 })
  })

  it('closed an idle connection: statements sent together are repeated as a whole on a new one', async () => {
    for (const milliseconds of [null, 0, 1, 2, 5, 20]) {
      await database.execute('DELETE FROM svc_kept')
      const own = await unit(database, (u) => u.query<{ id: number }>('SELECT CONNECTION_ID() AS id'))
      let runs = 0
      await unit(database, async (u) => {
        if (++runs === 1) await database.execute(`KILL ${own[0]!.id}`)
        const first = u.run('INSERT INTO svc_kept (id) VALUES (8)')
        // The failure is expected, and reported where the statement is awaited.
        first.catch(() => undefined)
        if (milliseconds !== null) await sleep(milliseconds)
        await Promise.all([first, u.run('INSERT INTO svc_kept (id) VALUES (9)')])
      })
      expect([runs <= 2, await listConnections()], String(milliseconds)).to.deep.equal([true, [8, 9]])
      expect(database.driver.load()).to.deep.include({ busy: 0, waiting: 0 })
    }
  })

  it('closed the connection in the middle of a unit: the unit runs once more as a whole', async () => {
    let runs = 0
    const lost = unit(database, async (u) => {
      const [connection] = await u.query<{ id: number }>('SELECT CONNECTION_ID() AS id')
      await u.run('INSERT INTO svc_kept (id) VALUES (6)')
      if (++runs === 1) await database.execute(`KILL ${connection!.id}`)
      await u.run('INSERT INTO svc_kept (id) VALUES (7)')
    })
    expect(await outcome(lost)).to.equal(undefined)
    expect([runs, await listConnections()]).to.deep.equal([2, [6, 7]])
    expect(database.driver.load()).to.deep.include({ busy: 0, waiting: 0 })
  })

  it('becomes unreachable inside a unit: nothing is stored, and the next unit gets its turn', async () => {
    const failing = Array.from({ length: 20 }, (_, id) =>
      outcome(
        unit(database, async (u) => {
          await u.run('INSERT INTO svc_kept (id) VALUES (?)', [id])
          await wires[0].cut()
          await u.query('SELECT 1 AS one')
        }),
      ),
    )
    expect(new Set(await Promise.all(failing))).to.deep.equal(new Set([away]))
    await wires[0].restore()
    expect(await listConnections()).to.deep.equal([])
  })

  it('becomes unreachable during the COMMIT: the error says that the outcome is unknown', async () => {
    const begin = async (): Promise<DriverTransaction> => {
      const transaction = await database.driver.begin()
      const commit = async (): Promise<void> => {
        setImmediate(() => void wires[0].cut())
        // The COMMIT must find the connection closed.
        await new Promise((resolve) => setTimeout(resolve, 50))
        await transaction.commit()
      }
      return { ...transaction, commit }
    }
    const result = await outcome(
      unit({ ...database, driver: { ...database.driver, begin } }, async (u) => {
        await u.run('INSERT INTO svc_kept (id) VALUES (3)')
      }),
    )
    expect(result).to.equal(
      'NOT_READY: The connection to the database was lost while saving. Check whether the change was saved before you send it again.',
    )
  })

  it('is unreachable: 200 failed calls log ten lines', async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (_, message) => void lines.push(message) }
    const logged = await openDatabase(url(wires[0]), { log })
    await wires[0].cut()
    await Promise.all(Array.from({ length: 200 }, () => outcome(logged.query('SELECT 1 AS one'))))
    expect(lines).to.deep.equal(Array(10).fill('The database cannot be reached.'))
    await logged.close()
  })

  it('has several hosts: the first host that answers is used, at the start and after a lost connection', async () => {
    const several = await openDatabase(url(wires[0], wires[1]))
    try {
      await wires[0].cut()
      await outcome(several.query('SELECT 1 AS one'))
      expect(await several.query('SELECT 2 AS two')).to.deep.equal([{ two: 2 }])
      await wires[0].restore()
      await wires[1].cut()
      await outcome(several.query('SELECT 1 AS one'))
      expect(await unit(several, (u) => u.query('SELECT 3 AS three'))).to.deep.equal([{ three: 3 }])
      await wires[0].cut()
      expect(await outcome(several.query('SELECT 1 AS one'))).to.equal(away)
    } finally {
      await several.close()
    }
    await wires[1].restore()
    const late = await openDatabase(url(wires[0], wires[1]))
    expect(await late.query('SELECT 4 AS four')).to.deep.equal([{ four: 4 }])
    await late.close()
  })

  it('has several hosts and none answers: the error lists every host', async () => {
    for (const wire of wires) await wire.cut()
    const message = String(await outcome(openDatabase(url(...wires))))
    expect(message).to.match(
      /on 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ cannot be used: none of them answers \(ECONNREFUSED\)\. Check/,
    )
  })
})
