// Conversion of JSON Schemas to TypeScript types, for the generated types of rules and terms.
import { expect } from 'chai'
import { toTypeDeclarations, schemaToType } from '../../../core/model/schema/generated-types.js'

describe('schemaToType', () => {
  const samples: readonly (readonly [schema: Readonly<Record<string, unknown>>, type: string])[] = [
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: ['number', 'integer'] }, 'number'],
    [{ $ref: '#/components/schemas/Rule' }, 'Rule'],
    [{ enum: ['a', "it's", 3, null] }, "'a' | 'it\\'s' | 3 | null"],
    [{ const: 'x' }, "'x'"],
    [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'], additionalProperties: false },
      '{ readonly a: string; readonly b?: unknown }',
    ],
    [{ type: 'object' }, '{ readonly [key: string]: unknown }'],
    [{ description: 'Anything.' }, 'unknown'],
  ]
  for (const [schema, type] of samples) {
    it(`converts ${JSON.stringify(schema)} to ${type}`, () => {
      expect(schemaToType(schema)).to.equal(type)
    })
  }

  it('declares an exported type with one alternative per line', () => {
    const part = { type: 'object', properties: { or: { enum: ['x', 'y'] } }, required: ['or'], additionalProperties: false }
    const schema = { description: 'Either.', anyOf: [{ $ref: '#/$defs/Other' }, part] }
    expect(toTypeDeclarations({ Either: schema })).to.deep.equal([
      "/** Either. */\nexport type Either =\n  | Other\n  | { readonly or: 'x' | 'y' }\n",
    ])
  })
})
