// Deletes the parts of a product that a sheet does not name, children first, after clearing their references.
import type { Property } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import { requireEntity } from '../../model/registry.js'
import { removeEntityRecord } from '../../storage/pipeline/remove.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import { getLayout, isUnset } from '../../storage/record/present.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ChangeRecorder } from './report.js'
import type { StoredPart } from './stored-part.js'
import type { TargetPart } from './match.js'
import { formatPartName, walkParts } from './part-tree.js'

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
  const stay = new Set([...walkParts(root)].flatMap((target) => (target.storedPart ? [target.storedPart] : [])))
  const going = [...walkParts(storedRoot)].filter((part) => !stay.has(part))
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

// Writes the order of a product's parts as the sheet lists them; parts already in order are not written.

export async function writePartOrder(
  work: ServiceContext & TransactionContext,
  root: TargetPart,
  storedRoot: StoredPart | null,
  changes: ChangeRecorder,
): Promise<void> {
  const before = new Map<number, readonly StoredPart[]>()
  if (storedRoot) for (const part of walkParts(storedRoot)) before.set(part.record.id, part.children)
  for (const owner of walkParts(root)) {
    for (const section of new Set(owner.children.map((child) => child.section))) {
      const siblings = owner.children.filter((child) => child.section === section)
      if (!siblings[0]!.entity.properties['ordering'] || isInOrder(owner, siblings)) continue
      for (const [index, { entity, id, key }] of siblings.entries()) {
        await writeEntityRecord(work.context, entity.name, { ordering: index + 1 }, { unit: work.unit, id: id! })
        changes.changed(entity.name, id!, key, ['ordering'])
      }
    }
  }
}

/** True if existing parts are in their previous order and all new parts come after them. */
function isInOrder(owner: TargetPart, siblings: readonly TargetPart[]): boolean {
  const places = new Map(owner.storedPart?.children.map((child, index) => [child, index]))
  let last = -1
  let hasNewPart = false
  for (const { storedPart } of siblings) {
    const place = storedPart ? places.get(storedPart) : undefined
    // A part moved from another owner still has its old ordering.
    if (storedPart && place === undefined) return siblings.length === 1
    if (place === undefined) hasNewPart = true
    else if (hasNewPart || place < last) return false
    else last = place
  }
  return true
}
