// Collects the contributions of core and all plugins, each with its owner, in order of precedence.
import type { Plugin, Composition } from '../contract.js'
import type { Contributions, ContributionItem, ListPointName } from '../contribution/points.js'
import { actions } from '../actions/index.js'
import { effects } from '../effects/index.js'
import { workerJobs } from '../jobs/index.js'
import type { Entity } from '../model/entity/define.js'
import { coreEntities } from '../model/entities/index.js'
import { propertyKinds } from '../model/properties/index.js'
import type { OwnedItem, Registry } from '../model/registry.js'
import { tasks } from '../tasks/index.js'
import { verbs } from '../verbs/index.js'
import type { Fault } from '../foundation/errors.js'

/** Owner name of the contributions of core. */
export const coreOwner = 'core'

export interface Contributed {
  readonly owner: string
  readonly contributions: Contributions
}

const coreContributions: Contributions = {
  entities: coreEntities,
  propertyKinds,
  actions,
  verbs,
  tasks,
  effects,
  jobs: workerJobs,
}

/** All plugins of a configuration in start order: the host, then plugins and customizations as listed. */
export function listPlugins(config: Composition): readonly Plugin[] {
  return [config.host, ...config.plugins, ...(config.customizations ?? [])]
}

/** Contributions of core first, then of the plugins in start order. */
export function collectContributions(config: Composition): readonly Contributed[] {
  const plugins = listPlugins(config).map(({ name, contributes }) => ({ owner: name, contributions: contributes ?? {} }))
  return [{ owner: coreOwner, contributions: coreContributions }, ...plugins]
}

/** The items of one contribution point from all owners, in order. */
export function listContributions<Name extends ListPointName>(
  contributed: readonly Contributed[],
  name: Name,
): readonly OwnedItem<ContributionItem<Name>>[] {
  return contributed.flatMap(({ owner, contributions }) => {
    const list = (contributions[name] ?? []) as readonly ContributionItem<Name>[]
    return list.map((item) => ({ owner, item }))
  })
}

/** The first item of each name. A boot check reports duplicates; this allows the other checks to run. */
export function keepFirstByName<T extends { readonly name: string }>(items: readonly OwnedItem<T>[]): readonly OwnedItem<T>[] {
  const first = new Map<string, OwnedItem<T>>()
  for (const item of items) if (!first.has(item.item.name)) first.set(item.item.name, item)
  return [...first.values()]
}

/** The entity whose records have a question type. */
export const questionEntity = 'question'

/** The owner of a property: the plugin that adds it to the entity, directly or with a question type; otherwise the entity's owner. */
export function findPropertyOwner(contributed: readonly Contributed[], { name, owner }: Entity, property: string): string {
  const contains = (map: object | undefined): boolean => map !== undefined && Object.hasOwn(map, property)
  const definition = listContributions(contributed, 'entities').find(({ item }) => item.name === name)
  if (contains(definition?.item.properties)) return owner
  const extension = contributed.find(({ contributions: { properties, questionTypes = [] } }) => {
    const isFromQuestionType = name === questionEntity && questionTypes.some((type) => contains(type.properties))
    return contains(properties?.[name]) || isFromQuestionType
  })
  return extension?.owner ?? owner
}

export interface CheckInput {
  readonly config: Composition
  readonly contributed: readonly Contributed[]
  /** Built from the first item of each name, so it exists even if names clash. */
  readonly registry: Registry
  /** The version of core, for example `1.2.3`. */
  readonly version: string
}

export type BootCheck = (input: CheckInput) => readonly Fault[]
