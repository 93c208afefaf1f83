// The interface of a property kind: seven required members and optional capabilities. Shared code uses them instead of the kind's name.
import type { MessageFields, MessageText, MessageValues } from '../message.js'
import { toMessageFields } from '../message-format.js'
import type { TypingOf, typing, WireRecord } from './typing.js'

/** The four hosts. Each platform name is also a folder below hosts/. */
export const platforms = ['cms_a', 'cms_b', 'standalone', 'shop_platform'] as const
export type Platform = (typeof platforms)[number]

/** The hosts on which the service is the full shop. */
export const shopPlatforms: readonly Platform[] = ['cms_a', 'cms_b', 'standalone']

/** True while the named sibling property has one of the values. Otherwise the field is stored but hidden, not required and ignored. */
export interface AppliesWhen {
  readonly property: string
  readonly values: readonly (string | number | boolean)[]
}

export interface PropertyOptions {
  /** The field's name for people, in English. Used in validation messages. */
  readonly label: string
  /** True: an empty field is refused. Translatable fields must be filled in all active languages. */
  readonly required?: boolean
  /** The initial value of a new record if the field is missing or empty; wire form. */
  readonly default?: unknown
  /** True: one text per active language, stored in the strings table instead of a column. */
  readonly translatable?: boolean
  /** True: the text is often the same in several languages, such as a unit or the name of a country. A copy is no missing translation. */
  readonly oftenEqual?: boolean
  /** True: the field can be written and is never returned. */
  readonly apiSensitive?: boolean
  /** The platforms on which the application uses the field. Default: all. */
  readonly platforms?: readonly Platform[]
  /** Different initial values for new records per host. */
  readonly platformDefaults?: Readonly<Partial<Record<Platform, unknown>>>
  /** Another field that determines whether this one is applicable. */
  readonly appliesWhen?: AppliesWhen
  /**
   * True: an amount in the base currency, or a reference to the calculation of one. With a condition: only while a sibling has one of the
   * values. A change of the base currency converts it.
   */
  readonly inBaseCurrency?: true | AppliesWhen
  /** True: accepted on create only. */
  readonly locked?: boolean
  /** True: set by the service only. A sent value is refused as an unknown field. */
  readonly readOnly?: boolean
  /**
   * Another property of the entity with the same value, for a rename over several releases: a write to either property is stored in
   * both.
   */
  readonly sameAs?: string
  /** The value that the admin sets if this property is empty and an author enters a value in one of `properties`. The author can change it. */
  readonly impliedBy?: { readonly properties: readonly string[]; readonly value: unknown }
  /** For a property added to another entity: a sortable listing column with the filter of its kind. */
  readonly listed?: boolean
  /**
   * For a property added to another entity: whether collections can be filtered by it without listing it. Default: true for kinds
   * that compare whole values.
   */
  readonly filter?: boolean
  /** For a property added to another entity: collections can be sorted by it without listing it. */
  readonly sort?: boolean
  /** One sentence for authors, shown in forms and schema descriptions. */
  readonly help?: string
}

/** The argument of a kind's factory after the label: the common options and the kind's own. */
export type FactoryOptions<O = unknown> = Omit<PropertyOptions, 'label'> & O

/** True if the field must be filled on all hosts and in all records. Only such fields are required in schemas. */
export function isAlwaysRequired(property: PropertyOptions): boolean {
  return property.required === true && property.appliesWhen === undefined && property.platforms === undefined
}

export type JsonSchema = { readonly [key: string]: unknown }

/** `read`: a full record, `write`: a request body, `list`: a row of a collection. */
export type SchemaUse = 'read' | 'write' | 'list'

/** A column in both databases. Texts are compared byte by byte, including trailing blanks. Columns of type `key` are indexed. */
export interface Column {
  readonly type: 'integer' | 'bigint' | 'boolean' | 'key' | 'string' | 'text'
  /** Maximum length in characters, for `key` and `string`. */
  readonly length?: number
  readonly nullable: boolean
}

/** The reason why a value is refused. `message` is a full sentence for the author. */
export class Refusal implements MessageFields {
  declare readonly message: string
  declare readonly key?: string
  declare readonly values?: MessageValues
  declare readonly english?: string

  constructor(
    text: MessageText,
    readonly code = 'INVALID_VALUE',
    /** Location inside a structured value, for example `terms[2].question`. Appended to the field's name. */
    readonly path?: string,
  ) {
    Object.assign(this, toMessageFields(text))
  }
}

/** An id inside a value. */
export interface Reference {
  readonly entity: string
  readonly id: number
}

/** Maps original records to their replacements, for example to their copies. */
export interface Repoint {
  /** The replacement's id; the same id if the record is not replaced. */
  idOf(entity: string, id: number): number
  /** True if the record is replaced and belongs to that owner. */
  isOf(entity: string, id: number, owner: number): boolean
}

/**
 * The part of the registry that this layer knows. The value is always a `Registry` of model/registry.ts: kinds and hooks that need
 * look-ups declare a parameter of type `Registry` or `RegistryScope`.
 */
export interface AnyRegistry {
  readonly platform: Platform
  /** True for contributions from neither core nor the stock plugin (`custom` in the describe tools). */
  isCustom(owner: string): boolean
}

/** `texts: false` skips translatable fields when they are not needed. */
export interface RecordReadOptions {
  readonly texts?: boolean
}

/** Reads for a check against other records, always in the open transaction. */
export interface CheckScope<V = Readonly<Record<string, unknown>>> {
  /** The record to be stored, as wire values, for the product scope and sibling fields. */
  readonly record: V
  readonly entity: string
  /** Null on insert. */
  readonly id: number | null
  /** The wire values of a record, with rules and terms in stored form; null if it does not exist. */
  read(entity: string, id: number, what?: RecordReadOptions): Promise<WireRecord | null>
  /**
   * Wire values of the records with this property value, in id order. Translatable properties use their flat key, `label_en_GB`;
   * `email_folded` compares the normalised text.
   */
  find(entity: string, property: string, value: unknown, what?: RecordReadOptions): Promise<readonly WireRecord[]>
  /** The id of the `ancestor` record that owns this record, directly or indirectly; null if none. */
  ownerId(ancestor: string): Promise<number | null>
  readonly registry: AnyRegistry
}

export interface PropertyKind<O = unknown> {
  /** The name of the kind, equal to its file name and the type in entity descriptions. */
  readonly name: string
  /** Null if nothing is stored in the entity's table (childentries). Not called for translatable properties. */
  column(property: Property<O>): Column | null
  /** Null if the kind is not part of schemas (childentries, image, file, multiselect). Such fields are listed as `unsupportedFields`. */
  schema(property: Property<O>, use: SchemaUse): JsonSchema | null
  /** The form control in the admin. */
  readonly control: string
  /** The TypeScript type of a read value, for example `number | null`. It may refer to the kind's `definitions`. */
  typeText(property: Property<O>, registry?: AnyRegistry): string
  /**
   * Converts wire input (JSON or form text) to the value to validate and store. '' means null. Must be pure. The registry is passed
   * for fields of records and of inputs; a kind that needs it returns the value unchanged without it.
   */
  prepare(value: unknown, property: Property<O>, registry?: AnyRegistry): unknown
  /** True if callers cannot clear the field. An empty form field of a new record still means the default. */
  readonly refusesNull?: boolean
  /** True for a text that `prepare` sanitises. Large texts are sanitised in a worker first. */
  sanitizes?(value: unknown, property: Property<O>): value is string
  /** Validates a prepared, non-null value. Must be pure. The pipeline checks `required` and that references exist. `registry` as above. */
  validate(value: unknown, property: Property<O>, registry?: AnyRegistry): readonly Refusal[]

  /** Checks against other records in the transaction. May return a replacement value, such as the stored form of a rule. */
  check?(
    value: unknown,
    property: Property<O>,
    scope: CheckScope,
  ): Promise<{ readonly value: unknown; readonly issues: readonly Refusal[] }>
  /** False if `check` adds nothing to `validate` for this property, so it can be skipped. */
  checks?(property: Property<O>): boolean
  /** Converts a prepared value to a column value, if they differ (scaled numbers, JSON). */
  store?(value: unknown, property: Property<O>): string | number | bigint | null
  /** The wire value of an empty column, which has NULL or ''. If it is set, `present` receives no empty value. */
  readonly empty?: unknown
  /**
   * Converts a column value to a wire value, if they differ. Drivers return integers as numbers, or as strings beyond 2^53. The
   * registry is passed if the value leaves core: rules and terms are then returned in authoring form, otherwise in stored
   * form.
   */
  present?(stored: unknown, property: Property<O>, registry?: AnyRegistry): unknown
  /** All ids inside a value, in the form passed to `store`. The only source of reverse look-ups. `registry` as above. */
  references?(value: unknown, property: Property<O>, registry?: AnyRegistry): readonly Reference[]
  /**
   * The value, in the form passed to `store`, with replaced ids. Required together with `references`. `record` is the record with the
   * field, if there is one.
   */
  repoint?(
    value: unknown,
    property: Property<O>,
    to: Repoint,
    registry?: AnyRegistry,
    record?: Readonly<Record<string, unknown>>,
  ): unknown
  /** The entities whose ids a value may contain. Required together with `references`. */
  referenceTargets?(property: Property<O>): readonly string[]
  /** True if the column itself is the id (join, calculation) and serves reverse look-ups. Otherwise the references table does. */
  readonly referenceColumn?: boolean
  /** Schemas that `schema` refers to as `#/$defs/<name>`. The composer of a document adds them. `registry` as above. */
  definitions?(property: Property<O>, registry: AnyRegistry): Readonly<Record<string, JsonSchema>>
  /** Additional data for the form control as JSON: choices, scale, the joined entity. `registry` as above. */
  hints?(property: Property<O>, registry: AnyRegistry, languages: readonly string[]): Readonly<Record<string, unknown>>
  /** The default filter of a listing column of this kind. */
  readonly filter?: 'equals' | 'boolean' | 'range' | 'search'
  /** The value with each amount replaced. For values that can be or contain amounts of money. */
  mapAmounts?(value: unknown, change: (amount: number) => number): unknown
  /** True for a text that identifies records, such as a code, a label or an address. It gets a filter even if not listed. */
  lookUp?(property: Property<O>): boolean
  /** The file field that the value refers to. A new file there clears the value. */
  speaksOf?(property: Property<O>): string
  /** For child records of another entity: that entity, whether children outlive the record (`keep`), and whether a deep delete removes them. */
  children?(property: Property<O>): { readonly entity: string; readonly keep: boolean; readonly deep: boolean }
  /** For the name of a file in the file store (image, file): the accepted files. */
  readonly files?: 'pictures' | 'any'
}

/** A property of an entity, or an argument of an action or type: a kind with its options. Its definition sets `name`. */
export interface Property<O = unknown> extends PropertyOptions {
  readonly kind: PropertyKind<O>
  readonly name: string
  /** Options of this kind only: the target of a join, the scale of a number, the choices of a dropdown. */
  readonly options: O
}

/** A property without a name. `T` is its Typing. Without a Typing its values are `unknown`. */
export type UnnamedProperty<O = unknown, T = unknown> = Omit<Property<O>, 'name'> & { readonly [typing]?: T }

/** A property with the options `G` whose values have type `Value`, or `Empty` if not filled. */
export type Typed<O, G, Value, Empty = null> = UnnamedProperty<O, TypingOf<G, Value, Empty>>

export type PropertyMap = Readonly<Record<string, UnnamedProperty<never> | UnnamedProperty>>

/**
 * All options, unset. Properties are built on it, so that all of them have the same keys in the same order. V8 then compiles the code
 * that reads them once, instead of again for each combination of options.
 */
const unsetOptions: { readonly [Name in keyof Required<PropertyOptions>]: PropertyOptions[Name] | undefined } = {
  label: undefined,
  required: undefined,
  default: undefined,
  translatable: undefined,
  oftenEqual: undefined,
  apiSensitive: undefined,
  platforms: undefined,
  platformDefaults: undefined,
  appliesWhen: undefined,
  inBaseCurrency: undefined,
  locked: undefined,
  readOnly: undefined,
  sameAs: undefined,
  impliedBy: undefined,
  listed: undefined,
  filter: undefined,
  sort: undefined,
  help: undefined,
}

const propertiesByMap = new WeakMap<PropertyMap, Readonly<Record<string, Property>>>()

/** Adds the key as name to each property. Cached per map because inputs are prepared with each call. */
export function nameProperties(map: PropertyMap): Readonly<Record<string, Property>> {
  const cached = propertiesByMap.get(map)
  if (cached) return cached
  const properties = addNames(map)
  propertiesByMap.set(map, properties)
  return properties
}

function addNames(map: PropertyMap): Readonly<Record<string, Property>> {
  const properties: Record<string, Property> = {}
  for (const [name, property] of Object.entries(map)) {
    const { kind, options, ...common } = property as UnnamedProperty
    properties[name] = Object.freeze({ name, kind, options, ...unsetOptions, ...common })
  }
  return Object.freeze(properties)
}
