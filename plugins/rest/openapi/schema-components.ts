// Collects schemas for the OpenAPI document: `$defs` of a schema file become components, and references are rewritten.

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
