// Converts a JSON schema to a TypeScript interface, for API replies that are not records.

interface Schema {
  /** Absent if any type is allowed. */
  readonly type?: string
  readonly enum?: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
}

const scalars: Readonly<Record<string, string>> = { integer: 'number', number: 'number', boolean: 'boolean', string: 'string' }

const comment = ({ description }: Schema, indent: string): string => (description ? `${indent}/** ${description} */\n` : '')

function fields({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties)
    .map(
      ([name, field]) =>
        `${comment(field, indent)}${indent}readonly ${name}${required.includes(name) ? '' : '?'}: ${valueType(field, indent)}\n`,
    )
    .join('')
}

function valueType(schema: Schema, indent: string): string {
  const { type, title, items, properties, additionalProperties: more } = schema
  if (title) return title
  if (type === undefined) return 'unknown'
  if (schema.enum) return schema.enum.map((one) => `'${one}'`).join(' | ')
  if (type === 'array') return `readonly ${group(valueType(items!, indent))}[]`
  if (type !== 'object') return scalars[type]!
  if (properties) return `{\n${fields(schema, `${indent}  `)}${indent}}`
  return `Readonly<Record<string, ${typeof more === 'object' ? valueType(more, indent) : 'unknown'}>>`
}

const group = (type: string): string => (type.startsWith('readonly ') ? `(${type})` : type)

/** Named schemas inside it become separate interfaces before it. */
export function typeOf(schema: Schema): string {
  const named = new Map<string, Schema>()
  const visit = (one: Schema): void => {
    for (const below of [...Object.values(one.properties ?? {}), ...(one.items ? [one.items] : [])]) visit(below)
    if (one.title) named.set(one.title, one)
  }
  visit(schema)
  return [...named.values()]
    .map((one) => `${comment(one, '')}export interface ${one.title!} {\n${fields(one, '  ')}}`)
    .join('\n\n')
}
