// A registry of core's own entities and kinds with the stock types, for tests that need no database.
import { entities } from '../../core/model/entities/index.js'
import { completeEntity, type Entity } from '../../core/model/entity/define.js'
import { propertyKinds } from '../../core/model/properties/index.js'
import { createRegistry, type Owned, type Registry, type RegistryParts, requireEntity } from '../../core/model/registry.js'
import { stock } from '../../plugins/stock/index.js'

export function coreEntities(): readonly Entity[] {
  return entities.map((definition) => completeEntity(definition, 'core'))
}

function ownedBy<T>(owner: string, items: readonly T[] = []): readonly Owned<T>[] {
  return items.map((item) => ({ owner, item }))
}

export function coreRegistry(parts: Partial<RegistryParts> = {}): Registry {
  const { questionTypes, conditionTypes, termTypes, functions } = stock.contributes ?? {}
  return createRegistry({
    platform: 'standalone',
    entities: coreEntities(),
    kinds: ownedBy('core', propertyKinds),
    questionTypes: ownedBy('stock', questionTypes),
    conditionTypes: ownedBy('stock', conditionTypes),
    termTypes: ownedBy('stock', termTypes),
    functions: ownedBy('stock', functions),
    ...parts,
  })
}

export function coreEntity(name: string): Entity {
  return requireEntity(coreRegistry(), name)
}
