// The snapshot of shop settings in a unit: recently used versions are read with the first query, and are never outdated.
import { expect } from 'chai'
import { loadVersions } from '../../../core/storage/caches.js'
import { cart } from '../../../core/model/entities/orders/cart.js'
import { configuration } from '../../../core/model/entities/orders/configuration.js'
import { product } from '../../../core/model/entities/catalog/product.js'
import { currency } from '../../../core/model/entities/store/currency.js'
import { requireEntity } from '../../../core/model/registry.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { ServiceContext } from '../../../core/storage/service-context.js'
import { openTestContext, type TestContext } from './test-context.js'

describe('The snapshot of a unit', () => {
  let context: TestContext

  beforeEach(async () => {
    context = await openTestContext()
  })
  afterEach(() => context?.database.close())

  const looks = async (topics: readonly string[]): Promise<{ statements: number; versions: ReadonlyMap<string, number> }> => {
    let statements = 0
    const end = context.database.observe((sql) => void (statements += Number(sql.includes('FROM svc_versions'))))
    const versions = await new ServiceContext(context).transact(async (inside) => {
      const versionedContext = await inside.at()
      return (await versionedContext.at(...topics)).versionedSnapshot.versions
    })
    end()
    return { statements, versions }
  }

  it('reads the versions of the store and of recently used topics in one statement', async () => {
    expect((await looks(['product:1', 'product:2'])).statements).to.equal(2)
    expect((await looks(['product:1', 'product:2'])).statements).to.equal(1)
    expect((await looks(['product:3'])).statements).to.equal(2)
    expect((await looks(['product:1', 'product:3'])).statements).to.equal(1)
  })

  it('contains changes of other units before its start', async () => {
    for (let round = 0; round < 3; round++) {
      await unit(context.database, async (u) => u.changeSet.raiseVersion('product:1'))
      const { versions } = await looks(['product:1'])
      expect(versions.get('product:1')).to.equal((await loadVersions(context.database, ['product:1'])).get('product:1'))
    }
  })

  it('does not wait for readers outside of units that load the same records: on SQLite in memory they wait for the unit', async () => {
    const outside = await new ServiceContext(context).at()
    const reading: Promise<unknown>[] = []
    const codes = await new ServiceContext(context).transact(async (inside) => {
      const work = await inside.at()
      expect(work.versionedSnapshot.snapshot).to.equal(outside.versionedSnapshot.snapshot)
      reading.push(outside.records(currency))
      return (await work.records(currency)).map(({ code }) => code)
    })
    await Promise.all(reading)
    expect(codes).to.include('EUR')
  })

  describe('with a record that is found', () => {
    let id: number
    beforeEach(async () => {
      id = await new ServiceContext(context).write(cart, { token: 'found', state: 'open' })
    })
    const condition = { column: 'token', values: ['found'] }

    const counted = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
      let statements = 0
      const end = context.database.observe(() => statements++)
      const result = await work()
      end()
      return [statements, result]
    }

    it('is read by the same statement, inside and outside of a unit, and not again', async () => {
      await looks(['product:1'])
      await unit(context.database, async (u) => u.changeSet.raiseVersion('product:1'))
      const current = await loadVersions(context.database, ['product:1', 'store'])
      const findCart = async (work: ServiceContext): Promise<void> => {
        const [statements, [cartWork, [record]]] = await counted(() => work.find(cart, condition))
        expect(statements).to.equal(1)
        expect(record).to.containSubset({ id, values: { token: 'found' } })
        expect([
          cartWork.versionedSnapshot.versions.get('store'),
          cartWork.versionedSnapshot.versions.get('product:1'),
        ]).to.deep.equal([current.get('store'), current.get('product:1')])
        const [more, again] = await counted(() => cartWork.at('product:1'))
        expect([more, again.versionedSnapshot]).to.deep.equal([0, cartWork.versionedSnapshot])
      }
      await findCart(new ServiceContext(context))
      await new ServiceContext(context).transact(findCart)
    })

    it('contains the version of the product of the record, whichever topics were used recently', async () => {
      const lamp = { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 }
      const product_id = await new ServiceContext(context).write(product, lamp)
      const topic = `product:${product_id}`
      await new ServiceContext(context).write(configuration, { token: 'of the lamp', product_id, state: 'open' })
      const own = { prefix: 'product:', column: 'product_id' }
      const look = async (): Promise<number | undefined> => {
        const [snapshotWork] = await new ServiceContext(context).find(
          configuration,
          { column: 'token', values: ['of the lamp'] },
          own,
        )
        return snapshotWork.versionedSnapshot.versions.get(topic)
      }
      const before = await look()
      expect(before).to.equal((await loadVersions(context.database, [topic])).get(topic))
      await unit(context.database, async (u) => u.changeSet.raiseVersion(topic))
      expect(await look()).to.be.above(before!)
    })

    it('is not read if no record is found', async () => {
      const [snapshotWork, records] = await new ServiceContext(context).find(cart, { column: 'token', values: ['nothing'] })
      expect(records).to.deep.equal([])
      expect(() => snapshotWork.versionedSnapshot).to.throw('Call `at` first')
      expect((await snapshotWork.at()).versionedSnapshot.versions.has('store')).to.equal(true)
    })

    it('contains changes of the unit itself', async () => {
      const own = { title_en_GB: 'Test', title_de_DE: 'Test', code: 'XTS', symbol: 'x', multiplicator: 11 }
      await new ServiceContext(context).transact(async (inside) => {
        await inside.write(requireEntity(context.registry, 'currency'), own)
        const [snapshotWork] = await inside.find(cart, condition)
        expect((await snapshotWork.records(currency)).map(({ code }) => code)).to.include('XTS')
      })
    })

    it('does not lock versions with the record, so other units can bump them', async function () {
      if (context.database.dialect.name === 'sqlite') this.skip()
      await new ServiceContext(context).transact(async (inside) => {
        await inside.find(cart, condition)
        await unit(context.database, async (u) => u.changeSet.raiseVersion('store'))
      })
    })
  })

  it('contains at most eight topics, no matter how many were used before', async () => {
    for (let product = 1; product <= 40; product++) await looks([`product:${product}`])
    expect((await looks(['product:40'])).versions.size).to.be.at.most(8)
  })
})
