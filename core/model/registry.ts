// What exists: a frozen look-up of entities, kinds, types, actions and providers, each with its owner. Knows no plugin.
import type { FunctionDefinition, TermType } from '../engine/calculation/define.js'
import type { QuestionType } from '../engine/question/define.js'
import type { ConditionType } from '../engine/rule/define.js'
import { NotFoundError } from '../ground/errors.js'
import { gatherTranslations, type Sentences, type Translations } from '../ground/language/translations.js'
import { didYouMean } from '../ground/nearest.js'
import type { AnyRegistry, CheckScope, PropertyKind, PropertyMap } from '../ground/property/kind.js'
import type { DeclaredEntity } from '../ground/property/typing.js'
import type { Platform } from '../ground/property/options.js'
import type { ActionDeclaration } from './action/declaration.js'
import type { AdminScreen, AdminWidget } from './admin/module.js'
import type { Entity } from './entity/define.js'
import { ownedEntities } from './entity/ownership.js'
import type { PaymentProviderDeclaration } from './payment/declaration.js'
import type { EffectDeclaration } from './state/declaration.js'
import type { StorefrontModule } from './storefront/module.js'
import type { TwinModule } from './storefront/twin-module.js'
import type { VerbDeclaration } from './verb/declaration.js'

/** A contribution with the name of whoever brought it: `core`, or a plugin's name. */
export interface Owned<T> {
  readonly owner: string
  readonly item: T
}

/** Contributions by name, in the order in which they came. */
export interface Shelf<T> extends ReadonlyMap<string, T> {
  /** Who contributed it; undefined for an unknown name. */
  owner(name: string): string | undefined
}

/** What is looked up by name below the contract, by contribution point. Entities carry their owner themselves. */
export interface RegistryItems {
  readonly propertyKinds: PropertyKind
  readonly questionTypes: QuestionType
  readonly conditionTypes: ConditionType
  readonly termTypes: TermType
  readonly functions: FunctionDefinition
  readonly actions: ActionDeclaration
  readonly verbs: VerbDeclaration
  readonly effects: EffectDeclaration
  readonly paymentProviders: PaymentProviderDeclaration
  readonly storefrontModules: StorefrontModule
  readonly twinModules: TwinModule
  readonly adminScreens: AdminScreen
  readonly adminWidgets: AdminWidget
}
export type ShelfName = keyof RegistryItems

/** The contributions of each point with their owners. */
export type ShelfParts = { readonly [Name in ShelfName]: readonly Owned<RegistryItems[Name]>[] }
type Shelves = { readonly [Name in ShelfName]: Shelf<RegistryItems[Name]> }

export interface RegistryParts {
  readonly platform: Platform
  /** The setting `paymentHosts`; none if left out. */
  readonly paymentHosts?: readonly string[]
  readonly entities: readonly Entity[]
  readonly shelves: ShelfParts
  /** What is said to shoppers, in the order in which it counts. */
  readonly translations: readonly Translations[]
}

export type Registry = AnyRegistry &
  Shelves & {
    readonly entities: Shelf<Entity>
    /** Hosts at which payment providers may be called, in addition to their own and loopback. */
    readonly paymentHosts: readonly string[]
    /** The entities that belong to the named one, with the join that says so. */
    owned(entity: string): readonly { readonly entity: Entity; readonly property: string }[]
    /** Translations of what is said to shoppers in a language, by English sentence; empty where there are none. */
    sentences(tag: string): Sentences
  }

/** The scope of a check that looks something up. */
export interface RegistryScope<V = Readonly<Record<string, unknown>>> extends CheckScope<V> {
  readonly registry: Registry
}

const ownOwners: ReadonlySet<string> = new Set(['core', 'stock'])

interface Named {
  readonly name: string
}

function createShelf<T extends Named>(point: string, parts: readonly Owned<T>[]): Shelf<T> {
  const items = new Map<string, T>()
  const owners = new Map<string, string>()
  for (const { owner, item } of parts) {
    const first = owners.get(item.name)
    if (first !== undefined) throw new Error(`There are two '${item.name}' among ${point}: from '${first}' and from '${owner}'.`)
    items.set(item.name, item)
    owners.set(item.name, owner)
  }
  return Object.freeze({
    get size() {
      return items.size
    },
    get: (name: string) => items.get(name),
    has: (name: string) => items.has(name),
    keys: () => items.keys(),
    values: () => items.values(),
    entries: () => items.entries(),
    forEach: (call: (item: T, name: string, map: ReadonlyMap<string, T>) => void) => items.forEach(call),
    [Symbol.iterator]: () => items.entries(),
    owner: (name: string) => owners.get(name),
  })
}

function shelvesOf(parts: ShelfParts): Shelves {
  const shelves = Object.entries(parts).map(([name, items]) => [name, createShelf<Named>(name, items)])
  return Object.fromEntries(shelves) as Shelves
}

/** Builds the look-up. Clashes were reported by the boot checks; one that comes here all the same is thrown. */
export function createRegistry(parts: RegistryParts): Registry {
  const entities = createShelf(
    'entities',
    parts.entities.map((item) => ({ owner: item.owner, item })),
  )
  const owned = new Map([...entities.keys()].map((name) => [name, Object.freeze(ownedEntities(entities.values(), name))]))
  return Object.freeze({
    ...shelvesOf(parts.shelves),
    platform: parts.platform,
    paymentHosts: parts.paymentHosts ?? [],
    entities,
    owned: (name: string) => owned.get(name) ?? [],
    sentences: gatherTranslations(parts.translations),
    isCustom: (owner: string) => !ownOwners.has(owner),
  })
}

/** The entity of that name, or of that declaration, then typed by it; NOT_FOUND with the nearest name otherwise. */
export function requireEntity<P extends PropertyMap>(registry: Registry, entity: DeclaredEntity<P>): Entity<P>
export function requireEntity(registry: Registry, entity: string | DeclaredEntity<PropertyMap>): Entity
export function requireEntity(registry: Registry, wanted: string | DeclaredEntity<PropertyMap>): Entity {
  const name = typeof wanted === 'string' ? wanted : wanted.name
  const entity = registry.entities.get(name)
  if (!entity) throw new NotFoundError(`There is no entity '${name.slice(0, 100)}'.${didYouMean(name, registry.entities.keys())}`)
  return entity
}
