// Builds the OpenAPI 3.1 document of the running registry with every available operation.
import type { Area } from '#core/contract.js'
import {
  type Entity,
  type Registry,
  listRowSchema,
  readSchema,
  schemaName,
  writeSchema,
  serviceState,
  accessRules,
} from '#core/surface.js'
import {
  SchemaComponents,
  sharedParameters,
  sharedHeaders,
  sharedResponses,
  createFailureResponses,
  problemErrorSchema,
  problemSchema,
  validationIssueSchema,
} from './operation-parts.js'
import { buildFilePaths, buildPrintPaths, recordFileSchema } from './file-operations.js'
import { buildEntityPaths } from './entity-operations.js'
import { buildSheetPaths } from './sheet-operations.js'

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

/** OpenAPI paths of the index, the OpenAPI document and the schema files, and the schemas that all replies share. */
function buildMetaPaths(schemas: SchemaComponents): Record<string, object> {
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

export interface DocumentInput {
  readonly registry: Registry
  readonly languages: readonly string[]
  /** The public path of the API: `/svc-api/v1` with base path and language prefix. */
  readonly root: string
}

const areaTexts: Readonly<Record<Area, string>> = {
  catalog: 'Products, pages, questions, answers, lists, rules and calculations.',
  store: 'Settings, store identity, currencies, taxes, shipping, payment methods, notifications and geography.',
  customers: 'Customers, addresses, groups, reviews and parties.',
  orders: 'Configurations, carts, orders, quotes, invoices and payments.',
  conversations: "The advisor's conversations.",
  code: 'Code that the engine evaluates.',
  system: 'Migrations and maintenance.',
}

const description = `Every record of the service under one set of rules: a page of records, one record, create, change, delete.

Send \`Authorization: Bearer <token>\` with every request; tokens are minted with \`svc:token:mint\`. Bodies are JSON objects, or form fields.
Translatable fields have one flat key per language (\`title_en_GB\`); the plain key (\`title\`) is the text in the language of the request.
Failures are problem details (RFC 9457): branch on \`code\`, show \`detail\`, mend what \`validationIssues\` names.`

/** The document as an object, ready for JSON. It is the same for every caller. */
export function buildOpenapiDocument({ registry, languages, root }: DocumentInput): object {
  const entities = [...registry.entities.values()]
  const schemas = new SchemaComponents()
  const paths: Record<string, object> = { ...buildMetaPaths(schemas), ...buildSheetPaths(schemas) }
  for (const entity of entities) {
    const project = {
      read: () => schemas.add(schemaName(entity, 'read'), readSchema(entity, registry, languages)),
      write: () => schemas.add(schemaName(entity, 'write'), writeSchema(entity, registry, languages)),
      patch: () => schemas.add(toPatchName(entity), toPatchSchema(entity, registry, languages)),
      row: () => schemas.add(schemaName(entity, 'list'), listRowSchema(entity, registry)),
    }
    Object.assign(
      paths,
      buildEntityPaths({ entity, schemas, project }),
      buildFilePaths(entity),
      buildPrintPaths(entity, registry),
    )
  }
  const used = new Set(entities.map((entity) => entity.area))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Product Configurator Service',
      version: serviceState.getCoreVersion(),
      summary: 'The entity REST API',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: root, description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'documents', description: 'The index, this document and the schema files.' },
      ...[...used].map((area) => ({ name: area, description: areaTexts[area] })),
    ],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_<id>_<secret>',
          description: 'A token of the command svc:token:mint.',
        },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedResponses,
      schemas: schemas.all(),
    },
  }
}

function toPatchName(entity: Entity): string {
  return schemaName(entity, 'write').replace(/Write$/, 'Patch')
}

/** The PATCH schema: the write schema without required members and defaults, because a missing member keeps its value. */
function toPatchSchema(entity: Entity, registry: Registry, languages: readonly string[]): Readonly<Record<string, unknown>> {
  const { required: _required, properties, ...rest } = writeSchema(entity, registry, languages)
  const withoutDefaults = Object.entries(properties as Record<string, Record<string, unknown>>).map(([name, schema]) => {
    const { default: _default, 'x-svc-platform-defaults': _platformDefaults, ...patchSchema } = schema
    return [name, patchSchema]
  })
  return { ...rest, title: toPatchName(entity), properties: Object.fromEntries(withoutDefaults) }
}
