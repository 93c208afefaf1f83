// Rules that entities enforce themselves: labels, flags, passwords, unique accounts, parameters and cascading deletion.
import { expect } from 'chai'
import { definePaymentProvider } from '../../../core/commerce/payment/define.js'
import { string } from '../../../core/model/properties/string.js'
import { number } from '../../../core/model/properties/number.js'
import { verifyPassword } from '../../../core/model/properties/password.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError, listRejectedFields } from '../../support/validation-error.js'
import { createProduct, createSmallProduct, readFirstId, inBothLanguages } from '../../support/small-shop.js'

const provider = definePaymentProvider({
  name: 'test_pay',
  label: 'Test payment',
  description: 'Takes a key and a number of days.',
  params: { key: string('Key', { required: true, apiSensitive: true }), days: number('Days', { default: 14, min: 0 }) },
  begin: () => ({}),
})

describe('entities', () => {
  let app: TestApp

  before(async () => {
    const payments = { name: 'test-payments', core: '*', contributes: { paymentProviders: [provider] } }
    app = await bootTestApp({ plugins: [stock, payments, print] })
  })
  after(() => app.stop())
  afterEach(() => app.reset())

  const record = async (entity: string, id: number) => (await app.records.read(entity, id)).record

  describe('product', () => {
    it('derives a label per language, and numbers it if it is in use', async () => {
      const first = await createProduct(app.records, 'Größe & Form 2×4')
      const second = await createProduct(app.records, 'Größe & Form 2×4')
      const third = await createProduct(app.records, 'Größe & Form 2×4', { label_en_GB: 'own' })
      expect(await record('product', first)).to.include({ label_en_GB: 'grosse-form-2-4', label_de_DE: 'grosse-form-2-4' })
      expect(await record('product', second)).to.include({ label_en_GB: 'grosse-form-2-4-2', label_de_DE: 'grosse-form-2-4-2' })
      expect(await record('product', third)).to.include({ label_en_GB: 'own', label_de_DE: 'grosse-form-2-4-3' })
    })

    it('keeps its label when its title changes, and derives a new one when the label is emptied', async () => {
      const id = await createProduct(app.records, 'Blind')
      await app.records.write('product', { title_en_GB: 'Roller blind' }, { id })
      expect(await record('product', id)).to.include({ label_en_GB: 'blind' })
      await app.records.write('product', { label_en_GB: '' }, { id })
      expect(await record('product', id)).to.include({ label_en_GB: 'roller-blind' })
    })

    it('rejects a label that another product has in that language', async () => {
      await createProduct(app.records, 'Blind')
      expect(await listRejectedFields(createProduct(app.records, 'Other', { label_de_DE: 'blind' }))).to.deep.equal([
        'label_de_DE',
      ])
    })

    it('rejects a maximum quantity below the minimum', async () => {
      expect(await listRejectedFields(createProduct(app.records, 'Blind', { min_quantity: 5, max_quantity: 4 }))).to.deep.equal([
        'max_quantity',
      ])
    })

    it('cannot be deleted while it has pages', async () => {
      const { product } = await createSmallProduct(app.records)
      expect((await catchValidationError(app.records.remove('product', product))).message).to.match(
        /^product .* cannot be deleted .*pages/,
      )
      await app.records.remove('product', await createProduct(app.records, 'Empty'))
    })
  })

  it('product: deletes its configurations, and keeps their cart positions so shoppers see the loss', async () => {
    const product_id = await createProduct(app.records)
    const { id: configuration_id } = await app.records.write('configuration', { token: 'a', product_id }, { internal: true })
    const { id: cart_id } = await app.records.write('cart', { token: 'b' }, { internal: true })
    await app.records.write('cart-position', { cart_id, configuration_id }, { internal: true })
    await app.records.remove('product', product_id)
    expect((await app.records.list('configuration')).records).to.deep.equal([])
    const [position, ...otherPositions] = (await app.records.list('cart-position')).records
    expect([position!['configuration_id'], otherPositions.length]).to.deep.equal([configuration_id, 0])
    await app.records.remove('cart-position', position!.id)
  })

  it('product list: rejects its deletion because it contains products', async () => {
    const { id: list } = await app.records.write('product-list', inBothLanguages('title', 'All'))
    const product_id = await createProduct(app.records)
    const { id: assignment } = await app.records.write('product-list-assignment', { product_id, product_list_id: list })
    const { message } = await catchValidationError(app.records.remove('product-list', list))
    expect(message).to.equal('This product list cannot be deleted because it contains products.')
    await app.records.remove('product-list-assignment', assignment)
    await app.records.remove('product-list', list)
  })

  describe('question', () => {
    const configure = async (state: string, product_id: number, question_id: number) => {
      const fields = { token: `${state}-${question_id}`, product_id, state, selections: [{ question_id, value: '1' }] }
      return (await app.records.write('configuration', fields, { internal: true })).id
    }

    it('deletes configurations in a cart that use it, with their positions, and no others', async () => {
      const { product, width, colour, red, blue } = await createSmallProduct(app.records)
      const [inCart, open, other] = [
        await configure('in_cart', product, width),
        await configure('open', product, width),
        await configure('in_cart', product, colour),
      ]
      const cart_id = (await app.records.write('cart', { token: 'cart' }, { internal: true })).id
      await app.records.write('cart-position', { cart_id, configuration_id: inCart }, { internal: true })
      await app.records.remove('question', width)
      const { records } = await app.records.list('configuration')
      expect(records.map(({ id }) => id)).to.have.members([open, other])
      expect((await app.records.list('cart-position')).records).to.deep.equal([])
      expect(await record('configuration', open))
        .to.have.property('selections')
        .that.has.length(1)
      for (const id of [red, blue]) await app.records.remove('answer', id)
    })

    it('rejects a static maximum below the static minimum', async () => {
      const { width } = await createSmallProduct(app.records)
      const limits = { set_min_value: 'static', set_max_value: 'static', minval: 10, maxval: 9.5 }
      expect(await listRejectedFields(app.records.write('question', limits, { id: width }))).to.deep.equal(['maxval'])
      await app.records.write('question', { ...limits, set_max_value: 'none' }, { id: width })
    })
  })

  describe('currency', () => {
    const currency = (code: string, fields = {}) => ({
      ...inBothLanguages('title', code),
      code,
      symbol: code,
      multiplicator: 1.25,
      ...fields,
    })
    const holders = async (flag: string) => {
      const { records } = await app.records.list('currency', { filters: new Map([[flag, true]]) })
      return records.map(({ id }) => id)
    }

    it('has exactly one base and one default: setting one clears the other', async () => {
      const { id } = await app.records.write('currency', currency('XTS', { is_base: true }))
      expect(await holders('is_base')).to.deep.equal([id])
      expect(await holders('is_default')).to.have.length(1)
    })

    it('moves base and default to a new currency in one write', async () => {
      const { id } = await app.records.write('currency', currency('XTS', { is_base: true, is_default: true }))
      expect([await holders('is_base'), await holders('is_default')]).to.deep.equal([[id], [id]])
    })

    it('rejects another base currency while any kind of amount exists, and accepts it from a conversion', async () => {
      const { id } = await app.records.write('currency', currency('XTS'))
      const setBase = () => listRejectedFields(app.records.write('currency', { is_base: true }, { id }))
      const { product, width } = await createSmallProduct(app.records)
      const { id: calcmodel } = await app.records.write('calculation', { name: 'Price', product_id: product })
      const cases = [
        ['shipping-method', 1, { price: 4.9 }, { price: 0 }],
        ['payment-method', 1, { price_max: 5 }, { price_max: null }],
        ['customer-group', 1, { discount_type_1: 'amount', discount_value_1: 5 }, { discount_type_1: 'percentage' }],
        ['question', width, { calcmodel }, { calcmodel: null }],
      ] as const
      for (const [entity, record, amount, none] of cases) {
        await app.records.write(entity, amount, { id: record })
        expect(await setBase(), entity).to.deep.equal(['is_base'])
        await app.records.write(entity, none, { id: record })
      }
      await app.records.write('currency', { is_base: true }, { id })
      expect(await holders('is_base')).to.deep.equal([id])
    })

    it('rejects clearing or deleting the base currency', async () => {
      const [base] = await holders('is_base')
      expect(await listRejectedFields(app.records.write('currency', { is_base: false }, { id: Number(base) }))).to.deep.equal([
        'is_base',
      ])
      expect((await catchValidationError(app.records.remove('currency', Number(base)))).message).to.match(
        /^currency cannot be deleted because it is the/,
      )
    })

    it('rejects a code in use and an invalid code', async () => {
      await app.records.write('currency', currency('XTS'))
      expect(await listRejectedFields(app.records.write('currency', currency('XTS')))).to.deep.equal(['code'])
      expect(await listRejectedFields(app.records.write('currency', currency('xts')))).to.deep.equal(['code'])
    })
  })

  it('tax rate: requires exactly one location', async () => {
    const tax_class_id = await readFirstId(app.records, 'tax-class')
    const country_id = await readFirstId(app.records, 'country')
    const { id: state_id } = await app.records.write('state', { country_id, name: 'Somewhere' })
    const write = (fields: object) => app.records.write('tax-rate', { tax_class_id, rate: 7, ...fields })
    await write({ country_id })
    await write({ state_id })
    expect(await listRejectedFields(write({}))).to.deep.equal(['country_id'])
    expect(await listRejectedFields(write({ country_id, state_id }))).to.deep.equal(['state_id'])
  })

  it('shipping method: accepts 0 as an unlimited maximum weight', async () => {
    const method = await readFirstId(app.records, 'shipping-method')
    await app.records.write('shipping-method', { min_weight: 5, max_weight: 0 }, { id: method })
    expect(await listRejectedFields(app.records.write('shipping-method', { max_weight: 4 }, { id: method }))).to.deep.equal([
      'max_weight',
    ])
  })

  it('payment method: validates its parameters by its connector', async () => {
    const write = (params: unknown) =>
      app.records.write('payment-method', { ...inBothLanguages('title', 'Pay'), connector: 'test_pay', params })
    await write({ key: 'secret', days: '7' })
    expect(await listRejectedFields(write({ kee: 'secret' }))).to.deep.equal(['params.kee', 'params.key'])
    expect(await listRejectedFields(write({ key: 'secret', days: -1 }))).to.deep.equal(['params.days'])
    expect(await listRejectedFields(write(['x']))).to.deep.equal(['params'])
    expect(
      await listRejectedFields(app.records.write('payment-method', { ...inBothLanguages('title', 'Pay'), connector: 'nobody' })),
    ).to.deep.equal(['connector'])
  })

  it('payment method: cannot be published while a required parameter of its connector is missing', async () => {
    const method = { ...inBothLanguages('title', 'Card'), connector: 'test_pay' }
    expect(await listRejectedFields(app.records.write('payment-method', { ...method, published: true }))).to.deep.equal([
      'params',
    ])
    const { id } = await app.records.write('payment-method', { ...method, published: false })
    expect(await listRejectedFields(app.records.write('payment-method', { published: true }, { id }))).to.deep.equal(['params'])
    await app.records.write('payment-method', { published: true, params: { key: 'secret' } }, { id })
    expect(await listRejectedFields(app.records.write('payment-method', { params: null }, { id }))).to.deep.equal(['params'])
    await app.records.write('payment-method', { price: 2 }, { id })
  })

  it('settings: accept only an active language as default', async () => {
    const settings = await readFirstId(app.records, 'settings')
    expect(await listRejectedFields(app.records.write('settings', { language_tag: 'fr-FR' }, { id: settings }))).to.deep.equal([
      'language_tag',
    ])
    await app.records.write('settings', { language_tag: 'de-DE' }, { id: settings })
  })

  describe('customer', () => {
    const customer = async (fields: object) =>
      app.records.write('customer', {
        email: 'a@example.org',
        customer_group_id: await readFirstId(app.records, 'customer-group'),
        ...fields,
      })
    const storedPassword = async () => {
      const [row] = await app.context.database.query<{ password: string }>('SELECT password FROM svc_customer')
      return row!.password
    }

    it('stores a password as a salted hash that is never returned', async () => {
      const { id } = await customer({ password: 'correct horse' })
      const hash = await storedPassword()
      expect(hash).to.match(/^scrypt\$/)
      expect([await verifyPassword('correct horse', hash), await verifyPassword('wrong horse', hash)]).to.deep.equal([
        true,
        false,
      ])
      expect(await record('customer', id)).to.not.have.property('password')
      await app.records.write('customer', { first_name: 'Ann' }, { id })
      expect(await storedPassword()).to.equal(hash)
    })

    it('rejects a short password', async () => {
      expect(await listRejectedFields(customer({ password: 'too short' }))).to.deep.equal(['password'])
    })

    it('rejects an e-mail address of another account, but not of a guest', async () => {
      await customer({})
      expect(await listRejectedFields(customer({}))).to.deep.equal(['email'])
      await customer({ is_temporary: true })
      expect(await listRejectedFields(customer({ email: 'nowhere' }))).to.deep.equal(['email'])
    })

    it('address: requires either a customer or a party', async () => {
      const { id: customer_id } = await customer({})
      const { id: party_id } = await app.records.write('party', { name: 'Ltd' })
      const address = { line1: '1 Road', city: 'Town', country_id: await readFirstId(app.records, 'country') }
      await app.records.write('address', { ...address, customer_id })
      expect(await listRejectedFields(app.records.write('address', address))).to.deep.equal(['customer_id'])
      expect(await listRejectedFields(app.records.write('address', { ...address, customer_id, party_id }))).to.deep.equal([
        'party_id',
      ])
    })
  })
})
