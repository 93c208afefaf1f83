// Builds the OpenAPI 3.1 document of the runtime API from the verbs of the registry.
import type { Shape, VerbDeclaration } from '#core/contract.js'
import {
  collectNamedShapes,
  type Property,
  type Registry,
  toSchemaReference,
  serviceState,
  shopperCalls,
  entityModel,
} from '#core/surface.js'
import { listBodyArguments, listQueryArguments, listVerbsByName } from './verb-route.js'

type JsonObject = Readonly<Record<string, unknown>>

const createReference = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })

/** Moves references from `$defs` to the components of the document. */
function relocateReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relocateReferences)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : relocateReferences(value),
    ]),
  )
}

const availabilityNotes: Readonly<Record<NonNullable<VerbDeclaration['access']['where']>, string>> = {
  commerce: 'Only if the service manages the carts.',
  accounts: 'Only if the service manages the accounts.',
  'line-items': 'Only if the host manages the carts.',
}

/** Notes for the description beyond what the verb does. */
function listNotes({ access, repeatable, tagged }: VerbDeclaration): readonly string[] {
  const { where: availability, scope, arguments: scoped = {} } = access
  return [
    ...(availability === undefined ? [] : [availabilityNotes[availability]]),
    ...(scope === undefined ? [] : [`For the server of the host, with a token that has the scope \`${scope}\`.`]),
    ...Object.entries(scoped).map(([name, requiredScope]) => `\`${name}\` needs a token with the scope \`${requiredScope}\`.`),
    ...(repeatable ? ['If it is sent again with the same Idempotency-Key, it is executed only once.'] : []),
    ...(tagged ? ['The reply has an ETag.'] : []),
  ]
}

/** The schema of an argument, without a default: a missing argument is absent. */
function toArgumentSchema(property: Property): JsonObject {
  const { label: _label, help, kind } = property
  return {
    ...(relocateReferences(kind.schema(property, 'write')) as JsonObject),
    ...(help !== undefined && { description: help }),
  }
}

function toParameter(property: Property, place: 'path' | 'query'): JsonObject {
  return {
    name: property.name,
    in: place,
    required: place === 'path' || property.required === true,
    schema: toArgumentSchema(property),
  }
}

/** Collects every named shape of the registry's replies. */
function collectComponentSchemas(verbs: readonly VerbDeclaration[]): JsonObject {
  const shapesByName = new Map<string, Shape>()
  for (const { reply } of verbs) if (reply) collectNamedShapes(reply, shapesByName)
  return Object.fromEntries(
    [...shapesByName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, relocateReferences(schema)]),
  )
}

function buildRequestBody(verb: VerbDeclaration, properties: Readonly<Record<string, Property>>): JsonObject | null {
  if (verb.contentLimit !== undefined) {
    return { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  }
  const names = listBodyArguments(verb)
  if (names.length === 0 && !verb.fieldsOf) return null
  const required = names.filter((name) => properties[name]!.required)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, toArgumentSchema(properties[name]!)])),
    ...(required.length > 0 && { required }),
    additionalProperties: verb.fieldsOf !== undefined,
    ...(verb.fieldsOf && { description: `The fields of the entity '${verb.fieldsOf.entity}', as in its write schema.` }),
  }
  return { required: required.length > 0 || verb.method === 'PATCH', content: { 'application/json': { schema } } }
}

function buildSuccessResponse(verb: VerbDeclaration): readonly [status: string, response: JsonObject] {
  if (verb.reply === null) return ['204', { description: 'Done.' }]
  const { media } = verb.reply
  if (media !== undefined) return ['200', { description: verb.description, content: { [media]: { schema: verb.reply.schema } } }]
  const schema = {
    type: 'object',
    properties: { data: relocateReferences(toSchemaReference(verb.reply)) },
    required: ['data'],
    additionalProperties: false,
  }
  return [String(verb.status ?? 200), { description: verb.description, content: { 'application/json': { schema } } }]
}

function buildOperation(verb: VerbDeclaration): JsonObject {
  const properties = entityModel.nameProperties(verb.input)
  const body = buildRequestBody(verb, properties)
  const { access } = verb
  const withToken = access.scope !== undefined
  const mayHaveToken = access.arguments !== undefined
  const [status, response] = buildSuccessResponse(verb)
  return {
    operationId: verb.name,
    summary: verb.description.replace(/\.$/, ''),
    description: [verb.description, ...listNotes(verb)].join(' '),
    tags: [verb.path.split('/')[0]],
    security: [
      ...(withToken ? [] : [{}]),
      ...(access.unnamed ? [] : [{ shopper: [] }]),
      ...(withToken || mayHaveToken ? [{ bearer: [] }] : []),
    ],
    parameters: [
      ...shopperCalls.getPathArguments(verb).map((name) => toParameter(properties[name]!, 'path')),
      ...listQueryArguments(verb).map((name) => toParameter(properties[name]!, 'query')),
      createReference('parameters', 'language'),
      ...(verb.repeatable ? [createReference('parameters', 'idempotencyKey')] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [status]: response,
      '4XX': createReference('responses', 'Problem'),
      '5XX': createReference('responses', 'Problem'),
    },
  }
}

/** The document as an object, ready for JSON. `root` is the public path of the API. */
export function buildRuntimeDocument(registry: Registry, root: string): object {
  const verbs = listVerbsByName(registry)
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const verb of verbs) {
    const path = `/${verb.path.replace(/:([a-z_]+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [verb.method.toLowerCase()]: buildOperation(verb) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Product Configurator Service',
      version: serviceState.getCoreVersion(),
      summary: 'The runtime API',
      description:
        'For shoppers and shop fronts: configure products, fill carts, manage accounts. The header X-Svc-Shopper identifies the shopper, as signed by the host. Guests send none.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: root, description: 'This installation' }],
    tags: [...new Set(verbs.map(({ path }) => path.split('/')[0]!))].map((name) => ({
      name,
      description: `Addresses below /${name}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        shopper: { type: 'apiKey', in: 'header', name: 'X-Svc-Shopper', description: "The host's assertion, or a session." },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_<id>_<secret>',
          description: 'A token of the command svc:token:mint.',
        },
      },
      parameters: {
        language: {
          name: 'language',
          in: 'query',
          description: 'Tag of an active language for texts and messages.',
          schema: { type: 'string' },
        },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A unique text. If the same call is sent again, it gets the first response.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      responses: {
        Problem: {
          description:
            'Problem details (RFC 9457). Branch on `code`, show `detail`, and correct the fields in `validationIssues`.',
          content: { 'application/problem+json': { schema: createReference('schemas', 'Problem') } },
        },
      },
      schemas: {
        ...collectComponentSchemas(verbs),
        Problem: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string' },
            detail: { type: 'string' },
          },
          required: ['type', 'title', 'status', 'code', 'detail'],
          additionalProperties: true,
        },
      },
    },
  }
}
