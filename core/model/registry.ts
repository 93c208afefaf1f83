// The frozen registry of an installation: entities, kinds, types, actions and providers, each with its owner. Knows no plugin.
import { createMessage, type MessageContribution, suggestName } from '../foundation/message.js'
import type { FunctionDefinition, TermType, ConditionType } from '../engine/question/operand.js'
import type { QuestionType } from '../engine/question/question-type.js'
import { NotFoundError } from '../foundation/errors.js'
import {
  createMessageCatalogs,
  listShopperTexts,
  mergeTranslations,
  type MessageTexts,
  type Translations,
} from '../foundation/message-catalogs.js'
import type { MessageCatalogs } from '../foundation/message-format.js'
import type { AnyRegistry, CheckScope, PropertyKind, PropertyMap, Platform } from '../foundation/property/kind.js'
import type { DeclaredEntity } from '../foundation/property/typing.js'
import type { ActionDeclaration } from './action/declaration.js'
import type { AdminScreen, AdminWidget } from './admin/module.js'
import type { Entity } from './entity/define.js'
import { findOwnedEntities } from './entity/ownership.js'
import type { PaymentProviderDeclaration } from './payment/declaration.js'
import type { PrintedDocumentDeclaration } from './print/declaration.js'
import type { EffectDeclaration } from './state/statuses.js'
import type { StorefrontModule, ClientModule } from './storefront/module.js'
import type { VatIdFormat } from './vat-id/validation.js'
import type { VerbDeclaration } from './verb/declaration.js'

/** A contribution with its owner: `core`, or the name of a plugin. */
export interface OwnedItem<T> {
  readonly owner: string
  readonly item: T
}

/** Contributions by name, in the order of registration. */
export interface ContributionMap<T> extends ReadonlyMap<string, T> {
  /** The contributor's name; undefined for an unknown item. */
  owner(name: string): string | undefined
}

/** Contributions that core looks up by name, by contribution point. Entities are separate: they carry their owner themselves. */
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
  readonly printedDocuments: PrintedDocumentDeclaration
  readonly vatIdFormats: VatIdFormat
  readonly storefrontModules: StorefrontModule
  readonly clientModules: ClientModule
  readonly adminScreens: AdminScreen
  readonly adminWidgets: AdminWidget
}
export type RegistryPoint = keyof RegistryItems

/** The contributions of each point, with their owners. */
export type RegistryContributions = { readonly [Name in RegistryPoint]: readonly OwnedItem<RegistryItems[Name]>[] }
type ContributionMaps = { readonly [Name in RegistryPoint]: ContributionMap<RegistryItems[Name]> }

export interface RegistryParts {
  readonly platform: Platform
  /** The setting `paymentHosts`. Default: none. */
  readonly paymentHosts?: readonly string[]
  readonly entities: readonly Entity[]
  readonly contributions: RegistryContributions
  /** Translations of texts for shoppers. Earlier entries take precedence. */
  readonly translations: readonly Translations[]
  /** Catalogs of messages. Earlier entries take precedence. */
  readonly messages: readonly MessageContribution[]
}

export type Registry = AnyRegistry &
  ContributionMaps & {
    readonly entities: ContributionMap<Entity>
    /** Additional hosts at which payment providers may be called. Their own hosts and loopback are always allowed. */
    readonly paymentHosts: readonly string[]
    /** The entities that belong to the named entity, each with the join property that refers to it. */
    owned(entity: string): readonly { readonly entity: Entity; readonly property: string }[]
    /** Texts for shoppers in a language, by message key; the texts of customizations also by English sentence. */
    shopperTexts(tag: string): MessageTexts
    /** The texts of messages in all languages. */
    readonly messages: MessageCatalogs
  }

/** The scope of a check that needs the registry. */
export interface RegistryScope<V = Readonly<Record<string, unknown>>> extends CheckScope<V> {
  readonly registry: Registry
  /** True for a write of the service itself, false for input of a caller. */
  readonly internal: boolean
  /** True if records have amounts in the base currency. */
  hasBaseAmounts(): Promise<boolean>
}

const ownOwners: ReadonlySet<string> = new Set(['core', 'stock'])

interface Named {
  readonly name: string
}

function createContributionMap<T extends Named>(point: string, parts: readonly OwnedItem<T>[]): ContributionMap<T> {
  const items = new Map<string, T>()
  const owners = new Map<string, string>()
  for (const { owner, item } of parts) {
    const first = owners.get(item.name)
    if (first !== undefined) throw new Error(`'${item.name}' in ${point} is defined by both '${first}' and '${owner}'.`)
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

function createContributionMaps(parts: RegistryContributions): ContributionMaps {
  const maps = Object.entries(parts).map(([name, items]) => [name, createContributionMap<Named>(name, items)])
  return Object.fromEntries(maps) as ContributionMaps
}

/** The texts of a language are collected on its first use. */
function createShopperTexts({ messages: contributed, translations }: RegistryParts, messages: MessageCatalogs) {
  const translate = mergeTranslations(translations)
  const byTag = new Map<string, MessageTexts>()
  return (tag: string): MessageTexts => {
    const cached = byTag.get(tag)
    if (cached) return cached
    const bySentence = translate(tag)
    const shopperTexts = Object.freeze({ ...bySentence, ...listShopperTexts(messages, contributed, tag, bySentence) })
    byTag.set(tag, shopperTexts)
    return shopperTexts
  }
}

/** Creates the registry. The boot checks report duplicate names; a duplicate that reaches this function throws. */
export function createRegistry(parts: RegistryParts): Registry {
  const messages = createMessageCatalogs(parts.messages)
  const entities = createContributionMap(
    'entities',
    parts.entities.map((item) => ({ owner: item.owner, item })),
  )
  const ownedByEntity = new Map(
    [...entities.keys()].map((name) => [name, Object.freeze(findOwnedEntities(entities.values(), name))]),
  )
  return Object.freeze({
    ...createContributionMaps(parts.contributions),
    platform: parts.platform,
    paymentHosts: parts.paymentHosts ?? [],
    entities,
    owned: (name: string) => ownedByEntity.get(name) ?? [],
    shopperTexts: createShopperTexts(parts, messages),
    messages,
    isCustom: (owner: string) => !ownOwners.has(owner),
  })
}

/** Returns the entity with that name, typed if a declaration is passed. Throws NOT_FOUND with the nearest name. */
export function requireEntity<P extends PropertyMap>(registry: Registry, entity: DeclaredEntity<P>): Entity<P>
export function requireEntity(registry: Registry, entity: string | DeclaredEntity<PropertyMap>): Entity
export function requireEntity(registry: Registry, entityOrName: string | DeclaredEntity<PropertyMap>): Entity {
  const name = typeof entityOrName === 'string' ? entityOrName : entityOrName.name
  const entity = registry.entities.get(name)
  if (!entity)
    throw new NotFoundError(
      createMessage('errors.unknownEntity', { name: name.slice(0, 100), hint: suggestName(name, registry.entities.keys()) }),
    )
  return entity
}
