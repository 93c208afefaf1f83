// Missing translations and carts in the admin: gaps per language, and carts without their shopper's tokens.
import { expect } from 'chai'
import type { Dashboard, TranslationCounts, TranslationGaps } from '../../../plugins/admin/api/screen-shape.js'
import type { CartDetail } from '../../../plugins/admin/api/document-shape.js'
import type { RecordList } from '../../../plugins/admin/api/shape.js'
import type { ProductReadiness, WorkshopTree } from '../../../plugins/admin/api/workshop/workshop-shape.js'
import { guestVisitor, checkoutPlugins, createAccount, openSellingShop } from '../../support/selling-shop.js'
import { createFilledCart } from '../../support/filled-cart.js'
import { createPage, createProduct } from '../../support/small-shop.js'
import { type AdminClient, type AdminService, codeOf, startAdmin, titled } from './service.js'

describe('missing translations and carts in the admin', function () {
  this.timeout(60_000)
  let service: AdminService
  let author: AdminClient
  before(async () => {
    service = await startAdmin({ plugins: checkoutPlugins })
    author = await service.as('catalog:write')
  })
  after(() => service.stop())

  const gapsOf = async (path: string): Promise<TranslationGaps> => {
    const answer = await author.send('GET', `translations/${path}`)
    expect(answer.status, path).to.equal(200)
    return answer.body as TranslationGaps
  }

  it('list and count texts that another language lacks, and update after a text is written', async () => {
    const { app } = service
    const lacking = await createProduct(app.records, 'Shelf', {
      title_de_DE: 'Regal',
      description_en_GB: 'Wood',
      description_de_DE: '',
    })
    await createProduct(app.records, 'Whole', { title_de_DE: 'Ganz' })
    const counts = (await author.send('GET', 'translations?language=de-DE')).body as TranslationCounts
    const { total, gaps, mayWrite } = await gapsOf('product?language=de-DE')
    const own = gaps.filter(({ id }) => id === lacking)
    expect(own.map(({ key, texts }) => [key, texts['en-GB']])).to.have.deep.members([['description_de_DE', 'Wood']])
    expect(counts.entities.find(({ name }) => name === 'product')!.missing).to.equal(total)
    expect(mayWrite).to.equal(true)
    const { tiles } = (await author.send('GET', 'dashboard')).body as Dashboard
    const sum = counts.entities.reduce((all, { missing }) => all + missing, 0)
    expect(tiles.find(({ name }) => name === 'textsMissing')!.count).to.equal(sum)
    expect((await author.send('PATCH', `records/product/${lacking}`, { description_de_DE: 'Holz' })).status).to.equal(200)
    const after = await gapsOf('product?language=de-DE')
    expect(after.total).to.equal(total - 1)
    expect((await gapsOf(`product?language=de-DE&offset=${after.total}`)).gaps).to.deep.equal([])
  })

  it('include copies, mark their records in lists and in the workshop, and keep the product from being ready', async () => {
    const { app } = service
    const id = await createProduct(app.records, 'Alvar')
    const page = await createPage(app.records, id, { title_en_GB: 'Look', title_de_DE: 'Aussehen' })
    const read = async () => {
      const list = (await author.send('GET', `records/product?sort=-id&limit=1`)).body as RecordList
      const tree = (await author.send('GET', `workshop/${id}`)).body as WorkshopTree
      const { missingTexts } = (await author.send('GET', `workshop/${id}/readiness`)).body as ProductReadiness
      const nodes = tree.kinds.flatMap(({ nodes: all }) => all)
      return [list.missing?.[id], nodes.find((node) => node.id === page)?.missing, missingTexts]
    }
    expect((await gapsOf('product?language=de-DE')).gaps.find((gap) => gap.id === id)!.texts).to.deep.equal({
      'en-GB': 'Alvar',
      'de-DE': 'Alvar',
    })
    expect(await read()).to.deep.equal([['de-DE'], undefined, [{ language: 'de-DE', count: 1 }]])
    const same = { language: 'de-DE', text: 'Alvar' }
    const confirmed = await author.send('POST', 'translations/same', same)
    expect(confirmed.body).to.deep.equal({ texts: [same] })
    expect(await read()).to.deep.equal([undefined, undefined, []])
    await app.records.write('page', { title_de_DE: 'Look' }, { id: page })
    expect(await read()).to.deep.equal([undefined, ['de-DE'], [{ language: 'de-DE', count: 1 }]])
    expect((await author.send('DELETE', 'translations/same', same)).body).to.deep.equal({ texts: [] })
    expect((await read())[0]).to.deep.equal(['de-DE'])
  })

  it('can be confirmed by accounts that may change texts only, for an active language and a text', async () => {
    const send = async (client: AdminClient, body: object): Promise<string> =>
      codeOf(await client.send('POST', 'translations/same', body))
    const clerk = await service.as('orders:write')
    expect(await send(clerk, { language: 'de-DE', text: 'Oak' })).to.equal('403 INSUFFICIENT_SCOPE')
    expect(await send(author, { language: 'fr-FR', text: 'Oak' })).to.equal('422 VALIDATION_FAILED')
    expect(await send(author, { language: 'de-DE', text: '' })).to.equal('422 VALIDATION_FAILED')
  })

  it('are listed only if the account may read a record with the text', async () => {
    const { app } = service
    await app.records.write('product', { ...titled('Birch'), tax_class_id: 1 })
    await app.records.write('salutation', { ...titled('Dr'), gender: 'female' })
    for (const text of ['Birch', 'Dr']) await author.send('POST', 'translations/same', { language: 'de-DE', text })
    const list = async (client: AdminClient) =>
      ((await client.send('GET', 'translations/same')).body as { texts: readonly { text: string }[] }).texts.map(
        ({ text }) => text,
      )
    expect(await list(await service.as('catalog:read', 'customers:read'))).to.include.members(['Birch', 'Dr'])
    expect(await list(await service.as('orders:read')))
      .to.include('Dr')
      .and.not.include('Birch')
  })

  it('list only entities that the account may read, and reject unknown languages', async () => {
    const clerk = await service.as('orders:read')
    const { entities } = (await clerk.send('GET', 'translations')).body as TranslationCounts
    expect(entities.map(({ name }) => name))
      .to.include('payment-method')
      .and.not.to.include('product')
    for (const query of ['language=en-GB', 'language=fr-FR', 'offset=-1'])
      expect(codeOf(await author.send('GET', `translations/product?${query}`)), query).to.equal('422 VALIDATION_FAILED')
  })

  it('show a cart with the prices of its shopper, without tokens, and leave it unchanged', async () => {
    const { app } = service
    const shop = await openSellingShop(app)
    const shopper = await createAccount(app, 'grace@example.org')
    const clerk = await service.as('orders:read', 'customers:read')
    for (const [caller, customer] of [
      [guestVisitor, null],
      [{ shopper }, shopper.customerId],
    ] as const) {
      const { cart: token } = await createFilledCart(app, shop.lamp, [{ quantity: 2 }], caller)
      const [stored] = await app.shop.createContext({}).list('cart', { column: 'token', values: [token] })
      const before = await app.records.read('cart', stored!.id)
      const answer = await clerk.send('GET', `carts/${stored!.id}`)
      const { cart, customer: cartCustomer } = answer.body as CartDetail
      expect(cartCustomer).to.equal(customer)
      expect(cart!.positions.map(({ quantity }) => quantity)).to.deep.equal([2])
      expect(JSON.stringify(answer.body)).not.to.contain(token)
      expect(cart!.positions[0]).not.to.have.property('configuration')
      expect(await app.records.read('cart', stored!.id)).to.deep.equal(before)
    }
    expect(codeOf(await clerk.send('GET', 'carts/999999'))).to.equal('404 NOT_FOUND')
  })
})
