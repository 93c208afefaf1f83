// What an entity declares: one plain object per entity, from which columns, schemas, forms, lists and types are projected.
import type { Area, Scope } from '../../ground/access/areas.js'
import { type CheckScope, nameProperties, type Property, type PropertyMap, type Refusal } from '../../ground/property/kind.js'

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

/** A filter beside those that the listing columns bring (domain §7). */
export interface Filter {
  readonly name: string
  readonly help: string
  /** The property whose column is compared; for `owner` the join at which the chain of owners begins. */
  readonly property: string
  readonly compare: 'equals' | 'from' | 'to' | 'contains' | 'owner'
  /** For `owner`: the entity that the chain leads to; the filter takes the id of one of its records. */
  readonly ancestor?: string
}

/** Which version counter a write bumps: none, a shop-wide topic, or that of the product that owns the record. */
export type TopicKind = 'store' | 'access' | 'product' | null

/** `P` is the literal type of its properties; from it come `RecordOf` and typed reads. */
export interface EntityDefinition<P extends PropertyMap = PropertyMap> {
  /** Kebab-case; file name, URL segment and wire name. */
  readonly name: string
  /** For people, lower case as inside a sentence: `product list`. */
  readonly label: string
  readonly pluralLabel: string
  readonly area: Area
  /** By wire name; `RecordOf` infers a record's type from it. */
  readonly properties: P
  /** Property names of a collection row, `id` excluded; it always comes first. */
  readonly listing: readonly string[]
  /** The supported operations; all five if left out. */
  readonly operations?: readonly Operation[]
  /** One row, seeded at install: list, read and update only. */
  readonly singleton?: boolean
  /** Filters beside those of the listing columns. */
  readonly filters?: readonly Filter[]
  /** Order of a collection read without `sort`: property names, `-` in front for descending. `ordering` or `id` if left out. */
  readonly sort?: readonly string[]
  /** Properties that collections can be sorted by besides the listing columns. */
  readonly sortable?: readonly string[]
  /** Property groups of which a record is unique, unless one of them is null; the message names the last property. */
  readonly unique?: readonly (readonly string[])[]
  /** Columns that are looked up often, `email_folded` among them, beside joins, unique groups and the sort order, which always are. */
  readonly indexes?: readonly (readonly string[])[]
  /**
   * What is searched for a part of a text is found by an index of the texts' parts, which follows within minutes: for entities of which
   * there are tens of thousands. Its table has a hidden column more, `indexed`.
   */
  readonly grams?: true
  /** Judges a whole record, in the unit, after its properties were found sound. Issues are keyed by field. */
  validate?(scope: CheckScope): Promise<readonly FieldRefusal[]> | readonly FieldRefusal[]
  /** True where `validate` judges such a new record without a look at others: many are stored at once then. Never, if left out. */
  isAlone?(record: Readonly<Record<string, unknown>>): boolean
  /**
   * Changes the prepared record before it is judged: derived labels, hashed passwords. The record is whole, with flat language
   * keys: on update the stored values with the sent ones over them. `sent` are the keys that the caller gave.
   */
  prepare?(record: Record<string, unknown>, scope: CheckScope, sent: ReadonlySet<string>): Promise<void> | void
  /** Further writes to the same unit after the rows stand: one default currency, other bodies removed. */
  afterStore?(scope: StoreScope, inserted: boolean): Promise<void>
  /** A sentence that refuses the delete, or null; may first remove what goes with the record. */
  beforeDelete?(scope: DeleteScope): Promise<string | null>
  /** The singleton, or the ancestor among the owners, whose row every write locks first: for invariants over several records. */
  readonly exclusive?: string
  /** Fields that open an account: a change of one of them ends every session and open password reset of the record. */
  readonly credentials?: readonly string[]
  /** Files that go with a record though no field holds them, by name; behind a colon at the end stands the id of what they belong to. */
  readonly keptFiles?: readonly string[]
  /** Core's own tables whose rows go with the record, and their column that names it. */
  readonly attached?: readonly { readonly table: string; readonly column: string }[]
  /** Scopes that every write needs beside `<area>:write` (calculation-code: code:write). */
  readonly writeNeeds?: readonly Scope[]
  /** What a write bumps; `store` if left out for the store area, `product` for catalog, none elsewhere. */
  readonly topic?: TopicKind
  /** `write`: the MCP write tools take it. `read` if left out. */
  readonly tools?: 'read' | 'write'
}

export interface FieldRefusal {
  readonly field: string
  readonly refusal: Refusal
}

/** What hooks after the store step may do, always inside the open unit and through the same five steps. */
export interface StoreScope extends CheckScope {
  readonly recordId: number
  write(entity: string, input: Readonly<Record<string, unknown>>, id?: number): Promise<number>
  remove(entity: string, id: number): Promise<void>
}

/** What may be done before a delete: look, and take other records along. */
export interface DeleteScope extends Omit<StoreScope, 'write'> {
  /** True for a record that goes in the same act. */
  leaves(entity: string, id: number): boolean
}

declare const declared: unique symbol

/** A definition with its defaults filled in and its properties named; what the registry holds. `P` as in the definition. */
export interface Entity<P extends PropertyMap = PropertyMap>
  extends Omit<EntityDefinition, 'properties' | 'operations' | 'filters' | 'topic' | 'tools'> {
  /** In types only. */
  readonly [declared]?: P
  readonly table: string
  readonly properties: Readonly<Record<string, Property>>
  readonly operations: readonly Operation[]
  readonly singleton: boolean
  readonly filters: readonly Filter[]
  readonly topic: TopicKind
  readonly tools: 'read' | 'write'
  /** Who contributed it: `core` or a plugin's name. */
  readonly owner: string
}

const singletonOperations: readonly Operation[] = ['list', 'read', 'update']
const defaultTopics: Readonly<Partial<Record<Area, TopicKind>>> = { catalog: 'product', store: 'store' }

/** Completes a definition; `extra` are properties that other contributions add, `area` a customization's override. */
export function completeEntity(definition: EntityDefinition, owner: string, extra: PropertyMap = {}, area?: Area): Entity {
  const { properties, ...rest } = definition
  return Object.freeze({
    ...rest,
    area: area ?? definition.area,
    table: `svc_${definition.name.replaceAll('-', '_')}`,
    properties: nameProperties({ ...properties, ...extra }),
    operations: definition.operations ?? (definition.singleton ? singletonOperations : operations),
    singleton: definition.singleton ?? false,
    filters: definition.filters ?? [],
    topic: definition.topic === undefined ? (defaultTopics[definition.area] ?? null) : definition.topic,
    tools: definition.tools ?? 'read',
    owner,
  })
}

/** The properties that collections can be sorted by. */
export function sortableNames({ listing, sortable = [] }: Pick<Entity, 'listing' | 'sortable'>): readonly string[] {
  return [...new Set([...listing, ...sortable])]
}

/** Declares an entity; the only constructor that the entities shelf uses. */
export function defineEntity<const P extends PropertyMap>(definition: EntityDefinition<P>): EntityDefinition<P> {
  return Object.freeze(definition)
}
