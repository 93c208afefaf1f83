// The JSON Schemas (2020-12) of an entity: full record, request body, and row of a collection.
import { flatKey } from '../../foundation/language.js'
import { type JsonSchema, type Property, type SchemaUse, isAlwaysRequired } from '../../foundation/property/kind.js'
import { type Entity, isReadable } from '../entity/define.js'
import type { Registry } from '../registry.js'
import { describeProperty } from './describe.js'

const schemaDialect = 'https://json-schema.org/draft/2020-12/schema'

const suffixes: Readonly<Record<SchemaUse, string>> = { read: 'Read', write: 'Write', list: 'ListRow' }

/** `sales-order`, read → `SalesOrderRead`. */
export function schemaName(entity: Entity, use: SchemaUse): string {
  return entity.name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()) + suffixes[use]
}

const idSchema: JsonSchema = { type: 'integer', minimum: 1, title: 'ID', readOnly: true }

/** The schema of one property under its plain key: the kind's schema plus the options that all properties share. */
function propertySchema(property: Property, use: SchemaUse): JsonSchema | null {
  const own = property.kind.schema(property, use)
  if (!own) return null
  const { description: kindDescription, ...shape } = own
  const description = [describeProperty(property), kindDescription]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' ')
  const hasDefault = use === 'write' && property.default !== undefined
  return {
    ...shape,
    title: property.label,
    ...(description === '' ? {} : { description }),
    ...(hasDefault ? { default: property.default } : {}),
    ...(use === 'write' && property.platformDefaults ? { 'x-svc-platform-defaults': property.platformDefaults } : {}),
    ...(property.platforms ? { 'x-svc-platforms': property.platforms } : {}),
    ...(property.apiSensitive ? { writeOnly: true } : {}),
  }
}

/** The schema of a translatable property in one language. Not nullable if the property is required. */
function languageSchema(plain: JsonSchema, tag: string): JsonSchema {
  return { ...plain, title: `${String(plain.title)} (${tag})` }
}

/** In a write, the plain key is one of several ways to send the text, so it is never required. */
function plainKeySchema(plain: JsonSchema, use: SchemaUse): JsonSchema {
  if (use !== 'write') return plain
  const text = 'The text in the language of the request. A flat language key takes precedence.'
  return { ...plain, description: [plain.description, text].filter((part) => part !== undefined).join(' ') }
}

function composeSchema(
  entity: Entity,
  use: SchemaUse,
  properties: readonly Property[],
  languages: readonly string[],
  registry: Registry,
): JsonSchema {
  const members: Record<string, JsonSchema> = use === 'write' ? {} : { id: idSchema }
  const required: string[] = use === 'write' ? [] : ['id']
  const definitions: Record<string, JsonSchema> = {}
  for (const property of properties) {
    const schema = property.readOnly && use === 'write' ? null : propertySchema(property, use)
    if (!schema) continue
    Object.assign(definitions, property.kind.definitions?.(property, registry))
    const flat = property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : []
    members[property.name] = property.translatable ? plainKeySchema(schema, use) : schema
    for (const [index, tag] of languages.entries())
      if (flat[index] !== undefined) members[flat[index]] = languageSchema(schema, tag)
    if (!isAlwaysRequired(property) || (property.apiSensitive && use !== 'write')) continue
    if (use === 'write' && property.translatable) required.push(...flat)
    else required.push(property.name, ...flat)
  }
  return {
    $schema: schemaDialect,
    title: schemaName(entity, use),
    type: 'object',
    properties: members,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  }
}

/** A full record as a single read returns it: plain keys and all language keys. */
export function readSchema(entity: Entity, registry: Registry, languages: readonly string[]): JsonSchema {
  return composeSchema(entity, 'read', Object.values(entity.properties), languages, registry)
}

/** The body of a POST request. PATCH accepts the same without `required`. */
export function writeSchema(entity: Entity, registry: Registry, languages: readonly string[]): JsonSchema {
  return composeSchema(entity, 'write', Object.values(entity.properties), languages, registry)
}

/** A row of a collection: listing columns, plain keys only. */
export function listRowSchema(entity: Entity, registry: Registry): JsonSchema {
  const listed = entity.listing.flatMap((name) => entity.properties[name] ?? []).filter(isReadable)
  return composeSchema(entity, 'list', listed, [], registry)
}
