// Rejected catalog values: negative discounts and former prices, percentages above 100, null as published, dots as labels.
import { plainIssues } from '../../support/caught-error.js'
import { expect } from 'chai'
import { toUrlLabel } from '../../../core/model/entity/label.js'
import { validateFileName } from '../../../core/commerce/configuration/uploads.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { catchValidationError } from '../../support/validation-error.js'

describe('catalog values', () => {
  let app: TestApp
  let product: number
  before(async () => {
    app = await bootTestApp()
    product = await createCatalogAuthor(app).product('Desk')
  })
  after(() => app.stop())

  const titled = (title: string): Readonly<Record<string, string>> => ({ title_en_GB: title, title_de_DE: title })
  const refusedFields = async (entity: string, fields: object, id: number): Promise<readonly string[]> =>
    (await catchValidationError(app.records.write(entity, { ...fields }, { id }))).issues.map(({ field }) => field)

  it('reject negative discounts, percentages above 100 and negative former prices', async () => {
    expect(await refusedFields('customer-group', { discount_value_1: -5 }, 1)).to.deep.equal(['discount_value_1'])
    const percentage = { discount_type_1: 'percentage', discount_value_1: 101 }
    expect(await refusedFields('customer-group', percentage, 1)).to.deep.equal(['discount_value_1'])
    expect(await refusedFields('product', { was_price: -1 }, product)).to.deep.equal(['was_price'])
    await app.records.write('customer-group', { discount_type_1: 'amount', discount_value_1: 101 }, { id: 1 })
    expect(await refusedFields('tax-class', { default_rate: 100.5 }, 1)).to.deep.equal(['default_rate'])
    const method = { title_en_GB: 'Cash', title_de_DE: 'Bar', connector: 'invoice' }
    for (const percentage of [101, -101]) {
      const refused = await catchValidationError(app.records.write('payment-method', { ...method, percentage }))
      expect(
        refused.issues.map(({ field }) => field),
        String(percentage),
      ).to.include('percentage')
    }
  })

  it('reject null as published, for new and for existing records', async () => {
    const issue = { field: 'published', code: 'WRONG_TYPE', message: 'Field Published takes true or false.' }
    const fields = { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 }
    expect(
      plainIssues((await catchValidationError(app.records.write('product', { ...fields, published: null }))).issues),
    ).to.deep.equal([issue])
    for (const published of [null, '']) {
      expect(
        plainIssues((await catchValidationError(app.records.write('product', { published }, { id: product }))).issues),
      ).to.deep.equal([issue])
    }
    const property = app.context.registry.entities.get('product')!.properties['published']!
    expect(property.kind.schema(property, 'write')).to.deep.equal({ type: 'boolean' })
  })

  it('default published to true if it is omitted or blank in a form', async () => {
    const fields = { title_en_GB: 'Lamp', title_de_DE: 'Lampe', tax_class_id: 1 }
    for (const blank of [{}, { published: '' }]) {
      const { id } = await app.records.write('product', { ...fields, ...blank })
      expect((await app.records.read('product', id)).record['published']).to.equal(true)
    }
  })

  it('derive the label product-123 from the title 123, and reject labels of dots', async () => {
    const id = await createCatalogAuthor(app).product('123')
    expect((await app.records.read('product', id)).record['label_en_GB']).to.equal('product-123')
    const { id: page } = await app.records.write('page', { ...titled('Size'), product_id: product })
    const { id: list } = await app.records.write('product-list', titled('Sale'))
    const { id: content } = await app.records.write('content-page', titled('About us'))
    for (const [entity, record] of Object.entries({ product, page, 'product-list': list, 'content-page': content })) {
      for (const label of ['.', '..']) {
        expect(await refusedFields(entity, { label_en_GB: label }, record), entity).to.include('label_en_GB')
      }
    }
  })

  it('keep non-Latin letters in labels, and transliterate Latin ones', () => {
    expect(toUrlLabel('大きいドア')).to.equal('大きいドア')
    expect(toUrlLabel('किताब')).to.equal('किताब')
    expect(toUrlLabel('שָׁלוֹם')).to.equal('שָׁלוֹם'.normalize('NFC'))
    expect(toUrlLabel('Größe Élan')).to.equal('grosse-elan')
    expect(toUrlLabel('Καφές')).to.equal('καφες')
    expect(toUrlLabel('Жёлтый')).to.equal('желтыи')
  })

  it('resolve a product key as a label before an id', async () => {
    await app.records.write('product', { label_en_GB: '9', published: true }, { id: product })
    expect((await app.shop.catalogue.product('9', { language: 'en-GB' })).product.id).to.equal(product)
  })

  it('find a product list by its label before its id', async () => {
    const { id: first } = await app.records.write('product-list', {
      title_en_GB: 'Lamps',
      title_de_DE: 'Lampen',
      published: true,
    })
    const { id: second } = await app.records.write('product-list', {
      title_en_GB: 'Desks',
      title_de_DE: 'Tische',
      published: true,
    })
    await app.records.write('product-list', { label_en_GB: String(first) }, { id: second })
    expect((await app.shop.catalogue.list(String(first), { language: 'en-GB' })).list.id).to.equal(second)
    expect((await app.shop.catalogue.list(String(second), { language: 'en-GB' })).list.id).to.equal(second)
  })

  it('take the extensions jpg and jpeg as equal', () => {
    const rules = { extensions: ['jpg'], mediaTypes: [], megabytes: null }
    expect(() => validateFileName(rules, 'photo.jpeg', undefined)).not.to.throw()
    expect(() => validateFileName({ ...rules, extensions: ['jpeg'] }, 'photo.jpg', undefined)).not.to.throw()
    expect(() => validateFileName(rules, 'photo.png', undefined)).to.throw()
  })
})
