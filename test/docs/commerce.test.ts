// Checks the worked order in docs/explanation/commerce.md: every amount is recomputed and compared with a placed order.
import { expect } from 'chai'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import { grantableScopes } from '../../core/foundation/access.js'
import { customerGroup } from '../../core/model/entities/customers/customer-group.js'
import { transitions } from '../../core/model/state/statuses.js'
import { settingDeclarations, settingNames } from '../../core/settings.js'
import type { WireRecord } from '../../core/storage/record/results.js'
import { readRepositoryFile } from '../support/repository.js'
import { findArithmeticFault, listNumbers } from '../core/engine/money/arithmetic-text.js'
import { acceptExample, type Example, type ExampleShop, openExampleShop, placeExample } from './example-order.js'

const document = readRepositoryFile('docs/explanation/commerce.md')
const sections = new Map(
  document
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n'))]),
)
const section = (title: string): string => {
  const text = sections.get(title)
  if (text === undefined) throw new Error(`docs/explanation/commerce.md has no section '${title}'.`)
  return text
}

/** The table rows in a text, without headers. */
function rowsIn(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const isRule = (line: string | undefined): boolean => /^[|-]+$/.test(line ?? '')
  const rows = lines.filter((line, index) => !isRule(line) && !isRule(lines[index + 1]))
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const [entered = '', ...steps] = section('An order by hand').split(/^### /m)

/** The result in a cell: the number after its last sign. */
const resultOf = (cell: string): string => cell.split(/ = | → /).at(-1) ?? ''
/** Removes unrounded intermediate results. The arithmetic check covers them. */
const withoutIntermediate = (cell: string): string => cell.replace(/ = [\d.]+…?(?= →)/, '')

describe('docs/explanation/commerce.md', () => {
  let shop: ExampleShop
  let euro: Example
  let yen: Example

  before(async function () {
    this.timeout(60_000)
    shop = await openExampleShop()
    euro = await placeExample(shop, 'EUR')
    yen = await placeExample(shop, 'JPY')
  })
  after(() => shop?.app.stop())

  const all = async (entity: string): Promise<readonly WireRecord[]> => {
    const { records } = await shop.app.records.list(entity, { limit: 200 })
    return Promise.all(records.map(async ({ id }) => (await shop.app.records.read(entity, id)).record))
  }
  const titled = async (entity: string, title: string): Promise<WireRecord> =>
    (await all(entity)).find((record) => record['title'] === title)!

  interface Entered {
    readonly options: readonly number[]
    readonly book: number
    readonly rates: readonly number[]
    readonly starts: readonly number[]
    readonly percents: readonly number[]
    readonly parcel: number
    readonly upTo: number
    /** Price, percentage, lower and upper bound. */
    readonly payment: readonly number[]
    readonly factor: number
  }

  async function readEnteredData(): Promise<Entered> {
    const numbers = (record: WireRecord, ...fields: readonly string[]): readonly number[] =>
      fields.map((field) => Number(record[field]))
    const [trade, cash] = [await titled('customer-group', 'Trade'), await titled('payment-method', 'Cash on delivery')]
    const parcel = (await all('shipping-method')).find((method) => method['title'] === 'Parcel' && method['zone_id'] === 1)!
    const [blind, book] = euro.order.lines
    const { records: currencies } = await shop.app.records.list('currency', { filters: new Map([['code', 'JPY']]) })
    return {
      options: blind!.options.map(({ net }) => net).filter((net) => net !== 0),
      book: book!.unit_net,
      rates: euro.order.rates.map(({ rate }) => rate),
      starts: numbers(trade, 'discount_start_1', 'discount_start_2'),
      percents: numbers(trade, 'discount_value_1', 'discount_value_2'),
      parcel: Number(parcel['price']),
      upTo: Number(parcel['max_weight']),
      payment: numbers(cash, 'price', 'percentage', 'price_min', 'price_max'),
      factor: Number(currencies[0]!['multiplicator']),
    }
  }

  it('lists the settings of the demo shop', async () => {
    const { options, book, rates, starts, percents, parcel, upTo, payment, factor } = await readEnteredData()
    const money = (amount: number): string => amount.toFixed(2)
    const [group, motor, remote] = options
    const [price, percentage, least, maximum] = payment
    const rows = rowsIn(entered).map(([label, , how]) => [label, how])
    expect(rows).to.deep.equal([
      ['a blind of 1450 × 1800 in price group 3', money(group!)],
      ['its motor, "Acmeda 240v"', money(motor!)],
      ['its remote control, 1 channel', money(remote!)],
      ['the pattern book', money(book)],
      ['tax on the blind in Germany', `${rates[0]} %`],
      ['tax on the book in Germany', `${rates[1]} %`],
      [`discount of the group "Trade" from ${money(starts[0]!)}`, `${percents[0]} %`],
      [`discount of the group "Trade" from ${money(starts[1]!)}`, `${percents[1]} %`],
      [`parcel within Germany, up to ${upTo} kg`, money(parcel)],
      ['cash on delivery', money(price!)],
      ['cash on delivery, of goods and delivery', `${percentage} %`],
      ['cash on delivery, at least and at most', `${money(least!)} and ${money(maximum!)}`],
      ['yen for a euro', String(factor)],
    ])
    const texts = euro.order.lines[0]!.options.map(({ text }) => text)
    expect(texts).to.include.members(['1450 mm', '1800 mm', 'Group 3', 'Acmeda 240v', '1 channel'])
  })

  it('contains correct arithmetic', () => {
    const cells = rowsIn(steps.join('')).flatMap(([, ...both]) => both)
    expect(cells.filter((cell) => /[=→]/.test(cell))).to.have.length.greaterThan(40)
    expect(cells.map((cell) => findArithmeticFault(cell)).filter((fault) => fault !== null)).to.deep.equal([])
  })

  /** The result of each step in the document, from the placed order. */
  async function resultsOf(order: DocumentReply, factor: number): Promise<Readonly<Record<string, number>>> {
    const { starts, payment } = await readEnteredData()
    const [blinds, book] = order.lines as readonly [DocumentReply['lines'][number], DocumentReply['lines'][number]]
    const [standard, books] = order.rates as readonly [DocumentReply['rates'][number], DocumentReply['rates'][number]]
    const less = (a: number, b: number): number => Math.round((a - b) * 100) / 100
    const [, , least, maximum] = payment
    return {
      'one blind': blinds.unit_net,
      'three blinds': blinds.net_before_discount,
      'the pattern book': book.net_before_discount,
      goods: Math.round((blinds.net_before_discount + book.net_before_discount) * 100) / 100,
      'where level 1 begins': starts[0]! * factor,
      'where level 2 begins, too far away': starts[1]! * factor,
      discount: order.discount!.net,
      'of it on the blinds': less(blinds.net_before_discount, blinds.net),
      'of it on the book': less(book.net_before_discount, book.net),
      'the blinds after discount': blinds.net,
      'the book after discount': book.net,
      'weight in kilograms': order.weight,
      parcel: order.delivery!.net,
      'cash on delivery': order.payment!.net,
      'not below': least! * factor,
      'not above': maximum! * factor,
      'on the blinds': blinds.tax,
      'on the book': book.tax,
      'on the parcel': order.delivery!.tax,
      'on the cash on delivery': order.payment!.tax,
      'taxed with 19 %': standard.net,
      'tax of 19 %': standard.tax,
      'taxed with 7 %': books.net,
      'tax of 7 %': books.tax,
      net: order.net,
      tax: order.tax,
      'to pay': order.gross,
    }
  }

  for (const [currency, column] of [
    ['EUR', 1],
    ['JPY', 2],
  ] as const) {
    it(`matches the placed order in ${currency} at every step`, async () => {
      const { order } = currency === 'EUR' ? euro : yen
      const { factor } = await readEnteredData()
      const results = await resultsOf(order, currency === 'EUR' ? 1 : factor)
      const rows = rowsIn(steps.join(''))
      expect(rows.map(([step]) => step)).to.deep.equal(Object.keys(results))
      for (const row of rows) {
        const [step = ''] = row
        const cell = row[column] ?? ''
        if (cell.startsWith('the same')) continue
        expect(Number(resultOf(cell)), step).to.equal(results[step])
        if (currency === 'EUR' && !['one blind', 'weight in kilograms'].includes(step)) {
          expect(resultOf(cell), step).to.equal(results[step]!.toFixed(2))
        }
      }
    })
  }

  it('uses only settings of the shop and earlier results in its arithmetic', async () => {
    const enteredData = await readEnteredData()
    const numbers = new Set<number>([3, 1, ...Object.values(enteredData).flat()])
    for (const { order } of [euro, yen]) {
      const factor = order.currency.code === 'EUR' ? 1 : enteredData.factor
      for (const figure of Object.values(await resultsOf(order, factor))) numbers.add(figure)
      for (const line of order.lines) numbers.add(line.weight).add(line.weight / line.quantity)
    }
    const cells = rowsIn(steps.join('')).flatMap(([, ...both]) => both)
    expect([...listNumbers(cells.map(withoutIntermediate))].filter((figure) => !numbers.has(figure))).to.deep.equal([])
  })

  it('matches the totals of the checkout and the cart', () => {
    for (const { cart, checkout, order } of [euro, yen]) {
      expect(checkout.missing).to.deep.equal([])
      expect(checkout.totals).to.include({ net: order.net, tax: order.tax, gross: order.gross })
      expect(cart.positions.map(({ price }) => price!.net)).to.deep.equal(order.lines.map(({ net }) => net))
      expect(checkout.shipping_methods[0]).to.include({ title: 'Parcel' })
    }
  })

  it('matches a quote with a special discount for the same cart, and the order from that quote', async () => {
    const { quote, order } = await acceptExample(shop, 10)
    const rows = rowsIn(section('Quotes').split('### ')[1] ?? '')
    expect(rows.map(([, cell = '']) => findArithmeticFault(cell)).filter((fault) => fault !== null)).to.deep.equal([])
    for (const { lines, discount, delivery, net, tax, gross } of [quote, order]) {
      const [blinds, book] = lines as readonly [DocumentReply['lines'][number], DocumentReply['lines'][number]]
      const off = (line: DocumentReply['lines'][number]): number => Math.round((line.net_before_discount - line.net) * 100) / 100
      const results = {
        'special discount': discount!.net,
        'of it on the blinds': off(blinds),
        'of it on the book': off(book),
        'the blinds after discount': blinds.net,
        'the book after discount': book.net,
        parcel: delivery!.net,
        'on the blinds': blinds.tax,
        'on the book': book.tax,
        'on the parcel': delivery!.tax,
        net,
        tax,
        'to pay': gross,
      }
      expect(rows.map(([step, cell = '']) => [step, Number(resultOf(cell))])).to.deep.equal(Object.entries(results))
    }
    expect(order.payment).to.include({ title: 'Cash on delivery', gross: 0 })
  })

  it('matches the invoice, and the order stays unchanged after later changes in the shop', async () => {
    const { app, author, visitor: caller, blind, book } = shop
    const { order } = await placeExample(shop, 'JPY')
    const { token, net, tax, gross } = order
    const only = async (entity: string, column: string, value: string | number) =>
      (await app.shop.createContext({}).list(entity, { column, values: [value] }))[0]!
    const { id: order_id } = await only('sales-order', 'token', token)
    await app.act('set-order-status', { order_id, status: 'paid' })
    const { values: invoice } = await only('invoice', 'sales_order_id', order_id)
    expect(invoice).to.include({ net, tax, gross, number: 'INV-1' })
    const read = async (): Promise<string> => JSON.stringify(await app.shop.serve('read-order', { token }, caller))
    const before = await read()
    await author.write('product', { baseprice: 99, published: false, title_en_GB: 'Other' }, blind)
    await author.write('currency', { multiplicator: 200 }, (await only('currency', 'code', 'JPY')).id)
    for (const { id } of await all('tax-rate')) await author.write('tax-rate', { rate: 1, code: 'Other' }, id)
    await author.write('store', { name: 'Other shop' }, 1)
    await app.act('delete-product-deep', { id: book })
    expect(await read()).to.equal(before)
  })

  it('uses only existing names of fields, rights, statuses, scopes and commands', () => {
    const { entities } = shop.app.context.registry
    const entityNames = ['settings', 'customer-group', 'product', 'quote']
    const fields = entityNames.flatMap((name) => Object.keys(entities.get(name)!.properties))
    const statuses = Object.values(transitions).flatMap((table) => Object.keys(table))
    const commands = [...readRepositoryFile('docs/reference/cli.md').matchAll(/`(svc:[a-z:-]+)`/g)].map((match) => match[1]!)
    const validNames = new Set<string>([
      ...fields,
      ...statuses,
      ...commands,
      ...grantableScopes,
      ...settingNames.map((name) => settingDeclarations[name].variable ?? name),
      'free',
      'shop_platform',
    ])
    const names = [...document.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
    expect(names).to.have.length.greaterThan(40)
    expect(names.filter((name) => !validNames.has(name))).to.deep.equal([])
  })

  for (const [title, entity] of [
    ['Orders', 'sales-order'],
    ['Payments', 'payment'],
    ['Quotes', 'quote'],
  ] as const) {
    it(`lists the states of '${entity}' with the allowed next states`, () => {
      const codes = (text = ''): readonly string[] => [...text.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!)
      const [states = ''] = section(title).split('### ')
      const listed = rowsIn(states).map(([status, , next]) => [codes(status)[0], codes(next).toSorted()])
      const declared = Object.entries<readonly string[]>(transitions[entity]).map(([status, next]) => [status, next.toSorted()])
      expect(listed).to.have.deep.members(declared)
      expect(listed).to.have.length(declared.length)
    })
  }

  it('lists the rights of a customer group', () => {
    const listed = rowsIn(section('Who may see and do what')).map(([right]) => right)
    const declared = Object.keys(customerGroup.properties).filter((name) => name.startsWith('may_'))
    expect(listed).to.deep.equal(declared.map((name) => `\`${name}\``))
  })
})
