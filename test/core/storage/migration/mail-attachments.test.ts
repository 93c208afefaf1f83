// The migration that adds attached documents to the mail queue and to notifications of an existing database.
import { expect } from 'chai'
import { loadDueMails, queueMails } from '../../../../core/storage/mail-queue.js'
import { createMigrationSteps } from '../../../../core/storage/migration/migration-steps.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { toEntityTable } from '../../../../core/model/schema/columns.js'
import { mailAttachments } from '../../../../migrations/0005-mail-attachments.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('migration mail-attachments', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('adds the columns, attaches nothing to existing notifications, and keeps queued mails', async () => {
    const { context } = app
    const { database, registry } = context
    const entityTables = new Map([...registry.entities].map(([name, entity]) => [name, toEntityTable(entity)]))
    const steps = createMigrationSteps({ owner: 'test', version: '0005', languages: ['en-GB'], on: database, entityTables })
    const { id } = await app.records.write('notification', { name: 'Paid', status: 'paid', attachment: 'invoice' })
    await unit(database, (u) => queueMails(context, u, [{ to: 'ann@example.org', subject: 'x', text: 'x' }]))
    await steps.dropColumn('svc_notification', 'attachment')
    await steps.dropColumn('svc_mail_queue', 'attachment')
    await mailAttachments.up(steps)
    await mailAttachments.up(steps)
    expect((await app.records.read('notification', id)).record).to.include({ attachment: '' })
    const [mail] = await loadDueMails(context, 1)
    expect(mail).to.include({ to: 'ann@example.org' }).and.to.not.have.property('attachment')
  })
})
