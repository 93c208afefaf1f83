// The records that a unit has locked or written: read once and cached until another statement of the unit changes their table.
import { expect } from 'chai'
import { cart } from '../../../../core/model/entities/orders/cart.js'
import { cartPosition } from '../../../../core/model/entities/orders/cart-position.js'
import { configuration } from '../../../../core/model/entities/orders/configuration.js'
import { type Unit, unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { joinReferencedRecords } from '../../../../core/storage/record/load.js'
import { type TransactionContext, ServiceContext } from '../../../../core/storage/service-context.js'
import { requireEntity } from '../../../../core/model/registry.js'
import { openTestContext, type TestContext } from '../test-context.js'

describe('A record that a unit has locked or written', () => {
  let context: TestContext
  let id: number
  let other: number

  before(async () => {
    context = await openTestContext()
    const write = (token: string): Promise<number> => new ServiceContext(context).write(cart, { token, state: 'open' })
    ;[id, other] = [await write('one'), await write('other')]
  })
  after(() => context?.database.close())

  const entity = (name: string) => requireEntity(context.registry, name)
  const condition = () => ({ column: 'id', values: [id] })
  const note = async (work: ServiceContext): Promise<string | undefined> => (await work.read(cart, id))?.values.note
  /** The number of SELECTs of carts during the work. */
  async function reads(work: () => Promise<unknown>): Promise<number> {
    let count = 0
    const end = context.database.observe((sql) => void (sql.startsWith('SELECT') && sql.includes('FROM `svc_cart` ') && count++))
    await work()
    end()
    return count
  }
  const inUnit = (work: (inside: ServiceContext & TransactionContext) => Promise<void>): Promise<void> =>
    new ServiceContext(context).transact(work)

  it('is read and locked once, and written without another query', async () => {
    await inUnit(async (work) => {
      expect(await reads(() => work.lock(cart, condition()))).to.equal(1)
      const again = async (): Promise<void> => {
        await work.lock(cart, condition())
        await work.write(cart, { note: 'first' }, { id })
        await work.write(cart, { note: 'second' }, { id })
        expect(await note(work)).to.equal('second')
      }
      expect(await reads(again)).to.equal(0)
      // The other record is not cached.
      expect(await reads(() => work.list(cart, { column: 'id', values: [id, other] }))).to.equal(1)
    })
    expect(await note(new ServiceContext(context))).to.equal('second')
  })

  it('is not cached after a plain read, so later reads return changes of other units', async () => {
    await inUnit(async (work) => {
      await note(work)
      expect(await reads(() => note(work))).to.equal(1)
    })
  })

  it('is queried again if the key is not its id', async () => {
    await inUnit(async (work) => {
      await work.lock(cart, condition())
      expect(await reads(() => work.lock(cart, { column: 'token', values: ['one'] }))).to.equal(1)
    })
  })

  it('is a valid reference without another query', async () => {
    const looked = async (work: ServiceContext): Promise<number> => {
      const configuration = await new ServiceContext(context, { unit: work.unit }).write(entity('configuration'), {
        token: String(Math.random()),
        product_id: await productOf(work),
        state: 'open',
      })
      return reads(() => work.write(cartPosition, { cart_id: id, configuration_id: configuration }))
    }
    const productOf = (work: ServiceContext): Promise<number> =>
      work.write(entity('product'), { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 })
    await inUnit(async (work) => {
      await work.lock(cart, condition())
      expect(await looked(work)).to.equal(0)
      throw new Error('not stored')
    }).catch((error: Error) => expect(error.message).to.equal('not stored'))
    await inUnit(async (work) => {
      expect(await looked(work)).to.equal(1)
      throw new Error('not stored')
    }).catch((error: Error) => expect(error.message).to.equal('not stored'))
  })

  it('is read again after a direct statement of the unit changed its table', async () => {
    await inUnit(async (work) => {
      await work.lock(cart, condition())
      await work.unit.run('UPDATE svc_cart SET note = ?, revision = revision + 1 WHERE id = ?', ['by hand', id])
      expect(await note(work)).to.equal('by hand')
      await work.write(cart, { note: 'by the pipeline' }, { id })
    })
    expect(await note(new ServiceContext(context))).to.equal('by the pipeline')
  })

  it('is no longer cached after the unit deleted it', async () => {
    await inUnit(async (work) => {
      const created = await work.write(cart, { token: 'made', state: 'open' })
      expect(work.unit.identityMap.has(entity('cart'), created)).to.equal(true)
      await work.remove(cart, created)
      expect(await work.read(cart, created)).to.equal(null)
    })
  })

  it('has its previous values after an inner dry run', async () => {
    await inUnit(async (work) => {
      await work.write(cart, { note: 'kept' }, { id })
      let created = 0
      const rehearse = async (open: Unit): Promise<void> => {
        const inside = new ServiceContext(context, { unit: open })
        await inside.write(cart, { note: 'rehearsed' }, { id })
        created = await inside.write(cart, { token: 'rehearsed', state: 'open' })
        expect(await note(inside)).to.equal('rehearsed')
      }
      await unit(work.unit, rehearse, { dryRun: true })
      expect(await note(work)).to.equal('kept')
      expect(await work.read(cart, created)).to.equal(null)
    })
    expect(await note(new ServiceContext(context))).to.equal('kept')
  })

  it('is read and locked with the record that it refers to by one statement', async () => {
    const position = entity('cart-position')
    await inUnit(async (work) => {
      const product = await work.write(entity('product'), { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 })
      const fields = { token: 'beside', product_id: product, state: 'in_cart' } as const
      const configuration_id = await work.write(configuration, fields)
      const full = await work.write(cartPosition, { cart_id: other, configuration_id, title: 'Lamp', quantity: 2 })
      const removed = await work.write(cartPosition, { cart_id: other, configuration_id, title: 'Gone', quantity: 1 })
      await work.unit.run('UPDATE svc_cart_position SET configuration_id = 999999 WHERE id = ?', [removed])
      const selection = { column: 'cart_id', value: other }
      let statements = 0
      const end = context.database.observe(() => statements++)
      const joins = { configured: joinReferencedRecords('configuration_id', configuration) }
      const [, [first, second, ...more]] = await work.findWith(cartPosition, joins, selection)
      end()
      expect(statements).to.equal(1)
      expect(first!.record).to.deep.equal(await work.read(cartPosition, full))
      expect(first!.configured[0]).to.deep.equal(
        (await new ServiceContext(context, { unit: work.unit }).list(configuration, { column: 'token', values: ['beside'] }))[0],
      )
      expect(second).to.containSubset({ record: { id: removed, revision: 1, values: { title: 'Gone' } }, configured: [] })
      expect(more).to.deep.equal([])
      expect([
        work.unit.identityMap.has(position, removed),
        work.unit.identityMap.has(entity('configuration'), configuration_id),
      ]).to.deep.equal([true, true])
      expect((await work.findWith(cartPosition, joins, { column: 'cart_id', value: -1 }))[1]).to.deep.equal([])
      throw new Error('not stored')
    }).catch((error: Error) => expect(error.message).to.equal('not stored'))
  })

  it('is changed without another query if the caller passes the record that it read, unless another write came first', async () => {
    const work = new ServiceContext(context)
    const record = (await work.read(cart, id))!
    const change = (text: string): Promise<number> => work.write(cart, { note: text }, { id, existingRecord: record })
    expect(await reads(() => change('as read'))).to.equal(0)
    const refused = await change('too late').catch((error: unknown) => error)
    expect(refused).to.include({ code: 'PRECONDITION_FAILED' })
    expect(await note(work)).to.equal('as read')
    // Records with texts are read again, and a stale one is rejected in the same way.
    const product = entity('product')
    const productId = await work.write(product, { title_en_GB: 'Shelf', title_de_DE: 'Regal', tax_class_id: 1 })
    const read = (await work.read(product, productId))!
    const rename = (title_en_GB: string): Promise<number> =>
      work.write(product, { title_en_GB }, { id: productId, existingRecord: read })
    await rename('Rack')
    expect(await rename('Board').catch((error: unknown) => error)).to.include({ code: 'PRECONDITION_FAILED' })
  })

  it('can be locked through a subquery for its id', async () => {
    await inUnit(async (work) => {
      const of = 'SELECT id FROM svc_cart WHERE token = ?'
      const [record, ...more] = await work.lock(cart, { column: 'id', values: ['other'], of })
      expect([record!.id, more.length]).to.deep.equal([other, 0])
      expect(await work.lock(cart, { column: 'id', values: ['nobody'], of })).to.deep.equal([])
    })
  })
})
