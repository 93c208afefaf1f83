// Printed documents over HTTP: access for guests by token, for account owners, and for staff by scope.
import { expect } from 'chai'
import type { DocumentPrinter, StoredPictures } from '../../../core/commerce/document/define.js'
import type { PrintScope } from '../../../core/contribution/printed-document.js'
import { ServiceError } from '../../../core/foundation/errors.js'
import { invoice } from '../../../core/model/entities/orders/invoice.js'
import { ShopperContext } from '../../../core/commerce/shopper-context.js'
import { printOwnDocument } from '../../../core/commerce/document/print.js'
import { shopPlatform } from '../../../hosts/shop_platform/index.js'
import { createProblemReply } from '../../../plugins/http/problem-reply.js'
import { printedDocuments } from '../../../plugins/print/documents.js'
import { print } from '../../../plugins/print/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { trust } from '../../hosts/host-list.js'
import { catchError } from '../../support/caught-error.js'
import {
  createPaymentMethod,
  createScriptedProvider,
  createPaidOrder,
  createUnpaidOrder,
  createSentQuote,
} from '../../support/scripted-provider.js'
import { requirePdfReader, readPdfText } from '../print/pdf-reader.js'
import { registerAccount } from '../../support/registration.js'

const base = '/svc-api/runtime/v1'

describe('printed documents', () => {
  let app: ListeningApp
  let method: number
  before(async () => {
    const { plugin } = createScriptedProvider()
    app = await listenTestApp([runtime(), rest()], { plugins: [stock, print, plugin] })
    method = await createPaymentMethod(app.records, 'obedient', { secret: 'x' })
  })
  after(() => app.stop())

  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers })
  const register = async (email: string): Promise<{ session: string; id: number }> => {
    const { session } = await registerAccount(app, { email, password: 'correct horse' })
    const { records } = await app.records.list('customer', { filters: new Map([['email', email]]) })
    return { session, id: records[0]!.id }
  }
  const line = {
    title: 'Roller blind',
    quantity: 2,
    unit_net: 50,
    net_before_discount: 100,
    net: 100,
    tax: 19,
    gross: 119,
    tax_rate: 19,
  }
  const withLine = async (order: { id: number; token: string }) => {
    await app.records.write('order-line', { sales_order_id: order.id, ...line }, { internal: true })
    return order
  }

  it('are sent as uncached, sandboxed PDF downloads, and are identical on every request', async () => {
    const { token } = await createUnpaidOrder(app.records, method, { number: 77_001 })
    const answer = await get(`${base}/orders/${token}/print`)
    expect(answer.status).to.equal(200)
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''order-77001.pdf",
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const again = await get(`${base}/orders/${token}/print`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await again.arrayBuffer()))).to.equal(true)
  })

  it('contain the lines, total, shipping method and payment details of the order', async function () {
    requirePdfReader(this)
    const { token } = await withLine(await createUnpaidOrder(app.records, method))
    const reply = await get(`${base}/orders/${token}/print`)
    const text = readPdfText(new Uint8Array(await reply.arrayBuffer()))
    expect(text).to.include('Roller blind').and.to.include('€119.00').and.to.include('Some way').and.to.include('Bank of Tests')
  })

  it('include an invoice only after the order is paid', async () => {
    const { token } = await createUnpaidOrder(app.records, method)
    const early = await get(`${base}/orders/${token}/invoice`)
    expect(early.status).to.equal(404)
    expect(((await early.json()) as { detail: string }).detail).to.match(/has no invoice\. One is made when an order is paid/)
    const paid = await createPaidOrder(app, method)
    const answer = await get(`${base}/orders/${paid}/invoice`)
    expect(answer.status).to.equal(200)
    const [invoiceRecord] = (await app.shop.createContext({}).list(invoice)).slice(-1)
    expect(answer.headers.get('content-disposition')).to.contain(`invoice-${invoiceRecord!.values.number}.pdf`)
  })

  it('of an account answer 404 to everyone else, as unknown documents do', async () => {
    const [owner, other] = [await register('owner@print.example'), await register('other@print.example')]
    const own = { customer_id: owner.id }
    const tokens = {
      guest: (await createUnpaidOrder(app.records, method)).token,
      account: (await createUnpaidOrder(app.records, method, own)).token,
      draft: (await createUnpaidOrder(app.records, method, { number: null, status: 'in_checkout' })).token,
    }
    const [quote, ownQuote] = [await createSentQuote(app), await createSentQuote(app, own)]
    const paid = await createPaidOrder(app, method, own)
    const as = { guest: {}, owner: { 'x-svc-shopper': owner.session }, other: { 'x-svc-shopper': other.session } }
    const table: readonly (readonly [path: string, guest: number, owner: number, other: number])[] = [
      [`orders/${tokens.guest}/print`, 200, 200, 200],
      [`orders/${tokens.account}/print`, 404, 200, 404],
      [`orders/${tokens.draft}/print`, 404, 404, 404],
      [`orders/${paid}/invoice`, 404, 200, 404],
      [`orders/${quote}/print`, 404, 404, 404],
      [`orders/${'y'.repeat(32)}/print`, 404, 404, 404],
      ['orders/1001/print', 404, 404, 404],
      [`quotes/${quote}/print`, 200, 200, 200],
      [`quotes/${ownQuote}/print`, 404, 200, 404],
    ]
    const messages = new Set<string>()
    for (const [path, ...statuses] of table) {
      for (const [index, headers] of [as.guest, as.owner, as.other].entries()) {
        const answer = await get(`${base}/${path}`, headers)
        expect(answer.status, `${path} as ${Object.keys(as)[index]}`).to.equal(statuses[index])
        if (answer.status === 404) messages.add(((await answer.json()) as { detail: string }).detail)
      }
    }
    expect([...messages]).to.have.members(['There is no order with this token.', 'There is no quote with this token.'])
  })

  it('answer 404 if the host stores the orders', async () => {
    const host = await listenTestApp([runtime()], { host: shopPlatform(trust), plugins: [stock, print] })
    try {
      for (const path of ['orders/x/print', 'orders/x/invoice', 'quotes/x/print']) {
        const answer = await fetch(`${host.url}${base}/${path}`)
        expect(answer.status).to.equal(404)
        expect(((await answer.json()) as { detail: string }).detail).to.equal('The host owns cart, checkout and orders.')
      }
    } finally {
      await host.stop()
    }
  })

  it('answer 503 with Retry-After while too many documents are printed', async () => {
    const busy: DocumentPrinter = () => Promise.reject(new ServiceError('NOT_READY', 'Too many.'))
    const { token } = await createUnpaidOrder(app.records, method)
    const error = await catchError(
      printOwnDocument(new ShopperContext(app.context, app.shop.createContext({}).rules, {}, busy), 'confirmation', token),
    )
    const reply = createProblemReply(error, 'https://x/', '1')
    expect(reply.status).to.equal(503)
    expect(reply.headers).to.deep.equal({ 'retry-after': '5' })
  })

  it('contain the pictures stored with the order, up to the size limit', async () => {
    const order = await withLine(await createUnpaidOrder(app.records, method))
    const { records } = await app.records.list('order-line', { filters: new Map([['sales_order_id', String(order.id)]]) })
    const file = async (entity: string, id: number, property: string, name: string, size: number): Promise<void> => {
      await app.context.files.put(name, Buffer.from(name))
      const columns = 'name, entity, entity_id, property, original_name, media_type, size, created'
      const values = [name, entity, id, property, 'a.png', 'image/png', size, '2030-01-01']
      await app.context.database.run(`INSERT INTO svc_files (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, values)
    }
    await file('sales-order', order.id, 'logo', 'the-logo', 8)
    await file('order-line', records[0]!.id, 'picture', 'the-picture', 11)
    await file('order-line', records[0]!.id, 'answer:9', 'of-another-answer', 5)
    let storedPictures: StoredPictures = new Map()
    const run = async (_job: unknown, { pictures }: { readonly pictures: StoredPictures }): Promise<Uint8Array> => {
      storedPictures = pictures
      return new Uint8Array()
    }
    const jobs = { run } as unknown as PrintScope['jobs']
    const printer: DocumentPrinter = (name, source) =>
      printedDocuments.find((printed) => printed.name === name)!.print({ ...source, jobs, config: app.config })
    await printOwnDocument(
      new ShopperContext(app.context, app.shop.createContext({}).rules, {}, printer),
      'confirmation',
      order.token,
    )
    expect([...storedPictures].map(([name, { type, bytes }]) => [name, type, Buffer.from(bytes).toString()])).to.deep.equal([
      ['the-logo', 'image/png', 'the-logo'],
      ['the-picture', 'image/png', 'the-picture'],
    ])
    await app.context.database.run('UPDATE svc_files SET size = ? WHERE name = ?', [50_000_000, 'the-picture'])
    await printOwnDocument(
      new ShopperContext(app.context, app.shop.createContext({}).rules, {}, printer),
      'confirmation',
      order.token,
    )
    expect([...storedPictures.keys()]).to.deep.equal(['the-logo'])
  })

  describe('in the entity API', () => {
    const tokenWith = async (...scopes: readonly string[]): Promise<Record<string, string>> => {
      const { token } = await app.access.tokens.mint({ name: 'printer', scopes })
      return { authorization: `Bearer ${token}` }
    }

    it('require orders:read, and reject unknown documents with the list of existing ones', async () => {
      const paid = await createPaidOrder(app, method)
      const { records } = await app.records.list('sales-order', { sort: '-id', limit: 1 })
      const path = `/svc-api/v1/sales-order/${records[0]!.id}/print`
      expect(paid).to.be.a('string')
      const mayRead = await tokenWith('orders:read')
      expect((await get(path)).status).to.equal(401)
      expect((await get(path, await tokenWith('catalog:read'))).status).to.equal(403)
      for (const [query, file] of [
        ['', 'order-'],
        ['?document=confirmation', 'order-'],
        ['?document=invoice', 'invoice-R-'],
        ['?document=delivery-note', 'delivery-note-'],
      ] as const) {
        const answer = await get(`${path}${query}`, mayRead)
        expect(answer.status, query).to.equal(200)
        expect(answer.headers.get('content-disposition')).to.contain(`''${file}`)
        expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).to.equal('%PDF-')
      }
      const wrong = (await (await get(`${path}?document=invoise`, mayRead)).json()) as { status: number; detail: string }
      expect(wrong.status).to.equal(422)
      expect(wrong.detail).to.equal(
        "The query parameter 'document' takes 'confirmation', 'invoice' or 'delivery-note', not 'invoise'. Did you mean 'invoice'?",
      )
      expect((await get(`${path}?paper=a5`, mayRead)).status).to.equal(422)
      expect((await get('/svc-api/v1/sales-order/999999/print', mayRead)).status).to.equal(404)
    })

    it('exist for quotes, and answer 404 for entities without documents', async () => {
      await createSentQuote(app)
      const { records } = await app.records.list('quote', { sort: '-id', limit: 1 })
      const may = await tokenWith('orders:read', 'catalog:read')
      expect((await get(`/svc-api/v1/quote/${records[0]!.id}/print`, may)).status).to.equal(200)
      const none = await get('/svc-api/v1/product/1/print', may)
      expect(none.status).to.equal(404)
      expect(((await none.json()) as { detail: string }).detail).to.equal('There are no printed documents for products.')
    })
  })
})
