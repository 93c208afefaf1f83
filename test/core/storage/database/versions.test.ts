// Topic versions and the caches that depend on them.
import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../core/storage/database/connection.js'
import { internalTables } from '../../../../core/storage/database/internal-tables.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { loadVersions, VersionedCache } from '../../../../core/storage/caches.js'
import { createEmptyDatabase, createTables, type EmptyDatabase } from '../../../support/database.js'

describe('The version of a topic', () => {
  let empty: EmptyDatabase
  let database: Database
  before(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url)
    await createTables(database, internalTables)
  })
  after(async () => {
    await database.close()
    await empty.drop()
  })

  const version = async (topic: string, on = database): Promise<number> => (await loadVersions(on, [topic])).get(topic)!
  const raise = (...topics: string[]): Promise<void> =>
    unit(database, async (u) => {
      for (const topic of topics) u.changeSet.raiseVersion(topic)
    })

  it('is 0 before the first bump', async () => {
    expect([...(await loadVersions(database, ['x', 'y']))]).to.deep.equal([
      ['x', 0],
      ['y', 0],
    ])
  })

  it('increases with each unit that bumps it, and another connection reads it at once', async () => {
    const other = await openDatabase(empty.url)
    let last = 0
    for (let round = 0; round < 5; round++) {
      await raise('store')
      const next = await version('store', other)
      expect(next).to.be.greaterThan(last)
      last = next
    }
    await other.close()
  })

  it('is written as the last statement of the unit, together with all other bumped topics', async () => {
    const statements: string[] = []
    const end = database.observe((sql) => statements.push(sql))
    await unit(database, async (u) => {
      for (let time = 0; time < 3; time++) u.changeSet.raiseVersion('product:1')
      expect([u.changeSet.isVersionRaised('product:1'), u.changeSet.isVersionRaised('product:2')]).to.deep.equal([true, false])
      u.changeSet.raiseVersion('store')
      await u.run('DELETE FROM svc_files')
    })
    end()
    expect(statements.map((sql) => sql.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'DELETE FROM svc_files',
      'INSERT INTO `svc_versions`',
    ])
  })

  it('does not change if the unit is rolled back or a dry run', async () => {
    const before = await version('store')
    const failing = unit(database, async (u) => {
      u.changeSet.raiseVersion('store')
      throw new Error('no')
    })
    await failing.catch(() => {})
    await unit(database, async (u) => u.changeSet.raiseVersion('store'), { dryRun: true })
    expect(await version('store')).to.equal(before)
  })

  it('is not reused after a rollback', async () => {
    const versions = new Set<number>()
    for (let round = 0; round < 10; round++) {
      await unit(
        database,
        async (u) => {
          u.changeSet.raiseVersion('rolled')
          await u.changeSet.storeVersions(u)
          const [row] = await u.query<{ version: number }>('SELECT version FROM svc_versions WHERE topic = ?', ['rolled'])
          versions.add(row!.version)
        },
        { dryRun: true },
      )
    }
    expect(versions.size).to.be.greaterThan(1)
  })

  it('is bumped without a deadlock by units that use a different order of topics', async () => {
    const before = [await version('a'), await version('b')]
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? raise('a', 'b') : raise('b', 'a'))))
    expect((await version('a')) > before[0]! && (await version('b')) > before[1]!).to.equal(true)
  })
})

describe('A versioned cache', () => {
  let empty: EmptyDatabase
  let database: Database
  before(async () => {
    empty = await createEmptyDatabase()
    database = await openDatabase(empty.url)
  })
  after(async () => {
    await database.close()
    await empty.drop()
  })

  it('loads once per version, no matter how many callers ask at the same time', async () => {
    const cache = new VersionedCache<string, number>(10)
    let loads = 0
    const load = async (): Promise<number> => ++loads
    expect(await Promise.all([cache.get('k', 1, load), cache.get('k', 1, load)])).to.deep.equal([1, 1])
    expect(await cache.get('k', 2, load)).to.equal(2)
    expect(await cache.get('k', 2, load)).to.equal(2)
  })

  it('lets a unit repeat a load that runs outside of units, because that load can wait for the unit', async () => {
    const cache = new VersionedCache<string, number>(10)
    const outside = cache.get('k', 1, () => new Promise<number>(() => undefined), database)
    await unit(database, async (u) => {
      expect(await cache.get('k', 1, async () => 7, u)).to.equal(7)
      expect(await cache.get('k', 1, async () => 8, u)).to.equal(7)
    })
    expect(await cache.get('k', 1, async () => 9, database)).to.equal(7)
    void outside
  })

  it('does not cache a failed load', async () => {
    const cache = new VersionedCache<string, number>(10)
    const failed = await cache.get('k', 1, async () => Promise.reject(new Error('no'))).catch(() => 'failed')
    expect([failed, await cache.get('k', 1, async () => 7)]).to.deep.equal(['failed', 7])
  })

  it('evicts the least recently used entry when it is full', async () => {
    const cache = new VersionedCache<string, string>(2)
    const loaded: string[] = []
    const get = (key: string): Promise<string> =>
      cache.get(key, 1, async () => {
        loaded.push(key)
        return key
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
    expect(loaded).to.deep.equal(['a', 'b', 'c', 'b'])
  })
})
