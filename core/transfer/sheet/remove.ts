// Deletes the parts of a product that a sheet does not name, children first, after clearing their references.
import type { Property } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { removeEntityRecord } from '../../storage/pipeline/remove.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import { getLayout, isUnset } from '../../storage/record/layout.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ChangeRecorder } from './change-recorder.js'
import { type StoredPart, walkStoredParts } from './stored-part.js'
import { formatPartName } from './sections.js'
import { type TargetPart, walkTargets } from './match.js'

function listClearableReferences(entity: Entity): readonly Property[] {
  const owners = new Set(findOwnerJoins(entity).map(({ property }) => property))
  return getLayout(entity).referring.filter(({ name, required }) => !owners.has(name) && !required)
}

export async function removeUnnamed(
  work: ServiceContext & TransactionContext,
  storedRoot: StoredPart,
  root: TargetPart,
  changes: ChangeRecorder,
): Promise<void> {
  const stay = new Set([...walkTargets(root)].flatMap((target) => (target.storedPart ? [target.storedPart] : [])))
  const going = [...walkStoredParts(storedRoot)].filter((part) => !stay.has(part))
  const how = { unit: work.unit }
  for (const { entity, record, body } of going) {
    const filled = listClearableReferences(entity).filter((property) => !isUnset(property, record.values[property.name]))
    const emptied = Object.fromEntries(filled.map(({ name }) => [name, null]))
    if (filled.length > 0) await writeEntityRecord(work.context, entity.name, emptied, { ...how, id: record.id })
    if (body)
      await removeEntityRecord(
        work.context,
        requireEntity(work.context.registry, bodyEntities[body.type]!).name,
        body.record.id,
        how,
      )
  }
  for (const part of going.toReversed()) {
    const { entity, record } = part
    await removeEntityRecord(work.context, entity.name, record.id, how)
    changes.deleted(entity.name, record.id, formatPartName(part))
  }
}
