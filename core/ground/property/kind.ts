// The contract of a property kind: seven members, then optional capabilities. Shared code asks these, never the kind's name.
import type { PropertyOptions } from './options.js'

export type JsonSchema = { readonly [key: string]: unknown }

/** `read` a full record, `write` a request body, `list` one row of a collection. */
export type SchemaUse = 'read' | 'write' | 'list'

/** A column as both databases get it. Texts are compared byte by byte, blanks at the end included; `key` is one that is looked up. */
export interface Column {
  readonly type: 'integer' | 'bigint' | 'boolean' | 'key' | 'string' | 'text'
  /** Characters, for `key` and `string`. */
  readonly length?: number
  readonly nullable: boolean
}

/** Why a value was not taken; `message` is a full sentence for the author. */
export class Refusal {
  constructor(
    readonly message: string,
    readonly code = 'INVALID_VALUE',
    /** Where inside a structured value, e.g. `terms[2].question`; appended to the field's name. */
    readonly path?: string,
  ) {}
}

/** One id that a value holds. */
export interface Reference {
  readonly entity: string
  readonly id: number
}

/** What a kind may read while a value is checked against other records; always through the open unit. */
export interface CheckScope {
  /** The record as it will be stored (wire values of the entity's properties), for product scope and sibling fields. */
  readonly record: Readonly<Record<string, unknown>>
  readonly entity: string
  /** null on insert. */
  readonly id: number | null
  /** One record's wire values, rules and terms as they are stored, or null. */
  read(entity: string, id: number): Promise<Readonly<Record<string, unknown>> | null>
  /**
   * Wire values of the records whose property equals the value, in id order; a translatable property by its flat key,
   * `label_en_GB`, a listed text by what search compares of it, `email_folded`.
   */
  find(entity: string, property: string, value: unknown): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The id of the record of `ancestor` that owns this record, following owner joins upwards; null if none. */
  ownerId(ancestor: string): Promise<number | null>
  /** The registry, typed by the storey that knows it (model/registry). */
  readonly registry: unknown
}

export interface PropertyKind<O = unknown> {
  /** Kind name = file name = the type that describe reports. */
  readonly name: string
  /** null where nothing is stored in the entity's table (childentries). A translatable property never asks. */
  column(property: Property<O>): Column | null
  /** null where the kind is in no schema (childentries, image, file, multiselect): reported under `unsupportedFields`. */
  schema(property: Property<O>, use: SchemaUse): JsonSchema | null
  /** The form control that the admin draws. */
  readonly control: string
  /** The TypeScript type of a read value, e.g. `number | null`. */
  typeText(property: Property<O>): string
  /** Wire (JSON or form text) to the value that is checked and stored; '' counts as null. Pure. */
  prepare(value: unknown, property: Property<O>): unknown
  /** Judges a prepared value that is not null. Pure; `required` and existence of references are the pipeline's. */
  validate(value: unknown, property: Property<O>): readonly Refusal[]

  /** Judges against other records, inside the unit; may return a replacement value (rule: authored to stored form). */
  check?(
    value: unknown,
    property: Property<O>,
    scope: CheckScope,
  ): Promise<{ readonly value: unknown; readonly issues: readonly Refusal[] }>
  /** Prepared value to column value, where they differ (scaled numbers, JSON). */
  store?(value: unknown, property: Property<O>): string | number | bigint | null
  /**
   * Column value to wire value, where they differ. Drivers give integers as numbers, or as strings beyond 2^53. The registry, as
   * in CheckScope, is given where the value leaves core: rules and terms are then shown in their authoring form; without it core
   * gets them as they are stored.
   */
  present?(stored: unknown, property: Property<O>, registry?: unknown): unknown
  /** Every id that a value holds, in the form in which it goes to `store`; the only source of reverse look-ups. `registry` as above. */
  references?(value: unknown, property: Property<O>, registry?: unknown): readonly Reference[]
  /** The entities whose ids a value may hold; needed with `references`. */
  referenceTargets?(property: Property<O>): readonly string[]
  /** True where the column itself is the id (join, calculation): looked up by the column. Otherwise the references table is kept by store. */
  readonly referenceColumn?: boolean
  /** Schemas that `schema` refers to as `#/$defs/<name>`; whoever composes a document puts them there. `registry` as above. */
  definitions?(property: Property<O>, registry: unknown): Readonly<Record<string, JsonSchema>>
  /** What the form control needs to know beyond the common options, as JSON: choices, scale, the joined entity. `registry` as above. */
  hints?(property: Property<O>, registry: unknown, languages: readonly string[]): Readonly<Record<string, unknown>>
  /** The filter that a listing column of this kind offers by default (domain §7). */
  readonly filter?: 'equals' | 'boolean' | 'range' | 'search'
  /** Where the value is the records of another entity that belong to this one: which, and whether they outlive it. */
  children?(property: Property<O>): { readonly entity: string; readonly keep: boolean }
  /** True where a copy of the file system goes with the value (image, file). */
  readonly files?: boolean
}

/** A property of an entity, or an argument of an action or a type: a kind with its options. `name` is stamped by the definition that holds it. */
export interface Property<O = unknown> extends PropertyOptions {
  readonly kind: PropertyKind<O>
  readonly name: string
  /** What only this kind takes: the target of a join, the scale of a number, the choices of a dropdown. */
  readonly options: O
}

/** What a property's values are to the compiler: in a record as core reads it, and as an argument, which may be absent. */
export interface Typing {
  readonly read: unknown
  readonly argument: unknown
}

/** Where an unnamed property keeps its typing. It exists in types only: no object ever has this member. */
export declare const typing: unique symbol

/** A property before its definition has stamped the name. `T` is its Typing; a factory that says none gives `unknown` values. */
export type UnnamedProperty<O = unknown, T = unknown> = Omit<Property<O>, 'name'> & { readonly [typing]?: T }

export type PropertyMap = Readonly<Record<string, UnnamedProperty<never> | UnnamedProperty>>

/** Stamps each property with its key, in key order. */
export function nameProperties(map: PropertyMap): Readonly<Record<string, Property>> {
  const named: Record<string, Property> = {}
  for (const [name, property] of Object.entries(map)) named[name] = Object.freeze({ ...(property as UnnamedProperty), name })
  return Object.freeze(named)
}
