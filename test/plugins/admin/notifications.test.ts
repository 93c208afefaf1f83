// Editing notifications in the admin: missing ones, check of placeholders, preview of unsaved texts, and the test to the own address.
import { expect } from 'chai'
import { listQueue } from '../../../core/storage/mail-queue.js'
import type { MailPreview, MissingNotifications } from '../../../plugins/admin/api/screen-shape.js'
import { listPlaceholderGroups } from '../../../plugins/admin/browser/notification/placeholders.js'
import { mail } from '../../../plugins/mail/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { findTemplateProblems } from '../../../core/model/notification/template.js'
import { notificationStatuses } from '../../../core/model/state/statuses.js'
import { sampleValues } from '../../../core/model/notification/sample.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

const draft = {
  name: 'Order placed',
  status: 'ordered',
  texts: {
    subject_en_GB: 'Order {{ order.number }}',
    subject_de_DE: 'Bestellung {{ order.number }}',
    body_de_DE: '<p>Guten Tag {{ customer.name }},</p>{{ order.items_block }}',
    manager_subject_en_GB: 'For the shop',
  },
  language: 'de-DE',
  reader: 'customer',
}

const issuesOf = (reply: { readonly body: unknown }) =>
  (
    reply.body as { readonly validationIssues: readonly { readonly field: string; readonly message: string }[] }
  ).validationIssues.map(({ field, message }) => `${field}: ${message}`)

describe('notifications in the admin', () => {
  let service: AdminService
  let merchant: AdminClient

  before(async () => {
    service = await startAdmin()
    merchant = await service.as('store:write')
  })
  after(() => service.stop())

  it('that are missing are listed by their labels', async () => {
    const read = async () => (await merchant.send('GET', 'notifications/missing')).body as MissingNotifications
    expect(await read()).to.include({ hasNone: true })
    expect((await read()).statuses).to.include.members(['Ordered', 'Shipment created', 'Declined'])
    await service.app.records.write('notification', { name: 'Mine', status: 'ordered' })
    expect(await read()).to.include({ hasNone: false })
    expect((await read()).statuses).to.not.include('Ordered')
  })

  it('are previewed with unsaved texts and sample values in the language, and store and queue nothing', async () => {
    const preview = async (change: object = {}) =>
      (await merchant.send('POST', 'notifications/preview', { ...draft, ...change })).body as MailPreview
    const german = await preview()
    expect(german).to.include({ to: 'anna.schmidt@example.com', subject: 'Bestellung 1042', html: true })
    expect(german.text).to.contain('Guten Tag Anna Schmidt,').and.contain('2 × Rollo').and.contain('Gesamtbetrag inkl. MwSt.')
    expect(await preview({ language: 'en-GB' })).to.include({ subject: 'Order 1042', to: 'emily.carter@example.com' })
    expect(await preview({ reader: 'manager' })).to.include({ subject: 'For the shop' })
    expect(await listQueue(service.app.context, 10)).to.deep.equal([])
  })

  it('are shown as a sandboxed page that runs nothing, only for a form with the CSRF token', async () => {
    const { url } = service.app
    const post = (fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${url}/svc-admin/notifications/preview`, {
        method: 'POST',
        headers: { cookie: merchant.cookie, origin: url },
        body: new URLSearchParams(fields),
      })
    const reply = await post({ _csrf: merchant.csrf, request: JSON.stringify(draft) })
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none';/)
    expect(await reply.text()).to.contain('<p>Guten Tag Anna Schmidt,</p>')
    expect((await post({ request: JSON.stringify(draft) })).status).to.equal(403)
    expect((await post({ _csrf: merchant.csrf, request: '{' })).status).to.equal(422)
  })

  it('with unknown or incomplete placeholders are refused with the field and the nearest placeholder', async () => {
    const texts = { subject_en_GB: '{{ order.nummber }}', body_en_GB: 'Hello {{ customer.name' }
    const reply = await merchant.send('POST', 'notifications/preview', { ...draft, texts, language: 'en-GB' })
    expect(codeOf(reply)).to.equal('422 VALIDATION_FAILED')
    expect(issuesOf(reply)).to.deep.equal([
      "subject_en_GB: 'order.nummber' in field Subject is not a placeholder. Did you mean 'order.number'?",
      "body_en_GB: The placeholder 'customer.name' in field Body needs two braces on each side: {{ customer.name }}.",
    ])
    // The texts of another language and of the other recipient are not part of this mail.
    const other = { ...draft.texts, body_en_GB: '{{ x }}', manager_body_de_DE: '{{ x }}' }
    expect((await merchant.send('POST', 'notifications/preview', { ...draft, texts: other })).status).to.equal(200)
    expect(codeOf(await merchant.send('POST', 'notifications/preview', { ...draft, status: 'x' }))).to.equal(
      '422 VALIDATION_FAILED',
    )
    const check = await merchant.send('POST', 'notifications/check', { texts: { body: '{{ a }} {% if order.is_paid %}' } })
    expect(check.body).to.deep.equal(["'if' in field Body has no 'endif'."])
    expect((await merchant.send('POST', 'notifications/check', { texts: { body: '{{ order.number }}' } })).body).to.deep.equal([])
  })

  it('are not sent as a test without a mail server, and the reply reports the missing server', async () => {
    const reply = await merchant.send('POST', 'notifications/test', draft)
    expect(codeOf(reply)).to.equal('422 VALIDATION_FAILED')
    expect(issuesOf(reply)[0]).to.contain('This shop cannot send e-mails yet, because no mail server is set up.')
  })

  it('are sent as a test to the address of the signed-in account only', async () => {
    const sending = await startAdmin({ plugins: [stock, mail({ folder: 'unused', from: 'shop@shop.example' })] })
    try {
      const person = await sending.as('store:write')
      const reply = await person.send('POST', 'notifications/test', { ...draft, to: 'other@people.example' })
      expect(reply.body).to.deep.equal({ to: 'person-1@shop.example' })
      const [queued, ...others] = await listQueue(sending.app.context, 10)
      expect(queued).to.include({ to: 'person-1@shop.example', subject: 'Bestellung 1042' })
      expect(others).to.deep.equal([])
    } finally {
      await sending.stop()
    }
  })
})

describe('menu of placeholders', () => {
  it('offers only existing placeholders, and for a subject no ready-made parts', () => {
    for (const status of Object.keys(notificationStatuses)) {
      const paths = listPlaceholderGroups(status).flatMap(({ placeholders }) => placeholders.map(([path]) => path))
      const text = paths.map((path) => `{{ ${path} }}`).join('')
      expect(findTemplateProblems('Body', text, sampleValues), status).to.deep.equal([])
      const inSubject = listPlaceholderGroups(status, false).flatMap(({ placeholders }) => placeholders.map(([path]) => path))
      expect(inSubject.length).to.be.lessThan(paths.length)
      expect(inSubject.filter((path) => /block|button/.test(path))).to.deep.equal([])
    }
  })

  it('offers placeholders of quotes for quotes, and of shipments for shipments', () => {
    const listOwners = (status: string): readonly string[] => [
      ...new Set(listPlaceholderGroups(status).flatMap(({ placeholders }) => placeholders.map(([path]) => path.split('.')[0]!))),
    ]
    expect(listOwners('sent')).to.have.members(['quote', 'customer', 'shop'])
    expect(listOwners('paid')).to.have.members(['order', 'customer', 'shop'])
    expect(listOwners('shipment')).to.have.members(['shipment', 'order', 'customer', 'shop'])
  })
})
