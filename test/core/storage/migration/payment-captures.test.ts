// The migration that adds authorized payments, messages as data and reply addresses to an existing database.
import { expect } from 'chai'
import { loadDueMails, queueMails } from '../../../../core/storage/mail-queue.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { toEntityTable } from '../../../../core/model/schema/columns.js'
import { paymentCaptures } from '../../../../migrations/0008-payment-captures.js'
import { partialCaptures } from '../../../../migrations/0009-partial-captures.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('migrations payment-captures and partial-captures', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('adds the columns, and keeps payments with their remarks, timelines and queued mails', async () => {
    const { context } = app
    const { database, registry } = context
    const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
    const steps = createMigrationSteps({ owner: 'test', version: '0008', languages: ['en-GB'], on: database, entityTables })
    const write = (entity: string, fields: Readonly<Record<string, unknown>>) =>
      app.records.write(entity, fields, { internal: true })
    const { id: order } = await write('sales-order', { status: 'paid', currency_code: 'EUR', gross: 119 })
    const { id } = await write('payment', { sales_order_id: order, status: 'paid', amount: 119, remark: 'An old remark.' })
    await write('payment-event', { payment_id: id, status: 'paid', message: 'An old message.' })
    await unit(database, (u) => queueMails(context, u, [{ to: 'ann@example.org', subject: 'x', text: 'x' }]))
    for (const column of ['authorized', 'capture_before', 'planned', 'remark_messages', 'capture_amount'])
      await steps.dropColumn('svc_payment', column)
    await steps.dropColumn('svc_payment_event', 'messages')
    await steps.dropColumn('svc_mail_queue', 'reply_to')
    for (const { up } of [paymentCaptures, paymentCaptures, partialCaptures, partialCaptures]) await up(steps)
    const [payment] = await app.shop.createContext({}).list('payment', { column: 'id', values: [id] })
    expect(payment!.values).to.include({ remark: 'An old remark.', planned: '', authorized: null, capture_amount: null })
    expect(payment!.values).to.have.deep.property('remark_messages', [])
    const [event] = await app.shop.createContext({}).list('payment-event', { column: 'payment_id', values: [id] })
    expect(event!.values).to.deep.include({ message: 'An old message.', messages: [] })
    const [mail] = await loadDueMails(context, 1)
    expect(mail).to.include({ to: 'ann@example.org' }).and.to.not.have.property('replyTo')
  })
})
