// Deleted records that are restored: the same id and hashed columns, a higher revision, and one event for each.
import { expect } from 'chai'
import type { EventPayloads } from '../../../core/foundation/events.js'
import { customer } from '../../../core/model/entities/customers/customer.js'
import { serializeRecord, recreateRecords } from '../../../core/transfer/recreate-records.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('A restored record', () => {
  const events: EventPayloads['onSvcStoreRecord'][] = []
  let app: TestApp
  before(async () => {
    const observers = { onSvcStoreRecord: (event: EventPayloads['onSvcStoreRecord']) => void events.push(event) }
    app = await bootTestApp({ plugins: [{ name: 'watching', core: '^0.1.0', contributes: { observers } }] })
  })
  after(() => app?.stop())

  it('has its id, its hashed password and a higher revision, and one event is emitted', async () => {
    const customer_group_id = (await app.records.write('customer-group', { title_en_GB: 'Friends', title_de_DE: 'Freunde' })).id
    const fields = { email: 'ada@example.org', password: 'correct horse', customer_group_id }
    const { id } = await app.records.write('customer', fields, { internal: true })
    await app.records.write('customer', { last_name: 'Lovelace' }, { id })
    const before = (await app.shop.createContext({}).read(customer, id))!
    const records = await app.shop.createContext({}).transact(async (inside) => {
      const work = await inside.at()
      const deletedRecords = work.unit.changeSet.startDeletionLog()
      await app.records.remove('customer', id, { unit: work.unit })
      return deletedRecords.map((record) => serializeRecord(work, record, work.versionedSnapshot.snapshot.languages))
    })
    events.length = 0
    await app.shop.createContext({}).transact((work) => recreateRecords(work, records))
    const after = (await app.shop.createContext({}).read(customer, id))!
    expect(after.row['password']).to.be.a('string').and.equal(before.row['password'])
    expect(after.values.last_name).to.equal('Lovelace')
    expect(after.revision).to.be.greaterThan(before.revision)
    expect(events.filter(({ entity }) => entity === 'customer')).to.deep.equal([{ entity: 'customer', id, inserted: true }])
  })
})
