// Connections above the maximum age are closed between two units. A server in maintenance thus loses all its connections.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../../core/storage/database/connection.js'
import { type Unit, unit } from '../../../../../core/storage/unit-of-work/transaction.js'
import { openCuttableProxy, type CuttableProxy } from '../cuttable-proxy.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../../../support/database.js'

const age = 600
/** Milliseconds. Long, because the test machine can be busy. */
const patience = 20_000

async function until(isReached: () => boolean): Promise<void> {
  for (const deadline = performance.now() + patience; !isReached() && performance.now() < deadline; ) await sleep(20)
}

const idOf = async (on: Database | Unit): Promise<number> =>
  Number((await on.query<{ id: number }>('SELECT CONNECTION_ID() AS id'))[0]!.id)

describe('A connection above the maximum age', function () {
  let empty: EmptyDatabase
  let wires: readonly [CuttableProxy, CuttableProxy]
  let database: Database

  before(async function () {
    if (!isServerDatabase) this.skip()
    empty = await createEmptyDatabase()
    const port = Number(new URL(empty.url).port || 3306)
    wires = [await openCuttableProxy(port), await openCuttableProxy(port)]
    const by = wires.map((wire) => `127.0.0.1:${wire.port}`).join(',')
    database = await openDatabase(empty.url.replace(new URL(empty.url).host, by), { connectionAge: age })
    await database.execute('CREATE TABLE svc_kept (id INT NOT NULL PRIMARY KEY)')
  })

  after(async () => {
    await database?.close()
    for (const wire of wires ?? []) await wire.cut()
    await empty?.drop()
  })

  it('is replaced without a failed statement under load, and a unit keeps its connection to its end', async () => {
    const failures: unknown[] = []
    const end = new AbortController()
    let stored = 0
    const work = async (place: number): Promise<void> => {
      for (let turn = 0; !end.signal.aborted; turn++) {
        try {
          await database.query('SELECT 1 AS one')
          await unit(database, (u) => u.run('INSERT INTO svc_kept (id) VALUES (?)', [place * 1_000_000 + turn]))
          stored++
        } catch (error) {
          failures.push(error)
        }
        await sleep(1)
      }
    }
    const all = Array.from({ length: 8 }, (_, place) => work(place + 1))
    await until(() => wires[0].connectionCount >= 8)
    wires[0].drain()
    const long = await unit(database, async (u) => {
      const [started, first] = [performance.now(), await idOf(u)]
      await sleep(2 * age)
      await u.run('INSERT INTO svc_kept (id) VALUES (0)')
      return { kept: first === (await idOf(u)), milliseconds: performance.now() - started }
    })
    await until(() => wires[0].connectionCount === 0)
    const [connectionCount, secondCount, before] = [wires[0].connectionCount, wires[1].connectionCount, stored]
    await until(() => stored > before)
    end.abort()
    await Promise.all(all)
    expect(long.kept).to.equal(true)
    expect(long.milliseconds).to.be.above(age)
    expect([connectionCount, failures]).to.deep.equal([0, []])
    expect(secondCount).to.be.above(0)
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM svc_kept')
    expect(Number(count)).to.equal(stored + 1)
  })

  it('is closed if no statement needs it', async () => {
    await unit(database, (u) => u.query('SELECT 1 AS one'))
    await until(() => database.driver.load().open === 0)
    expect(database.driver.load().open).to.equal(0)
    await until(() => wires[1].connectionCount === 0)
    expect(wires[1].connectionCount).to.equal(0)
  })
})
