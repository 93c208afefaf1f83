// Queued mails in the admin: preview in a sandboxed frame, and retry of failed mails.
import { expect } from 'chai'
import { listQueue, mailFailed, queueMails } from '../../../core/storage/mail-queue.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import type { MailPreview, MailRow } from '../../../plugins/admin/api/screen-shape.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('mails in the admin', () => {
  let service: AdminService
  let keeper: AdminClient
  let styled: number
  let plain: number

  before(async () => {
    service = await startAdmin()
    keeper = await service.as('system:write', 'orders:read')
    const { context } = service.app
    const mail = { to: 'ann@example.org', subject: 'Order 7', text: 'Thank you.' }
    await unit(context.database, (u) => queueMails(context, u, [{ ...mail, html: '<p>Thank <b>you</b>.</p>' }, mail]))
    ;[styled, plain] = (await listQueue(context, 10)).map(({ id }) => id) as [number, number]
  })
  after(() => service.stop())

  it('are previewed with their text and the existence of an HTML page', async () => {
    const preview = async (id: number) => (await keeper.send('GET', `mails/${id}`)).body as MailPreview
    expect(await preview(styled)).to.deep.equal({
      to: 'ann@example.org',
      subject: 'Order 7',
      text: 'Thank you.',
      html: true,
      attachment: null,
    })
    expect(await preview(plain)).to.include({ html: false })
  })

  it('are shown as a sandboxed page that loads nothing, and answer 404 without an HTML part', async () => {
    const page = await keeper.send('GET', `mails/${styled}/page`)
    expect(page.status).to.equal(200)
    expect(page.headers['content-type']).to.match(/^text\/html/)
    expect(page.headers['content-security-policy']).to.match(/^sandbox; default-src 'none';/)
    expect(codeOf(await keeper.send('GET', `mails/${plain}/page`))).to.equal('404 NOT_FOUND')
  })

  it('are queued again after they failed permanently', async () => {
    const { context } = service.app
    for (let n = 0; n < 10; n++) await mailFailed(context, { id: plain, to: '', subject: '', text: '', attempts: 0 }, '550 no')
    const row = async () => ((await keeper.send('GET', 'mails')).body as readonly MailRow[]).find(({ id }) => id === plain)!
    expect(await row()).to.include({ next_attempt: null, failure: '550 no' })
    expect((await keeper.send('POST', `mails/${plain}/retry`)).status).to.equal(204)
    expect((await row()).next_attempt).to.be.a('string')
  })
})
