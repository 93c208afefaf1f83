// Writes the shop of the golden orders into an installed app through the write pipeline.
import type { TestApp } from '../support/test-app.js'
import { type GoldenFields, type GoldenProduct, goldenShop as shop } from './golden-orders.js'
import { inBothLanguages } from '../support/small-shop.js'

/** Record ids by entity and key. */
export class GoldenIds {
  private readonly ids = new Map<string, number>()

  set(entity: string, key: string, id: number): number {
    this.ids.set(`${entity} ${key}`, id)
    return id
  }

  of(entity: string, key: string): number {
    const id = this.ids.get(`${entity} ${key}`)
    if (id === undefined) throw new Error(`There is no ${entity} '${key}'.`)
    return id
  }
}

/** Fields that reference a record of another entity by key. */
const references: Readonly<Record<string, string>> = {
  country_id: 'country',
  default_country_id: 'country',
  country_ids: 'country',
  state_id: 'state',
  county_id: 'county',
  tax_class_id: 'tax-class',
  tax_class_recurring_id: 'tax-class',
  city_id: 'city',
  zone_id: 'zone',
  customer_group_id: 'customer-group',
}

class GoldenWriter {
  readonly ids = new GoldenIds()

  constructor(private readonly app: TestApp) {}

  /** Replaces keys with ids, in nested lists too. `inside` names the product that owns the calculations. */
  private resolve(value: unknown, field: string, inside: string): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.resolve(item, field, inside))
    if (typeof value === 'object' && value !== null) return this.fields(value as GoldenFields, inside)
    if (typeof value !== 'string') return value
    if (/^(calcmodel|calcmodel_weight|calculation_id|calculation)$/.test(field))
      return this.ids.of('calculation', `${inside}/${value}`)
    if (field === 'question') return this.ids.of('question', `${inside}/${value}`)
    const entity = references[field]
    return entity ? this.ids.of(entity, value) : value
  }

  private fields(fields: GoldenFields, inside = ''): GoldenFields {
    // Old carts contain percentages above 100, which have the same effect as 100.
    const capped = ([field, value]: [string, unknown]): unknown => {
      const level = /^(discount_(?:recurring_)?)value_(\d)$/.exec(field)
      const isPercentage = level !== null && fields[`${level[1]}type_${level[2]}`] === 'percentage'
      return isPercentage && Number(value) > 100 ? 100 : value
    }
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, this.resolve(capped([field, value]), field, inside)]),
    )
  }

  private async write(entity: string, key: string, fields: GoldenFields, inside = ''): Promise<number> {
    const { id } = await this.app.records.write(entity, this.fields(fields, inside))
    return this.ids.set(entity, inside ? `${inside}/${key}` : key, id)
  }

  /** Updates an initial record of the installation with the fields of the golden shop. */
  private async change(entity: 'country' | 'currency', column: string): Promise<void> {
    for (const [key, fields] of Object.entries<GoldenFields>(shop[entity])) {
      const [record] = await this.app.shop.createContext({}).list(entity, { column, values: [key] })
      this.ids.set(entity, key, record!.id)
      await this.app.records.write(entity, { ...fields, published: true }, { id: record!.id })
    }
  }

  private async product(key: string, { questions = {}, calculations = {}, ...own }: GoldenProduct): Promise<void> {
    const product_id = await this.write('product', key, { ...inBothLanguages('title', key), ...own })
    const page_id = await this.write('page', key, { ...inBothLanguages('title', key), product_id })
    for (const name of Object.keys(calculations)) await this.write('calculation', name, { name, product_id }, key)
    for (const [name, { answers = {}, ...question }] of Object.entries(questions)) {
      const question_id = await this.write('question', name, { ...inBothLanguages('title', name), page_id, ...question }, key)
      for (const [title, answer] of Object.entries(answers))
        await this.write('answer', `${name}/${title}`, { ...inBothLanguages('title', title), question_id, ...answer }, key)
    }
    for (const [name, terms] of Object.entries(calculations))
      await this.write('calculation-formula', name, { calculation_id: this.ids.of('calculation', `${key}/${name}`), terms }, key)
  }

  async shop(): Promise<void> {
    const all = async (
      entity: string,
      records: Readonly<Record<string, object>>,
      more: (key: string) => GoldenFields,
    ): Promise<void> => {
      for (const [key, fields] of Object.entries(records)) await this.write(entity, key, { ...more(key), ...fields })
    }
    const createFields = (name: string): GoldenFields => ({ name })
    await this.change('country', 'iso2')
    await this.change('currency', 'code')
    // Replace the seeded states: an address in a country with states requires one.
    for (const { id } of await this.app.shop.createContext({}).list('state')) await this.app.records.remove('state', id)
    for (const entity of ['state', 'county', 'city'] as const) await all(entity, shop[entity], createFields)
    await all('tax-class', shop['tax-class'], (title) => ({ title }))
    for (const [index, rate] of shop['tax-rate'].entries()) await this.write('tax-rate', String(index), { ...rate })
    await all('customer-group', shop['customer-group'], (title) => inBothLanguages('title', title))
    await all('zone', shop.zone, (title) => ({ title }))
    await all('shipper', shop.shipper, (title) => inBothLanguages('title', title))
    const shipper_id = this.ids.of('shipper', Object.keys(shop.shipper)[0]!)
    await all('shipping-method', shop['shipping-method'], (title) => ({ ...inBothLanguages('title', title), shipper_id }))
    await this.app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
    await all('payment-method', shop['payment-method'], (title) => ({
      ...inBothLanguages('title', title),
      connector: 'bank_transfer',
    }))
    for (const [key, product] of Object.entries(shop.product)) await this.product(key, product)
    for (const entity of ['settings', 'store'] as const) {
      const { records } = await this.app.records.list(entity, { limit: 1 })
      await this.app.records.write(entity, this.fields(shop[entity]), { id: records[0]!.id })
    }
  }
}

/** For an app with a payment provider `bank_transfer`. */
export async function writeGoldenShop(app: TestApp): Promise<GoldenIds> {
  for (const entity of ['shipping-method', 'payment-method']) {
    const { records } = await app.records.list(entity, { limit: 100 })
    for (const { id } of records) await app.records.remove(entity, id)
  }
  const writer = new GoldenWriter(app)
  await writer.shop()
  return writer.ids
}
