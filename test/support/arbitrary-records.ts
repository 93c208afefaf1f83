// Random records of any entity, sound ones and ones with one wrong field: for round trips over storage and over every surface.
import fc from 'fast-check'
import type { Property } from '../../core/ground/property/kind.js'
import type { Entity } from '../../core/model/entity/define.js'
import { joinOptions } from '../../core/model/entity/ownership.js'
import { smallestInput, uniqueText, type World } from './world.js'

const languages = ['en-GB', 'de-DE']

type Wire = Record<string, unknown>
/** A field's random value, or null where the field is left alone. */
type Values = (property: Property, world: World) => fc.Arbitrary<unknown> | null

interface TextOptions {
  readonly length?: number
  readonly long?: boolean
  readonly html?: boolean
  readonly pattern?: { readonly expression: string }
}

const words = fc.constantFrom('Blind', 'a"b\'c', 'back\\slash', '100 % _x_', 'Größe 🙂 𝄞', 'x;--', '{"a":1}', ' inner  space')
const plainWords = fc.constantFrom('<p>Blind</p>', 'Plain', '<ul><li>one</li></ul>')

const text: Values = (property) => {
  const { length = 255, html, pattern } = property.options as TextOptions
  if (pattern) return fc.nat(17_000).map((number) => uniqueText(property, number))
  if (html) return plainWords
  return fc.oneof(words, fc.string({ maxLength: 20, unit: 'grapheme' })).map((value) => {
    const sound = value.replaceAll('\u0000', '').trim()
    return [...sound].slice(0, length).join('') || 'x'
  })
}

const decimal: Values = (property) => {
  const { scale = 0, min = -1e6, max = 1e6 } = property.options as { scale?: number; min?: number; max?: number }
  const [low, high] = [Math.max(min, -1e6), Math.min(max, 1e6)]
  return fc.integer({ min: Math.ceil(low), max: Math.floor(high) }).chain((whole) =>
    fc.nat(10 ** Math.min(scale, 4) - 1).map((part) => {
      const value = Number(`${whole}.${String(part).padStart(Math.min(scale, 4), '0')}`)
      return scale === 0 || value < low || value > high ? whole : value
    }),
  )
}

const choice: Values = (property) => {
  const { choices } = property.options as { readonly choices: unknown }
  if (choices === 'languages') return fc.constantFrom(...languages)
  return typeof choices === 'object' && choices !== null ? fc.constantFrom(...Object.keys(choices)) : null
}

const pairs =
  (key: string, entity: string, value: string, member: (world: World) => fc.Arbitrary<unknown>): Values =>
  (_property, world) =>
    fc.option(
      member(world).map((one) => [{ [key]: world.get(entity), [value]: one }]),
      { nil: [] },
    )

const kinds: Readonly<Record<string, Values>> = {
  string: text,
  password: () => fc.constantFrom('correct horse', 'battery staple 🙂'),
  number: decimal,
  ordering: () => fc.nat(1000),
  boolean: () => fc.boolean(),
  published: () => fc.boolean(),
  datetime: () =>
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  dropdown: choice,
  radio: choice,
  join: (property, world) => fc.constant(world.get(joinOptions(property)!.entity)),
  calculation: (_property, world) => fc.constant(world.get('calculation')),
  'group-price': pairs('customer_group_id', 'customer-group', 'price', () => fc.constantFrom(0, 1.25, 99.9999)),
  'calculation-override': pairs('customer_group_id', 'customer-group', 'calculation_id', (world) =>
    fc.constant(world.get('calculation')),
  ),
  selections: pairs('question_id', 'question', 'value', () => fc.constantFrom('1', 'text', '1,2')),
  rule: (_property, world) => fc.constant({ question: world.get('question'), operator: '==', value: 'x' }),
}

/** Makes fields fit each other, as the entity asks for. */
const coherence: Readonly<Record<string, (record: Wire) => void>> = {
  product: (record) => sorted(record, 'min_quantity', 'max_quantity'),
  question(record) {
    sorted(record, 'calendar_days_min', 'calendar_days_max')
    sorted(record, 'minval', 'maxval')
    delete record.rules
  },
  'payment-method': (record) => sorted(record, 'price_min', 'price_max'),
  'shipping-method': (record) => sorted(record, 'min_weight', 'max_weight'),
  'tax-rate'(record) {
    drop(record, 'state_id', 'county_id', 'city_id')
    record.country_id ??= 1
  },
  address(record) {
    drop(record, 'party_id')
    record.customer_id ??= 1
  },
  'calculation-code': (record) => void (record.code = '1 + 1'),
  'calculation-matrix': (record) =>
    drop(record, 'row_question_id', 'row_calculation_id', 'column_question_id', 'column_calculation_id'),
  calculation: (record) => drop(record, 'type'),
  currency: (record) => drop(record, 'is_base', 'is_default'),
}

function drop(record: Wire, ...fields: readonly string[]): void {
  for (const field of fields) delete record[field]
}

function sorted(record: Wire, low: string, high: string): void {
  const values = [record[low], record[high]].filter((value) => typeof value === 'number').sort((a, b) => a - b)
  if (values.length < 2) drop(record, low, high)
  else [record[low], record[high]] = values
}

function isWritable(property: Property): boolean {
  return !property.readOnly && property.kind.schema(property, 'write') !== null
}

/** The keys under which a property is written. */
function keysOf(property: Property): readonly string[] {
  return property.translatable ? languages.map((tag) => `${property.name}_${tag.replace('-', '_')}`) : [property.name]
}

/** A sound record: what is required, and any part of the rest. */
export function soundRecord(entity: Entity, world: World): fc.Arbitrary<Wire> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const property of Object.values(entity.properties).filter(isWritable)) {
    const values = kinds[property.kind.name]?.(property, world)
    if (!values) continue
    for (const key of keysOf(property)) fields[key] = property.required ? values : fc.option(values, { nil: null })
  }
  const unique = new Set((entity.unique ?? []).flat())
  return fc.record(fields, { requiredKeys: [] }).map((random) => {
    const record: Wire = { ...smallestInput(entity, (other) => world.get(other) ?? 1), ...random }
    for (const name of unique) for (const key of keysOf(entity.properties[name]!)) if (name !== 'code') delete record[key]
    const fresh = smallestInput(entity, (other) => world.get(other) ?? 1)
    for (const name of unique) if (name in fresh) record[name] = fresh[name]
    if ('email' in fresh) record.email = fresh.email
    coherence[entity.name]?.(record)
    return record
  })
}

/** What a wire value reads as: nothing is '' for texts, an emptied choice is its default. */
export function expectedValue(property: Property, sent: unknown): unknown {
  if (sent !== null) return sent
  if (property.translatable) return ''
  const prepared = property.kind.prepare(null, property) ?? null
  if (prepared !== null) return prepared
  const column = property.kind.column(property)
  if (column?.nullable) return null
  return property.kind.present ? property.kind.present('', property) : ''
}

/** Values that a property refuses; none for one that takes anything. */
export function wrongValues(property: Property): readonly unknown[] {
  const schema = property.kind.schema(property, 'write')
  if (!schema || property.readOnly) return []
  if (property.kind.referenceColumn) return [0, -1, 1.5, 'x', {}, 2 ** 53, 987_654_321]
  const wrong: unknown[] = [{ nested: true }]
  const types = [schema.type].flat()
  if (schema.enum) wrong.push('no such choice', 7)
  if (types.includes('integer')) wrong.push(1.5, 'abc', 2 ** 60)
  if (types.includes('number')) wrong.push('abc', 1.123456789, Number.NaN)
  if (types.includes('boolean')) wrong.push('maybe', 2)
  if (types.includes('string')) wrong.push(7, 'a\u0000b', '\ud800')
  if (typeof schema.maxLength === 'number' && !schema.enum) wrong.push('x'.repeat(schema.maxLength + 1))
  if (types.includes('array')) wrong.push('x', [7], [[]])
  return property.kind.name === 'json' ? ['x', 7] : wrong
}
