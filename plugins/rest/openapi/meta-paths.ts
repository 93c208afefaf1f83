// OpenAPI paths of the index, the OpenAPI document and the schema files, and the schemas that all replies share.
import { accessRules } from '#core/surface.js'
import type { SchemaComponents } from './schema-components.js'
import { recordFileSchema } from './file-operations.js'
import { createFailureResponses, problemErrorSchema, problemSchema, validationIssueSchema } from './operation-parts.js'

const referenceSchema = { type: 'string', format: 'uri-reference' }

const indexSchema = {
  type: 'object',
  title: 'Index',
  properties: {
    data: {
      type: 'object',
      properties: {
        entities: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              label: { type: 'string' },
              area: { type: 'string', enum: accessRules.areas },
              operations: { type: 'array', items: { type: 'string', enum: accessRules.operations } },
              singleton: { type: 'boolean' },
              links: {
                type: 'object',
                properties: { collection: referenceSchema, readSchema: referenceSchema, writeSchema: referenceSchema },
                required: ['collection', 'readSchema', 'writeSchema'],
              },
            },
            required: ['name', 'label', 'area', 'operations', 'singleton', 'links'],
          },
        },
      },
      required: ['entities'],
    },
  },
  required: ['data'],
}

const indexExample = {
  data: {
    entities: [
      {
        name: 'product',
        label: 'product',
        area: 'catalog',
        operations: accessRules.operations,
        singleton: false,
        links: {
          collection: '/svc-api/v1/product',
          readSchema: '/svc-api/v1/schemas/read/product.json',
          writeSchema: '/svc-api/v1/schemas/write/product.json',
        },
      },
    ],
  },
}

const findingSchema = {
  type: 'object',
  title: 'Finding',
  description: 'Findings about a stored write.',
  properties: {
    kind: { type: 'string' },
    grade: { type: 'string', enum: ['blocker', 'warning', 'notice'] },
    entity: { type: 'string' },
    id: { type: 'integer' },
    field: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['kind', 'grade', 'entity', 'id', 'field', 'message'],
}

function buildSchemaFilePath(use: 'read' | 'write'): object {
  return {
    get: {
      operationId: `${use}SchemaFile`,
      summary: `The ${use} schema of an entity`,
      description:
        use === 'read'
          ? 'JSON Schema 2020-12 of one full record.'
          : 'JSON Schema 2020-12 of the body of POST. For PATCH, no field is required.',
      tags: ['documents'],
      parameters: [
        {
          name: 'entity',
          in: 'path',
          required: true,
          description: "The entity's name.",
          schema: { type: 'string' },
          example: 'product',
        },
      ],
      responses: {
        200: {
          description: 'The schema.',
          content: {
            'application/schema+json': { schema: { type: 'object', additionalProperties: true }, example: { type: 'object' } },
          },
        },
        ...createFailureResponses('Unauthenticated', 'NotFound', 'Broken'),
      },
    },
  }
}

export function buildMetaPaths(schemas: SchemaComponents): Record<string, object> {
  schemas.add('Problem', problemSchema)
  schemas.add('ProblemError', problemErrorSchema)
  schemas.add('ValidationIssue', validationIssueSchema)
  schemas.add('Finding', findingSchema)
  schemas.add('RecordFile', recordFileSchema)
  return {
    '/': {
      get: {
        operationId: 'readIndex',
        summary: 'The entities that the token can read',
        description: 'Available to every valid token. The list depends on its scopes.',
        tags: ['documents'],
        responses: {
          200: {
            description: 'The index.',
            content: { 'application/json': { schema: schemas.add('Index', indexSchema), example: indexExample } },
          },
          ...createFailureResponses('Unauthenticated', 'Broken'),
        },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'readOpenapi',
        summary: 'This document',
        description: 'OpenAPI 3.1 of every entity, the same for every caller.',
        tags: ['documents'],
        responses: {
          200: {
            description: 'The document.',
            content: {
              'application/json': { schema: { type: 'object', additionalProperties: true }, example: { openapi: '3.1.1' } },
            },
          },
          ...createFailureResponses('Unauthenticated', 'Broken'),
        },
      },
    },
    '/schemas/read/{entity}.json': buildSchemaFilePath('read'),
    '/schemas/write/{entity}.json': buildSchemaFilePath('write'),
  }
}
