// Files of orders and quotes on every interface: access by scope for staff, and by token for the customer.
import { expect } from 'chai'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { Scope } from '../../core/foundation/access.js'
import { storeRecordFile } from '../../core/storage/files/store-record-file.js'
import { createClient } from '../../generated/client/client.js'
import type { DocumentDetail } from '../../plugins/admin/api/document-shape.js'
import { runtime } from '../../plugins/runtime/index.js'
import { createCatalogAuthor } from '../support/catalog-author.js'
import {
  guestVisitor,
  completeCheckout,
  checkoutPlugins,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../support/selling-shop.js'
import { createMemoryFiles } from '../support/memory-files.js'
import { createCartWithFile } from '../support/filled-cart.js'
import { type AdminClient, type AdminService, api, startAdmin } from './admin/service.js'

const plan = '%PDF-1.7 a plan'
/** A file name as an old browser sends it, with characters that end a header or open a tag. */
const sentName = 'C:\\plans\\my "plan" (1)\' <b>ö.pdf'
const keptName = "my plan (1)' bö.pdf"
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Listed {
  readonly field: string
  readonly url: string
  readonly name: string
  readonly type: string
  readonly size: number
}

describe('the files of orders and quotes', function () {
  this.timeout(60_000)
  let service: AdminService
  let shop: SellingShop
  let drawing: number
  let clerk: AdminClient
  let order: DocumentReply
  let quote: DocumentReply
  let upload: string
  const token: Record<'orders' | 'catalog', string> = { orders: '', catalog: '' }

  const minted = async (scope: Scope): Promise<string> =>
    (await service.app.access.tokens.mint({ name: scope, scopes: [scope] })).token

  const ready = async (): Promise<CheckoutReply> => {
    const file = { name: sentName, bytes: Buffer.from(plan) }
    const { cart } = await createCartWithFile(service.app, shop.lamp, drawing, file, guestVisitor)
    return completeCheckout(service.app, shop, cart)
  }

  before(async () => {
    service = await startAdmin({ plugins: checkoutPlugins, files: createMemoryFiles() }, [runtime({ changes: 1_000 })])
    const { app } = service
    shop = await openSellingShop(app)
    drawing = await createCatalogAuthor(app).question(shop.lamp.pages.more, 'Drawing', 'Upload')
    for (const [entity, id, field] of [
      ['product', shop.lamp.product, 'image'],
      ['store', 1, 'logo'],
    ] as const) {
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield onePixel
      }
      await storeRecordFile(app.context, { entity, id, field }, { name: `${field}.png`, bytes: bytes() })
    }
    order = await placeCheckout(app, await ready())
    const { checkout } = await ready()
    quote = (await app.shop.serve('request-checkout-quote', { token: checkout }, guestVisitor)) as DocumentReply
    upload = order.lines[0]!.files[0]!.id
    clerk = await service.as('orders:read')
    token.orders = await minted('orders:read')
    token.catalog = await minted('catalog:read')
    // The originals no longer exist.
    for (const { id } of await app.shop.createContext({}).list('configuration')) await app.records.remove('configuration', id)
    await app.records.write('product', { image: null }, { id: shop.lamp.product })
    await app.records.write('store', { logo: null }, { id: 1 })
    await app.act('delete-product-deep', { id: shop.lamp.product })
  })
  after(() => service?.stop())

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(path.startsWith('http') ? path : service.app.url + path, { headers })
  const asClerk = (path: string) => get(path, { authorization: `Bearer ${token.orders}` })
  const listed = async (path: string): Promise<readonly Listed[]> => {
    const answer = await asClerk(`/svc-api/v1/${path}/files`)
    expect(answer.status, path).to.equal(200)
    return ((await answer.json()) as { data: { files: readonly Listed[] } }).data.files
  }
  const idOf = async (entity: string, of: DocumentReply): Promise<number> =>
    (await service.app.shop.createContext({}).list(entity, { column: 'token', values: [of.token] }))[0]!.id

  it('are listed with orders:read, and unchanged after product and configuration are deleted', async () => {
    for (const [line, of] of [
      ['order-line', order],
      ['quote-line', quote],
    ] as const) {
      const files = await listed(`${line}/${of.lines[0]!.id}`)
      expect(files.map(({ field, name, type, size }) => [field, name, type, size])).to.deep.equal([
        ['picture', 'image.png', 'image/png', onePixel.length],
        [`question:${drawing}`, keptName, 'application/pdf', plan.length],
      ])
      const picture = await asClerk(files[0]!.url)
      expect(Buffer.from(await picture.arrayBuffer()).equals(onePixel)).to.equal(true)
      const answer = await asClerk(files[1]!.url)
      expect(await answer.text()).to.equal(plan)
      expect(answer.headers.get('content-disposition')).to.equal(
        "attachment; filename*=UTF-8''my%20plan%20%281%29%27%20b%C3%B6.pdf",
      )
      expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox")
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff')
    }
    for (const [entity, of] of [
      ['sales-order', order],
      ['quote', quote],
    ] as const)
      expect((await listed(`${entity}/${await idOf(entity, of)}`)).map(({ field, name }) => [field, name])).to.deep.equal([
        ['logo', 'logo.png'],
      ])
    const client = createClient({ baseUrl: service.app.url, token: token.orders })
    const [first] = await client('order-line').files(order.lines[0]!.id)
    expect(first).to.include({ field: 'picture', name: 'image.png' })
  })

  it('require orders:read, and cannot be stored or deleted', async () => {
    const path = `/svc-api/v1/order-line/${order.lines[0]!.id}/files`
    for (const address of [path, `${path}/question:${drawing}`]) {
      expect((await get(address)).status).to.equal(401)
      expect((await get(address, { authorization: `Bearer ${token.catalog}` })).status).to.equal(403)
    }
    for (const field of [
      'question:0',
      'question:',
      `question:${drawing + 1}`,
      'answer:1',
      'pictures',
      'question:1x',
      '%2e%2e%2fx',
    ])
      expect((await asClerk(`${path}/${field}`)).status, field).to.equal(404)
    const unknown = (await (await asClerk(`${path}/pictures`)).json()) as { detail: string }
    expect(unknown.detail).to.equal(
      "There is no field for files 'pictures' on order-line. Did you mean 'picture'? Its fields for files are 'picture', 'answer:<id>', 'layer:<id>' or 'question:<id>'.",
    )
    expect((await asClerk('/svc-api/v1/order-line/999999/files')).status).to.equal(404)
    const all = await minted('orders:write')
    for (const method of ['POST', 'DELETE']) {
      const headers = { authorization: `Bearer ${all}`, 'content-type': 'application/octet-stream' }
      const init = { method, headers, ...(method === 'POST' && { body: plan }) }
      const answer = await fetch(`${service.app.url}${path}/question:${drawing}`, init)
      expect(answer.status, method).to.be.within(400, 422)
    }
    expect(await listed(`order-line/${order.lines[0]!.id}`)).to.have.length(2)
  })

  it('are linked from the order and the quote in the admin', async () => {
    for (const [path, entity, of] of [
      ['orders', 'sales-order', order],
      ['quotes', 'quote', quote],
    ] as const) {
      const detail = (await clerk.send('GET', `${path}/${await idOf(entity, of)}`)).body as DocumentDetail
      const [line] = detail.document.lines
      const option = line!.options.find(({ file }) => file !== null)!
      expect(option).to.include({ text: keptName, file: line!.files[0]!.id })
      const address = `${api}/${detail.files[option.file!]}`
      expect(Object.keys(detail.files)).to.deep.equal([option.file])
      expect(await (await get(address, { cookie: clerk.cookie })).text()).to.equal(plan)
      expect((await get(address)).status).to.equal(401)
      const author = await service.as('catalog:write')
      expect((await get(address, { cookie: author.cookie })).status).to.equal(403)
    }
  })

  it('are returned to assistants with the record', async () => {
    const entity = (await service.app.act('get-entity', { entity: 'order-line', id: order.lines[0]!.id })) as {
      files: readonly object[]
    }
    expect(entity.files[1]).to.deep.equal({
      ...{ field: `question:${drawing}`, name: keptName, type: 'application/pdf', size: plan.length },
      ...{ width: null, height: null },
    })
    const bare = await service.app.act('get-entity', { entity: 'tax-class', id: shop.taxClass })
    expect(bare).to.have.all.keys('entity', 'id', 'record')
  })

  it('are returned to the customer as downloads, and no other file is', async () => {
    const base = '/svc-api/runtime/v1'
    for (const [path, of] of [
      ['orders', order],
      ['quotes', quote],
    ] as const) {
      const { id, name, type, size } = of.lines[0]!.files[0]!
      expect({ name, type, size }).to.deep.equal({ name: keptName, type: 'application/pdf', size: plan.length })
      const answer = await get(`${base}/${path}/${of.token}/files/${id}`)
      expect(await answer.text()).to.equal(plan)
      expect(answer.headers.get('content-type')).to.equal('application/octet-stream')
      expect(answer.headers.get('content-disposition')).to.match(/^attachment; /)
      expect(answer.headers.get('cache-control')).to.equal('no-store')
    }
    const [picture] = await service.app.context.database.query<{ name: string }>(
      "SELECT name FROM svc_files WHERE entity = 'order-line' AND property = 'picture'",
    )
    const quoted = quote.lines[0]!.files[0]!.id
    for (const file of [picture!.name, quoted, 'x'.repeat(32), '..%2Fx', `${upload}%20`, `${upload}%00`, 'x'.repeat(4_000)])
      expect((await get(`${base}/orders/${order.token}/files/${file}`)).status, file).to.equal(404)
    expect((await get(`${base}/orders/${quote.token}/files/${quoted}`)).status).to.equal(404)
    expect((await get(`${base}/quotes/${order.token}/files/${upload}`)).status).to.equal(404)
  })

  it('are returned from a configuration while it exists', async () => {
    const author = createCatalogAuthor(service.app)
    const product = await author.product('Sign')
    const question = await author.question(await author.page(product, 'Page'), 'Motif', 'Upload')
    const start = () =>
      service.app.shop.serve('start-configuration', { product_id: product }, guestVisitor) as Promise<ConfigurationReply>
    const [{ configuration: own }, { configuration: other }] = [await start(), await start()]
    const named = { token: own, question_id: question, name: 'a.pdf' }
    const { id } = (await service.app.shop.serve('upload-file', named, { ...guestVisitor, content: Buffer.from(plan) })) as {
      id: string
    }
    const path = (of: string): string => `/svc-api/runtime/v1/configurations/${of}/uploads/${id}`
    expect(await (await get(path(own))).text()).to.equal(plan)
    expect((await get(path(other))).status).to.equal(404)
    expect((await get(path('x'.repeat(32)))).status).to.equal(404)
  })
})
