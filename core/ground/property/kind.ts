// The contract of a property kind: seven members, then optional capabilities. Shared code asks these, never the kind's name.
import type { Platform, PropertyOptions } from './options.js'
import type { TypingOf, typing, WireRecord } from './typing.js'

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

/** Says which records take the place of which: a copy's in place of those that it was made of. */
export interface Repoint {
  /** The id in place of this one; the same where the record stays. */
  idOf(entity: string, id: number): number
  /** True where the record is replaced and belongs to that owner. */
  isOf(entity: string, id: number, owner: number): boolean
}

/**
 * What this storey knows of the registry. There is one, `Registry` of model/registry.ts, and nothing else is ever passed:
 * a kind or a hook that looks something up says `Registry`, or `RegistryScope`, in its parameters.
 */
export interface AnyRegistry {
  readonly platform: Platform
  /** True for what neither core nor the stock plugin brought (`custom` in the describe tools). */
  isCustom(owner: string): boolean
}

/** `texts` false: translatable fields may be left empty, so that nobody reads texts that are not looked at. */
export interface ReadWhat {
  readonly texts?: boolean
}

/** What a kind may read while a value is checked against other records; always through the open unit. */
export interface CheckScope<V = Readonly<Record<string, unknown>>> {
  /** The record as it will be stored (wire values of the entity's properties), for product scope and sibling fields. */
  readonly record: V
  readonly entity: string
  /** null on insert. */
  readonly id: number | null
  /** One record's wire values, rules and terms as they are stored, or null. */
  read(entity: string, id: number, what?: ReadWhat): Promise<WireRecord | null>
  /**
   * Wire values of the records whose property equals the value, in id order; a translatable property by its flat key,
   * `label_en_GB`, a listed text by what search compares of it, `email_folded`.
   */
  find(entity: string, property: string, value: unknown, what?: ReadWhat): Promise<readonly WireRecord[]>
  /** The id of the record of `ancestor` that owns this record, following owner joins upwards; null if none. */
  ownerId(ancestor: string): Promise<number | null>
  readonly registry: AnyRegistry
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
  /** The TypeScript type of a read value, e.g. `number | null`; it may name the kind's `definitions`. The registry knows dynamic sets. */
  typeText(property: Property<O>, registry?: AnyRegistry): string
  /** Wire (JSON or form text) to the value that is checked and stored; '' counts as null. Pure. */
  prepare(value: unknown, property: Property<O>): unknown
  /** True if callers cannot empty the field. A blank of a form still means the default of a new record. */
  readonly refusesNull?: boolean
  /** True for a text that `prepare` sanitises, which takes long: large ones are sanitised in a worker first. */
  sanitizes?(value: unknown, property: Property<O>): value is string
  /** Judges a prepared value that is not null. Pure; `required` and existence of references are the pipeline's. */
  validate(value: unknown, property: Property<O>): readonly Refusal[]

  /** Judges against other records, inside the unit; may return a replacement value (rule: authored to stored form). */
  check?(
    value: unknown,
    property: Property<O>,
    scope: CheckScope,
  ): Promise<{ readonly value: unknown; readonly issues: readonly Refusal[] }>
  /** False where `check` has nothing to say of this property beyond `validate`, so that nobody asks it. */
  checks?(property: Property<O>): boolean
  /** Prepared value to column value, where they differ (scaled numbers, JSON). */
  store?(value: unknown, property: Property<O>): string | number | bigint | null
  /**
   * Column value to wire value, where they differ. Drivers give integers as numbers, or as strings beyond 2^53. The registry
   * is given where the value leaves core: rules and terms are then shown in their authoring form; without it core
   * gets them as they are stored.
   */
  present?(stored: unknown, property: Property<O>, registry?: AnyRegistry): unknown
  /** Every id that a value holds, in the form in which it goes to `store`; the only source of reverse look-ups. `registry` as above. */
  references?(value: unknown, property: Property<O>, registry?: AnyRegistry): readonly Reference[]
  /**
   * The value, in the form in which it goes to `store`, with the ids that take the place of those it holds; needed with
   * `references`. `record` is the one whose field it is, where it is one.
   */
  repoint?(
    value: unknown,
    property: Property<O>,
    to: Repoint,
    registry?: AnyRegistry,
    record?: Readonly<Record<string, unknown>>,
  ): unknown
  /** The entities whose ids a value may hold; needed with `references`. */
  referenceTargets?(property: Property<O>): readonly string[]
  /** True where the column itself is the id (join, calculation): looked up by the column. Otherwise the references table is kept by store. */
  readonly referenceColumn?: boolean
  /** Schemas that `schema` refers to as `#/$defs/<name>`; whoever composes a document puts them there. `registry` as above. */
  definitions?(property: Property<O>, registry: AnyRegistry): Readonly<Record<string, JsonSchema>>
  /** What the form control needs to know beyond the common options, as JSON: choices, scale, the joined entity. `registry` as above. */
  hints?(property: Property<O>, registry: AnyRegistry, languages: readonly string[]): Readonly<Record<string, unknown>>
  /** The filter that a listing column of this kind offers by default (domain §7). */
  readonly filter?: 'equals' | 'boolean' | 'range' | 'search'
  /** True for a text by which records are looked up as a whole: a code, a label, an address. It offers a filter, listed or not. */
  lookUp?(property: Property<O>): boolean
  /** The file field of which the value speaks: another file there empties it. */
  speaksOf?(property: Property<O>): string
  /** Where the value is the records of another entity that belong to this one: which, whether they outlive it, and whether they do so only while not everything of it is deleted. */
  children?(property: Property<O>): { readonly entity: string; readonly keep: boolean; readonly deep: boolean }
  /** Where the value names a file of the file store (image, file): which files it takes. */
  readonly files?: 'pictures' | 'any'
}

/** A property of an entity, or an argument of an action or a type: a kind with its options. `name` is stamped by the definition that holds it. */
export interface Property<O = unknown> extends PropertyOptions {
  readonly kind: PropertyKind<O>
  readonly name: string
  /** What only this kind takes: the target of a join, the scale of a number, the choices of a dropdown. */
  readonly options: O
}

/** A property before its definition has stamped the name. `T` is its Typing; a factory that says none gives `unknown` values. */
export type UnnamedProperty<O = unknown, T = unknown> = Omit<Property<O>, 'name'> & { readonly [typing]?: T }

/** A property with the options `G` whose values are `Value`, and `Empty` where it is not filled. */
export type Typed<O, G, Value, Empty = null> = UnnamedProperty<O, TypingOf<G, Value, Empty>>

export type PropertyMap = Readonly<Record<string, UnnamedProperty<never> | UnnamedProperty>>

const namedMaps = new WeakMap<PropertyMap, Readonly<Record<string, Property>>>()

/** Stamps each property with its key, in key order; once for each map, because inputs are prepared with every call. */
export function nameProperties(map: PropertyMap): Readonly<Record<string, Property>> {
  const known = namedMaps.get(map)
  if (known) return known
  const made = stamped(map)
  namedMaps.set(map, made)
  return made
}

function stamped(map: PropertyMap): Readonly<Record<string, Property>> {
  const named: Record<string, Property> = {}
  for (const [name, property] of Object.entries(map)) named[name] = Object.freeze({ ...(property as UnnamedProperty), name })
  return Object.freeze(named)
}
