// Writes the order of a product's parts as the sheet lists them; parts already in order are not written.
import { write } from '../../storage/pipeline/write.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Changes } from './changes.js'
import { type HeldPart, partsOf } from './held.js'
import { type Target, targetsOf } from './match.js'

export async function putInOrder(work: Work & InUnit, root: Target, held: HeldPart | null, changes: Changes): Promise<void> {
  const before = new Map<number, readonly HeldPart[]>()
  if (held) for (const part of partsOf(held)) before.set(part.record.id, part.children)
  for (const owner of targetsOf(root)) {
    for (const section of new Set(owner.children.map((child) => child.section))) {
      const wanted = owner.children.filter((child) => child.section === section)
      if (!wanted[0]!.entity.properties['ordering'] || isInOrder(owner, wanted)) continue
      for (const [index, { entity, id, key }] of wanted.entries()) {
        await write(work.context, entity.name, { ordering: index + 1 }, { unit: work.unit, id: id! })
        changes.changed(entity.name, id!, key, ['ordering'])
      }
    }
  }
}

/** True if existing parts are in their previous order and all new parts come after them. */
function isInOrder(owner: Target, wanted: readonly Target[]): boolean {
  const places = new Map(owner.held?.children.map((child, index) => [child, index]))
  let last = -1
  let isBehind = false
  for (const { held } of wanted) {
    const place = held ? places.get(held) : undefined
    // A part moved from another owner still has its old ordering.
    if (held && place === undefined) return wanted.length === 1
    if (place === undefined) isBehind = true
    else if (isBehind || place < last) return false
    else last = place
  }
  return true
}
