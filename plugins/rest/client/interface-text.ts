// Converts a JSON schema to a TypeScript interface, for API replies that are not records.

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
export function toInterfaceText(schema: InterfaceSchema): string {
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
