// Parts of OpenAPI operations: parameters, problem details by status, response headers, component schemas and examples.
import { describeErrorCode, errorCodes, messageText, type messageFormat } from '#core/surface.js'
import { toProblemSlug, errorStatuses } from '../../http/problem-reply.js'

export const sharedHeaders = {
  etag: {
    description: 'The revision of the record, for If-Match and If-None-Match.',
    schema: { type: 'string' },
    example: '"3"',
  },
  location: {
    description: 'The path of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/svc-api/v1/product/12',
  },
  replayed: {
    description: '`true` where an earlier request with this Idempotency-Key did the work.',
    schema: { type: 'string', enum: ['true'] },
  },
  authenticate: { description: 'The authentication scheme.', schema: { type: 'string' }, example: 'Bearer realm="svc-api"' },
  retryAfter: { description: 'Seconds to wait.', schema: { type: 'string' }, example: '1' },
} as const

export function createHeaderReference(name: keyof typeof sharedHeaders): { readonly $ref: string } {
  return { $ref: `#/components/headers/${name}` }
}

export const problemSchema = {
  type: 'object',
  title: 'Problem',
  description: 'Problem details (RFC 9457). Branch on `code`; `detail` is for people and may change.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'A page that explains this kind of failure.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable and never translated.', enum: errorCodes },
    detail: { type: 'string' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/ProblemError' } },
    validationIssues: { type: 'array', items: { $ref: '#/components/schemas/ValidationIssue' } },
    meta: {
      type: 'object',
      properties: {
        failedAt: { type: 'array', items: { type: 'string' }, description: 'The step of the write in which it failed.' },
      },
    },
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'errors'],
} as const

const messageParamsSchema = {
  type: 'object',
  description: 'The values in the message, for texts of your own. Absent if the message has no key.',
  additionalProperties: { type: ['string', 'number'] },
} as const

export const problemErrorSchema = {
  type: 'object',
  title: 'ProblemError',
  properties: { code: { type: 'string' }, message: { type: 'string' }, params: messageParamsSchema },
  required: ['code', 'message'],
} as const

export const validationIssueSchema = {
  type: 'object',
  title: 'ValidationIssue',
  properties: {
    field: { type: 'string', description: 'The wire name, with a path into structured values.' },
    code: { type: 'string' },
    message: { type: 'string' },
    params: messageParamsSchema,
  },
  required: ['field', 'code', 'message'],
} as const

interface ResponseDeclaration {
  readonly codes: readonly [messageFormat.ErrorCode, ...messageFormat.ErrorCode[]]
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
}

const responseDeclarations = {
  Unauthenticated: {
    codes: ['AUTHENTICATION_REQUIRED', 'AUTHENTICATION_FAILED'],
    description: 'No token was sent, or it is malformed, unknown, revoked or expired.',
    headers: { 'WWW-Authenticate': createHeaderReference('authenticate') },
  },
  Forbidden: { codes: ['INSUFFICIENT_SCOPE'], description: 'The token lacks the scope that the detail names.' },
  NotFound: { codes: ['NOT_FOUND'], description: 'There is no such record.' },
  InProgress: {
    codes: ['IDEMPOTENCY_IN_PROGRESS'],
    description: 'A request with the same Idempotency-Key is still running.',
    headers: { 'Retry-After': createHeaderReference('retryAfter') },
  },
  Changed: { codes: ['PRECONDITION_FAILED'], description: 'The record was changed since it was read.' },
  TooLarge: { codes: ['PAYLOAD_TOO_LARGE'], description: 'The body is larger than 1 MiB, or a file larger than 20 MiB.' },
  Invalid: { codes: ['VALIDATION_FAILED'], description: 'The data or the request was refused; nothing was changed.' },
  Broken: {
    codes: ['INTERNAL_ERROR'],
    description: 'An unexpected error occurred. The log contains the cause under the identifier in the detail.',
  },
} as const satisfies Record<string, ResponseDeclaration>

export type ResponseName = keyof typeof responseDeclarations

function createProblemExample(code: messageFormat.ErrorCode): object {
  const { title, meaning } = describeErrorCode(code)
  const detail = messageText(meaning)
  const issue = { field: 'title', code: 'REQUIRED', message: 'Field Title cannot be empty.', params: { field: 'Title' } }
  const refused = code === 'VALIDATION_FAILED'
  return {
    type: `https://shop.example/problems/${toProblemSlug(code)}`,
    title: messageText(title),
    status: errorStatuses[code],
    code,
    detail: refused ? issue.message : detail,
    errors: [refused ? { code: issue.code, message: issue.message, params: issue.params } : { code, message: detail }],
    ...(refused && { validationIssues: [issue] }),
  }
}

function buildResponse({ codes, description, headers: responseHeaders }: ResponseDeclaration): object {
  const examples = Object.fromEntries(
    codes.map((code) => [
      toProblemSlug(code),
      { summary: messageText(describeErrorCode(code).title), value: createProblemExample(code) },
    ]),
  )
  return {
    description,
    ...(responseHeaders && { headers: responseHeaders }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  }
}

export const sharedResponses = Object.fromEntries(
  Object.entries(responseDeclarations).map(([name, declaration]) => [name, buildResponse(declaration)]),
)

/** The shared responses by status, for an operation's `responses`. */
export function createFailureResponses(...names: readonly ResponseName[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    names.map((name) => [String(errorStatuses[responseDeclarations[name].codes[0]]), { $ref: `#/components/responses/${name}` }]),
  )
}

const languageText =
  'Language of the keys without language, such as `en-GB`. Default: the language of the URL, or the default language of the store.'
const tagSchema = { type: 'string', pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' }

export const sharedParameters = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: "The record's id.",
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Maximum number of records, at most 200.',
    schema: { type: 'integer', minimum: 0, default: 50 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'The number of records to skip.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  languageTag: { name: 'languageTag', in: 'query', description: languageText, schema: tagSchema },
  language: { name: 'language', in: 'query', description: languageText, schema: tagSchema },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record as it was read. If the record was changed since then, the request is refused with 412.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag of the record. If it is unchanged, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique text for this request. If the request is sent again within 24 hours, it gets the first response and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const

export function createParameterReference(name: keyof typeof sharedParameters): { readonly $ref: string } {
  return { $ref: `#/components/parameters/${name}` }
}

type ComponentSchema = Readonly<Record<string, unknown>>

const localReference = '#/$defs/'
const componentReference = '#/components/schemas/'

function relocateReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocateReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace(localReference, componentReference)
        : relocateReferences(member),
    ]),
  )
}

/** Collects schemas for the OpenAPI document: `$defs` of a schema file become components, and references are rewritten. */
export class SchemaComponents {
  private readonly schemas: Record<string, unknown> = {}

  /** Adds the schema under its name and returns a reference to it. */
  add(name: string, schema: ComponentSchema): { readonly $ref: string } {
    const { $schema: _dialect, $id: _id, $defs: definitions, ...own } = schema
    this.schemas[name] ??= relocateReferences(own)
    for (const [inner, definition] of Object.entries((definitions ?? {}) as Record<string, unknown>)) {
      this.schemas[inner] ??= relocateReferences(definition)
    }
    return { $ref: componentReference + name }
  }

  get(name: string): ComponentSchema | undefined {
    return this.schemas[name] as ComponentSchema | undefined
  }

  all(): Readonly<Record<string, unknown>> {
    return this.schemas
  }
}

type ExampleSchema = Readonly<Record<string, unknown>>

/** Candidate texts for schemas with a pattern, tried in order. */
const patternExamples = [
  'EUR',
  'DE',
  'DEU',
  'en-GB',
  'mail@shop.example',
  'https://shop.example/',
  '2026-05-01',
  'DE123456789',
  '1',
  'a',
]

const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2026-05-01T09:30:00.000Z',
  date: '2026-05-01',
  email: 'mail@shop.example',
  uri: 'https://shop.example/',
}

/** A value that the schema accepts. Nested objects contain only required members. */
export function createExampleValue(schema: ExampleSchema, shelf: SchemaComponents): unknown {
  if (typeof schema.$ref === 'string') return createExampleValue(shelf.get(schema.$ref.split('/').at(-1) ?? '') ?? {}, shelf)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null && value !== '') ?? schema.enum[0]
  if (schema.default !== undefined && schema.default !== null) return schema.default
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(alternatives)) return createExampleValue((alternatives as ExampleSchema[])[0] ?? {}, shelf)
  }
  return createTypeExample(schema, shelf)
}

function createTypeExample(schema: ExampleSchema, shelf: SchemaComponents): unknown {
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined]
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    case 'string':
      return createTextExample(schema)
    case 'array':
      return Number(schema.minItems ?? 0) > 0 ? [createExampleValue((schema.items ?? {}) as ExampleSchema, shelf)] : []
    case 'object':
      return createExampleRecord(schema, shelf, [])
    default:
      return null
  }
}

function createTextExample(schema: ExampleSchema): string {
  if (typeof schema.format === 'string' && formatExamples[schema.format] !== undefined) return formatExamples[schema.format]!
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u')
    return patternExamples.find((text) => pattern.test(text)) ?? ''
  }
  const title = typeof schema.title === 'string' ? schema.title : 'Text'
  const maxLength = Number(schema.maxLength ?? title.length)
  if (title.length > maxLength) return patternExamples.find((text) => text.length <= maxLength) ?? ''
  return title.padEnd(Number(schema.minLength ?? 0), '.')
}

/** An object with the required members and the named ones. */
export function createExampleRecord(
  schema: ExampleSchema,
  shelf: SchemaComponents,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, ExampleSchema>>
  const includedNames = new Set([...((schema.required ?? []) as string[]), ...names])
  const members = Object.entries(properties).filter(([name, member]) => includedNames.has(name) && member.writeOnly !== true)
  return Object.fromEntries(members.map(([name, member]) => [name, createExampleValue(member, shelf)]))
}
