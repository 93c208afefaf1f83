// The declaration of an entity: one plain object from which columns, schemas, forms, lists and types are projected.
import { operations, type Operation, type Area, type Scope } from '../../foundation/access.js'
import type { MessageText } from '../../foundation/message.js'
import type { CheckScope, Property, PropertyMap, Refusal } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/property-map.js'

/** An additional filter of a collection. Listing columns have filters of their own. */
export interface Filter {
  readonly name: string
  readonly help: string
  /** The compared property; for `owner` the first join of the ownership chain. */
  readonly property: string
  readonly compare: 'equals' | 'from' | 'to' | 'contains' | 'owner'
  /** For `owner`: the entity at the end of the chain. The filter takes the id of one of its records. */
  readonly ancestor?: string
}

/** The version counter that a write increments: none, a shop-wide topic, or the counter of the owning product. */
export type TopicKind = 'store' | 'access' | 'product' | null

/** `P` is the literal type of the properties. `RecordOf` and typed reads derive from it. */
export interface EntityDefinition<P extends PropertyMap = PropertyMap> {
  /** Kebab-case: file name, URL segment and wire name. */
  readonly name: string
  /** Label for people, in lower case as within a sentence: `product list`. */
  readonly label: string
  readonly pluralLabel: string
  readonly area: Area
  /** Properties by wire name. `RecordOf` infers the record type from them. */
  readonly properties: P
  /** Property names of a collection row, without `id`, which always comes first. */
  readonly listing: readonly string[]
  /** Supported operations. Default: all five. */
  readonly operations?: readonly Operation[]
  /** True: one row, inserted at install. Supports list, read and update only. */
  readonly singleton?: boolean
  /** Additional filters. Listing columns have filters of their own. */
  readonly filters?: readonly Filter[]
  /** Default order of a collection: property names, `-` in front for descending. Default: `ordering` or `id`. */
  readonly sort?: readonly string[]
  /** Sortable properties in addition to the listing columns. */
  readonly sortable?: readonly string[]
  /** Groups of properties whose values are unique together unless one is null. The error message names the last property. */
  readonly unique?: readonly (readonly string[])[]
  /** Additional indexed column lists, for example `email_folded`. Joins, unique groups and the sort order are always indexed. */
  readonly indexes?: readonly (readonly string[])[]
  /**
   * True: search for a part of a text uses a trigram index, which is updated within minutes. For entities with tens of thousands of
   * records. The table gets the additional hidden column `indexed`.
   */
  readonly grams?: true
  /** Validates a whole record in the transaction after its properties are valid. Issues are keyed by field. */
  validate?(scope: CheckScope): Promise<readonly FieldRefusal[]> | readonly FieldRefusal[]
  /** True if `validate` needs no other records for this new record, so many can be stored at once. Default: never. */
  isAlone?(record: Readonly<Record<string, unknown>>): boolean
  /**
   * Changes the prepared record before validation: derived labels, hashed passwords. The record is complete, with flat language keys.
   * On update it holds the stored values overridden by the input. `sent` contains the keys of the input.
   */
  prepare?(record: Record<string, unknown>, scope: CheckScope, sent: ReadonlySet<string>): Promise<void> | void
  /** Further writes in the same transaction after the rows are stored: one default currency, other bodies removed. */
  afterStore?(scope: StoreScope, inserted: boolean): Promise<void>
  /** Returns a sentence that refuses the delete, or null. May first remove dependent records. */
  beforeDelete?(scope: DeleteScope): Promise<MessageText | null>
  /** The entity of the singleton or ancestor whose row each write locks first. Needed for invariants over several records. */
  readonly exclusive?: string
  /** Sign-in fields. A change ends all sessions and open password resets of the record. */
  readonly credentials?: readonly string[]
  /** Names of files that belong to a record without a field. A name that ends with a colon is followed by an id. */
  readonly keptFiles?: readonly string[]
  /** Core tables whose rows are deleted with the record, each with the column that refers to it. */
  readonly attached?: readonly { readonly table: string; readonly column: string }[]
  /** Scopes that each write requires in addition to `<area>:write` (calculation-code: code:write). */
  readonly writeNeeds?: readonly Scope[]
  /** The version counter that a write increments. Default: `store` for the store area, `product` for catalog, otherwise none. */
  readonly topic?: TopicKind
  /** `write`: MCP write tools accept the entity. Default: `read`. */
  readonly tools?: 'read' | 'write'
}

export interface FieldRefusal {
  readonly field: string
  readonly refusal: Refusal
}

/** The operations of hooks after the store step. They run in the open transaction and through the same pipeline. */
export interface StoreScope extends CheckScope {
  readonly recordId: number
  write(entity: string, input: Readonly<Record<string, unknown>>, id?: number): Promise<number>
  remove(entity: string, id: number): Promise<void>
}

/** The operations before a delete: reads, and removal of dependent records. */
export interface DeleteScope extends Omit<StoreScope, 'write'> {
  /** True if the record is deleted in the same operation. */
  leaves(entity: string, id: number): boolean
}

declare const declared: unique symbol

/** A definition with its defaults and named properties, as stored in the registry. `P` as in the definition. */
export interface Entity<P extends PropertyMap = PropertyMap>
  extends Omit<EntityDefinition, 'properties' | 'operations' | 'filters' | 'topic' | 'tools'> {
  /** Exists only at compile time. */
  readonly [declared]?: P
  readonly table: string
  readonly properties: Readonly<Record<string, Property>>
  readonly operations: readonly Operation[]
  readonly singleton: boolean
  readonly filters: readonly Filter[]
  readonly topic: TopicKind
  readonly tools: 'read' | 'write'
  /** The contributor: `core` or the name of a plugin. */
  readonly owner: string
}

const singletonOperations: readonly Operation[] = ['list', 'read', 'update']
const defaultTopics: Readonly<Partial<Record<Area, TopicKind>>> = { catalog: 'product', store: 'store' }

/** The table of an entity. */
export const toTableName = (entity: string): string => `svc_${entity.replaceAll('-', '_')}`

type OptionalKey = {
  [Key in keyof EntityDefinition]-?: undefined extends EntityDefinition[Key] ? Key : never
}[keyof EntityDefinition]

/** As for properties, all entities have the same keys in the same order. */
const unsetKeys: { readonly [Key in OptionalKey]: undefined } = {
  operations: undefined,
  singleton: undefined,
  filters: undefined,
  sort: undefined,
  sortable: undefined,
  unique: undefined,
  indexes: undefined,
  grams: undefined,
  validate: undefined,
  isAlone: undefined,
  prepare: undefined,
  afterStore: undefined,
  beforeDelete: undefined,
  exclusive: undefined,
  credentials: undefined,
  keptFiles: undefined,
  attached: undefined,
  writeNeeds: undefined,
  topic: undefined,
  tools: undefined,
}

/** Completes a definition. `extra` are properties from other contributions, `area` is a customization's override. */
export function completeEntity(definition: EntityDefinition, owner: string, extra: PropertyMap = {}, area?: Area): Entity {
  const { properties, ...rest } = definition
  return Object.freeze({
    ...unsetKeys,
    ...rest,
    area: area ?? definition.area,
    table: toTableName(definition.name),
    properties: nameProperties({ ...properties, ...extra }),
    operations: definition.operations ?? (definition.singleton ? singletonOperations : operations),
    singleton: definition.singleton ?? false,
    filters: definition.filters ?? [],
    topic: definition.topic === undefined ? (defaultTopics[definition.area] ?? null) : definition.topic,
    tools: definition.tools ?? 'read',
    owner,
  })
}

/** The properties by which collections can be sorted. */
export function listSortableProperties({ listing, sortable = [] }: Pick<Entity, 'listing' | 'sortable'>): readonly string[] {
  return [...new Set([...listing, ...sortable])]
}

/** Declares an entity. */
export function defineEntity<const P extends PropertyMap>(definition: EntityDefinition<P>): EntityDefinition<P> {
  return Object.freeze(definition)
}

/** True if the entity's own table has a column for the property. Translatable texts and child lists have none. */
export function hasColumn(property: Property): boolean {
  return !property.translatable && property.kind.column(property) !== null
}

/** True if reads return the property, so it is not `apiSensitive`. Only such properties can be filtered, sorted and counted. */
export function isReadable(property: Property): boolean {
  if (property.apiSensitive || property.kind.schema(property, 'read') === null) return false
  return property.translatable === true || hasColumn(property)
}
