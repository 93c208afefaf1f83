// The JSON Schema of sheets, which editors use for completion and validation.
import { bodyTypes } from './bodies.js'
import { languageTagPattern } from '../../foundation/language/tags.js'
import type { JsonSchema, Property } from '../../foundation/property/kind.js'
import { getJoinOptions } from '../../model/entity/ownership.js'
import { calculationOverrideKind } from '../../model/properties/calculation-override.js'
import { groupPriceKind } from '../../model/properties/group-price.js'
import { ruleKind } from '../../model/properties/rule.js'
import { selectionsKind } from '../../model/properties/selections.js'
import type { Registry } from '../../model/registry.js'
import { sheetFormat } from './define.js'
import { partEntities, type Section, sectionsOf, sheetProperties } from './sections.js'

const reference = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })
const scalar: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }
const mapOf = (values: JsonSchema, description: string): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: values,
  description,
})

const named: ReadonlyMap<unknown, JsonSchema> = new Map([
  [ruleKind, reference('Rule')],
  [
    selectionsKind,
    mapOf({ type: ['string', 'number', 'array'], items: { type: 'string' } }, 'question: answer, or what is entered.'),
  ],
  [groupPriceKind, mapOf({ type: 'number' }, 'customer group: price.')],
  [calculationOverrideKind, mapOf({ type: ['string', 'null'] }, 'customer group: calculation, or null for none.')],
])

function valueSchema(property: Property): JsonSchema {
  const known = named.get(property.kind)
  if (known) return known
  if (property.translatable) return reference('Text')
  if (getJoinOptions(property))
    return { type: ['string', 'null'], description: `The key or name of a ${getJoinOptions(property)!.entity}.` }
  if (property.kind.files) return { type: ['string', 'null'], description: 'The name of a file that the installation has.' }
  const own = property.kind.schema(property, 'write') ?? {}
  // An unquoted text may parse as a number or a boolean.
  return own['type'] === 'string' || (Array.isArray(own['type']) && own['type'].includes('string') && !('enum' in own))
    ? { ...own, type: ['string', 'number', 'boolean', 'null'] }
    : own
}

function fieldSchema(property: Property): JsonSchema {
  const description = [valueSchema(property)['description'], property.help].filter((text) => text !== undefined).join(' ')
  return {
    title: property.label,
    ...valueSchema(property),
    ...(description !== '' && { description }),
    ...(property.default !== undefined && { default: property.default }),
  }
}

const partName = (entity: string): string => entity.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

function sectionSchema({ entity, traits }: Section): JsonSchema {
  const part = reference(partName(entity.name))
  const short: JsonSchema = {
    type: ['string', 'number'],
    description: traits.hasBody ? 'The formula.' : 'The title in every language.',
  }
  return {
    description: `The ${entity.pluralLabel} in order: a list, or a map by key.`,
    anyOf: [
      { type: 'null' },
      { type: 'array', items: { anyOf: [part, short] } },
      { type: 'object', additionalProperties: { anyOf: [part, short, { type: 'null' }] } },
    ],
  }
}

function partSchema(registry: Registry, entity: string, properties: readonly Property[], section: Section | null): JsonSchema {
  const key: JsonSchema = { type: 'string', description: 'By which others name it; made of its title if left out.' }
  return {
    type: 'object',
    properties: {
      ...(section !== null && { key }),
      ...Object.fromEntries(properties.map((property) => [property.name, fieldSchema(property)])),
      ...(section?.traits.hasBody && Object.fromEntries(bodyTypes.map((type) => [type, reference(partName(type))]))),
      ...(section?.traits.hasTable && {
        table: {
          type: 'string',
          description: 'Keys of questions in the first line, a combination in each further one; * is any.',
        },
      }),
      ...Object.fromEntries(sectionsOf(registry, entity).map((below) => [below.name, sectionSchema(below)])),
    },
    additionalProperties: false,
  }
}

const axis: JsonSchema = {
  type: ['string', 'null'],
  description: 'The key of a question, or calculation(key); left out where there is no such axis.',
}

const bodies: Readonly<Record<string, JsonSchema>> = {
  Formula: {
    description: 'One line such as width * 2 + wood.price, or the terms of the authoring form with keys in place of ids.',
    anyOf: [{ type: ['string', 'number'] }, { type: 'object', properties: { terms: { type: 'array' } }, required: ['terms'] }],
  },
  Matrix: {
    type: 'object',
    properties: {
      rows: axis,
      columns: axis,
      lookup: { enum: ['exact', 'nextHigher', 'nextLower'] },
      round: { type: ['number', 'null'] },
      table: { type: ['string', 'number'], description: 'Columns in the first line, a row in each further one; - is no cell.' },
      cells: { type: 'array' },
    },
    required: ['lookup'],
    additionalProperties: false,
  },
  Code: {
    anyOf: [
      { type: ['string', 'number'] },
      {
        type: 'object',
        properties: {
          code: { type: 'string' },
          questions: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { enum: ['A', 'B', 'C', 'D'] } },
        },
        required: ['code'],
        additionalProperties: false,
      },
    ],
  },
}

export function sheetSchema(registry: Registry, languages: readonly string[]): JsonSchema {
  const entities = partEntities(registry)
  const sections = new Map(
    entities.flatMap(({ name }) => sectionsOf(registry, name)).map((section) => [section.entity.name, section]),
  )
  const [product, ...parts] = entities
  const root = partSchema(registry, product!.name, sheetProperties(product!), null)
  const definitions = Object.assign(
    {},
    ...entities.flatMap((entity) =>
      sheetProperties(entity).map((property) => property.kind.definitions?.(property, registry) ?? {}),
    ),
  ) as Readonly<Record<string, JsonSchema>>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'ProductSheet',
    description: 'A product as one document: keys in place of ids, what has its default left out.',
    ...root,
    properties: {
      sheet: { const: sheetFormat },
      product: { type: ['string', 'number'], description: "The product's label in the store's default language." },
      ...(root['properties'] as object),
    },
    required: ['sheet', 'product'],
    $defs: {
      ...definitions,
      Text: {
        anyOf: [
          scalar,
          {
            type: 'object',
            properties: Object.fromEntries(languages.map((tag) => [tag, scalar])),
            // A sheet may have languages that are not active here.
            patternProperties: { [languageTagPattern.source]: scalar },
            additionalProperties: false,
          },
        ],
        description: 'One text for every language, or a text by language tag.',
      },
      Rule: {
        description: 'One line such as wood == oak and width >= 120, or the authoring form with keys in place of ids.',
        type: ['string', 'object', 'null'],
      },
      ...bodies,
      ...Object.fromEntries(
        parts.map((entity) => [
          partName(entity.name),
          partSchema(registry, entity.name, sheetProperties(entity), sections.get(entity.name) ?? null),
        ]),
      ),
    },
  }
}
