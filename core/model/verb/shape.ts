// Describes the reply of a verb once: as JSON Schema for documents and as a type for the handler.
import type { JsonSchema } from '../../foundation/property/kind.js'

declare const shaped: unique symbol

/** The schema of a value of type `T`. `T` exists only at compile time. */
export interface Shape<T = unknown> {
  readonly schema: JsonSchema
  /** Name of the schema in documents. Unnamed schemas are inlined. */
  readonly name?: string
  /** The shapes that this shape refers to. */
  readonly parts: readonly Shape[]
  /** Content type of a file reply. Default: JSON. */
  readonly media?: string
  /** True: the reply is a stream that stays open while the client is connected. */
  readonly streamed?: true
  /** True if an object may omit the member. */
  readonly optional?: true
  readonly [shaped]?: T
}

export type ShapeValue<S> = S extends Shape<infer T> ? T : never

const plain = <T>(schema: JsonSchema): Shape<T> => ({ schema, parts: [] })

/** The schema as used in another one: a reference if it has a name. */
export const toSchemaReference = ({ name, schema }: Shape): JsonSchema =>
  name === undefined ? schema : { $ref: `#/$defs/${name}` }

export const text = (description?: string): Shape<string> => plain({ type: 'string', ...(description && { description }) })
export const whole = (description?: string): Shape<number> => plain({ type: 'integer', ...(description && { description }) })
export const figure = (description?: string): Shape<number> => plain({ type: 'number', ...(description && { description }) })
export const flag = (description?: string): Shape<boolean> => plain({ type: 'boolean', ...(description && { description }) })
/** Any JSON value. */
export const anything = (description?: string): Shape => plain(description === undefined ? {} : { description })

/** A file reply: its bytes and the suggested file name. */
export interface ReplyFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A complete reply with this content type instead of JSON. */
export const fileReply = (media: string): Shape<ReplyFile> => ({ schema: { type: 'string', format: 'binary' }, media, parts: [] })

/** A streamed reply. It ends when the signal is aborted or no data is left. */
export type ReplyStream = (signal: AbortSignal) => AsyncIterable<string>

/** A stream of server-sent events that stays open while the client is connected. */
export const eventStream = (description: string): Shape<ReplyStream> => ({
  schema: { type: 'string', description },
  media: 'text/event-stream',
  streamed: true,
  parts: [],
})

export function choice<const T extends string>(...values: readonly T[]): Shape<T> {
  return plain({ type: 'string', enum: values })
}

export function nullable<T>(inner: Shape<T>, description?: string): Shape<T | null> {
  const { type } = inner.schema
  const simple = inner.name === undefined && typeof type === 'string' && inner.schema.enum === undefined
  const schema = simple ? { ...inner.schema, type: [type, 'null'] } : { anyOf: [toSchemaReference(inner), { type: 'null' }] }
  return { schema: { ...schema, ...(description && { description }) }, parts: [inner] }
}

export function listOf<T>(inner: Shape<T>, description?: string): Shape<readonly T[]> {
  return { schema: { type: 'array', items: toSchemaReference(inner), ...(description && { description }) }, parts: [inner] }
}

export function maybe<T>(inner: Shape<T>): Shape<T> & { readonly optional: true } {
  return { ...inner, optional: true }
}

type Members = Readonly<Record<string, Shape>>
type OptionalKeys<M extends Members> = { [K in keyof M]: M[K] extends { readonly optional: true } ? K : never }[keyof M]
type ObjectOf<M extends Members> = { readonly [K in Exclude<keyof M, OptionalKeys<M>>]: ShapeValue<M[K]> } & {
  readonly [K in OptionalKeys<M>]?: ShapeValue<M[K]>
}

/** An object with these members. `open` allows further members, which an installation can add. */
export function object<const M extends Members>(members: M): Shape<ObjectOf<M>>
export function object<const M extends Members>(
  members: M,
  open: true,
): Shape<ObjectOf<M> & { readonly [member: string]: unknown }>
export function object(members: Members, open = false): Shape {
  const entries = Object.entries(members)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, shape]) => [key, toSchemaReference(shape)])),
      required: entries.filter(([, shape]) => shape.optional !== true).map(([key]) => key),
      additionalProperties: open,
    },
    parts: Object.values(members),
  }
}

/** An object type with additional members. */
export function extendShape<T, const M extends Members>(base: Shape<T>, members: M): Shape<T & ObjectOf<M>> {
  const extension = object(members).schema
  const { properties, required } = base.schema as { readonly properties: JsonSchema; readonly required: readonly string[] }
  return {
    schema: {
      ...base.schema,
      properties: { ...properties, ...(extension.properties as JsonSchema) },
      required: [...required, ...(extension.required as readonly string[])],
    },
    parts: [...base.parts, ...Object.values(members)],
  }
}

export function withName<T>(name: string, inner: Shape<T>): Shape<T> {
  return { ...inner, name }
}

/** Collects this shape and the shapes inside it that have names. */
export function collectNamedShapes(shape: Shape, shapes = new Map<string, Shape>()): ReadonlyMap<string, Shape> {
  if (shape.name !== undefined) {
    if (shapes.has(shape.name)) return shapes
    shapes.set(shape.name, shape)
  }
  for (const part of shape.parts) collectNamedShapes(part, shapes)
  return shapes
}
