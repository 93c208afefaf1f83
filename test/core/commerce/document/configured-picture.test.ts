// The picture of a configured product in cart, order, mail and printed document: drawn from the layers of its answers.
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../../core/commerce/configuration/define.js'
import type { SavedConfigurationReply } from '../../../../core/commerce/configuration/saved-configurations.js'
import type { DocumentReply } from '../../../../core/commerce/document/define.js'
import { printDocumentById } from '../../../../core/commerce/document/print.js'
import { readPictureSize } from '../../../../core/storage/files/picture.js'
import { storeRecordFile } from '../../../../core/storage/files/store-record-file.js'
import { sweepFiles } from '../../../../core/tasks/sweep.js'
import { runtime } from '../../../../plugins/runtime/index.js'
import { listPdfImages, requirePdfReader } from '../../../plugins/print/pdf-reader.js'
import { createFilledCart } from '../../../support/filled-cart.js'
import { createMemoryFiles } from '../../../support/memory-files.js'
import { createPixels, createPng } from '../../../support/png.js'
import { registerAccount } from '../../../support/registration.js'
import {
  checkoutPlugins,
  completeCheckout,
  guestVisitor,
  openSellingShop,
  placeCheckout,
  type SellingShop,
} from '../../../support/selling-shop.js'
import { type ListeningApp, listenTestApp } from '../../../support/test-app.js'

describe('the picture of a configured product', function () {
  this.timeout(60_000)
  let app: ListeningApp
  let shop: SellingShop

  const storePicture = (entity: string, id: number, field: string, width: number, height: number): Promise<void> =>
    storeRecordFile(
      app.context,
      { entity, id, field },
      {
        name: `${field}.png`,
        bytes: (async function* () {
          yield createPng(width, height, createPixels(width, height))
        })(),
      },
    )

  before(async () => {
    app = await listenTestApp([runtime()], { plugins: checkoutPlugins, files: createMemoryFiles() })
    shop = await openSellingShop(app)
    const { product, red, green, gold, steel } = shop.lamp
    await storePicture('product', product, 'image', 10, 10)
    await app.records.write('product', { visualization_type: 'composite' }, { id: product })
    await storePicture('product', product, 'visualization_image', 40, 20)
    for (const answer of [red, green, gold, steel]) await storePicture('answer', answer, 'visualization_image', 40, 20)
    await app.records.write('answer', { visualization_stacking: 2 }, { id: green })
    await app.records.write('store', { email_sales: 'sales@blinds.example' }, { id: 1 })
    await app.act('add-default-notifications', {})
  })
  after(() => app?.stop())

  const load = (path: string): Promise<Response> => fetch(`${app.url}/svc-api/runtime/v1/${path}`)
  const loadPicture = (name: string) => load(`products/${shop.lamp.product}/pictures/${name}`)
  const nameOf = async (entity: string, id: number, property: string): Promise<string> => {
    const sql = 'SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = ?'
    return String((await app.context.database.query(sql, [entity, id, property]))[0]!.name)
  }
  const namesOf = (image: string | null): readonly string[] => image!.split('~').slice(1)

  const fillCart = () =>
    createFilledCart(
      app,
      shop.lamp,
      [
        {
          selections: [
            { question_id: shop.lamp.colour, value: String(shop.lamp.green) },
            { question_id: shop.lamp.base, value: String(shop.lamp.steel) },
          ],
        },
      ],
      { ...guestVisitor, link: (path) => `${app.url}${path}` },
    )

  async function placeOrder(): Promise<DocumentReply & { readonly rowId: number }> {
    const visitor = { ...guestVisitor, link: (path: string) => `${app.url}${path}` }
    const { cart } = await fillCart()
    const order = await placeCheckout(app, await completeCheckout(app, shop, cart, visitor), visitor)
    const [row] = await app.shop.createContext({}).list('sales-order', { column: 'token', values: [order.token] })
    return { ...order, rowId: row!.id }
  }

  it('has the layers of the selected answers in their stacking order, and is served as one PNG file', async () => {
    const { product, green, steel } = shop.lamp
    const { positions } = await fillCart()
    expect(namesOf(positions[0]!.image)).to.deep.equal([
      await nameOf('product', product, 'visualization_image'),
      await nameOf('answer', steel, 'visualization_image'),
      await nameOf('answer', green, 'visualization_image'),
    ])
    const reply = await loadPicture(positions[0]!.image!)
    expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(readPictureSize('image/png', bytes)).to.deep.equal({ width: 40, height: 20 })
  })

  it('is shown in saved configurations, and in a configuration if requested', async () => {
    const { product, colour, base, green, steel } = shop.lamp
    const { session } = await registerAccount(app, { email: 'ada@designs.example', password: 'a sound password' })
    const shopper = (await app.shop.accounts.sessionShopper(session)) ?? undefined
    const serve = <T>(verb: string, input: object): Promise<T> =>
      app.shop.serve(verb, { ...input }, { ...(shopper && { shopper }) }) as Promise<T>
    const selections = [
      { question_id: colour, value: String(green) },
      { question_id: base, value: String(steel) },
    ]
    const { configuration: token } = await serve<ConfigurationReply>('start-configuration', { product_id: product, selections })
    await serve('save-configuration', { token })
    const layers = [
      await nameOf('product', product, 'visualization_image'),
      await nameOf('answer', steel, 'visualization_image'),
      await nameOf('answer', green, 'visualization_image'),
    ]
    const { configurations } = await serve<{ readonly configurations: readonly SavedConfigurationReply[] }>(
      'list-configurations',
      {},
    )
    expect(namesOf(configurations[0]!.image)).to.deep.equal(layers)
    expect((await loadPicture(configurations[0]!.image!)).status).to.equal(200)
    const reply = await serve<ConfigurationReply>('read-configuration', { token, picture: true })
    expect(reply.image).to.equal(configurations[0]!.image)
    expect(await serve('read-configuration', { token })).to.not.have.property('image')
  })

  it('cannot be requested with other layers or another signature', async () => {
    const { positions } = await fillCart()
    const [signature, ...names] = positions[0]!.image!.split('~')
    const statusOf = async (name: string): Promise<number> => (await loadPicture(name)).status
    expect(await statusOf([signature, names[0]].join('~'))).to.equal(404)
    expect(await statusOf(['A'.repeat(22), ...names].join('~'))).to.equal(404)
    expect(await statusOf(`~${names[0]}`)).to.equal(404)
  })

  it('stays as ordered in the order, its mails and its documents after the product has changed', async function () {
    requirePdfReader(this)
    await app.context.database.run('DELETE FROM svc_mail_queue')
    const { lines, rowId } = await placeOrder()
    const image = lines[0]!.image!
    const { product, green } = shop.lamp
    await storePicture('answer', green, 'visualization_image', 30, 30)
    await app.records.write('product', { published: false }, { id: product })
    try {
      await sweepFiles.run({ context: app.context, records: app.records, signal: new AbortController().signal })
      expect((await loadPicture(image)).status).to.equal(200)
      const mails = await app.context.database.query<{ html: string }>('SELECT html FROM svc_mail_queue ORDER BY id')
      expect(mails).to.have.length(2)
      for (const { html } of mails) {
        const [, address = ''] = /<img src="([^"]+)"/.exec(html) ?? expect.fail('No picture in the mail.')
        expect(address).to.equal(`${app.url}/svc-api/runtime/v1/products/${product}/pictures/${image}`)
        expect((await fetch(address)).status).to.equal(200)
      }
      const { bytes } = await printDocumentById(app.shop.createContext({}), 'confirmation', rowId)
      expect(listPdfImages(bytes).filter((picture) => picture.startsWith('image'))).to.deep.equal(['image 40 20'])
    } finally {
      await app.records.write('product', { published: true }, { id: product })
    }
  })

  it('is the plain picture of a product without layers', async () => {
    const { product } = shop.lamp
    await app.records.write('product', { visualization_type: 'none' }, { id: product })
    try {
      const plain = await nameOf('product', product, 'image')
      const { positions } = await fillCart()
      expect(positions[0]!.image).to.equal(plain)
      const { lines } = await placeOrder()
      expect(namesOf(lines[0]!.image)).to.deep.equal([plain])
      const reply = await loadPicture(lines[0]!.image!)
      expect(readPictureSize('image/png', new Uint8Array(await reply.arrayBuffer()))).to.deep.equal({ width: 10, height: 10 })
    } finally {
      await app.records.write('product', { visualization_type: 'composite' }, { id: product })
    }
  })
})
