// Generates the typed client of the runtime API: one function per verb, with argument and reply types.
import type { Shape, VerbDeclaration } from '#core/contract.js'
import {
  collectNamedShapes,
  getPathArguments,
  isAlwaysRequired,
  nameProperties,
  type Property,
  type Registry,
  toSchemaReference,
} from '#core/surface.js'
import { runtimeClientCode } from './client-code.js'
import { listQueryArguments, listVerbsByName } from './verb-route.js'

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
  const optional = isAlwaysRequired(property) ? '' : '?'
  return `readonly ${property.name}${optional}: ${toTypeText(property.kind.schema(property, 'write') as JsonSchema)}`
}

function formatInputType({ input, fieldsOf, contentLimit }: VerbDeclaration): string {
  const members = Object.values(nameProperties(input)).map(formatArgument)
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
  const path = getPathArguments(verb).map((name) => `'${name}'`)
  return `  ${toFunctionName(verb.name)}: { method: '${verb.method}', path: '${verb.path}', inPath: [${path.join(', ')}], inQuery: [${query.join(', ')}]${content} },`
}

/** The content of the file. The same registry always produces the same content. */
export function generateShopClient(registry: Registry): string {
  const all = listVerbsByName(registry)
  return `${fileHeading}
${formatReplyTypes(all)}
/** What a shop front asks of the service. */
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
