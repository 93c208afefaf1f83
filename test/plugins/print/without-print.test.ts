// A service without the plugin print: it prints nothing, and everything else works.
import { expect } from 'chai'
import { printDocumentById } from '../../../core/commerce/document/print.js'
import { changeState } from '../../../core/commerce/state/change-state.js'
import { payments } from '../../../plugins/payments/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { catchError } from '../../support/caught-error.js'
import { createPaymentMethod, createUnpaidOrder, type UnpaidOrder } from '../../support/scripted-provider.js'
import { inBothLanguages } from '../../support/small-shop.js'
import { startAdmin, type AdminService } from '../admin/service.js'

describe('a service without the plugin print', function () {
  this.timeout(60_000)
  let service: AdminService
  let order: UnpaidOrder

  before(async () => {
    service = await startAdmin({ plugins: [stock, payments] }, [runtime(), storefront()])
    const { app } = service
    order = await createUnpaidOrder(app.records, await createPaymentMethod(app.records, 'invoice'), {
      number: 99_001,
      language_tag: 'de-DE',
    })
  })
  after(() => service?.stop())

  it('has no verbs that print, and answers 404 at their addresses', async () => {
    const { app } = service
    expect([...app.context.registry.verbs.keys()].filter((name) => name.startsWith('print-'))).to.deep.equal([])
    expect((await fetch(`${app.url}/svc-api/runtime/v1/orders/${order.token}/print`)).status).to.equal(404)
    expect((await fetch(`${app.url}/svc-api/runtime/v1/orders/${order.token}`)).status).to.equal(200)
  })

  it('has no print operation in the entity API', async () => {
    const { token } = await service.app.access.tokens.mint({ name: 'reader', scopes: ['orders:read'] })
    const headers = { authorization: `Bearer ${token}` }
    const print = await fetch(`${service.app.url}/svc-api/v1/sales-order/${order.id}/print`, { headers })
    expect(print.status).to.equal(404)
    expect(((await print.json()) as { detail: string }).detail).to.match(/^There are no printed documents for /)
    const document = await fetch(`${service.app.url}/svc-api/v1/openapi.json`, { headers })
    const { paths } = (await document.json()) as { paths: Readonly<Record<string, unknown>> }
    expect(Object.keys(paths).filter((path) => path.endsWith('/print'))).to.deep.equal([])
  })

  it('lists no documents in the admin', async () => {
    const clerk = await service.as('orders:read')
    const detail = await clerk.send('GET', `orders/${order.id}`)
    expect(detail.body).to.deep.include({ printed: [] })
    expect((await clerk.send('GET', `orders/${order.id}/print/confirmation`)).status).to.equal(404)
  })

  it('names the missing plugin to callers of core', async () => {
    const error = await catchError(printDocumentById(service.app.shop.createContext({}), 'confirmation', order.id))
    expect(error).to.include({
      code: 'NOT_FOUND',
      message: "This installation prints no documents. Add the plugin 'print' to 'plugins' in svc.config.ts.",
    })
  })

  it('offers no PDF files on the page of an order', async () => {
    const page = await (await fetch(`${service.app.url}/de/orders/${order.token}`)).text()
    expect(page).to.match(/<svc-order [^>]* no-documents /)
  })

  it('sends mails with translated sums', async () => {
    const { app } = service
    const texts = {
      ...inBothLanguages('subject', 'Paid'),
      ...inBothLanguages('body', '{% for sum in order.sums %}{{ sum.label }}\n{% endfor %}'),
    }
    await app.records.write('notification', { name: 'Paid', status: 'paid', send_customer: true, ...texts })
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', order.id, 'paid'))
    const [mail] = await app.context.database.query<{ body: string }>('SELECT body FROM svc_mail_queue ORDER BY id DESC LIMIT 1')
    expect(mail!.body).to.include('Gesamtbetrag inkl. MwSt.')
  })
})
