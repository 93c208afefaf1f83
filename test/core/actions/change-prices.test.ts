// The action change-prices: its preview, the change in one transaction, conflicts, limits and events.
import { expect } from 'chai'
import { type Customization, ServiceError } from '../../../core/contract.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { currency } from '../../../core/model/entities/store/currency.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { authorBlind, type Blind } from './blind.js'

interface Row {
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly product: string
  readonly question: string | null
  readonly answer: string | null
  readonly group: string | null
  readonly old: number
  readonly new: number
  readonly difference: number
  readonly finding: string | null
}

interface Reply {
  readonly changed: number
  readonly unchanged: number
  readonly zeros: number
  readonly refused: number
  readonly state: string
  readonly omitted: { readonly group_prices: number; readonly calculations: readonly { readonly name: string }[] }
  readonly prices: readonly Row[]
  readonly tables: readonly {
    readonly name: string
    readonly prices: number
    readonly lowest: object
    readonly highest: object
  }[]
  readonly records: readonly {
    readonly entity: string
    readonly id: number
    readonly revision: number
    readonly before: Readonly<Record<string, unknown>>
  }[]
}

/** Records the stored records. */
const stored: string[] = []
const recorder: Customization = {
  kind: 'customization',
  name: 'recorder',
  core: '*',
  version: '1.0.0',
  contributes: { observers: { onSvcStoreRecord: ({ entity, id }) => void stored.push(`${entity} ${id}`) } },
  migrations: [],
}

describe('change-prices', function () {
  this.timeout(60_000)
  let app: TestApp
  let author: CatalogAuthor
  let blind: Blind
  before(async () => {
    app = await bootTestApp({ customizations: [recorder] })
    author = createCatalogAuthor(app)
  })
  after(() => app.stop())
  beforeEach(async () => {
    await app.reset()
    blind = await authorBlind(app)
    stored.length = 0
  })

  const everyKind = ['base', 'recurring_base', 'answer', 'recurring_answer', 'former']
  const send = async (input: object): Promise<Reply> =>
    (await app.act('change-prices', { product_ids: [blind.product], prices: everyKind, ...input })) as Reply
  const read = async (entity: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
    (await app.records.read(entity, id)).record
  const toFacts = ({ entity, field, old, new: after, difference, finding }: Row) => [
    entity,
    field,
    old,
    after,
    difference,
    finding,
  ]

  it('previews every price of a product with its contents and changes nothing', async () => {
    await author.write('product', { was_price: 12, use_recurring_pricing: true, baseprice_recurring: 4.5 }, blind.product)
    await author.write('answer', { price_recurring: 1, was_price: 0.02 }, blind.answers[1])
    const { prices, changed, zeros, omitted } = await send({ percent: 3, rounding: 'to_0_10', dry_run: true })
    expect(prices.map(toFacts)).to.deep.equal([
      ['product', 'baseprice', 10, 10.3, 0.3, null],
      ['product', 'was_price', 12, 12.4, 0.4, null],
      ['product', 'baseprice_recurring', 4.5, 4.6, 0.1, null],
      ['answer', 'price', 15, 15.5, 0.5, null],
      ['answer', 'was_price', 0.02, 0, -0.02, 'zero'],
      ['answer', 'price_recurring', 1, 1, 0, 'unchanged'],
    ])
    expect(prices[3]).to.include({ product: 'Roller blind', question: 'Fabric', answer: 'Blackout', group: null })
    expect({ changed, zeros }).to.deep.equal({ changed: 5, zeros: 1 })
    expect(omitted.calculations.map(({ name }) => name)).to.deep.equal(['Price table'])
    expect((await read('product', blind.product))['baseprice']).to.equal(10)
    expect(stored).to.deep.equal(['product ' + String(blind.product), 'answer ' + String(blind.answers[1])])
  })

  it('changes only the chosen kinds, and no recurring price of a product without recurring pricing', async () => {
    await author.write('product', { was_price: 12, baseprice_recurring: 4.5 }, blind.product)
    await author.write('answer', { price_recurring: 1 }, blind.answers[1])
    const preview = async (prices: readonly string[]) =>
      (await send({ prices, amount: 1, dry_run: true })).prices.map(({ field }) => field)
    expect(await preview(['base'])).to.deep.equal(['baseprice'])
    expect(await preview(['former'])).to.deep.equal(['was_price'])
    expect(await preview(['answer'])).to.deep.equal(['price'])
    expect(await preview(['recurring_base', 'recurring_answer'])).to.deep.equal([])
  })

  it('stores the previewed prices in one transaction, with an event per record and the values before', async () => {
    const input = { amount: -1.5, rounding: 'ends_95', direction: 'up' }
    const { state } = await send({ ...input, dry_run: true })
    const { records, changed } = await send({ ...input, expected: state })
    expect(changed).to.equal(2)
    expect((await read('product', blind.product))['baseprice']).to.equal(8.95)
    expect((await read('answer', blind.answers[1]))['price']).to.equal(13.95)
    expect((await read('answer', blind.answers[0]))['price']).to.equal(0)
    expect(records.map(({ entity, id, before }) => [entity, id, before])).to.deep.equal([
      ['product', blind.product, { baseprice: 10 }],
      ['answer', blind.answers[1], { price: 15 }],
    ])
    for (const { entity, id, revision } of records) expect((await app.records.read(entity, id)).revision).to.equal(revision)
    expect(stored).to.deep.equal([`product ${blind.product}`, `answer ${blind.answers[1]}`])
  })

  it('changes what shoppers pay at once', async () => {
    const price = async (): Promise<number> => {
      const reply = await app.shop.serve('start-configuration', { product_id: blind.product }, {})
      return (reply as { readonly price: { readonly net: number } }).price.net
    }
    expect(await price()).to.equal(10)
    await send({ percent: 10 })
    expect(await price()).to.equal(11)
  })

  it('changes prices by customer group and price tables only if they are included', async () => {
    const group = await author.first('customer-group')
    const overrides = [{ customer_group_id: group['id'], price: 8 }]
    await author.write('product', { baseprice_overrides: overrides }, blind.product)
    const without = await send({ percent: 10, dry_run: true })
    expect(without.omitted.group_prices).to.equal(1)
    const input = { percent: 10, group_prices: true, price_tables: true }
    const preview = await send({ ...input, dry_run: true })
    expect(preview.omitted).to.deep.equal({ group_prices: 0, calculations: [] })
    expect(preview.prices.map(({ field, group: title, old, new: after }) => [field, title, old, after])).to.deep.include([
      'baseprice',
      String(group['title']),
      8,
      8.8,
    ])
    expect(preview.tables).to.deep.include.members([
      {
        calculation_id: blind.table,
        name: 'Price table',
        product_id: blind.product,
        product: 'Roller blind',
        prices: 9,
        lowest: [30, 33],
        highest: [60, 66],
        findings: {},
      },
    ])
    await send({ ...input, expected: preview.state })
    expect((await read('product', blind.product))['baseprice_overrides']).to.deep.equal([{ ...overrides[0], price: 8.8 }])
    const { records } = await app.records.list('calculation-matrix', { filters: new Map([['calculation_id', blind.table]]) })
    const cells = (await read('calculation-matrix', Number(records[0]!['id'])))['cells'] as readonly { readonly value: string }[]
    expect(cells.map(({ value }) => value)).to.deep.equal(['33', '38.5', '49.5', '38.5', '44', '55', '49.5', '55', '66'])
  })

  it('leaves out a table that is also used for weights', async () => {
    await author.write('question', { calcmodel_weight: blind.table }, blind.width)
    const { tables, omitted } = await send({ percent: 10, price_tables: true, dry_run: true })
    expect(tables).to.deep.equal([])
    expect(omitted.calculations.map(({ name }) => name)).to.deep.equal(['Price table'])
  })

  it('leaves out a table that also prices an answer outside the request', async () => {
    for (const answer of blind.answers) await author.write('answer', { calcmodel: blind.table }, answer)
    await author.write('question', { calcmodel: null }, blind.width)
    const preview = async (answer_ids: readonly number[]) => {
      const input = { answer_ids, prices: ['answer'], price_tables: true, percent: 10, dry_run: true }
      const { tables, omitted } = (await app.act('change-prices', input)) as Reply
      return [tables.map(({ name }) => name), omitted.calculations.map(({ name }) => name)]
    }
    expect(await preview([...blind.answers])).to.deep.equal([['Price table'], []])
    expect(await preview([blind.answers[0]])).to.deep.equal([[], ['Price table']])
  })

  it('changes the products of a list and of its lists, each once, and single answers', async () => {
    const other = await author.product('Curtain', { baseprice: 20 })
    const parent = await author.write('product-list', { title_en_GB: 'Windows', title_de_DE: 'Fenster' })
    const child = await author.write('product-list', { title_en_GB: 'Blinds', title_de_DE: 'Rollos', parent_id: parent })
    await author.write('product-list-assignment', { product_list_id: parent, product_id: other })
    for (const product_list_id of [parent, child])
      await author.write('product-list-assignment', { product_list_id, product_id: blind.product })
    const list = (await app.act('change-prices', {
      product_list_ids: [parent],
      prices: ['base'],
      percent: 1,
      dry_run: true,
    })) as Reply
    expect(list.prices.map(({ product, new: after }) => [product, after])).to.deep.equal([
      ['Roller blind', 10.1],
      ['Curtain', 20.2],
    ])
    const answers = (await app.act('change-prices', {
      answer_ids: [...blind.answers],
      prices: everyKind,
      percent: 1,
      dry_run: true,
    })) as Reply
    expect(answers.prices.map(({ answer, new: after }) => [answer, after])).to.deep.equal([['Blackout', 15.15]])
  })

  it('refuses to apply a preview after another person changed a price, and changes nothing', async () => {
    const { state } = await send({ percent: 3, dry_run: true })
    await author.write('answer', { sku: 'B-1' }, blind.answers[1])
    const same = await send({ percent: 3, dry_run: true })
    expect(same.state).to.equal(state)
    await author.write('answer', { price: 16 }, blind.answers[1])
    const refusal = await send({ percent: 3, expected: state }).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refusal).to.be.instanceOf(ServiceError)
    expect((refusal as ServiceError).code).to.equal('PRECONDITION_FAILED')
    expect((await read('product', blind.product))['baseprice']).to.equal(10)
    expect((await read('answer', blind.answers[1]))['price']).to.equal(16)
  })

  it('rolls back all prices if one record is refused', async () => {
    await author.write('answer', { price: 100_000_000_000.123 }, blind.answers[1])
    stored.length = 0
    const error = await catchValidationError(send({ amount: 0.0001, prices: ['base', 'answer'] }))
    expect(error.issues.map(({ field }) => field)).to.deep.equal(['price'])
    expect((await read('product', blind.product))['baseprice']).to.equal(10)
    expect(stored).to.deep.equal([])
  })

  it('reports negative prices, and refuses negative former prices', async () => {
    await author.write('product', { was_price: 12 }, blind.product)
    const preview = await send({ amount: -14, dry_run: true })
    expect(preview.prices.map(({ field, new: after, finding }) => [field, after, finding])).to.deep.equal([
      ['baseprice', -4, 'negative'],
      ['was_price', -2, 'negative'],
      ['price', 1, null],
    ])
    expect(preview.refused).to.equal(1)
    const error = await catchValidationError(send({ amount: -14 }))
    expect(error.message).to.equal('A former price cannot be below 0. Choose a smaller change, or leave out former prices.')
    expect((await send({ amount: -14, prices: ['base', 'answer'] })).changed).to.equal(2)
  })

  it('refuses a rounding that is finer than the base currency', async () => {
    const { records } = await app.records.list('currency', { limit: 200 })
    const yen = records.find(({ code }) => code === 'JPY')
    // Without a conversion, only the service itself may do this.
    const inside = app.shop.createContext({})
    await inside.write(currency, { is_base: true, decimals: 0, multiplicator: 1 }, { id: Number(yen!['id']) })
    const error = await catchValidationError(send({ percent: 3, rounding: 'ends_90', dry_run: true }))
    expect(error.message).to.equal('JPY has no decimal places. Choose a coarser rounding.')
    expect((await send({ percent: 3, rounding: 'to_1', dry_run: true })).prices[0]).to.include({ old: 10, new: 10 })
  })

  it('refuses more than 5,000 prices with the limit in the sentence', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => ({ row: index, column: 0, value: '1' }))
    const { records } = await app.records.list('calculation-matrix', { filters: new Map([['calculation_id', blind.table]]) })
    await author.write('calculation-matrix', { column_question_id: null, cells: rows }, Number(records[0]!['id']))
    const error = await catchValidationError(send({ percent: 3, price_tables: true, dry_run: true }))
    expect(error.message).to.equal(
      'At most 5,000 prices can be changed at once, and this selection has more. Choose fewer products or fewer kinds of prices.',
    )
  })

  it('requires products, lists or answers, and either a percentage or an amount', async () => {
    const fields = async (input: object): Promise<string | undefined> =>
      (await catchValidationError(app.act('change-prices', { prices: ['base'], ...input }))).issues[0]?.field
    expect(await fields({ percent: 3 })).to.equal('product_ids')
    expect(await fields({ product_ids: [blind.product] })).to.equal('percent')
    expect(await fields({ product_ids: [blind.product], percent: 3, amount: 1 })).to.equal('percent')
    expect(await fields({ product_ids: [blind.product], prices: ['weight'], percent: 3 })).to.equal('prices')
    expect(await fields({ product_ids: [blind.product], prices: [], percent: 3 })).to.equal('prices')
    const tables = await send({ prices: [], price_tables: true, percent: 3, dry_run: true })
    expect([tables.prices.length, tables.tables.length]).to.deep.equal([0, 1])
    const missing = await app.act('change-prices', { product_ids: [999_999], prices: ['base'], percent: 3 }).then(
      () => null,
      (error: unknown) => (error as ServiceError).code,
    )
    expect(missing).to.equal('NOT_FOUND')
  })
})
