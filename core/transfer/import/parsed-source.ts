// Builds the engine's view of a product from a package, without database rows, so that proofs can run before the import.
import type { ProductSource } from '../../engine/program/source.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { createPublishedTree } from '../../product/published-tree.js'
import { toProductSource } from '../../product/source.js'
import type { Context } from '../../storage/context.js'
import { resolveDefaultValue } from '../../storage/pipeline/defaults.js'
import { getLayout } from '../../storage/record/layout.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import { emptyValue } from '../../storage/record/values.js'
import { listExportedProperties } from '../package/rows.js'
import type { ImportPlan } from './import-plan.js'

const left = new WeakMap<Entity, readonly Property[]>()

/** Stored properties that no package contains. */
function listOmittedProperties(entity: Entity): readonly Property[] {
  const cachedProperties = left.get(entity)
  if (cachedProperties) return cachedProperties
  const travels = new Set(listExportedProperties(entity))
  const omittedProperties = getLayout(entity).stored.filter((property) => !travels.has(property))
  left.set(entity, omittedProperties)
  return omittedProperties
}

/** Uses the ids of the package. Fields that the package lacks have the defaults of a new record. */
export function createParsedSource(context: Context, { members }: Pick<ImportPlan, 'members'>): ProductSource {
  const starting = new Map<Property, unknown>()
  const start = (property: Property): unknown => {
    if (!starting.has(property)) starting.set(property, resolveDefaultValue(property, { context }) ?? emptyValue(property))
    return starting.get(property)
  }
  const tree = new Map<string, LoadedRecord[]>()
  for (const { entity, record, note } of members) {
    const lacking = note?.isWhole
      ? listOmittedProperties(entity)
      : getLayout(entity).stored.filter(({ name }) => record.values[name] === undefined)
    const filled = lacking.map((property) => [property.name, start(property)] as const)
    const records = tree.get(entity.name) ?? []
    records.push(lacking.length === 0 ? record : { ...record, values: { ...record.values, ...Object.fromEntries(filled) } })
    tree.set(entity.name, records)
  }
  return toProductSource(createPublishedTree(context.registry, context.platform, tree), 0)
}
