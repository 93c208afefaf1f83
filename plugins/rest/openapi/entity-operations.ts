// OpenAPI operations that the model of one entity supports, with all statuses and examples.
import { type Entity, requiredScopes, schemaName, entityModel } from '#core/surface.js'
import {
  type SchemaComponents,
  createExampleRecord,
  createExampleValue,
  createParameterReference,
  createFailureResponses,
  createHeaderReference,
} from './operation-parts.js'

export interface EntityPathsInput {
  readonly entity: Entity
  readonly schemas: SchemaComponents
  /** Each function adds its schema to the components and returns a reference. */
  readonly project: { readonly [Use in 'read' | 'write' | 'patch' | 'row']: () => { readonly $ref: string } }
}

type OpenapiOperation = Readonly<Record<string, unknown>>

/** The paths of the entity's collection and of its single records. A path without operations is absent. */
export function buildEntityPaths(input: EntityPathsInput): Readonly<Record<string, object>> {
  const { entity } = input
  const can = (operation: Entity['operations'][number]): boolean => entity.operations.includes(operation)
  const collection = {
    ...(can('list') && { get: buildListOperation(input) }),
    ...(can('create') && { post: buildCreateOperation(input) }),
  }
  const single = {
    ...(can('read') && { get: buildReadOperation(input) }),
    ...(can('update') && { patch: buildUpdateOperation(input) }),
    ...(can('delete') && { delete: buildDeleteOperation(input) }),
  }
  return {
    ...(Object.keys(collection).length > 0 && { [`/${entity.name}`]: collection }),
    ...(Object.keys(single).length > 0 && {
      [`/${entity.name}/{id}`]: { parameters: [createParameterReference('id')], ...single },
    }),
  }
}

/** `readSalesOrder`. */
function toOperationId(verb: string, entity: Entity): string {
  return verb + schemaName(entity, 'read').replace(/Read$/, '')
}

function describeOperation(
  entity: Entity,
  verb: string,
  operation: Entity['operations'][number],
  summary: string,
  text: string,
): OpenapiOperation {
  const scopes = requiredScopes(entity, operation).map((scope) => `\`${scope}\``)
  return {
    operationId: toOperationId(verb, entity),
    summary,
    description: `${text} Needs ${scopes.join(' and ')}.`,
    tags: [entity.area],
  }
}

/** A reply body. All members are required, except those in `optional`. */
function createReplyContent(
  members: Readonly<Record<string, object>>,
  example: object,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(members).filter((name) => !optional.includes(name))
  return { 'application/json': { schema: { type: 'object', properties: members, required }, example } }
}

function buildListOperation({ entity, schemas, project }: EntityPathsInput): OpenapiOperation {
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
    properties: {
      total: { ...whole, description: 'All records that match the filter.' },
      offset: whole,
      limit: whole,
      returned: whole,
    },
    required: ['total', 'offset', 'limit', 'returned'],
  }
  const example = {
    data: {
      entity: entity.name,
      records: [createExampleRecord(schemas.get(schemaName(entity, 'list')) ?? {}, schemas, ['id', ...entity.listing])],
      fields: [{ name: 'id', label: 'ID', type: 'id' }],
    },
    meta: { total: 1, offset: 0, limit: 50, returned: 1 },
  }
  const filter = buildFilterParameter(entity)
  return {
    ...describeOperation(
      entity,
      'list',
      'list',
      `A page of ${entity.pluralLabel}`,
      'The listing columns of the records that match, in order.',
    ),
    parameters: [
      createParameterReference('limit'),
      createParameterReference('offset'),
      createParameterReference('languageTag'),
      buildSortParameter(entity),
      ...filter,
    ],
    responses: {
      200: { description: `${capitalize(entity.pluralLabel)}.`, content: createReplyContent({ data, meta }, example) },
      ...createFailureResponses('Unauthenticated', 'Forbidden', 'Invalid', 'Broken'),
    },
  }
}

function buildSortParameter(entity: Entity): object {
  const columns = ['id', ...entityModel.listSortableProperties(entity)].map((name) => `\`${name}\``).join(', ')
  return {
    name: 'sort',
    in: 'query',
    description: `Columns in order, each with a leading \`-\` for descending order: ${columns}.`,
    schema: { type: 'string' },
  }
}

function buildFilterParameter(entity: Entity): readonly object[] {
  const filters = [...entityModel.collectFilters(entity).values()]
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

const languageParameters = [createParameterReference('languageTag'), createParameterReference('language')]
const changeParameters = [createParameterReference('ifMatch'), createParameterReference('idempotencyKey')]
const replayedHeader = { 'Idempotent-Replayed': createHeaderReference('replayed') }

function buildRecordResponse(
  { entity, schemas, project }: EntityPathsInput,
  description: string,
  isWrite: boolean,
  headers: object,
): object {
  const reference = project.read()
  const record = createExampleRecord(schemas.get(schemaName(entity, 'read')) ?? {}, schemas, ['id', ...entity.listing])
  const data = {
    type: 'object',
    properties: { entity: { type: 'string', const: entity.name }, id: { type: 'integer', minimum: 1 }, record: reference },
    required: ['entity', 'id', 'record'],
  }
  const meta = { type: 'object', properties: { findings: { type: 'array', items: { $ref: '#/components/schemas/Finding' } } } }
  const content = createReplyContent(isWrite ? { data, meta } : { data }, { data: { entity: entity.name, id: 1, record } }, [
    'meta',
  ])
  return { description, headers: { ETag: createHeaderReference('etag'), ...headers }, content }
}

function buildReadOperation(input: EntityPathsInput): OpenapiOperation {
  const { entity } = input
  return {
    ...describeOperation(entity, 'read', 'read', `One ${entity.label}`, 'The complete record with its texts in all languages.'),
    parameters: [...languageParameters, createParameterReference('ifNoneMatch')],
    responses: {
      200: buildRecordResponse(input, 'The record.', false, {}),
      304: { description: 'The record still has the ETag in If-None-Match.', headers: { ETag: createHeaderReference('etag') } },
      ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
    },
  }
}

/** The same schema in three encodings. Form fields are the members as text. */
function buildRequestBody(schema: { readonly $ref: string }, example: unknown): object {
  const formats = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  return {
    required: true,
    content: Object.fromEntries(formats.map((format, index) => [format, index === 0 ? { schema, example } : { schema }])),
  }
}

function buildCreateOperation(input: EntityPathsInput): OpenapiOperation {
  const { entity, schemas, project } = input
  const write = project.write()
  const example = createExampleRecord(schemas.get(schemaName(entity, 'write')) ?? {}, schemas, [])
  const headers = { Location: createHeaderReference('location'), ...replayedHeader }
  return {
    ...describeOperation(entity, 'create', 'create', `Create a ${entity.label}`, 'Missing fields get their declared defaults.'),
    parameters: [...languageParameters, createParameterReference('idempotencyKey')],
    requestBody: buildRequestBody(write, example),
    responses: {
      201: buildRecordResponse(input, 'The new record.', true, headers),
      ...createFailureResponses('Unauthenticated', 'Forbidden', 'InProgress', 'TooLarge', 'Invalid', 'Broken'),
    },
  }
}

function buildUpdateOperation(input: EntityPathsInput): OpenapiOperation {
  const { entity, schemas, project } = input
  const patch = project.patch()
  const properties = (schemas.get(patch.$ref.split('/').at(-1) ?? '')?.properties ?? {}) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  const [name, schema] = Object.entries(properties)[0] ?? []
  const example = name !== undefined && schema !== undefined ? { [name]: createExampleValue(schema, schemas) } : {}
  return {
    ...describeOperation(entity, 'update', 'update', `Change a ${entity.label}`, 'Only the fields that are sent change.'),
    parameters: [...languageParameters, ...changeParameters],
    requestBody: buildRequestBody(patch, example),
    responses: {
      200: buildRecordResponse(input, 'The changed record.', true, replayedHeader),
      ...createFailureResponses(
        'Unauthenticated',
        'Forbidden',
        'NotFound',
        'InProgress',
        'Changed',
        'TooLarge',
        'Invalid',
        'Broken',
      ),
    },
  }
}

function buildDeleteOperation({ entity }: EntityPathsInput): OpenapiOperation {
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
    ...describeOperation(entity, 'delete', 'delete', `Delete a ${entity.label}`, 'Refused while other records refer to it.'),
    parameters: changeParameters,
    responses: {
      200: {
        description: 'It is gone.',
        headers: replayedHeader,
        content: createReplyContent({ data }, { data: { entity: entity.name, id: 1, deleted: true } }),
      },
      ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'InProgress', 'Changed', 'Invalid', 'Broken'),
    },
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
