// A registry of core's own entities and kinds, for tests that need no plugin.
import { entities } from '../../core/model/entities/index.js'
import { completeEntity, type Entity } from '../../core/model/entity/define.js'
import { propertyKinds } from '../../core/model/properties/index.js'
import { createRegistry, type Registry, type RegistryParts, requireEntity } from '../../core/model/registry.js'

export function coreEntities(): readonly Entity[] {
  return entities.map((definition) => completeEntity(definition, 'core'))
}

export function coreRegistry(parts: Partial<RegistryParts> = {}): Registry {
  const kinds = propertyKinds.map((item) => ({ owner: 'core', item }))
  return createRegistry({ platform: 'standalone', entities: coreEntities(), kinds, ...parts })
}

export function coreEntity(name: string): Entity {
  return requireEntity(coreRegistry(), name)
}
