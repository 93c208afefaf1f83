// Relative price changes in the admin: targets, typed numbers, conflicts, undo and the audit trail.
import { expect } from 'chai'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { authorBlind, type Blind } from '../../core/actions/blind.js'
import { type AdminClient, type AdminService, codeOf, type RecordBody, startAdmin } from './service.js'

interface Reply {
  readonly changed: number
  readonly state: string
  readonly undo: string | null
  readonly prices: readonly { readonly product: string; readonly field: string; readonly new: number }[]
}

describe('price changes in the admin', () => {
  let service: AdminService
  let client: AdminClient
  let blind: Blind
  let curtain: number
  let list: number
  before(async () => {
    service = await startAdmin({ auditDays: 30 })
    client = await service.as('catalog:write', 'system:read')
    const author = createCatalogAuthor(service.app)
    blind = await authorBlind(service.app)
    curtain = await author.product('Curtain', { baseprice: 20, sku: 'CURTAIN' })
    list = await author.write('product-list', { title_en_GB: 'Windows', title_de_DE: 'Fenster' })
    await author.write('product-list-assignment', { product_list_id: list, product_id: curtain })
  })
  after(() => service.stop())

  const defaults = { prices: ['base', 'answer'], percent: 3, rounding: 'to_0_10' }
  const send = async (entity: string, input: object): Promise<Reply> => {
    const answer = await client.send('POST', `records/${entity}/prices`, { ...defaults, ...input })
    expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
    return answer.body as Reply
  }
  const preview = async (entity: string, input: object) => {
    const { prices } = await send(entity, { ...input, dry_run: true })
    return prices.map(({ product, field, new: after }) => [product, field, after])
  }
  const read = async (entity: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
    ((await client.send('GET', `records/${entity}/${id}`)).body as RecordBody).record

  it('preview selected products, all products of a filter, product lists, their entries, and answers', async () => {
    const curtainPrice = ['Curtain', 'baseprice', 20.6]
    const blindPrices = [
      ['Roller blind', 'baseprice', 10.3],
      ['Roller blind', 'price', 15.5],
    ]
    expect(await preview('product', { ids: [curtain] })).to.deep.equal([curtainPrice])
    expect(await preview('product', { filter: { published: true } })).to.deep.equal([...blindPrices, curtainPrice])
    expect(await preview('product', { search: 'curtain' })).to.deep.equal([curtainPrice])
    expect(await preview('product-list', { ids: [list] })).to.deep.equal([curtainPrice])
    expect(await preview('product-list-assignment', { filter: { product_list_id: list } })).to.deep.equal([curtainPrice])
    expect(await preview('answer', { filter: { question_id: blind.fabric } })).to.deep.equal(blindPrices.slice(1))
    expect(codeOf(await client.send('POST', 'records/page/prices', { ...defaults, ids: [blind.page] }))).to.equal(
      '422 VALIDATION_FAILED',
    )
    expect(codeOf(await client.send('POST', 'records/product/prices', { ...defaults, search: 'no such product' }))).to.equal(
      '422 VALIDATION_FAILED',
    )
  })

  it('are refused for more than 5,000 records with the limit in the sentence', async () => {
    const ids = Array.from({ length: 5_001 }, (_, index) => index + 1)
    const answer = await client.send('POST', 'records/product/prices', { ...defaults, ids, dry_run: true })
    expect(codeOf(answer)).to.equal('422 VALIDATION_FAILED')
    expect(JSON.stringify(answer.body)).to.include('At most 5,000 prices can be changed at once')
  })

  it('read numbers as they are typed in the language of the account', async () => {
    expect(await preview('product', { ids: [curtain], percent: '+3.5', rounding: 'none' })).to.deep.equal([
      ['Curtain', 'baseprice', 20.7],
    ])
    await client.send('PATCH', 'account', { language: 'de' })
    const { percent: _percent, ...rest } = defaults
    const answer = await client.send('POST', 'records/product/prices', {
      ...rest,
      ids: [curtain],
      amount: '-1,50',
      rounding: 'none',
      dry_run: true,
    })
    expect((answer.body as Reply).prices[0]).to.include({ new: 18.5 })
    const refused = await client.send('POST', 'records/product/prices', { ...defaults, ids: [curtain], percent: 'viel' })
    expect(codeOf(refused)).to.equal('422 VALIDATION_FAILED')
    const ambiguous = await client.send('POST', 'records/product/prices', { ...rest, ids: [curtain], amount: '1.250' })
    expect(JSON.stringify(ambiguous.body)).to.include('1250').and.to.include('1,25')
    const below = await client.send('POST', 'records/product/prices', { ...rest, ids: [curtain], percent: '-100,5' })
    expect(JSON.stringify(below.body)).to.include('Geben Sie einen Prozentsatz von -100 bis 1.000 ein.')
    const neither = await client.send('POST', 'records/product/prices', { ...rest, ids: [curtain], dry_run: true })
    expect(JSON.stringify(neither.body)).to.include('Geben Sie entweder einen Prozentsatz oder einen Betrag ein.')
    await client.send('PATCH', 'account', { language: 'en' })
  })

  it('are stored with an entry in the audit trail and undone except for prices changed since', async () => {
    const { state, undo: none } = await send('product', { ids: [blind.product, curtain], dry_run: true })
    expect(none).to.equal(null)
    const { changed, undo } = await send('product', { ids: [blind.product, curtain], expected: state })
    expect(changed).to.equal(3)
    expect(await read('answer', blind.answers[1])).to.include({ price: 15.5 })
    const trail = (await client.send('GET', `trail?entity=answer&record=${blind.answers[1]}`)).body as {
      readonly entries: readonly { readonly changes: object }[]
    }
    expect(trail.entries[0]!.changes).to.deep.equal({ price: [15, 15.5] })
    await client.send('PATCH', `records/product/${curtain}`, { baseprice: 25 })
    const other = await service.as('catalog:write')
    expect(codeOf(await other.send('POST', `undo/${undo}`))).to.equal('404 NOT_FOUND')
    const undone = (await client.send('POST', `undo/${undo}`)).body as { restored: number; left: readonly { id: number }[] }
    expect(undone.restored).to.equal(2)
    expect(undone.left.map(({ id }) => id)).to.deep.equal([curtain])
    expect(await read('product', blind.product)).to.include({ baseprice: 10 })
    expect(await read('answer', blind.answers[1])).to.include({ price: 15 })
    expect(await read('product', curtain)).to.include({ baseprice: 25 })
    await client.send('PATCH', `records/product/${curtain}`, { baseprice: 20 })
  })

  it('restore prices by customer group and price tables on undo', async () => {
    const { records } = await service.app.records.list('calculation-matrix', {
      filters: new Map([['calculation_id', blind.table]]),
    })
    const matrix = Number(records[0]!['id'])
    const groups = await service.app.records.list('customer-group', { limit: 1 })
    const overrides = [{ customer_group_id: Number(groups.records[0]!['id']), price: 8 }]
    await client.send('PATCH', `records/product/${blind.product}`, { baseprice_overrides: overrides })
    const before = await read('calculation-matrix', matrix)
    const { undo } = await send('product', { ids: [blind.product], group_prices: true, price_tables: true })
    expect(await read('product', blind.product)).to.deep.include({ baseprice_overrides: [{ ...overrides[0], price: 8.2 }] })
    expect((await read('calculation-matrix', matrix))['cells']).not.to.deep.equal(before['cells'])
    expect((await client.send('POST', `undo/${undo}`)).body).to.deep.equal({ restored: 3, left: [] })
    expect(await read('product', blind.product)).to.deep.include({ baseprice_overrides: overrides, baseprice: 10 })
    expect(await read('calculation-matrix', matrix)).to.deep.equal(before)
  })

  it('are refused with 412 after another account changed a price since the preview', async () => {
    const { state } = await send('product', { ids: [curtain], dry_run: true })
    const other = await service.as('catalog:write')
    await other.send('PATCH', `records/product/${curtain}`, { baseprice: 21 })
    const answer = await client.send('POST', 'records/product/prices', { ...defaults, ids: [curtain], expected: state })
    expect(codeOf(answer)).to.equal('412 PRECONDITION_FAILED')
    expect(await read('product', curtain)).to.include({ baseprice: 21 })
  })
})
