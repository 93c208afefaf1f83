// Writes the order of a product's parts as the sheet lists them; parts already in order are not written.
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ChangeRecorder } from './change-recorder.js'
import { type StoredPart, walkStoredParts } from './stored-part.js'
import { type TargetPart, walkTargets } from './match.js'

export async function writePartOrder(
  work: ServiceContext & TransactionContext,
  root: TargetPart,
  storedRoot: StoredPart | null,
  changes: ChangeRecorder,
): Promise<void> {
  const before = new Map<number, readonly StoredPart[]>()
  if (storedRoot) for (const part of walkStoredParts(storedRoot)) before.set(part.record.id, part.children)
  for (const owner of walkTargets(root)) {
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
