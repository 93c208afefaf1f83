// Queued mails in the admin: preview in a sandboxed frame, and retry of failed mails.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { listQueue, mailFailed, queueMails } from '../../../core/storage/mail-queue.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import type { MailPreview, MailRow } from '../../../plugins/admin/api/screen-shape.js'
import { mail } from '../../../plugins/mail/index.js'
import { testPlugins } from '../../support/test-app.js'
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

describe('the test of the mail server', () => {
  const listFiles = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.eml'))

  it('sends a mail to the signed-in account at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-mails-'))
    const service = await startAdmin({ plugins: [...testPlugins, mail({ folder, from: 'Shop <shop@shop.example>' })] })
    try {
      const keeper = await service.as('system:write')
      const reply = await keeper.send('POST', 'mails/test', {})
      expect(reply.body).to.deep.equal({ to: 'person-1@shop.example', failure: null })
      expect(listFiles(folder)).to.have.length(1)
      expect((await (await service.as('store:write')).send('POST', 'mails/test', {})).status).to.equal(403)
    } finally {
      await service.stop()
      rmSync(folder, { recursive: true })
    }
  })

  it("returns the mail server's reply and leaves the mail in the queue if it is refused", async () => {
    const server = createServer((socket) => socket.end('554 No service here\r\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const service = await startAdmin({ plugins: [...testPlugins, mail({ url, from: 'Shop <shop@shop.example>' })] })
    try {
      const keeper = await service.as('system:write')
      const { failure } = (await keeper.send('POST', 'mails/test', {})).body as { readonly failure: string }
      expect(failure).to.include('554')
      const [row] = (await keeper.send('GET', 'mails')).body as readonly MailRow[]
      expect(row).to.include({ to: 'person-1@shop.example', failure })
    } finally {
      await service.stop()
      server.close()
    }
  })

  it('says that no mail server is set up', async () => {
    const service = await startAdmin()
    try {
      const reply = await (await service.as('system:write')).send('POST', 'mails/test', {})
      expect(reply.status).to.equal(422)
      expect(JSON.stringify(reply.body)).to.include('no mail server is set up')
    } finally {
      await service.stop()
    }
  })
})
