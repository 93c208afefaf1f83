// Builds the OpenAPI 3.1 document of the running registry with every available operation.
import type { Area } from '#core/contract.js'
import { type Entity, listRowSchema, readSchema, type Registry, schemaName, writeSchema, serviceState } from '#core/surface.js'
import { SchemaComponents } from './schema-components.js'
import { buildFilePaths, buildPrintPaths } from './file-operations.js'
import { buildMetaPaths } from './meta-paths.js'
import { buildEntityPaths } from './entity-operations.js'
import { sharedParameters, sharedHeaders, sharedResponses } from './operation-parts.js'
import { buildSheetPaths } from './sheet-operations.js'

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
