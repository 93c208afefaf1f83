// Deletes the parts of a product that a sheet does not name, children first, after clearing their references.
import { type Property } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { remove } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { layoutOf } from '../../storage/record/layout.js'
import { isUnset } from '../../storage/record/values.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Changes } from './changes.js'
import { type HeldPart, partsOf } from './held.js'
import { nameOfPart } from './sections.js'
import { type Target, targetsOf } from './match.js'

function naming(entity: Entity): readonly Property[] {
  const owners = new Set(findOwnerJoins(entity).map(({ property }) => property))
  return layoutOf(entity).referring.filter(({ name, required }) => !owners.has(name) && !required)
}

export async function removeUnnamed(work: Work & InUnit, held: HeldPart, root: Target, changes: Changes): Promise<void> {
  const stay = new Set([...targetsOf(root)].flatMap((target) => (target.held ? [target.held] : [])))
  const going = [...partsOf(held)].filter((part) => !stay.has(part))
  const how = { unit: work.unit }
  for (const { entity, record, body } of going) {
    const filled = naming(entity).filter((property) => !isUnset(property, record.values[property.name]))
    const emptied = Object.fromEntries(filled.map(({ name }) => [name, null]))
    if (filled.length > 0) await write(work.context, entity.name, emptied, { ...how, id: record.id })
    if (body) await remove(work.context, requireEntity(work.context.registry, bodyEntities[body.type]!).name, body.record.id, how)
  }
  for (const part of going.toReversed()) {
    const { entity, record } = part
    await remove(work.context, entity.name, record.id, how)
    changes.deleted(entity.name, record.id, nameOfPart(part))
  }
}
