// OpenAPI operations of one entity: those that its model supports, with all statuses and examples.
import { type Entity, listSortableProperties } from '#core/model/entity/define.js'
import { requiredScopes } from '#core/model/entity/scopes.js'
import { collectFilters } from '#core/model/entity/filters.js'
import { schemaName } from '#core/model/schema/json-schema.js'
import type { SchemaShelf } from './components.js'
import { exampleRecord, exampleValue } from './examples.js'
import { parameterReference } from './parameters.js'
import { failures, headerReference } from './responses.js'

export interface EntityInput {
  readonly entity: Entity
  readonly schemas: SchemaShelf
  /** Each function adds its schema to the components and returns a reference. */
  readonly project: { readonly [Use in 'read' | 'write' | 'patch' | 'row']: () => { readonly $ref: string } }
}

type Operation = Readonly<Record<string, unknown>>

/** The paths of the entity's collection and of its single records. A path without operations is absent. */
export function entityPaths(input: EntityInput): Readonly<Record<string, object>> {
  const { entity } = input
  const can = (operation: Entity['operations'][number]): boolean => entity.operations.includes(operation)
  const collection = { ...(can('list') && { get: listOperation(input) }), ...(can('create') && { post: createOperation(input) }) }
  const single = {
    ...(can('read') && { get: readOperation(input) }),
    ...(can('update') && { patch: updateOperation(input) }),
    ...(can('delete') && { delete: deleteOperation(input) }),
  }
  return {
    ...(Object.keys(collection).length > 0 && { [`/${entity.name}`]: collection }),
    ...(Object.keys(single).length > 0 && { [`/${entity.name}/{id}`]: { parameters: [parameterReference('id')], ...single } }),
  }
}

/** `readSalesOrder`. */
function operationId(verb: string, entity: Entity): string {
  return verb + schemaName(entity, 'read').replace(/Read$/, '')
}

function said(entity: Entity, verb: string, operation: Entity['operations'][number], summary: string, text: string): Operation {
  const scopes = requiredScopes(entity, operation).map((scope) => `\`${scope}\``)
  return {
    operationId: operationId(verb, entity),
    summary,
    description: `${text} Needs ${scopes.join(' and ')}.`,
    tags: [entity.area],
  }
}

/** A reply body. All members are required, except those in `optional`. */
function envelope(members: Readonly<Record<string, object>>, example: object, optional: readonly string[] = []): object {
  const required = Object.keys(members).filter((name) => !optional.includes(name))
  return { 'application/json': { schema: { type: 'object', properties: members, required }, example } }
}

function listOperation({ entity, schemas, project }: EntityInput): Operation {
  const row = project.row()
  const whole = { type: 'integer', minimum: 0 }
  const field = {
    type: 'object',
    properties: { name: { type: 'string' }, label: { type: 'string' }, type: { type: 'string' } },
    required: ['name', 'label', 'type'],
  }
  const data = {
    type: 'object',
    properties: {
      entity: { type: 'string', const: entity.name },
      records: { type: 'array', items: row },
      fields: { type: 'array', items: field },
    },
    required: ['entity', 'records', 'fields'],
  }
  const meta = {
    type: 'object',
    properties: { total: { ...whole, description: 'All that match the filter.' }, offset: whole, limit: whole, returned: whole },
    required: ['total', 'offset', 'limit', 'returned'],
  }
  const example = {
    data: {
      entity: entity.name,
      records: [exampleRecord(schemas.get(schemaName(entity, 'list')) ?? {}, schemas, ['id', ...entity.listing])],
      fields: [{ name: 'id', label: 'ID', type: 'id' }],
    },
    meta: { total: 1, offset: 0, limit: 50, returned: 1 },
  }
  const filter = filterParameter(entity)
  return {
    ...said(
      entity,
      'list',
      'list',
      `A page of ${entity.pluralLabel}`,
      'The listing columns of the records that match, in order.',
    ),
    parameters: [
      parameterReference('limit'),
      parameterReference('offset'),
      parameterReference('languageTag'),
      sortParameter(entity),
      ...filter,
    ],
    responses: {
      200: { description: `${capital(entity.pluralLabel)}.`, content: envelope({ data, meta }, example) },
      ...failures('Unauthenticated', 'Forbidden', 'Invalid', 'Broken'),
    },
  }
}

function sortParameter(entity: Entity): object {
  const columns = ['id', ...listSortableProperties(entity)].map((name) => `\`${name}\``).join(', ')
  return {
    name: 'sort',
    in: 'query',
    description: `Columns in order, each with \`-\` in front for descending: ${columns}.`,
    schema: { type: 'string' },
  }
}

function filterParameter(entity: Entity): readonly object[] {
  const filters = [...collectFilters(entity).values()]
  if (filters.length === 0) return []
  const properties = Object.fromEntries(filters.map((filter) => [filter.name, { type: 'string', description: filter.help }]))
  return [
    {
      name: 'filter',
      in: 'query',
      style: 'deepObject',
      explode: true,
      description: `Filters as \`filter[name]=value\`: ${filters.map((filter) => `\`${filter.name}\``).join(', ')}.`,
      schema: { type: 'object', properties, additionalProperties: false },
      // API viewers start with this value: no filter.
      example: {},
    },
  ]
}

const languageParameters = [parameterReference('languageTag'), parameterReference('language')]
const changeParameters = [parameterReference('ifMatch'), parameterReference('idempotencyKey')]
const replayedHeader = { 'Idempotent-Replayed': headerReference('replayed') }

function recordResponse(
  { entity, schemas, project }: EntityInput,
  description: string,
  written: boolean,
  headers: object,
): object {
  const reference = project.read()
  const record = exampleRecord(schemas.get(schemaName(entity, 'read')) ?? {}, schemas, ['id', ...entity.listing])
  const data = {
    type: 'object',
    properties: { entity: { type: 'string', const: entity.name }, id: { type: 'integer', minimum: 1 }, record: reference },
    required: ['entity', 'id', 'record'],
  }
  const meta = { type: 'object', properties: { findings: { type: 'array', items: { $ref: '#/components/schemas/Finding' } } } }
  const content = envelope(written ? { data, meta } : { data }, { data: { entity: entity.name, id: 1, record } }, ['meta'])
  return { description, headers: { ETag: headerReference('etag'), ...headers }, content }
}

function readOperation(input: EntityInput): Operation {
  const { entity } = input
  return {
    ...said(entity, 'read', 'read', `One ${entity.label}`, 'The whole record, every language of its texts included.'),
    parameters: [...languageParameters, parameterReference('ifNoneMatch')],
    responses: {
      200: recordResponse(input, 'The record.', false, {}),
      304: { description: 'The record still has the ETag in If-None-Match.', headers: { ETag: headerReference('etag') } },
      ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
    },
  }
}

/** The same schema in three encodings. Form fields are the members as text. */
function requestBody(schema: { readonly $ref: string }, example: unknown): object {
  const formats = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  return {
    required: true,
    content: Object.fromEntries(formats.map((format, index) => [format, index === 0 ? { schema, example } : { schema }])),
  }
}

function createOperation(input: EntityInput): Operation {
  const { entity, schemas, project } = input
  const write = project.write()
  const example = exampleRecord(schemas.get(schemaName(entity, 'write')) ?? {}, schemas, [])
  const headers = { Location: headerReference('location'), ...replayedHeader }
  return {
    ...said(entity, 'create', 'create', `Create a ${entity.label}`, 'Declared defaults fill what is left out.'),
    parameters: [...languageParameters, parameterReference('idempotencyKey')],
    requestBody: requestBody(write, example),
    responses: {
      201: recordResponse(input, 'The new record.', true, headers),
      ...failures('Unauthenticated', 'Forbidden', 'InProgress', 'TooLarge', 'Invalid', 'Broken'),
    },
  }
}

function updateOperation(input: EntityInput): Operation {
  const { entity, schemas, project } = input
  const patch = project.patch()
  const properties = (schemas.get(patch.$ref.split('/').at(-1) ?? '')?.properties ?? {}) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  const [name, schema] = Object.entries(properties)[0] ?? []
  const example = name !== undefined && schema !== undefined ? { [name]: exampleValue(schema, schemas) } : {}
  return {
    ...said(entity, 'update', 'update', `Change a ${entity.label}`, 'Only the fields that are sent change.'),
    parameters: [...languageParameters, ...changeParameters],
    requestBody: requestBody(patch, example),
    responses: {
      200: recordResponse(input, 'The changed record.', true, replayedHeader),
      ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'InProgress', 'Changed', 'TooLarge', 'Invalid', 'Broken'),
    },
  }
}

function deleteOperation({ entity }: EntityInput): Operation {
  const data = {
    type: 'object',
    properties: {
      entity: { type: 'string', const: entity.name },
      id: { type: 'integer', minimum: 1 },
      deleted: { type: 'boolean', const: true },
    },
    required: ['entity', 'id', 'deleted'],
  }
  return {
    ...said(entity, 'delete', 'delete', `Delete a ${entity.label}`, 'Refused while other records refer to it.'),
    parameters: changeParameters,
    responses: {
      200: {
        description: 'It is gone.',
        headers: replayedHeader,
        content: envelope({ data }, { data: { entity: entity.name, id: 1, deleted: true } }),
      },
      ...failures('Unauthenticated', 'Forbidden', 'NotFound', 'InProgress', 'Changed', 'Invalid', 'Broken'),
    },
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
