// Infers the types of values from declared properties, for records and inputs.

/** The types of a property: in a record, in a record to which it does not apply (`idle`), and as an optional argument. */
export interface Typing {
  readonly read: unknown
  readonly idle: null
  readonly argument: unknown
}

/** Key of a property's typing. Exists only at compile time. */
export declare const typing: unique symbol

type TypedMap = Readonly<Record<string, { readonly [typing]?: unknown }>>

/** Wire values by wire name: properties, and in single reads also the flat language keys of translatable properties. */
export interface WireRecord {
  readonly id: number
  readonly [property: string]: unknown
}

/** The options of a factory that is called with a label only. */
export type NoOptions = Readonly<Record<never, never>>

/** `G` without excess keys, which a type parameter alone would accept. */
export type Exactly<G, Allowed> = G & { readonly [K in Exclude<keyof G, keyof Allowed>]: never }

/** True if the property may be inapplicable on some hosts or in some records. */
type IsConditional<G> = [Extract<keyof G, 'appliesWhen' | 'platforms'>] extends [never] ? false : true

/** `isAlwaysRequired` at compile time. */
type AlwaysFilled<G> = G extends { readonly required: true } ? (IsConditional<G> extends true ? false : true) : false

/** True if the options contain a default. */
export type HasDefault<G> = G extends { readonly default: NonNullable<unknown> } ? true : false

/** The typing of a property with the options `G` whose values have type `Value`, or `Empty` if not filled. */
export interface TypingOf<G, Value, Empty = null> {
  readonly read: AlwaysFilled<G> extends true ? Value : G extends { readonly translatable: true } ? '' | Value : Empty | Value
  readonly idle: IsConditional<G> extends true ? null : never
  readonly argument: G extends { readonly required: true } ? Value : HasDefault<G> extends true ? Value : Value | undefined
}

/** The typing of a property that is not stored. */
export interface UnstoredTyping<Value> {
  readonly read: never
  readonly idle: never
  readonly argument: Value | undefined
}

type Read<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['read'] : unknown) : unknown
type Idle<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['idle'] : null) : null
type Argument<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['argument'] : unknown) : unknown

/**
 * A record with the properties of `Map` as core reads it: plain keys, translatable texts in one language, rules and terms in stored form.
 * Flat language keys are read separately.
 */
export type ValuesOf<Map extends TypedMap> = {
  readonly [K in keyof Map as [Read<Map[K]>] extends [never] ? never : K]: Read<Map[K]>
}

/** The same with null for fields that do not apply on this host or in this record. */
export type ApplicableValuesOf<Map extends TypedMap> = {
  readonly [K in keyof ValuesOf<Map>]: ValuesOf<Map>[K] | Idle<Map[K]>
}

/** The declaration of an entity for typed reads: its name and its properties. */
export interface DeclaredEntity<Map extends TypedMap> {
  readonly name: string
  readonly properties: Map
}

/**
 * A record of a declared entity as core reads it, for example `RecordOf<typeof cart>`: its id and all stored properties by plain key.
 * Does not include properties that other contributions add.
 */
export type RecordOf<D extends { readonly properties: TypedMap }> = { readonly id: number } & ValuesOf<D['properties']>

/** A validated record before it is stored. Empty fields are null. */
export type PreparedOf<Map extends TypedMap> = {
  readonly [K in keyof ValuesOf<Map>]: ValuesOf<Map>[K] | null
}

/** The result of `prepareInput`: required arguments and those with a default are present, others are optional. */
export type InputOf<Map extends TypedMap> = {
  readonly [K in keyof Map as undefined extends Argument<Map[K]> ? never : K]: Argument<Map[K]>
} & {
  readonly [K in keyof Map as undefined extends Argument<Map[K]> ? K : never]?: Argument<Map[K]>
}

/** `S` is a schema declared `as const`. A schema without a type gives `unknown`. */
export type SchemaValue<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: 'object'; readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? { readonly [K in keyof P as K extends R ? K : never]: SchemaValue<P[K]> } & {
        readonly [K in keyof P as K extends R ? never : K]?: SchemaValue<P[K]>
      }
    : S extends { readonly type: 'object'; readonly additionalProperties: infer A }
      ? Readonly<Record<string, A extends true ? unknown : SchemaValue<A>>>
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? readonly SchemaValue<I>[]
        : S extends { readonly type: 'integer' }
          ? number
          : S extends { readonly type: 'boolean' }
            ? boolean
            : S extends { readonly type: 'string' }
              ? string
              : unknown
