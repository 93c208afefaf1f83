// The JSON Schema of sheets, which editors use for completion and validation.
import { sheetBodyTypes } from './bodies.js'
import { languageTagPattern, type JsonSchema, type Property, entityModel, propertyKinds, type Registry } from '#core/surface.js'
import { sheetFormat } from './define.js'
import { listPartEntities, type Section, getSheetSections, getSheetProperties } from './sections.js'

const createReference = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })
const scalar: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }
const createMapSchema = (values: JsonSchema, description: string): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: values,
  description,
})

const schemasByKind: ReadonlyMap<unknown, JsonSchema> = new Map([
  [propertyKinds.ruleKind, createReference('Rule')],
  [
    propertyKinds.selectionsKind,
    createMapSchema({ type: ['string', 'number', 'array'], items: { type: 'string' } }, 'Question: answer or entered value.'),
  ],
  [propertyKinds.groupPriceKind, createMapSchema({ type: 'number' }, 'customer group: price.')],
  [
    propertyKinds.calculationOverrideKind,
    createMapSchema({ type: ['string', 'null'] }, 'customer group: calculation, or null for none.'),
  ],
])

function createValueSchema(property: Property): JsonSchema {
  const cachedSchema = schemasByKind.get(property.kind)
  if (cachedSchema) return cachedSchema
  if (property.translatable) return createReference('Text')
  if (entityModel.getJoinOptions(property))
    return { type: ['string', 'null'], description: `The key or name of a ${entityModel.getJoinOptions(property)!.entity}.` }
  if (property.kind.files) return { type: ['string', 'null'], description: 'The name of a file that the installation has.' }
  const own = property.kind.schema(property, 'write') ?? {}
  // An unquoted text may parse as a number or a boolean.
  return own['type'] === 'string' || (Array.isArray(own['type']) && own['type'].includes('string') && !('enum' in own))
    ? { ...own, type: ['string', 'number', 'boolean', 'null'] }
    : own
}

function createFieldSchema(property: Property): JsonSchema {
  const description = [createValueSchema(property)['description'], property.help].filter((text) => text !== undefined).join(' ')
  return {
    title: property.label,
    ...createValueSchema(property),
    ...(description !== '' && { description }),
    ...(property.default !== undefined && { default: property.default }),
  }
}

const toDefinitionName = (entity: string): string => entity.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

function createSectionSchema({ entity, traits }: Section): JsonSchema {
  const part = createReference(toDefinitionName(entity.name))
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

function createPartSchema(
  registry: Registry,
  entity: string,
  properties: readonly Property[],
  section: Section | null,
): JsonSchema {
  const key: JsonSchema = { type: 'string', description: 'By which others name it; made of its title if left out.' }
  return {
    type: 'object',
    properties: {
      ...(section !== null && { key }),
      ...Object.fromEntries(properties.map((property) => [property.name, createFieldSchema(property)])),
      ...(section?.traits.hasBody &&
        Object.fromEntries(sheetBodyTypes.map((type) => [type, createReference(toDefinitionName(type))]))),
      ...(section?.traits.hasTable && {
        table: {
          type: 'string',
          description: 'Keys of questions in the first line, a combination in each further one; * is any.',
        },
      }),
      ...Object.fromEntries(getSheetSections(registry, entity).map((below) => [below.name, createSectionSchema(below)])),
    },
    additionalProperties: false,
  }
}

const axisSchema: JsonSchema = {
  type: ['string', 'null'],
  description: 'The key of a question, or calculation(key); left out where there is no such axis.',
}

const bodySchemas: Readonly<Record<string, JsonSchema>> = {
  Formula: {
    description: 'One line such as width * 2 + wood.price, or the terms of the authoring form with keys in place of ids.',
    anyOf: [{ type: ['string', 'number'] }, { type: 'object', properties: { terms: { type: 'array' } }, required: ['terms'] }],
  },
  Matrix: {
    type: 'object',
    properties: {
      rows: axisSchema,
      columns: axisSchema,
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

export function createSheetSchema(registry: Registry, languages: readonly string[]): JsonSchema {
  const entities = listPartEntities(registry)
  const sections = new Map(
    entities.flatMap(({ name }) => getSheetSections(registry, name)).map((section) => [section.entity.name, section]),
  )
  const [product, ...parts] = entities
  const root = createPartSchema(registry, product!.name, getSheetProperties(product!), null)
  const definitions = Object.assign(
    {},
    ...entities.flatMap((entity) =>
      getSheetProperties(entity).map((property) => property.kind.definitions?.(property, registry) ?? {}),
    ),
  ) as Readonly<Record<string, JsonSchema>>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'ProductSheet',
    description: 'A product as one document: keys in place of ids, without values that equal their defaults.',
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
      ...bodySchemas,
      ...Object.fromEntries(
        parts.map((entity) => [
          toDefinitionName(entity.name),
          createPartSchema(registry, entity.name, getSheetProperties(entity), sections.get(entity.name) ?? null),
        ]),
      ),
    },
  }
}
