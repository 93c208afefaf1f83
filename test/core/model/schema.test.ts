// Projections of the registry: JSON Schemas, entity descriptions, forms, record stubs and types.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import type { JsonSchema } from '../../../core/foundation/property/kind.js'
import { requireEntity } from '../../../core/model/registry.js'
import { toEntityDescription, toEntityForm } from '../../../core/model/schema/describe.js'
import { listRowSchema, readSchema, writeSchema } from '../../../core/model/schema/json-schema.js'
import { generateTypeFiles } from '../../../core/model/schema/generated-types.js'
import { createCoreRegistry } from '../../support/core-registry.js'

const registry = createCoreRegistry()
const languages = ['en-GB', 'de-DE']
const entity = (name: string) => requireEntity(registry, name)
const write = (name: string) => writeSchema(entity(name), registry, languages)
const read = (name: string) => readSchema(entity(name), registry, languages)
const propertyOf = (schema: JsonSchema, name: string) => (schema.properties as Readonly<Record<string, JsonSchema>>)[name]

function validator(schema: JsonSchema) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['x-svc-platforms', 'x-svc-platform-defaults'] })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

describe('schemas', () => {
  for (const definition of registry.entities.values()) {
    it(`of ${definition.name} are valid JSON Schema 2020-12 and reject unknown fields`, () => {
      for (const schema of [
        readSchema(definition, registry, languages),
        writeSchema(definition, registry, languages),
        listRowSchema(definition, registry),
      ]) {
        expect(validator(schema)({ nobody: 1 })).to.equal(false)
        expect(schema).to.include({ $schema: 'https://json-schema.org/draft/2020-12/schema', additionalProperties: false })
      }
    })
  }

  it('require only fields without a default, translatable fields by their flat keys', () => {
    expect(write('product').required).to.deep.equal(['title_en_GB', 'title_de_DE'])
    expect(write('question').required).to.deep.equal(['page_id', 'title_en_GB', 'title_de_DE'])
    expect(read('page').required).to.deep.equal(['id', 'product_id', 'title', 'title_en_GB', 'title_de_DE'])
    expect(write('settings')).to.not.have.property('required')
  })

  it('contain platforms and the default values that differ on a platform', () => {
    expect(propertyOf(write('product'), 'baseprice')).to.deep.include({
      'x-svc-platforms': ['cms_a', 'cms_b', 'standalone'],
      default: 0,
    })
    expect(propertyOf(write('product'), 'page_nav_block_on_missing')).to.deep.include({
      default: 'inherit',
      'x-svc-platform-defaults': { shop_platform: 'no' },
    })
    expect(propertyOf(write('product'), 'baseprice')?.description).to.contain('cms_a')
  })

  it('mark fields that are never returned as write-only', () => {
    for (const [name, field] of [
      ['settings', 'license_key'],
      ['settings', 'advisor_api_key'],
      ['payment-method', 'params'],
      ['customer', 'password'],
    ] as const) {
      expect(propertyOf(read(name), field), field).to.include({ writeOnly: true })
    }
    expect(read('configuration').required).to.not.include('token')
  })

  it('list static choices and leave dynamic choices unrestricted', () => {
    expect(propertyOf(read('calculation'), 'type')).to.deep.include({ type: 'string', enum: ['formula', 'matrix', 'code'] })
    expect(propertyOf(write('question'), 'question_type')).to.not.have.property('enum')
  })

  it('omit files and child entries', () => {
    for (const schema of [read('product'), write('product')]) {
      for (const field of ['image', 'visualization_image', 'detail_panes']) expect(schema.properties).to.not.have.property(field)
    }
  })

  it('describe a list row by the listing columns, with plain keys only', () => {
    expect(Object.keys(listRowSchema(entity('page'), registry).properties as object)).to.deep.equal([
      'id',
      'title',
      'product_id',
      'published',
      'ordering',
    ])
  })

  it('describe rules by their own schema, including the short forms', () => {
    const valid = validator(write('answer'))
    const rules = (rule: unknown) => valid({ question_id: 1, title_en_GB: 'a', title_de_DE: 'b', rules: rule })
    const condition = { question: 1, operator: '==', value: 2 }
    for (const rule of [
      null,
      condition,
      { not: { all: [condition, { any: [condition] }] } },
      { raw: '[]', reason: 'x' },
      { customerGroup: 'id', operator: '!=', value: 3 },
    ]) {
      expect(rules(rule), JSON.stringify(rule)).to.equal(true)
    }
    for (const rule of [
      { question: 'x', operator: '==', value: 1 },
      { ...condition, operator: '~' },
      { all: [] },
      { all: [{ not: condition }] },
      [],
    ]) {
      expect(rules(rule), JSON.stringify(rule)).to.equal(false)
    }
  })
})

describe('entity description', () => {
  const described = toEntityDescription(entity('product'), languages, registry)

  it('lists required keys, listing columns, filters, scopes and fields that cannot be written', () => {
    expect(described).to.deep.include({
      required: ['title_en_GB', 'title_de_DE'],
      listing: ['id', 'title', 'sku', 'published', 'baseprice', 'tax_class_id'],
      scopes: { read: ['catalog:read'], write: ['catalog:write'] },
      languages,
    })
    expect(described.filters.map(({ name }) => name)).to.deep.equal(['label', 'sku', 'published', 'tax_class_id', 'search'])
    expect(described.unsupportedFields.map(({ name, type }) => `${name} ${type}`)).to.deep.equal([
      'image image',
      ...[2, 3, 4, 5, 6].map((number) => `image_${number} image`),
      'visualization_image image',
      'detail_panes childentries',
    ])
  })

  it('requires both write scopes for code calculations', () => {
    expect(toEntityDescription(entity('calculation-code'), languages, registry).scopes.write).to.deep.equal([
      'catalog:write',
      'code:write',
    ])
  })

  it('returns the kind, the JSON type and the keys of each field', () => {
    const field = (name: string) => described.fields.find((one) => one.name === name)
    expect(field('title')).to.deep.include({
      type: 'string',
      jsonType: 'string',
      required: true,
      keys: ['title_en_GB', 'title_de_DE'],
    })
    expect(field('tax_class_id')).to.deep.include({
      type: 'join',
      jsonType: ['integer', 'null'],
      required: false,
      references: ['tax-class'],
    })
    const question = toEntityDescription(entity('question'), languages, registry)
    expect(question.fields.find(({ name }) => name === 'rules')).to.deep.include({ type: 'rule', jsonType: ['object', 'null'] })
  })

  it('lists the dynamic choices of a field, from plugins and from the active languages', () => {
    const choices = (name: string, field: string) =>
      toEntityDescription(entity(name), languages, registry).fields.find((property) => property.name === field)?.choices
    expect(choices('question', 'question_type')).to.deep.include({ value: 'Radiobuttons', label: 'Radio buttons' })
    expect(choices('customer', 'language_tag')).to.deep.equal(languages.map((tag) => ({ value: tag, label: tag })))
    expect(choices('question', 'set_min_value')).to.equal(undefined)
  })

  it('marks the fields of frozen records as read-only', () => {
    const { fields } = toEntityDescription(entity('sales-order'), languages, registry)
    expect(fields.every(({ readOnly }) => readOnly)).to.equal(true)
  })
})

describe('entity form', () => {
  it('offers the registered question types and the joined entity', () => {
    const { fields } = toEntityForm(entity('question'), registry, languages)
    const hints = (name: string) => fields.find((field) => field.name === name)?.hints
    expect(hints('page_id')).to.deep.equal({ entity: 'page' })
    expect(JSON.stringify(hints('question_type'))).to.contain('Dropdown')
    expect(hints('multiplicator')).to.deep.equal({ scale: 8, min: null, max: null })
  })

  it("omits fields that do not apply on the platform, and uses the platform's default values", () => {
    const elsewhere = createCoreRegistry({ platform: 'shop_platform' })
    const { fields } = toEntityForm(entity('product'), elsewhere, languages)
    expect(fields.map(({ name }) => name)).to.not.include('baseprice')
    expect(fields.find(({ name }) => name === 'page_nav_block_on_missing')).to.include({ default: 'no' })
  })
})

describe('generated files', () => {
  const files = generateTypeFiles(registry, languages)

  it('are three schemas per entity, a record stub per writable entity, and two type modules', () => {
    const folders = [...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/')))
    const count = (folder: string) => folders.filter((name) => name === folder).length
    const all = registry.entities.size
    const updatable = [...registry.entities.values()].filter(({ operations }) => operations.includes('update')).length
    expect([
      count('schemas/read'),
      count('schemas/write'),
      count('schemas/list'),
      count('records'),
      count('types'),
    ]).to.deep.equal([all, all, all, updatable, 2])
  })

  it('contain record stubs that fail validation only in required fields', () => {
    for (const [path, content] of files) {
      const name = /^records\/(.*)\.json$/.exec(path)?.[1]
      if (name === undefined) continue
      const valid = validator(writeSchema(entity(name), registry, languages))
      valid(JSON.parse(content))
      const required = (write(name).required ?? []) as readonly string[]
      for (const { instancePath } of valid.errors ?? [])
        expect(required, `${path} ${instancePath}`).to.include(instancePath.slice(1))
    }
  })
})
