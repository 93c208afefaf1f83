// Random records of any entity that satisfy its write schema, and values that its kinds must reject.
import * as fc from 'fast-check'
import { flatKey } from '../../../../core/foundation/language.js'
import { type Property, isAlwaysRequired } from '../../../../core/foundation/property/kind.js'
import type { Entity } from '../../../../core/model/entity/define.js'
import { type ChoiceOptions, listChoices } from '../../../../core/model/properties/dropdown.js'
import type { NumberOptions } from '../../../../core/model/properties/number.js'
import { isSingleLine, lineBreak, type StringOptions, stringLength } from '../../../../core/model/properties/string.js'
import type { JsonOptions } from '../../../../core/model/properties/json.js'
import type { Registry } from '../../../../core/model/registry.js'

/** Ids that joins may reference, by entity. */
export type RecordIds = Readonly<Record<string, readonly number[]>>

interface RecordContext {
  readonly registry: Registry
  readonly languages: readonly string[]
  readonly ids: RecordIds
}

type ValueArbitrary = fc.Arbitrary<unknown>
type CreateArbitrary = (property: Property, surroundings: RecordContext) => ValueArbitrary

const createText = (longest: number, shortest = 1): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', minLength: shortest, maxLength: longest }).filter((text) => !text.includes('\u0000'))

function createDecimals(scale: number, least: number, maximum: number): ValueArbitrary {
  const factor = 10 ** scale
  // At most fifteen significant digits.
  const largest = Math.min(1e10, 1e14 / factor)
  const bound = (limit: number): number => Math.round(Math.max(-largest, Math.min(largest, limit)) * factor)
  return fc.integer({ min: bound(least), max: bound(maximum) }).map((whole) => (whole === 0 ? 0 : whole / factor))
}

function createReference(entity: string, { ids }: RecordContext): ValueArbitrary {
  const existingIds = ids[entity]
  if (!existingIds || existingIds.length === 0) throw new Error(`The test world has no ${entity}.`)
  return fc.constantFrom(...existingIds)
}

const createJoin: CreateArbitrary = (property, surroundings) =>
  createReference((property.kind.referenceTargets?.(property) ?? [])[0]!, surroundings)
const createChoice: CreateArbitrary = ({ options }, { registry, languages }) =>
  fc.constantFrom(...listChoices(options as ChoiceOptions, registry, languages).map(({ value }) => value))
const createBoolean: CreateArbitrary = () => fc.boolean()

const arbitraryFactories: Readonly<Record<string, CreateArbitrary>> = {
  string(property) {
    const options = property.options as StringOptions
    const { html, pattern, form } = options
    if (form && property.name.startsWith('email')) return fc.constantFrom('ada@people.example', "o'hara@people.example")
    if (form) return fc.constantFrom('DE136695976', 'FR40303265045')
    if (pattern) return fc.stringMatching(new RegExp(pattern.expression)).filter((text) => text.length <= 100)
    if (html) return fc.constantFrom('<p>Good &amp; cheap</p>', 'a < b & c', 'plain')
    // Trimming turns text of only blanks into an empty one.
    return createText(Math.min(stringLength(property as Property<StringOptions>), 60)).filter(
      (text) => (!property.required || text.trim() !== '') && !(isSingleLine(options) && lineBreak.test(text)),
    )
  },
  number(property) {
    const { scale, min = -1e10, max = 1e10 } = property.options as NumberOptions
    // A discount may be a percentage, which is at most 100.
    return createDecimals(scale, min, /^discount_(?:recurring_)?value_/.test(property.name) ? 100 : max)
  },
  boolean: createBoolean,
  published: createBoolean,
  ordering: () => fc.integer({ min: -1_000_000, max: 1_000_000 }),
  datetime: () =>
    fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  dropdown: createChoice,
  radio: createChoice,
  join: createJoin,
  calculation: createJoin,
  rule: (_property, surroundings) =>
    createReference('question', surroundings).map((question) => ({ question, operator: '==', value: '' })),
  'group-price': (_property, surroundings) =>
    fc
      .tuple(createReference('customer-group', surroundings), createDecimals(4, -1e6, 1e6))
      .map(([customer_group_id, price]) => [{ customer_group_id, price }]),
  'calculation-override': (_property, surroundings) =>
    fc
      .tuple(createReference('customer-group', surroundings), createReference('calculation', surroundings))
      .map(([customer_group_id, calculation_id]) => [{ customer_group_id, calculation_id }]),
  selections: (_property, surroundings) =>
    fc.tuple(createReference('question', surroundings), createText(20)).map(([question_id, value]) => [{ question_id, value }]),
  focus: () => fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })).map(([x, y]) => `${x}% ${y}%`),
  json: ({ name, options }) =>
    fc.constant(jsonContents[name] ?? parseExample(options as JsonOptions) ?? { a: ['b', 1, null, { c: true }] }),
  password: () => createText(30, 10),
  code: () => fc.constant(' A * 2 + 1'),
}

function parseExample({ content }: JsonOptions): unknown {
  return content?.example === undefined ? undefined : JSON.parse(content.example)
}

/** Valid contents of json fields. */
const jsonContents: Readonly<Record<string, unknown>> = {
  terms: [{ number: 1.5 }, { operator: '*' }, { group: [{ number: 2 }, { operator: '+' }, { number: 0.25 }] }],
  cells: [
    { row: 1, column: 1, value: '2.50' },
    { row: 1, column: 2, value: '-3' },
  ],
  params: {},
  rows: [[{ from: 1, to: 2.5 }], [[7, 8]], ['*']],
  theme: { accent: '#004488', radius: 'small' },
}

/** Properties in the write schema. */
export function listWritableProperties(entity: Entity): readonly Property[] {
  return Object.values(entity.properties).filter(
    (property) => !property.readOnly && property.kind.schema(property, 'write') !== null,
  )
}

/** Bodies of a create: always the required fields, sometimes the others; texts as flat keys. */
export function createRecordBodies(entity: Entity, surroundings: RecordContext): fc.Arbitrary<Record<string, unknown>> {
  const members: Record<string, ValueArbitrary> = {}
  const required: string[] = []
  for (const property of listWritableProperties(entity)) {
    const make = arbitraryFactories[property.kind.name]
    if (!make) throw new Error(`No random values are known for the kind '${property.kind.name}'.`)
    const value = make(property, surroundings)
    const keys = property.translatable ? surroundings.languages.map((tag) => flatKey(property.name, tag)) : [property.name]
    for (const key of keys)
      members[key] = isAlwaysRequired(property)
        ? value
        : fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    if (isAlwaysRequired(property)) required.push(...keys)
  }
  return fc.record(members, { requiredKeys: required })
}

/** Values that the property must reject with any options. */
export function listRejectedValues(property: Property): readonly unknown[] {
  if (['group-price', 'calculation-override', 'selections'].includes(property.kind.name)) return ['a text', 7, [7], [[]]]
  if (['json', 'rule'].includes(property.kind.name)) return ['a plain text', 7]
  const wrong: unknown[] = [{ an: 'object' }, ['a list']]
  if (property.kind.referenceColumn) return [...wrong, 0, -1, 1.5, 'x', 2 ** 53, 987_654_321]
  const schema = property.kind.schema(property, 'write')
  const types = [schema?.type].flat()
  if (schema?.enum) wrong.push('no such choice')
  if (types.includes('integer')) wrong.push(1.5, 'abc', 2 ** 60)
  if (types.includes('number')) wrong.push('abc', 1.123456789, Number.NaN)
  if (types.includes('boolean')) wrong.push('maybe', 2)
  if (types.includes('string')) wrong.push(7, true, 'a\u0000b', '\ud800')
  if (typeof schema?.maxLength === 'number') wrong.push('x'.repeat(schema.maxLength + 1))
  return wrong
}
