// A registry of core entities and kinds with the stock types, for tests without a database.
import { collectRegistryParts } from '../../core/boot/build-registry.js'
import { entities } from '../../core/model/entities/index.js'
import type { Entity } from '../../core/model/entity/define.js'
import { propertyKinds } from '../../core/model/properties/index.js'
import {
  createRegistry,
  type Registry,
  type RegistryParts,
  requireEntity,
  type RegistryContributions,
} from '../../core/model/registry.js'
import { stock } from '../../plugins/stock/index.js'

const parts = collectRegistryParts(
  [
    { owner: 'core', contributions: { entities, propertyKinds } },
    { owner: 'stock', contributions: stock.contributes ?? {} },
  ],
  'standalone',
)

export function coreEntities(): readonly Entity[] {
  return parts.entities
}

export function coreRegistry(
  other: Partial<Omit<RegistryParts, 'shelves'>> = {},
  shelves: Partial<RegistryContributions> = {},
): Registry {
  return createRegistry({ ...parts, ...other, shelves: { ...parts.shelves, ...shelves } })
}

export function coreEntity(name: string): Entity {
  return requireEntity(coreRegistry(), name)
}
