// Generated files of the runtime API for svc:types:generate: its OpenAPI document and its typed client.
import type { Shape, VerbDeclaration } from '#core/contract.js'
import {
  formatJsonFile,
  type Registry,
  collectNamedShapes,
  type Property,
  toSchemaReference,
  shopperCalls,
  entityModel,
} from '#core/surface.js'
import { buildRuntimeDocument } from './runtime-document.js'
import { runtimeBase, listQueryArguments, listVerbsByName } from './verb-route.js'

type JsonSchema = Readonly<Record<string, unknown>>

const fileHeading = '// Generated from the verbs of the registry; do not edit. Run `npm run generate`.\n'

/** Converts a JSON schema of shapes and kinds to a TypeScript type. */
function toTypeText(schema: JsonSchema): string {
  const {
    type,
    anyOf,
    items,
    properties,
    required = [],
    additionalProperties,
  } = schema as JsonSchema & { readonly required?: readonly string[] }
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1)!
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(toTypeText))].join(' | ')
  if (Array.isArray(type))
    return [...new Set(type.map((typeName) => toTypeText({ ...schema, type: typeName as string })))].join(' | ')
  if (type === 'array') return `readonly ${parenthesizeType(toTypeText((items ?? {}) as JsonSchema))}[]`
  if (type === 'object' && properties) {
    const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
      ([name, member]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${toTypeText(member)}`,
    )
    const open = additionalProperties === true ? ['readonly [name: string]: unknown'] : []
    return `{ ${[...open, ...members].join('; ')} }`
  }
  if (type === 'object') return 'Readonly<Record<string, unknown>>'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

/** Adds parentheses if the type needs them before `[]`. */
const parenthesizeType = (type: string): string => (/^[A-Za-z]+$/.test(type) || type.startsWith('{') ? type : `(${type})`)

const toFunctionName = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function formatArgument(property: Property): string {
  const optional = entityModel.isAlwaysRequired(property) ? '' : '?'
  return `readonly ${property.name}${optional}: ${toTypeText(property.kind.schema(property, 'write') as JsonSchema)}`
}

function formatInputType({ input, fieldsOf, contentLimit }: VerbDeclaration): string {
  const members = Object.values(entityModel.nameProperties(input)).map(formatArgument)
  if (contentLimit !== undefined) members.push('readonly content: Uint8Array | Blob')
  const own = members.length === 0 ? null : `{ ${members.join('; ')} }`
  const fields = fieldsOf ? 'Readonly<Record<string, unknown>>' : null
  return [own, fields].filter(Boolean).join(' & ') || 'Readonly<Record<string, never>>'
}

function formatReplyTypes(verbs: readonly VerbDeclaration[]): string {
  const shapesByName = new Map<string, Shape>()
  for (const { reply } of verbs) if (reply) collectNamedShapes(reply, shapesByName)
  return [...shapesByName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { schema }]) => `export type ${name} = ${toTypeText(schema)}\n`)
    .join('\n')
}

const isStreamReply = ({ reply }: VerbDeclaration): boolean => reply?.streamed === true
const isFileReply = ({ reply }: VerbDeclaration): boolean => reply?.media !== undefined && !reply.streamed

function formatCall(verb: VerbDeclaration): string {
  const reply =
    verb.reply === null
      ? 'void'
      : isStreamReply(verb)
        ? 'ReadableStream<Uint8Array>'
        : isFileReply(verb)
          ? 'Blob'
          : toTypeText(toSchemaReference(verb.reply))
  const required =
    Object.values(verb.input).some(({ required: needed }) => needed) || verb.fieldsOf || verb.contentLimit !== undefined
  return `  /** ${verb.description} */\n  ${toFunctionName(verb.name)}(input${required ? '' : '?'}: ${formatInputType(verb)}): Promise<${reply}>`
}

function formatTarget(verb: VerbDeclaration): string {
  const query = listQueryArguments(verb).map((name) => `'${name}'`)
  const content = `${verb.contentLimit === undefined ? '' : ', content: true'}${isFileReply(verb) ? ', file: true' : ''}${isStreamReply(verb) ? ', stream: true' : ''}`
  const path = shopperCalls.getPathArguments(verb).map((name) => `'${name}'`)
  return `  ${toFunctionName(verb.name)}: { method: '${verb.method}', path: '${verb.path}', inPath: [${path.join(', ')}], inQuery: [${query.join(', ')}]${content} },`
}

/** Source text of the shop client. It is copied unchanged and depends only on fetch. */
const runtimeClientCode = `
export interface ValidationIssue {
  readonly field: string
  readonly code: string
  readonly message: string
  /** The values in the message, for texts of your own. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** Problem details (RFC 9457): branch on \`code\`, show \`detail\`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly validationIssues?: readonly ValidationIssue[]
}

/** Thrown for every answer that is no success. */
export class ShopFailure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ShopFailure'
  }
}

export interface ShopClientOptions {
  /** Where the service is reached, with a language prefix where it wants one: \`https://shop.example/en\`. */
  readonly baseUrl: string
  /** Tag of the language of texts and messages. */
  readonly language?: string
  /** Who shops: the host's assertion, or a session; called before each request. */
  readonly shopper?: () => string | null
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch
}

type Input = Readonly<Record<string, unknown>>

function request({ path, inPath, inQuery, method, content }: Target, input: Input, options: ShopClientOptions): [string, RequestInit] {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of inQuery) if (input[name] !== undefined) query.append(name, String(input[name]))
  if (options.language !== undefined) query.append('language', options.language)
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)))
  const shopper = options.shopper?.() ?? null
  const headers: Record<string, string> = shopper === null ? {} : { 'X-Svc-Shopper': shopper }
  const base = \`\${options.baseUrl.replace(/[/]$/, '')}/svc-api/runtime/v1/\`
  const url = \`\${base}\${filled}\${query.size > 0 ? \`?\${query}\` : ''}\`
  if (method === 'GET' || method === 'DELETE') return [url, { method, headers }]
  if (content) return [url, { method, headers, body: input['content'] as BodyInit }]
  return [url, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }]
}

/** One function per verb; each throws a ShopFailure where the service refuses. */
export function createShopClient(options: ShopClientOptions): Calls {
  const send = options.fetch ?? fetch
  const call = (target: Target) => async (input: Input = {}): Promise<unknown> => {
    const [url, init] = request(target, input, options)
    const answer = await send(url, init)
    if (answer.status === 204) return undefined
    if (answer.ok && target.stream) return answer.body
    if (answer.ok && target.file) return answer.blob()
    const reply = (await answer.json()) as { readonly data: unknown }
    if (!answer.ok) throw new ShopFailure(reply as unknown as Problem)
    return reply.data
  }
  return Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, call(target)])) as unknown as Calls
}
`

/** The content of the file. The same registry always produces the same content. */
function generateShopClient(registry: Registry): string {
  const all = listVerbsByName(registry)
  return `${fileHeading}
${formatReplyTypes(all)}
/** The client of a shop front. */
export interface Calls {
${all.map(formatCall).join('\n')}
}

interface Target {
  readonly method: string
  readonly path: string
  readonly inPath: readonly string[]
  readonly inQuery: readonly string[]
  readonly content?: true
  readonly file?: true
  readonly stream?: true
}

const targets: { readonly [Name in keyof Calls]: Target } = {
${all.map(formatTarget).join('\n')}
}
${runtimeClientCode}`
}

/** Maps paths below the folder to contents. The same registry always produces the same bytes. */
export function generateRuntimeFiles(registry: Registry): ReadonlyMap<string, string> {
  return new Map([
    ['openapi-runtime.json', formatJsonFile(buildRuntimeDocument(registry, runtimeBase))],
    ['client/shop.ts', generateShopClient(registry)],
  ])
}
