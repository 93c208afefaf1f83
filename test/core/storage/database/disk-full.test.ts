// A database with a full disk rejects writes with NOT_READY, still answers reads, and stores again after space is freed.
import { expect } from 'chai'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { type Log, silentLog } from '../../../../core/foundation/log.js'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import { toDiskFullError } from '../../../../core/storage/database/database-errors.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../../support/database.js'

const message = 'NOT_READY: The disk of the database is full. Nothing was saved. Free some space, then try again.'
const text = 'x'.repeat(2_000)
const add = 'INSERT INTO svc_heap (text) VALUES (?)'

describe('A database with a full disk', () => {
  let empty: EmptyDatabase
  let database: Database
  const lines: string[] = []
  const log: Log = { ...silentLog, warn: (_, message) => void lines.push(message) }
  beforeEach(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url, { log })
  })
  afterEach(async () => {
    await database.close()
    await empty.drop()
  })

  const count = async (): Promise<number> =>
    Number((await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM svc_heap'))[0]!.n)
  const outcome = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'stored',
      (error: unknown) => (error instanceof ServiceError ? `${error.code}: ${error.message}` : error),
    )
  /** Limits the size of the SQLite file, in pages, on the writing connection. */
  const room = (pages: number): Promise<void> => unit(database, (u) => u.execute(`PRAGMA max_page_count = ${pages}`))
  const fill = (): Promise<unknown> =>
    unit(database, async (u) => {
      for (let row = 0; row < 200; row++) await u.run(add, [text])
    })

  it('rolls back a unit that does not fit, rejects it with NOT_READY and logs a warning', async function () {
    if (isServerDatabase) this.skip()
    await database.execute('CREATE TABLE svc_heap (text TEXT NOT NULL)')
    await database.run(add, [text])
    await room(20)
    expect(await outcome(fill())).to.equal(message)
    expect(await count()).to.equal(1)
    let bare: unknown = 'stored'
    for (let row = 0; row < 200 && bare === 'stored'; row++) bare = await outcome(database.run(add, [text]))
    expect(bare).to.equal(message)
    await room(2_000)
    expect(await outcome(fill())).to.equal('stored')
    expect(lines).to.include('The disk of the database is full. Nothing can be stored until there is free space.')
  })

  it('is recognized by the error of a database server', async function () {
    if (!isServerDatabase) this.skip()
    const heap = async (bytes: number): Promise<unknown> =>
      unit(database, async (u) => {
        await u.execute(`SET SESSION max_heap_table_size = ${bytes}`)
        await u.execute('CREATE OR REPLACE TABLE svc_heap (text VARCHAR(2000) NOT NULL) ENGINE = MEMORY')
        for (let row = 0; row < 100; row++) await u.run(add, [text])
      })
    expect(await outcome(heap(16_384))).to.equal(message)
    expect(await outcome(heap(16_777_216))).to.equal('stored')
  })

  it('is recognized by its error codes, and other errors pass through', () => {
    const noSpace = { errno: 1030, message: "Got error 28 'No space left on device' from storage engine InnoDB" }
    for (const full of [{ errno: 1021 }, { parent: { errno: 1114 } }, noSpace, { errcode: 13 }])
      expect(toDiskFullError(silentLog, full)).to.be.instanceOf(ServiceError)
    for (const other of [{ errno: 1030, message: 'Got error 122 from storage engine' }, { errno: 1062 }, { errcode: 5 }])
      expect(toDiskFullError(silentLog, other)).to.equal(other)
  })
})
