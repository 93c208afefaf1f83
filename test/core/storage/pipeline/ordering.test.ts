// The position of a record among its siblings: later siblings move on, including concurrent moves of several records.
import { expect } from 'chai'
import type { Context } from '../../../../core/storage/context.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openSharedContexts } from '../test-context.js'

const both = (text: string): Record<string, unknown> => ({ title_en_GB: text, title_de_DE: text })

describe('The position of a record', () => {
  let here: Context
  let there: Context
  let close: () => Promise<void>
  let product: number
  let ids: Record<string, number>
  before(async () => {
    const shared = await openSharedContexts(2)
    close = shared.close
    ;[here, there] = shared.contexts as [Context, Context]
  })
  after(() => close())
  beforeEach(async () => {
    product = (await writeEntityRecord(here, 'product', { ...both('Blind'), tax_class_id: 1 })).id
    ids = {}
    for (const name of 'ABCDE') ids[name] = (await writeEntityRecord(here, 'page', { ...both(name), product_id: product })).id
  })

  const pages = async (of = product): Promise<readonly string[]> => {
    const filters = new Map([['product_id', of]])
    const { records } = await listEntityRecords(here, 'page', { filters })
    return records.map((record) => `${String(record.title)}${String(record.ordering)}`)
  }
  const move = (name: string, ordering: unknown, more: object = {}): Promise<unknown> =>
    writeEntityRecord(here, 'page', { ordering, ...more }, { id: ids[name] })

  it('is the first if 1 is sent, and the other records move on', async () => {
    await move('D', 1)
    expect(await pages()).to.deep.equal(['D1', 'A2', 'B3', 'C4', 'E5'])
  })

  it('is the sent one, before or after the current position', async () => {
    await move('B', 4)
    expect(await pages()).to.deep.equal(['A1', 'C2', 'D3', 'B4', 'E5'])
    await move('B', '2')
    expect(await pages()).to.deep.equal(['A1', 'B2', 'C3', 'D4', 'E5'])
    await move('A', 5)
    expect(await pages()).to.deep.equal(['B1', 'C2', 'D3', 'E4', 'A5'])
  })

  it('is the last one after inserts, a move and a delete in the same unit', async () => {
    await unit(here.database, async (u) => {
      const add = (name: string, more: object = {}): Promise<{ readonly id: number }> =>
        writeEntityRecord(here, 'page', { ...both(name), product_id: product, ...more }, { unit: u })
      await add('F')
      await add('G', { ordering: 2 })
      await add('H')
      const removed = await add('I', { ordering: 20 })
      await add('J')
      await removeEntityRecord(here, 'page', removed.id, { unit: u })
      await add('K')
      await writeEntityRecord(here, 'page', { ordering: 30 }, { id: ids['A']!, unit: u })
      await add('L')
    })
    expect(await pages()).to.deep.equal(['G2', 'B3', 'C4', 'D5', 'E6', 'F7', 'H8', 'J21', 'K22', 'A30', 'L31'])
  })

  it('moves no other record if it is free or unchanged', async () => {
    const revision = async (): Promise<number> => (await readEntityRecord(here, 'page', ids['B']!)).revision
    const before = await revision()
    await move('A', 17)
    await move('A', 17)
    await move('C', 3)
    expect(await pages()).to.deep.equal(['B2', 'C3', 'D4', 'E5', 'A17'])
    expect(await revision()).to.equal(before)
  })

  it('increases the revision of a record that it moves', async () => {
    const before = (await readEntityRecord(here, 'page', ids['A']!)).revision
    await move('E', 1)
    expect((await readEntityRecord(here, 'page', ids['A']!)).revision).to.equal(before + 1)
  })

  it('can be set for a new record and under another parent', async () => {
    ids['F'] = (await writeEntityRecord(here, 'page', { ...both('F'), product_id: product, ordering: 2 })).id
    expect(await pages()).to.deep.equal(['A1', 'F2', 'B3', 'C4', 'D5', 'E6'])
    const other = (await writeEntityRecord(here, 'product', { ...both('Door'), tax_class_id: 1 })).id
    for (const name of 'XY') await writeEntityRecord(here, 'page', { ...both(name), product_id: other })
    await move('F', 1, { product_id: other })
    expect(await pages(other)).to.deep.equal(['F1', 'X2', 'Y3'])
    expect(await pages()).to.deep.equal(['A1', 'B3', 'C4', 'D5', 'E6'])
  })

  it('moves no record of another parent, and all records of an entity without a parent', async () => {
    const other = (await writeEntityRecord(here, 'product', { ...both('Door'), tax_class_id: 1 })).id
    await writeEntityRecord(here, 'page', { ...both('X'), product_id: other })
    await move('E', 1)
    expect(await pages(other)).to.deep.equal(['X1'])
    const methods = async (): Promise<readonly unknown[]> =>
      (await listEntityRecords(here, 'payment-method')).records.map((record) => record.id)
    const before = await methods()
    await writeEntityRecord(here, 'store', { iban: 'DE02120300000000202051' }, { id: 1 })
    const { id } = await writeEntityRecord(here, 'payment-method', { ...both('Late'), connector: 'bank_transfer', ordering: 1 })
    expect(await methods()).to.deep.equal([id, ...before])
  })

  it('adds no statement to a write if it is unchanged, and at most three if it changes', async () => {
    const statements = async (fields: object): Promise<number> => {
      const seen: string[] = []
      const end = here.database.observe((sql) => void seen.push(sql))
      await writeEntityRecord(here, 'page', { ...fields }, { id: ids['C'] })
      end()
      return seen.length
    }
    const plain = await statements({ css_classes: 'a' })
    expect(await statements({ css_classes: 'b', ordering: 3 })).to.equal(plain)
    expect((await statements({ css_classes: 'c', ordering: 1 })) - plain).to.be.within(2, 3)
  })

  it('is unique after five concurrent moves', async () => {
    for (let round = 0; round < 5; round++) {
      const moves = [...'ABCDE'].map((name, index) =>
        writeEntityRecord(index % 2 ? there : here, 'page', { ordering: 1 + ((index * 2 + round) % 5) }, { id: ids[name]! }),
      )
      await Promise.all(moves)
      const places = (await pages()).map((page) => page.slice(1))
      expect(new Set(places).size, String(places)).to.equal(5)
    }
  })
})
