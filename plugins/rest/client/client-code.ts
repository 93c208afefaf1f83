// Source text of the typed client. It is copied unchanged and depends only on fetch.
import { diffReportSchema, mergeReportSchema, sheetReportSchema } from '../../sheets/surface.js'

interface InterfaceSchema {
  /** Absent if any type is allowed. */
  readonly type?: string
  readonly enum?: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, InterfaceSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: InterfaceSchema | boolean
  readonly items?: InterfaceSchema
}

const scalarTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  string: 'string',
}

const formatComment = ({ description }: InterfaceSchema, indent: string): string =>
  description ? `${indent}/** ${description} */\n` : ''

function formatFields({ properties = {}, required = [] }: InterfaceSchema, indent: string): string {
  return Object.entries(properties)
    .map(
      ([name, field]) =>
        `${formatComment(field, indent)}${indent}readonly ${name}${required.includes(name) ? '' : '?'}: ${toValueType(field, indent)}\n`,
    )
    .join('')
}

function toValueType(schema: InterfaceSchema, indent: string): string {
  const { type, title, items, properties, additionalProperties: more } = schema
  if (title) return title
  if (type === undefined) return 'unknown'
  if (schema.enum) return schema.enum.map((literal) => `'${literal}'`).join(' | ')
  if (type === 'array') return `readonly ${parenthesize(toValueType(items!, indent))}[]`
  if (type !== 'object') return scalarTypes[type]!
  if (properties) return `{\n${formatFields(schema, `${indent}  `)}${indent}}`
  return `Readonly<Record<string, ${typeof more === 'object' ? toValueType(more, indent) : 'unknown'}>>`
}

const parenthesize = (type: string): string => (type.startsWith('readonly ') ? `(${type})` : type)

/** Named schemas inside it become separate interfaces before it. */
function toInterfaceText(schema: InterfaceSchema): string {
  const schemasByTitle = new Map<string, InterfaceSchema>()
  const collectSchema = (node: InterfaceSchema): void => {
    for (const below of [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])]) collectSchema(below)
    if (node.title) schemasByTitle.set(node.title, node)
  }
  collectSchema(schema)
  return [...schemasByTitle.values()]
    .map(
      (interfaceSchema) =>
        `${formatComment(interfaceSchema, '')}export interface ${interfaceSchema.title!} {\n${formatFields(interfaceSchema, '  ')}}`,
    )
    .join('\n\n')
}

export const restClientCode = `import type { Entities } from './entities.js'

export type EntityName = keyof Entities
export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete'

/** One refused field. */
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
  readonly errors: readonly { readonly code: string; readonly message: string }[]
  readonly validationIssues?: readonly ValidationIssue[]
}

/** Thrown for every answer that is no success. */
export class ServiceFailure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ServiceFailure'
  }
}

export interface ListQuery<Name extends EntityName> {
  readonly limit?: number
  readonly offset?: number
  /** Tag of the language of the plain keys. */
  readonly languageTag?: string
  /** Columns in order, with \`-\` in front for descending. */
  readonly sort?: readonly (Entities[Name]['sort'] | \`-\${Entities[Name]['sort']}\`)[]
  readonly filter?: { readonly [Filter in Entities[Name]['filter']]?: string | number | boolean }
}

export interface Page<Name extends EntityName> {
  readonly records: readonly Entities[Name]['row'][]
  readonly fields: readonly { readonly name: string; readonly label: string; readonly type: string }[]
  readonly total: number
  readonly offset: number
  readonly limit: number
}

export interface Stored<Name extends EntityName> {
  readonly id: number
  readonly record: Entities[Name]['record']
  /** For \`ifMatch\`. */
  readonly etag: string | null
  /** Findings about a stored write. */
  readonly findings: readonly { readonly kind: string; readonly grade: string; readonly field: string; readonly message: string }[]
}

export interface CallOptions {
  readonly languageTag?: string
  /** The etag of the record as it was read: the write is refused if the record was changed since. */
  readonly ifMatch?: string
  /** A text of your own: the same call sent again gets the first answer, and is made once. */
  readonly idempotencyKey?: string
}

/** A picture or file that a field of the record holds, or that the record keeps without one. */
export interface RecordFile<Name extends EntityName> {
  readonly field: Entities[Name]['file'] | Entities[Name]['kept']
  /** Of its bytes, for callers who may read the record. */
  readonly url: string
  readonly name: string
  readonly type: string
  readonly size: number | null
  /** Pixels. null for files without a known size. */
  readonly width: number | null
  readonly height: number | null
}

interface Calls<Name extends EntityName> {
  list(query?: ListQuery<Name>): Promise<Page<Name>>
  /** Every record that matches, page by page. */
  all(query?: Omit<ListQuery<Name>, 'limit' | 'offset'>): AsyncGenerator<Entities[Name]['row']>
  read(id: number, options?: Pick<CallOptions, 'languageTag'>): Promise<Stored<Name>>
  create(fields: Entities[Name]['write'], options?: Omit<CallOptions, 'ifMatch'>): Promise<Stored<Name>>
  update(id: number, fields: Partial<Entities[Name]['write']>, options?: CallOptions): Promise<Stored<Name>>
  delete(id: number, options?: Omit<CallOptions, 'languageTag'>): Promise<void>
  files(id: number): Promise<readonly RecordFile<Name>[]>
  /** Replaces the file of the field. The extension of the name must match the content. */
  storeFile(id: number, field: Entities[Name]['file'], content: Blob | Uint8Array<ArrayBuffer>, name?: string): Promise<readonly RecordFile<Name>[]>
  removeFile(id: number, field: Entities[Name]['file']): Promise<readonly RecordFile<Name>[]>
}

/** The calls that the entity's operations allow. */
export type Collection<Name extends EntityName> = Pick<
  Calls<Name>,
  | Entities[Name]['operation']
  | ('list' extends Entities[Name]['operation'] ? 'all' : never)
  | ([Entities[Name]['file'] | Entities[Name]['kept']] extends [never] ? never : 'files')
  | ([Entities[Name]['file']] extends [never] ? never : 'storeFile' | 'removeFile')
>

${[sheetReportSchema, diffReportSchema, mergeReportSchema].map(toInterfaceText).join('\n\n')}

/** A state of a product: its id, a package such as \`blind.zip#3\` of the transfer folder, or the text of a sheet. */
export type ProductState = number | string

/** Products as one YAML document each. */
export interface Sheets {
  read(productId: number): Promise<string>
  /** Applies all of it or nothing. With \`dryRun\` it returns only the plan. With \`prune\` it deletes the parts that the sheet does not name. */
  apply(sheet: string, options?: { readonly dryRun?: boolean; readonly prune?: boolean; readonly productId?: number }): Promise<SheetReport>
  /** The differences from the first to the second state. With one state: from the shop to that state. */
  diff(from: ProductState, to?: ProductState): Promise<DiffReport>
  /** Without \`prefer\` it reports conflicts and returns no sheet. */
  merge(states: { readonly base: ProductState; readonly ours: ProductState; readonly theirs: ProductState; readonly prefer?: 'ours' | 'theirs' }): Promise<MergeReport>
}

export type Client = (<Name extends EntityName>(entity: Name) => Collection<Name>) & { readonly sheets: Sheets }

export interface ClientOptions {
  /** Where the service is reached, with a language prefix where it wants one: \`https://shop.example/en\`. */
  readonly baseUrl: string
  readonly token: string
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch
}

interface Answer {
  readonly data: { readonly id: number; readonly record: never; readonly records: never[]; readonly files: never[]; readonly fields: Page<EntityName>['fields'] }
  readonly meta?: { readonly total: number; readonly offset: number; readonly limit: number; readonly findings?: Stored<EntityName>['findings'] }
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (Array.isArray(value)) pairs.append(name, value.join(','))
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) if (one !== undefined) pairs.append(\`\${name}[\${inner}]\`, String(one))
    } else pairs.append(name, String(value))
  }
  const text = pairs.toString()
  return text === '' ? '' : \`?\${text}\`
}

/** A client of one service: \`client('product').list({ limit: 10 })\`. */
export function createClient({ baseUrl, token, fetch: send = fetch }: ClientOptions): Client {
  const root = \`\${baseUrl.replace(/\\/$/, '')}/svc-api/v1\`

  async function call(method: string, path: string, fields?: unknown, options: CallOptions = {}): Promise<{ answer: Answer; etag: string | null }> {
    const headers = new Headers({ authorization: \`Bearer \${token}\`, accept: 'application/json' })
    const isFile = fields instanceof Blob || fields instanceof Uint8Array
    if (isFile) headers.set('content-type', 'application/octet-stream')
    else if (fields !== undefined) headers.set('content-type', 'application/json')
    if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
    const response = await send(root + path, { method, headers, body: isFile ? (fields as BodyInit) : fields === undefined ? undefined : JSON.stringify(fields) })
    const answer: unknown = await response.json()
    if (!response.ok) throw new ServiceFailure(answer as Problem)
    return { answer: answer as Answer, etag: response.headers.get('etag') }
  }

  function collection(entity: EntityName): Calls<EntityName> {
    const one = async (method: string, path: string, fields?: unknown, options: CallOptions = {}): Promise<Stored<EntityName>> => {
      const { answer, etag } = await call(method, \`/\${entity}\${path}\${queryText({ languageTag: options.languageTag })}\`, fields, options)
      return { id: answer.data.id, record: answer.data.record, etag, findings: answer.meta?.findings ?? [] }
    }
    const list = async (query: ListQuery<EntityName> = {}): Promise<Page<EntityName>> => {
      const { answer } = await call('GET', \`/\${entity}\${queryText({ ...query })}\`)
      const { total = 0, offset = 0, limit = 0 } = answer.meta ?? {}
      return { records: answer.data.records, fields: answer.data.fields, total, offset, limit }
    }
    const files = async (method: string, path: string, content?: Blob | Uint8Array): Promise<readonly RecordFile<EntityName>[]> => {
      return (await call(method, \`/\${entity}/\${path}\`, content)).answer.data.files
    }
    return {
      list,
      files: (id) => files('GET', \`\${id}/files\`),
      storeFile: (id, field, content, name) => files('POST', \`\${id}/files/\${field}\${queryText({ name })}\`, content),
      removeFile: (id, field) => files('DELETE', \`\${id}/files/\${field}\`),
      async *all(query = {}) {
        for (let offset = 0; ; ) {
          const page = await list({ ...query, limit: 200, offset })
          yield* page.records
          offset += page.records.length
          if (page.records.length === 0 || offset >= page.total) return
        }
      },
      read: (id, options) => one('GET', \`/\${id}\`, undefined, options),
      create: (fields, options) => one('POST', '', fields, options),
      update: (id, fields, options) => one('PATCH', \`/\${id}\`, fields, options),
      async delete(id, options) {
        await call('DELETE', \`/\${entity}/\${id}\`, undefined, options)
      },
    }
  }

  async function sheet(method: string, path: string, text?: string): Promise<string> {
    const headers = { authorization: \`Bearer \${token}\`, accept: 'application/yaml', 'content-type': 'application/yaml' }
    const response = await send(\`\${root}/product-sheets\${path}\`, { method, headers, body: text })
    if (!response.ok) throw new ServiceFailure((await response.json()) as Problem)
    return response.text()
  }

  const sheets: Sheets = {
    read: (productId) => sheet('GET', \`/\${productId}\`),
    async apply(text, { dryRun, prune, productId } = {}) {
      const query = queryText({ dry_run: dryRun ? 1 : undefined, prune: prune ? 1 : undefined, product_id: productId })
      return (JSON.parse(await sheet('POST', query, text)) as { readonly data: SheetReport }).data
    },
    async diff(from, to) {
      const { answer } = await call('POST', '/product-sheets/diff', { from: String(from), ...(to !== undefined && { to: String(to) }) })
      return answer.data as unknown as DiffReport
    },
    async merge({ base, ours, theirs, prefer }) {
      const states = { base: String(base), ours: String(ours), theirs: String(theirs) }
      const { answer } = await call('POST', '/product-sheets/merge', { ...states, ...(prefer && { prefer }) })
      return answer.data as unknown as MergeReport
    },
  }

  return Object.assign(collection, { sheets }) as unknown as Client
}
`
