// A change of the base currency: converted amounts and factors, reasons to refuse, and the exact way back.
import { expect } from 'chai'
import {
  type BaseCurrencyPlan,
  type BaseCurrencyRestoration,
  changeBaseCurrency,
  planBaseCurrency,
  restoreBaseCurrency,
} from '../../../core/shop/base-currency.js'
import { ServiceContext } from '../../../core/storage/service-context.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { createFilledCart } from '../../support/filled-cart.js'
import { checkoutPlugins, openSellingShop } from '../../support/selling-shop.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { authorBlind, type Blind } from '../actions/blind.js'

const rate = 0.93

describe('the base currency', function () {
  this.timeout(60_000)
  let app: TestApp
  let author: CatalogAuthor
  let blind: Blind
  let franc: number
  before(async () => {
    app = await bootTestApp({ plugins: checkoutPlugins })
    author = createCatalogAuthor(app)
  })
  after(() => app.stop())
  beforeEach(async () => {
    await app.reset()
    blind = await authorBlind(app)
    franc = await currencyId('CHF')
    await author.write('currency', { multiplicator: rate, published: true }, franc)
  })

  const read = async (entity: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
    (await app.records.read(entity, id)).record
  async function currencyId(code: string): Promise<number> {
    const { records } = await app.records.list('currency', { limit: 500 })
    return Number(records.find((currency) => currency['code'] === code)!['id'])
  }
  const plan = async (request: object = {}): Promise<BaseCurrencyPlan> =>
    planBaseCurrency(await new ServiceContext(app.context).at(), {
      currencyId: franc,
      converts: true,
      rounding: 'none',
      ...request,
    })
  const change = async (request: object = {}, expected?: string): Promise<BaseCurrencyRestoration> =>
    (
      await app.records.unit((records) =>
        changeBaseCurrency(app.context, records, { currencyId: franc, converts: true, rounding: 'none', ...request }, expected),
      )
    ).restoration
  const restore = (restoration: BaseCurrencyRestoration): Promise<void> =>
    app.records.unit((records) => restoreBaseCurrency(app.context, records, restoration))
  const refusal = async (run: Promise<unknown>): Promise<string> =>
    run.then(
      () => 'none',
      (error: { readonly code?: string }) => error.code ?? String(error),
    )
  /** Every stored amount and factor. */
  const readAll = async (): Promise<string> => {
    const tables = [
      'product',
      'answer',
      'question',
      'calculation_matrix',
      'calculation_formula',
      'shipping_method',
      'payment_method',
    ]
    const rows: unknown[] = []
    for (const table of [...tables, 'customer_group', 'currency'])
      rows.push(
        (await app.context.database.query<Record<string, unknown>>(`SELECT * FROM svc_${table} ORDER BY id`)).map(
          ({ revision: _revision, ...row }) => row,
        ),
      )
    return JSON.stringify(rows)
  }

  it('converts prices, price tables, formulas, delivery, surcharges and discounts, and the factors of all currencies', async () => {
    const group = Number((await author.first('customer-group'))['id'])
    await author.write('customer-group', { discount_start_1: 100, discount_type_1: 'amount', discount_value_1: 10 }, group)
    await author.write('customer-group', { discount_start_2: 200, discount_type_2: 'percentage', discount_value_2: 5 }, group)
    await author.write(
      'product',
      { was_price: 12.5, baseprice_overrides: [{ customer_group_id: group, price: 9 }] },
      blind.product,
    )
    const delivery = Number((await author.first('shipping-method'))['id'])
    await author.write('shipping-method', { price: 4.9 }, delivery)
    const formula = await author.calculation(blind.product, 'Area', 'formula', {
      terms: [{ question: blind.width }, { operator: '*' }, { number: 0.01 }],
    })
    await author.write('answer', { calcmodel: formula }, blind.answers[0])
    const { factors, obstacles, fields } = await plan()
    expect(obstacles).to.deep.equal([])
    expect(factors.find(({ code }) => code === 'CHF')!.after).to.equal(1)
    expect(factors.find(({ code }) => code === 'EUR')!.after).to.equal(1.07526882)
    const restoration = await change()
    expect(await read('product', blind.product)).to.deep.include({
      baseprice: 9.3,
      was_price: 11.625,
      baseprice_overrides: [{ customer_group_id: group, price: 8.37 }],
    })
    expect((await read('answer', blind.answers[1]))['price']).to.equal(13.95)
    expect((await read('shipping-method', delivery))['price']).to.equal(4.557)
    expect(await read('customer-group', group)).to.include({
      discount_start_1: 93,
      discount_value_1: 9.3,
      discount_start_2: 186,
      discount_value_2: 5,
    })
    const { records: matrices } = await app.records.list('calculation-matrix', {
      filters: new Map([['calculation_id', blind.table]]),
    })
    const { cells } = (await read('calculation-matrix', Number(matrices[0]!['id']))) as { cells: readonly { value: string }[] }
    expect(cells[0]!.value).to.equal('27.9')
    const { records: formulas } = await app.records.list('calculation-formula', {
      filters: new Map([['calculation_id', formula]]),
    })
    expect((await read('calculation-formula', Number(formulas[0]!['id'])))['terms']).to.deep.equal([
      { group: [{ question: blind.width }, { operator: '*' }, { number: 0.01 }] },
      { operator: '*' },
      { number: rate },
    ])
    expect(await read('currency', franc)).to.include({ is_base: true, multiplicator: 1 })
    expect(fields.length).to.be.greaterThan(5)
    await restore(restoration)
  })

  it('rounds as chosen, and is restored without a difference', async () => {
    await author.write('answer', { price: 0.0333 }, blind.answers[0])
    const before = await readAll()
    for (const rounding of ['to_0_05', 'to_1', 'none']) {
      const restoration = await change({ rounding, rate: 0.9377777 })
      if (rounding === 'to_0_05') expect((await read('product', blind.product))['baseprice']).to.equal(9.4)
      expect(await readAll()).not.to.equal(before)
      await restore(restoration)
      expect(await readAll(), rounding).to.equal(before)
    }
  })

  it('keeps the figures if requested, and the rates between the currencies', async () => {
    const before = await readAll()
    const restoration = await change({ converts: false })
    expect((await read('product', blind.product))['baseprice']).to.equal(10)
    expect((await read('currency', await currencyId('EUR')))['multiplicator']).to.equal(1.07526882)
    await restore(restoration)
    expect(await readAll()).to.equal(before)
  })

  it('is not restored after a price, a factor or a new product, and other changes do not matter', async () => {
    const restoration = await change()
    await author.write('product', { sku: 'B-1' }, blind.product)
    const other = await author.product('Other', { baseprice: 5 })
    expect(await refusal(restore(restoration))).to.equal('PRECONDITION_FAILED')
    await app.records.remove('product', other)
    await author.write('answer', { price: 14 }, blind.answers[1])
    expect(await refusal(restore(restoration))).to.equal('PRECONDITION_FAILED')
    expect((await read('product', blind.product))['baseprice']).to.equal(9.3)
    await author.write('answer', { price: 13.95 }, blind.answers[1])
    await restore(restoration)
    expect(await read('product', blind.product)).to.include({ baseprice: 10, sku: 'B-1' })
  })

  it('refuses formulas, tables, code and rules that a rate alone does not convert, and changes nothing', async () => {
    const surcharge = await author.calculation(blind.product, 'Surcharge', 'formula', {
      terms: [{ question: blind.width, field: 'price' }, { operator: '*' }, { number: 0.1 }],
    })
    const code = await author.calculation(blind.product, 'Code', 'code', { code: 'Total * 2' })
    await author.write('answer', { calcmodel: surcharge }, blind.answers[0])
    await author.write('question', { calcmodel_weight: blind.table }, blind.drop)
    await author.write('question', { rules: { question: blind.width, field: 'price', operator: '>', value: 20 } }, blind.fabric)
    const { obstacles } = await plan()
    expect(obstacles).to.have.deep.members([
      { reason: 'rule', entity: 'question', id: blind.fabric },
      { reason: 'code', entity: 'calculation', id: code },
      { reason: 'table', entity: 'calculation', id: blind.table },
      { reason: 'formula', entity: 'calculation', id: surcharge },
    ])
    const before = await readAll()
    expect(await refusal(change())).to.equal('VALIDATION_FAILED')
    expect(await readAll()).to.equal(before)
    expect((await plan({ converts: false })).obstacles).to.deep.equal([])
  })

  it('refuses the current base currency, an invalid rate, and a change after the preview', async () => {
    expect(await refusal(plan({ currencyId: await currencyId('EUR') }))).to.equal('VALIDATION_FAILED')
    for (const invalid of [0, -1, 0.000000001]) expect(await refusal(plan({ rate: invalid }))).to.equal('VALIDATION_FAILED')
    const { state } = await plan()
    await author.write('answer', { price: 1 }, blind.answers[1])
    expect(await refusal(change({}, state))).to.equal('PRECONDITION_FAILED')
  })

  it('does not report a new price in open carts', async () => {
    const shop = await openSellingShop(app)
    const { cart } = await createFilledCart(app, shop.lamp)
    const displayed = async (): Promise<unknown> => {
      const [position] = await app.context.database.query<{ unit_net: number | string | null }>(
        'SELECT unit_net FROM svc_cart_position',
      )
      return position!.unit_net
    }
    expect(await displayed()).not.to.equal(null)
    await change({ rounding: 'to_1' })
    expect(await displayed()).to.equal(null)
    const reply = (await app.shop.serve('read-cart', { token: cart }, {})) as { readonly positions: readonly object[] }
    expect(JSON.stringify(reply.positions)).not.to.contain('PRICE_CHANGED')
  })
})
