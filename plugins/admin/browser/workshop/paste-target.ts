// Target of a paste: after the active row, or below it.
import type { Clip } from './clipboard.js'
import { endOf, heldBy, type Item, type Model, ownerId, rootEntity, type Target } from './tree-model.js'

export interface PasteTarget {
  /** The id of the new owner. */
  readonly into: number
  readonly place: Target
}

/** null if neither the row nor its ancestors can contain it. */
export function pasteTarget(model: Model, item: Item | null, clip: Pick<Clip, 'entity'>): PasteTarget | null {
  if (item?.node && item.kind.entity === clip.entity) {
    const owner = item.parent?.node ? item.parent : null
    return { into: ownerId(model, owner), place: item.kind.ordered ? { after: item } : { into: owner } }
  }
  for (let at: Item | null = item; at !== null; at = at.parent) {
    const kind = heldBy(model, at).find(({ entity }) => entity === clip.entity)
    if (kind) return { into: ownerId(model, at.node ? at : null), place: endOf(at, kind, model) }
  }
  const kind = model.kinds.find(({ entity, owner }) => entity === clip.entity && owner === rootEntity)
  return kind ? { into: model.product.id, place: endOf(null, kind, model) } : null
}
