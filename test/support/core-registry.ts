// A registry of core entities and kinds with the stock types, the printed documents and the formats of VAT ids, for tests without a database.
import { collectRegistryParts } from '../../core/boot/assemble.js'
import { coreEntities } from '../../core/model/entities/index.js'
import type { Entity } from '../../core/model/entity/define.js'
import { propertyKinds } from '../../core/model/properties/index.js'
import {
  createRegistry,
  type Registry,
  type RegistryParts,
  requireEntity,
  type RegistryContributions,
} from '../../core/model/registry.js'
import { print } from '../../plugins/print/index.js'
import { stock } from '../../plugins/stock/index.js'
import { vat } from '../../plugins/vat/index.js'

const coreParts = collectRegistryParts(
  [
    { owner: 'core', contributions: { entities: coreEntities, propertyKinds } },
    { owner: 'stock', contributions: stock.contributes ?? {} },
    { owner: 'print', contributions: { printedDocuments: print.contributes?.printedDocuments ?? [] } },
    { owner: 'vat', contributions: { vatIdFormats: vat().contributes?.vatIdFormats ?? [] } },
  ],
  'standalone',
)

export function listCoreEntities(): readonly Entity[] {
  return coreParts.entities
}

export function createCoreRegistry(
  other: Partial<Omit<RegistryParts, 'shelves'>> = {},
  shelves: Partial<RegistryContributions> = {},
): Registry {
  return createRegistry({ ...coreParts, ...other, contributions: { ...coreParts.contributions, ...shelves } })
}

export function requireCoreEntity(name: string): Entity {
  return requireEntity(createCoreRegistry(), name)
}
