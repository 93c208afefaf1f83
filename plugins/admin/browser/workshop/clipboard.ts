// The clipboard of the product tree, across products and browser windows, and the target of a paste.
import { createStore } from '../base/store.js'
import {
  getEndTarget,
  getChildKinds,
  type TreeItem,
  type TreeModel,
  getOwnerId,
  rootEntity,
  type MoveTarget,
} from './tree-model.js'

export interface ClipboardEntry {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly product: number
  /** True for a move: the original is deleted after pasting. */
  readonly cut: boolean
}

const clipboardStorageKey = 'svc-admin-clip'

function isClipboardEntry(value: unknown): value is ClipboardEntry {
  const { entity, id, title, product } = (value ?? {}) as Partial<Record<keyof ClipboardEntry, unknown>>
  return typeof entity === 'string' && typeof id === 'number' && typeof title === 'string' && typeof product === 'number'
}

function loadClipboard(): ClipboardEntry | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(clipboardStorageKey) ?? 'null')
    return isClipboardEntry(value) ? value : null
  } catch {
    return null
  }
}

export const clipboardStore = createStore<ClipboardEntry | null>(loadClipboard())

export function setClipboard(next: ClipboardEntry | null): void {
  clipboardStore.set(next)
  try {
    if (next) localStorage.setItem(clipboardStorageKey, JSON.stringify(next))
    else localStorage.removeItem(clipboardStorageKey)
  } catch {
    // Without browser storage it lasts until the page closes.
  }
}

addEventListener('storage', ({ key }) => key === clipboardStorageKey && clipboardStore.set(loadClipboard()))

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
