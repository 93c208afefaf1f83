// Gathers what core and every plugin contribute, each stamped with its owner, in the order in which it counts.
import type { Plugin, Composition } from '../contract.js'
import type { Contributions, Item, ListName } from '../contribution/points.js'
import { actions } from '../actions/index.js'
import { printSentences } from '../commerce/print/sentences/index.js'
import { effects } from '../effects/index.js'
import type { Entity } from '../model/entity/define.js'
import { entities } from '../model/entities/index.js'
import { propertyKinds } from '../model/properties/index.js'
import type { Owned } from '../model/registry.js'
import { translations } from '../shop/sentences/index.js'
import { tasks } from '../tasks/index.js'
import { verbs } from '../verbs/index.js'

/** The owner's name of what ships with the service itself. */
export const coreOwner = 'core'

export interface Contributed {
  readonly owner: string
  readonly contributions: Contributions
}

const own: Contributions = { entities, propertyKinds, actions, verbs, tasks, effects, translations }

/** Paper speaks languages that core's other sentences are not in. */
const printed: Contributions = { translations: printSentences }

/** Every plugin of a configuration in start order: the host, then plugins and customizations as listed. */
export function pluginsOf(config: Composition): readonly Plugin[] {
  return [config.host, ...config.plugins, ...(config.customizations ?? [])]
}

/** Core first, then the plugins in start order. */
export function collect(config: Composition): readonly Contributed[] {
  const plugins = pluginsOf(config).map(({ name, contributes }) => ({ owner: name, contributions: contributes ?? {} }))
  return [...[own, printed].map((contributions) => ({ owner: coreOwner, contributions })), ...plugins]
}

/** One kind of contribution of all owners, in order. */
export function listed<Name extends ListName>(contributed: readonly Contributed[], name: Name): readonly Owned<Item<Name>>[] {
  return contributed.flatMap(({ owner, contributions }) => {
    const list = (contributions[name] ?? []) as readonly Item<Name>[]
    return list.map((item) => ({ owner, item }))
  })
}

/** The first of each name: clashes are reported by a check, so that everything else can be judged all the same. */
export function firstByName<T extends { readonly name: string }>(owned: readonly Owned<T>[]): readonly Owned<T>[] {
  const first = new Map<string, Owned<T>>()
  for (const one of owned) if (!first.has(one.item.name)) first.set(one.item.name, one)
  return [...first.values()]
}

/** The entity whose records have a question type. */
export const questionEntity = 'question'

/** The owner of a property: the plugin that adds it to the entity, by itself or with a question type; else the entity's owner. */
export function propertyOwner(contributed: readonly Contributed[], { name, owner }: Entity, property: string): string {
  const brings = (map: object | undefined): boolean => map !== undefined && Object.hasOwn(map, property)
  const definition = listed(contributed, 'entities').find(({ item }) => item.name === name)
  if (brings(definition?.item.properties)) return owner
  const extension = contributed.find(({ contributions: { properties, questionTypes = [] } }) => {
    const isTyped = name === questionEntity && questionTypes.some((type) => brings(type.properties))
    return brings(properties?.[name]) || isTyped
  })
  return extension?.owner ?? owner
}
