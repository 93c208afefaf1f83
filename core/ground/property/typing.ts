// The types of values, inferred from declared properties: factories say what a value is, definitions what a record or an input is.

/** What a property's values are: in a record as core reads it, where it is not in force, and as an argument, which may be absent. */
export interface Typing {
  readonly read: unknown
  readonly idle: null
  readonly argument: unknown
}

/** Where a declared property keeps its typing. It exists in types only: no object ever has this member. */
export declare const typing: unique symbol

type Declared = Readonly<Record<string, { readonly [typing]?: unknown }>>

/** Wire values by wire name: properties, and on a single read the flat language keys of translatable ones. */
export interface WireRecord {
  readonly id: number
  readonly [property: string]: unknown
}

/** What a factory is given where only the label is. */
export type NoOptions = Readonly<Record<never, never>>

/** `G` as it is written, refused where it has a key that `Allowed` has not: a type parameter alone would let it pass. */
export type Exactly<G, Allowed> = G & { readonly [K in Exclude<keyof G, keyof Allowed>]: never }

/** True where a property need not be in force on every host and in every record. */
type IsConditional<G> = [Extract<keyof G, 'appliesWhen' | 'platforms'>] extends [never] ? false : true

/** `isAlwaysRequired` for the compiler. */
type AlwaysFilled<G> = G extends { readonly required: true } ? (IsConditional<G> extends true ? false : true) : false

/** True where the options name a default. */
export type HasDefault<G> = G extends { readonly default: NonNullable<unknown> } ? true : false

/** The typing of a property with the options `G` whose values are `Value`, and `Empty` where it is not filled. */
export interface TypingOf<G, Value, Empty = null> {
  readonly read: AlwaysFilled<G> extends true ? Value : G extends { readonly translatable: true } ? '' | Value : Empty | Value
  readonly idle: IsConditional<G> extends true ? null : never
  readonly argument: G extends { readonly required: true } ? Value : HasDefault<G> extends true ? Value : Value | undefined
}

/** The typing of a value that no record holds. */
export interface UnstoredTyping<Value> {
  readonly read: never
  readonly idle: never
  readonly argument: Value | undefined
}

type Read<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['read'] : unknown) : unknown
type Idle<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['idle'] : null) : null
type Argument<P> = P extends { readonly [typing]?: infer T } ? (T extends Typing ? T['argument'] : unknown) : unknown

/**
 * A record of these properties as core reads it: plain keys, a translatable one in one language; rules and terms as they are
 * stored. Flat language keys are read by `textIn`.
 */
export type ValuesOf<Map extends Declared> = {
  readonly [K in keyof Map as [Read<Map[K]>] extends [never] ? never : K]: Read<Map[K]>
}

/** The same where fields that are not in force, on this host or in this record, are null. */
export type InForceOf<Map extends Declared> = {
  readonly [K in keyof ValuesOf<Map>]: ValuesOf<Map>[K] | Idle<Map[K]>
}

/** What is read by its declaration: an entity's name and its properties. */
export interface DeclaredEntity<Map extends Declared> {
  readonly name: string
  readonly properties: Map
}

/**
 * A record of a declared entity as core reads it, e.g. `RecordOf<typeof cart>`: its id and every kept property by its plain key.
 * Properties that other contributions add are not in it.
 */
export type RecordOf<D extends { readonly properties: Declared }> = { readonly id: number } & ValuesOf<D['properties']>

/** A record on its way to storage, with sound values: null where a field is empty. */
export type PreparedOf<Map extends Declared> = {
  readonly [K in keyof ValuesOf<Map>]: ValuesOf<Map>[K] | null
}

/** What `prepareInput` makes of an input by this map: required arguments and those with a default are there, others may be absent. */
export type InputOf<Map extends Declared> = {
  readonly [K in keyof Map as undefined extends Argument<Map[K]> ? never : K]: Argument<Map[K]>
} & {
  readonly [K in keyof Map as undefined extends Argument<Map[K]> ? K : never]?: Argument<Map[K]>
}
