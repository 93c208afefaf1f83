// The audit trail: author, action and changed values of every write, without secrets and personal data, and its expiry.
import { expect } from 'chai'
import { deleteExpiredAuditEntries } from '../../../core/storage/audit-trail.js'
import type { Trail } from '../../../plugins/admin/api/screen-shape.js'
import { stock } from '../../../plugins/stock/index.js'
import { createTestClock } from '../../support/clock.js'
import { readFirstId, inBothLanguages } from '../../support/small-shop.js'
import { type AdminClient, type AdminService, api, startAdmin } from './service.js'

const days = 86_400_000

describe('the audit trail', function () {
  this.timeout(60_000)
  const clock = createTestClock()
  let service: AdminService
  let operator: AdminClient
  let tax_class_id: number
  before(async () => {
    service = await startAdmin({ plugins: [stock], clock, auditDays: 30 })
    operator = await service.as('catalog:write', 'store:write', 'customers:write', 'system:write')
    tax_class_id = await readFirstId(service.app.records, 'tax-class')
  })
  after(() => service.stop())

  const trail = async (query: string, client = operator): Promise<Trail['entries']> => {
    const answer = await client.send('GET', `trail?${query}`)
    expect(answer.status).to.equal(200)
    return (answer.body as Trail).entries
  }
  const createRecord = async (entity: string, fields: object): Promise<number> => {
    const answer = await operator.send('POST', `records/${entity}`, fields)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return (answer.body as { readonly id: number }).id
  }

  it('lists created, changed and deleted records by account with old and new values, newest first', async () => {
    const id = await createRecord('product', { tax_class_id, ...inBothLanguages('title', 'Shelf'), sku: 'A' })
    await operator.send('PATCH', `records/product/${id}`, { sku: 'B', title_de_DE: 'Regal' })
    await operator.send('PATCH', `records/product/${id}`, { sku: 'B' })
    await operator.send('DELETE', `records/product/${id}`)
    const entries = await trail(`entity=product&record=${id}`)
    expect(entries.map(({ action }) => action)).to.deep.equal(['delete', 'change', 'create'])
    expect(new Set(entries.map(({ who: userName }) => userName))).to.deep.equal(new Set(['person-1@shop.example']))
    expect(entries[1]!.changes).to.deep.include({ sku: ['A', 'B'], title_de_DE: ['Shelf', 'Regal'] })
    expect(entries[0]!.changes).to.have.property('sku')
    expect(entries[0]!.changes['sku']).to.deep.equal(['B', null])
  })

  it('names the token of a REST write, and omits writes by the service itself', async () => {
    const { app, stranger } = service
    const { token, id: tokenId } = await app.access.tokens.mint({ name: 'import', scopes: ['catalog:write'], expires: null })
    const id = await createRecord('product', { tax_class_id, ...inBothLanguages('title', 'Table') })
    const response = await stranger.send('PATCH', `/svc-api/v1/product/${id}`, { sku: 'T' }, { authorization: `Bearer ${token}` })
    expect(response.status).to.equal(200)
    await app.records.write('product', { sku: 'U' }, { id })
    const copied = await operator.send('POST', 'actions/copy-record', { entity: 'product', id })
    expect(copied.status, JSON.stringify(copied.body)).to.equal(200)
    const [last] = await trail(`entity=product&record=${id}`)
    expect(last).to.include({ who: `import (token ${tokenId})`, action: 'change' })
    expect(last!.changes).to.deep.equal({ sku: ['', 'T'] })
    expect((await trail('entity=product')).some(({ record, action }) => record > id && action === 'create')).to.equal(true)
  })

  it('stores no secrets, no customer data and no rejected or dry-run change', async () => {
    await operator.send('PATCH', 'records/settings/1', { license_key: 'CANARY-licence' })
    const customer = await createRecord('customer', {
      customer_group_id: await readFirstId(service.app.records, 'customer-group'),
      email: 'canary@shop.example',
      first_name: 'Canary',
      last_name: 'Yellow',
    })
    await operator.send('PATCH', `records/customer/${customer}`, { first_name: 'Canary-Two' })
    await operator.send('DELETE', `records/customer/${customer}`)
    const before = (await trail('')).length
    await operator.send('PATCH', 'records/settings/1?dry_run=1', { license_key: 'CANARY-two' })
    await operator.send('PATCH', 'records/settings/1', { no_such_field: 1 })
    const entries = await trail('')
    expect(entries).to.have.length(before)
    expect(JSON.stringify(entries)).not.to.match(/canary/i)
    expect(entries.find(({ entity }) => entity === 'settings')!.changes).to.deep.equal({ license_key: null })
    expect(entries.filter(({ entity }) => entity === 'customer').map(({ action }) => action)).to.deep.equal([
      'delete',
      'change',
      'create',
    ])
  })

  it('shortens long values, and shows only entities that the reader may read', async () => {
    const id = await createRecord('product', {
      tax_class_id,
      ...inBothLanguages('title', 'Long'),
      description_en_GB: 'x'.repeat(50_000),
    })
    const [entry] = await trail(`entity=product&record=${id}`)
    expect(JSON.stringify(entry!.changes).length).to.be.below(10_000)
    const other = await service.as('system:read')
    expect((await trail('', other)).every(({ entity }) => entity !== 'product' && entity !== 'customer')).to.equal(true)
    expect((await operator.send('GET', 'trail?before=x')).status).to.equal(422)
    expect((await operator.send('GET', 'trail?entity=nothing')).status).to.equal(404)
  })

  it('deletes entries that are older than the configured days', async () => {
    await deleteExpiredAuditEntries(service.app.context)
    expect((await trail('')).length).to.be.above(0)
    await deleteExpiredAuditEntries({ ...service.app.context, clock: { ...clock, now: () => clock.now() + 31 * days } })
    expect(await trail('')).to.deep.equal([])
  })

  it('is off by default', async () => {
    const silent = await startAdmin({ plugins: [stock] })
    const client = await silent.as('catalog:write', 'system:read')
    const quiet = { ...inBothLanguages('title', 'Quiet'), tax_class_id: await readFirstId(silent.app.records, 'tax-class') }
    expect((await client.send('POST', 'records/product', quiet)).status).to.equal(201)
    const { days: retentionDays, entries } = (
      await silent.stranger.send('GET', `${api}/trail`, undefined, { cookie: client.cookie })
    ).body as Trail
    expect([retentionDays, entries]).to.deep.equal([0, []])
    await silent.stop()
  })
})
