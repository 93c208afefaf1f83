// Valid records for any entity, made from its declaration: required fields are filled, referenced records are created first.
import { type Property, isAlwaysRequired } from '../../../core/foundation/property/kind.js'
import { flatKey } from '../../../core/foundation/language.js'
import type { Entity } from '../../../core/model/entity/define.js'
import { getJoinOptions } from '../../../core/model/entity/ownership.js'
import { requireEntity } from '../../../core/model/registry.js'
import { createExampleValue, SchemaComponents } from '../../../plugins/rest/openapi/operation-parts.js'
import type { TestApp } from '../../support/test-app.js'
import { testLanguages } from '../../support/installed-database.js'

type Fields = Record<string, unknown>

let count = 0

/** Values of fields whose entity requires more than their kind. `n` differs at every call. */
const particular: Readonly<Record<string, (n: number) => Fields>> = {
  'calculation-code': () => ({ code: '1 + 1' }),
  'calculation-formula': () => ({ terms: [{ number: 1 }] }),
  'calculation-matrix': () => ({ lookup: 'exact', cells: [{ row: 0, column: 0, value: '1' }] }),
  cart: (n) => ({ token: `cart-${n}` }),
  configuration: (n) => ({ token: `configuration-${n}` }),
  country: (n) => ({ iso2: letters(n, 2), iso3: letters(n, 3) }),
  currency: (n) => ({ code: letters(n, 3), symbol: '¤', multiplicator: 1 }),
  customer: (n) => ({ email: `shopper-${n}@shop.example` }),
  invoice: (n) => ({ number: `R-${n}` }),
  'payment-method': () => ({ connector: 'at_the_door' }),
  review: () => ({ rating: 5 }),
  'tax-rate': () => ({ country_id: 1 }),
}

/** Capital letters that no seeded code has: only the codes of Qatar start with Q, and continue with A. */
function letters(n: number, length: number): string {
  let text = String.fromCharCode(66 + (n % 25))
  for (let rest = Math.floor(n / 25); text.length < length - 1; rest = Math.floor(rest / 26))
    text += String.fromCharCode(65 + (rest % 26))
  return `Q${text}`
}

/** The fields of a record that can be created without changes. */
export async function sampleFields(app: TestApp, entity: Entity): Promise<Fields> {
  const fields: Fields = {}
  for (const property of Object.values(entity.properties)) {
    if (!isNeeded(property)) continue
    const join = getJoinOptions(property)
    if (join) fields[property.name] = await existingId(app, join.entity)
    else if (property.translatable)
      for (const tag of testLanguages) fields[flatKey(property.name, tag)] = `${property.label} ${++count}`
    else {
      const schema = property.kind.schema(property, 'write')
      if (schema) fields[property.name] = createExampleValue({ ...schema, title: property.label }, new SchemaComponents())
    }
  }
  const own = { ...fields, ...particular[entity.name]?.(++count) }
  return { ...own, ...(await neighbours(app, entity.name, own)) }
}

/** References that are optional individually, although the entity requires one. */
async function neighbours(app: TestApp, name: string, fields: Fields): Promise<Fields> {
  if (name === 'address') return { customer_id: await existingId(app, 'customer') }
  if (name === 'variant-table') return combinations(app, Number(fields.product_id))
  if (name !== 'calculation-matrix') return {}
  const { product_id } = (await app.records.read('calculation', Number(fields.calculation_id))).record
  return { row_calculation_id: (await app.records.write('calculation', { name: `Axis ${++count}`, product_id })).id }
}

/** A numeric question of the product, and one row with a number. */
async function combinations(app: TestApp, product_id: number): Promise<Fields> {
  const titles = Object.fromEntries(testLanguages.map((tag) => [flatKey('title', tag), `Column ${++count}`]))
  const { id: page_id } = await app.records.write('page', { product_id, ...titles })
  const { id } = await app.records.write('question', { page_id, question_type: 'Slider', ...titles })
  return { question_ids: [id], rows: [[1]] }
}

/** True for fields that are required on the standalone host. */
function isNeeded(property: Property): boolean {
  return isAlwaysRequired(property) || (property.required === true && property.appliesWhen === undefined)
}

async function existingId(app: TestApp, name: string): Promise<number> {
  return await sampleId(app, requireEntity(app.context.registry, name))
}

/** The id of a new record, also for entities that clients cannot create. For a singleton, the id of the only record. */
export async function sampleId(app: TestApp, entity: Entity): Promise<number> {
  if (entity.singleton) return Number((await app.records.list(entity.name)).records[0]!.id)
  return (await app.records.write(entity.name, await sampleFields(app, entity), { internal: true })).id
}
