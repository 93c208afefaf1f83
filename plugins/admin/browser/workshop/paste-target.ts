// Target of a paste: after the active row, or below it.
import type { ClipboardEntry } from './clipboard.js'
import {
  getEndTarget,
  getChildKinds,
  type TreeItem,
  type TreeModel,
  getOwnerId,
  rootEntity,
  type MoveTarget,
} from './tree-model.js'

export interface PasteTarget {
  /** The id of the new owner. */
  readonly into: number
  readonly place: MoveTarget
}

/** null if neither the row nor its ancestors can contain it. */
export function findPasteTarget(
  model: TreeModel,
  item: TreeItem | null,
  clip: Pick<ClipboardEntry, 'entity'>,
): PasteTarget | null {
  if (item?.node && item.kind.entity === clip.entity) {
    const owner = item.parent?.node ? item.parent : null
    return { into: getOwnerId(model, owner), place: item.kind.ordered ? { after: item } : { into: owner } }
  }
  for (let at: TreeItem | null = item; at !== null; at = at.parent) {
    const kind = getChildKinds(model, at).find(({ entity }) => entity === clip.entity)
    if (kind) return { into: getOwnerId(model, at.node ? at : null), place: getEndTarget(at, kind, model) }
  }
  const kind = model.kinds.find(({ entity, owner }) => entity === clip.entity && owner === rootEntity)
  return kind ? { into: model.product.id, place: getEndTarget(null, kind, model) } : null
}
