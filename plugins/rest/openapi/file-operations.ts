// OpenAPI operations of a record's images and files, and of printed documents.
import {
  attachedFileIdPattern,
  type Entity,
  requiredScopes,
  schemaName,
  type Registry,
  entityModel,
  salesDocuments,
} from '#core/surface.js'
import { createParameterReference, createFailureResponses } from './operation-parts.js'
import { printParameter } from '../print-routes.js'

const nullableInteger = { type: ['integer', 'null'] }

/** One file in a list of files. Added to the components once. */
export const recordFileSchema = {
  type: 'object',
  title: 'RecordFile',
  properties: {
    field: { type: 'string', description: 'The field of the file, or its name if it has no field.' },
    url: {
      type: 'string',
      format: 'uri-reference',
      description: 'The address of the content, for callers who may read the record.',
    },
    name: { type: 'string', description: 'The original file name.' },
    type: { type: 'string', description: 'The media type of its content, as detected by the service.' },
    size: { ...nullableInteger, description: 'Bytes.' },
    width: { ...nullableInteger, description: 'Pixels. null for files without a known size.' },
    height: nullableInteger,
  },
  required: ['field', 'url', 'name', 'type', 'size', 'width', 'height'],
} as const

function createFileListContent(entity: Entity, field: string): object {
  const url = `/svc-api/v1/${entity.name}/1/files/${field}`
  const files = [{ field, url, name: 'front.png', type: 'image/png', size: 20_480, width: 800, height: 600 }]
  const data = {
    type: 'object',
    properties: {
      entity: { type: 'string', const: entity.name },
      id: { type: 'integer', minimum: 1 },
      files: { type: 'array', items: { $ref: '#/components/schemas/RecordFile' } },
    },
    required: ['entity', 'id', 'files'],
  }
  const example = { data: { entity: entity.name, id: 1, files } }
  return { 'application/json': { schema: { type: 'object', properties: { data }, required: ['data'] }, example } }
}

const binaryContent = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
const formContent = {
  schema: {
    type: 'object',
    properties: { file: binaryContent.schema, name: { type: 'string', description: 'Replaces the original file name.' } },
    required: ['file'],
  },
}

function createFieldSchema(fields: readonly string[], fileNames: readonly string[]): object {
  const fieldSchema = { type: 'string', enum: fields }
  if (fileNames.length === 0) return fieldSchema
  const names = fileNames.map((name) => (name.endsWith(':') ? `${name}${attachedFileIdPattern.source.slice(1, -1)}` : name))
  const unnamed = { type: 'string', pattern: `^(${names.join('|')})$` }
  return fields.length === 0 ? unnamed : { anyOf: [fieldSchema, unnamed] }
}

/** The paths of the record's files. Empty if the entity has no file field, or if its records are not readable. */
export function buildFilePaths(entity: Entity): Readonly<Record<string, object>> {
  const fields = entityModel.listFileProperties(entity).map(({ name }) => name)
  const fileNames = entity.keptFiles ?? []
  const [first = fileNames[0]?.replace(/:$/, ':1')] = fields
  if (first === undefined || !entity.operations.includes('read')) return {}
  const name = schemaName(entity, 'read').replace(/Read$/, '')
  const describeOperation = (id: string, operation: 'read' | 'update', summary: string, text: string): object => ({
    operationId: id,
    summary,
    description: `${text} Needs ${requiredScopes(entity, operation)
      .map((scope) => `\`${scope}\``)
      .join(' and ')}.`,
    tags: [entity.area],
  })
  const field = {
    name: 'field',
    in: 'path',
    required: true,
    description: 'The field of the file.',
    schema: createFieldSchema(fields, fileNames),
  }
  const called = {
    name: 'name',
    in: 'query',
    description: 'The file name. Its extension must match the content.',
    schema: { type: 'string' },
  }
  const files = { description: "The record's files.", content: createFileListContent(entity, first) }
  const refusals = createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken')
  return {
    [`/${entity.name}/{id}/files`]: {
      parameters: [createParameterReference('id')],
      get: {
        ...describeOperation(`list${name}Files`, 'read', `Files of a ${entity.label}`, 'The files of the record.'),
        responses: { 200: files, ...refusals },
      },
    },
    [`/${entity.name}/{id}/files/{field}`]: {
      parameters: [createParameterReference('id'), field],
      get: {
        ...describeOperation(`read${name}File`, 'read', `One file of a ${entity.label}`, 'Its bytes.'),
        responses: {
          200: { description: 'The content, with the media type from the list.', content: { '*/*': binaryContent } },
          ...refusals,
        },
      },
      ...(entity.operations.includes('update') && {
        post: {
          ...describeOperation(
            `store${name}File`,
            'update',
            `Store a file of a ${entity.label}`,
            'It replaces the previous file of the field. Scripts and external references are removed from drawings.',
          ),
          parameters: [called],
          requestBody: {
            required: true,
            content: { 'application/octet-stream': binaryContent, 'multipart/form-data': formContent },
          },
          responses: {
            201: files,
            ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'TooLarge', 'Invalid', 'Broken'),
          },
        },
        delete: {
          ...describeOperation(
            `remove${name}File`,
            'update',
            `Remove a file of a ${entity.label}`,
            'The field is empty afterwards.',
          ),
          responses: { 200: files, ...refusals },
        },
      }),
    },
  }
}

/** The path of the record's printed documents. Empty for most entities. */
export function buildPrintPaths(entity: Entity, registry: Registry): Readonly<Record<string, object>> {
  const printed = salesDocuments.listPrintedDocuments(registry, entity.name)
  const prints = printed.map(({ name }) => name)
  if (prints.length === 0) return {}
  const content = Object.fromEntries(
    printed.map(({ mediaType }) => [mediaType, { schema: { type: 'string', contentMediaType: mediaType } }]),
  )
  const scopes = requiredScopes(entity, 'read').map((scope) => `\`${scope}\``)
  return {
    [`/${entity.name}/{id}/print`]: {
      parameters: [createParameterReference('id')],
      get: {
        operationId: `print${schemaName(entity, 'read').replace(/Read$/, '')}`,
        summary: `Print a ${entity.label}`,
        description: `The document as a file, created from its frozen texts and amounts. Requires ${scopes.join(' and ')}.`,
        tags: [entity.area],
        parameters: [
          {
            name: printParameter,
            in: 'query',
            description: 'The document to print. Default: the first one. An invoice exists after the order is paid.',
            schema: { type: 'string', enum: prints, default: prints[0] },
          },
        ],
        responses: {
          200: { description: 'The file.', content },
          ...createFailureResponses('Unauthenticated', 'Forbidden', 'NotFound', 'Invalid', 'Broken'),
        },
      },
    },
  }
}
