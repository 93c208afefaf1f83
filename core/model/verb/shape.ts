// The shape of a verb's reply, said once: JSON Schema for documents, and the type that the handler must give.
import type { JsonSchema } from '../../ground/property/kind.js'

declare const shaped: unique symbol

/** What a reply holds; `T` stands in types only. */
export interface Shape<T = unknown> {
  readonly schema: JsonSchema
  /** A schema of its own in documents. */
  readonly name?: string
  /** The shapes inside it that have names. */
  readonly parts: readonly Shape[]
  /** The content type of a reply that is a file; JSON if left out. */
  readonly media?: string
  /** True: the reply goes on for as long as somebody listens, piece by piece. */
  readonly streamed?: true
  /** True where an object may do without it. */
  readonly optional?: true
  readonly [shaped]?: T
}

export type Shaped<S> = S extends Shape<infer T> ? T : never

const plain = <T>(schema: JsonSchema): Shape<T> => ({ schema, parts: [] })

/** How the shape stands inside another one: by its name where it has one. */
export const referred = ({ name, schema }: Shape): JsonSchema => (name === undefined ? schema : { $ref: `#/$defs/${name}` })

export const text = (description?: string): Shape<string> => plain({ type: 'string', ...(description && { description }) })
export const whole = (description?: string): Shape<number> => plain({ type: 'integer', ...(description && { description }) })
export const figure = (description?: string): Shape<number> => plain({ type: 'number', ...(description && { description }) })
export const flag = (description?: string): Shape<boolean> => plain({ type: 'boolean', ...(description && { description }) })
/** Whatever JSON holds. */
export const anything = (description?: string): Shape => plain(description === undefined ? {} : { description })

/** A reply that is a file: its bytes, and the name under which it is saved. */
export interface ReplyFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The whole of a reply: bytes of that content type, and no JSON. */
export const file = (media: string): Shape<ReplyFile> => ({ schema: { type: 'string', format: 'binary' }, media, parts: [] })

/** The whole of a reply: what is told until the signal is aborted or there is nothing more to tell. */
export type ReplyStream = (signal: AbortSignal) => AsyncIterable<string>

/** Server-sent events, for as long as somebody listens. */
export const events = (description: string): Shape<ReplyStream> => ({
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
  const schema = simple ? { ...inner.schema, type: [type, 'null'] } : { anyOf: [referred(inner), { type: 'null' }] }
  return { schema: { ...schema, ...(description && { description }) }, parts: [inner] }
}

export function listOf<T>(inner: Shape<T>, description?: string): Shape<readonly T[]> {
  return { schema: { type: 'array', items: referred(inner), ...(description && { description }) }, parts: [inner] }
}

export function maybe<T>(inner: Shape<T>): Shape<T> & { readonly optional: true } {
  return { ...inner, optional: true }
}

type Members = Readonly<Record<string, Shape>>
type OptionalKeys<M extends Members> = { [K in keyof M]: M[K] extends { readonly optional: true } ? K : never }[keyof M]
type ObjectOf<M extends Members> = { readonly [K in Exclude<keyof M, OptionalKeys<M>>]: Shaped<M[K]> } & {
  readonly [K in OptionalKeys<M>]?: Shaped<M[K]>
}

/** An object with these members; further ones where `open`, because an installation adds its own. */
export function object<const M extends Members>(members: M, open = false): Shape<ObjectOf<M>> {
  const entries = Object.entries(members)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, shape]) => [key, referred(shape)])),
      required: entries.filter(([, shape]) => shape.optional !== true).map(([key]) => key),
      additionalProperties: open,
    },
    parts: Object.values(members),
  }
}

/** The members of one object with those of another. */
export function extended<T, const M extends Members>(base: Shape<T>, members: M): Shape<T & ObjectOf<M>> {
  const more = object(members).schema
  const { properties, required } = base.schema as { readonly properties: JsonSchema; readonly required: readonly string[] }
  return {
    schema: {
      ...base.schema,
      properties: { ...properties, ...(more.properties as JsonSchema) },
      required: [...required, ...(more.required as readonly string[])],
    },
    parts: [...base.parts, ...Object.values(members)],
  }
}

export function named<T>(name: string, inner: Shape<T>): Shape<T> {
  return { ...inner, name }
}

/** Every shape with a name in and below this one, by name. */
export function namedShapes(shape: Shape, found = new Map<string, Shape>()): ReadonlyMap<string, Shape> {
  if (shape.name !== undefined) {
    if (found.has(shape.name)) return found
    found.set(shape.name, shape)
  }
  for (const part of shape.parts) namedShapes(part, found)
  return found
}
