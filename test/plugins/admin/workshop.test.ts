// The workshop's server: a product's tree as its caller may see it.
import { expect } from 'chai'
import { example } from '../../../customizations/example/index.js'
import type { WorkshopTree } from '../../../plugins/admin/transport/workshop/shape.js'
import { catalogAuthor } from '../../support/catalog-author.js'
import { everyScope } from '../rest/service.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('the workshop of the admin', function () {
  this.timeout(60_000)
  let service: AdminService
  let client: AdminClient
  let product: number
  before(async () => {
    service = await startAdmin({ customizations: [example()] })
    client = await service.as(...everyScope)
    const author = catalogAuthor(service.app)
    product = await author.product('Blind')
    const second = await author.page(product, 'Size')
    const first = await author.page(product, 'Fabric', { ordering: 1 })
    const colour = await author.question(first, 'Colour', 'Radiobuttons', { published: false })
    await author.answer(colour, 'Red', { price: 12.5 })
    await author.question(second, 'Width', 'Textbox', {
      rules: { all: [{ question: colour, field: 'selected', operator: '!=', value: '' }] },
    })
    await author.write('calculation', { product_id: product, name: 'Total' })
  })
  after(() => service.stop())

  const tree = async (): Promise<WorkshopTree> => {
    const answer = await client.send('GET', `workshop/${product}`)
    expect(codeOf(answer)).to.equal('200')
    return answer.body as WorkshopTree
  }

  it('gives every record of the product in its order, with what rows say of it', async () => {
    const { product: root, kinds } = await tree()
    expect(root).to.deep.equal({ id: product, title: 'Blind', published: true })
    const of = (entity: string) => kinds.find((kind) => kind.entity === entity)!
    expect(of('page').nodes.map(({ title }) => title)).to.deep.equal(['Fabric', 'Size'])
    expect(of('page').titleKeys).to.deep.equal(['title_en_GB', 'title_de_DE'])
    const [colour, width] = ['Colour', 'Width'].map((name) => of('question').nodes.find(({ title }) => title === name)!)
    expect([colour!.published, colour!.ruled, colour!.note]).to.deep.equal([false, false, 'Radio buttons'])
    expect([width!.published, width!.ruled, width!.note]).to.deep.equal([true, true, 'Text box'])
    expect(of('answer').nodes.map(({ title, price, owner }) => ({ title, price, owner }))).to.deep.equal([
      { title: 'Red', price: 12.5, owner: colour!.id },
    ])
    expect(of('calculation').nodes.map(({ title }) => title)).to.deep.equal(['Total'])
    // Owners come before what belongs to them, a customization's records among them.
    const names = kinds.map(({ entity }) => entity)
    for (const { entity, owner } of kinds)
      if (owner !== 'product') expect(names.indexOf(owner)).to.be.below(names.indexOf(entity))
    const below = [...service.app.registry.entities.values()].filter(
      ({ topic, name }) => topic === 'product' && name !== 'product',
    )
    expect(new Set(names)).to.deep.equal(new Set(below.map(({ name }) => name)))
  })

  it('says what the caller may do, and opens no product that is not there', async () => {
    const reader = await service.as('catalog:read')
    const { kinds } = (await reader.send('GET', `workshop/${product}`)).body as WorkshopTree
    expect(kinds.some(({ may }) => may.create || may.change || may.delete)).to.equal(false)
    expect(codeOf(await client.send('GET', 'workshop/999999'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await client.send('GET', 'workshop/nothing'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await (await service.as('orders:read')).send('GET', `workshop/${product}`))).to.equal('403 INSUFFICIENT_SCOPE')
  })
})
