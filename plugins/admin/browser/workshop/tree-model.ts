// The tree of a product: its nodes, the keys that move in it, and where a paste goes.
import type { WorkshopKind, WorkshopNode, WorkshopTree } from '../../api/workshop/workshop-shape.js'
import type { KeyboardEvent } from 'react'
import type { KeyHelpEntry } from '../base/shortcuts.js'
import type { ClipboardEntry } from './clipboard.js'
import { tWorkshop } from './workshop-text.js'

export const rootEntity = 'product'

export interface TreeItem {
  readonly key: string
  readonly kind: WorkshopKind
  /** null for a heading above records that are not part of the page hierarchy. */
  readonly node: WorkshopNode | null
  readonly parent: TreeItem | null
  readonly children: readonly TreeItem[]
  /** The content of a calculation: a formula, a price table or code. It is edited with its calculation and has no row. */
  readonly body?: TreeItem
}

export interface TreeModel {
  readonly product: WorkshopTree['product']
  readonly kinds: readonly WorkshopKind[]
  readonly roots: readonly TreeItem[]
  readonly byKey: ReadonlyMap<string, TreeItem>
}

export interface VisibleTreeRow {
  readonly item: TreeItem
  readonly level: number
  /** null without children. */
  readonly open: boolean | null
  readonly place: number
  readonly of: number
}

export const toItemKey = (entity: string, id: number): string => `${entity}-${id}`
/** The key of the heading above all records of an entity below one owner. */
export const toHeadingKey = (entity: string): string => `all-${entity}`

/** The entity whose records have their content in a record of another entity. */
export const calculationEntity = 'calculation'

/** The kinds of records that an item may contain, without the content of a calculation. */
export function getChildKinds(model: Pick<TreeModel, 'kinds'>, item: TreeItem | null): readonly WorkshopKind[] {
  if (item && item.node === null) return [item.kind]
  const acceptedEntities = item?.node?.takes
  return model.kinds.filter(
    ({ owner, entity }) =>
      owner !== calculationEntity &&
      owner === (item ? item.kind.entity : rootEntity) &&
      (acceptedEntities === undefined || acceptedEntities.includes(entity)),
  )
}

/** The owner's id, as a write expects it. */
export const getOwnerId = (model: TreeModel, item: TreeItem | null): number => item?.node?.id ?? model.product.id

/** True for kinds of the tree's main hierarchy: ordered, with children. Other kinds appear below a heading. */
function isMainKind(kind: WorkshopKind, kinds: readonly WorkshopKind[]): boolean {
  return kind.ordered && kinds.some(({ owner }) => owner === kind.entity)
}

export function createTreeModel({ product, kinds }: WorkshopTree): TreeModel {
  const byKey = new Map<string, TreeItem>()
  const byOwner = new Map<string, { kind: WorkshopKind; node: WorkshopNode }[]>()
  for (const kind of kinds) {
    for (const node of kind.nodes) {
      const owner = toItemKey(kind.owner, node.owner)
      const siblings = byOwner.get(owner)
      if (siblings) siblings.push({ kind, node })
      else byOwner.set(owner, [{ kind, node }])
    }
  }
  const seat = (kind: WorkshopKind, node: WorkshopNode, parent: TreeItem | null): TreeItem => {
    const children: TreeItem[] = []
    const item: { -readonly [name in keyof TreeItem]: TreeItem[name] } = {
      key: toItemKey(kind.entity, node.id),
      kind,
      node,
      parent,
      children,
    }
    for (const below of byOwner.get(item.key) ?? []) {
      const child = seat(below.kind, below.node, item)
      if (kind.entity === calculationEntity) item.body = child
      else children.push(child)
    }
    byKey.set(item.key, item)
    return item
  }
  const own = kinds.filter(({ owner }) => owner === rootEntity)
  const roots = own
    .toSorted((a, b) => Number(isMainKind(b, kinds)) - Number(isMainKind(a, kinds)))
    .flatMap((kind): readonly TreeItem[] => {
      if (isMainKind(kind, kinds)) return kind.nodes.map((node) => seat(kind, node, null))
      const children: TreeItem[] = []
      const heading: TreeItem = { key: toHeadingKey(kind.entity), kind, node: null, parent: null, children }
      for (const node of kind.nodes) children.push(seat(kind, node, heading))
      byKey.set(heading.key, heading)
      return children.length > 0 || kind.may.create ? [heading] : []
    })
  return { product, kinds, roots, byKey }
}

/** The items whose titles contain the text, with all ancestors. null without a search text. */
export function findMatchingItems(model: TreeModel, text: string): ReadonlySet<string> | null {
  const needle = text.trim().toLocaleLowerCase()
  if (needle === '') return null
  const matchKeys = new Set<string>()
  for (const item of model.byKey.values()) {
    if (!item.node?.title.toLocaleLowerCase().includes(needle)) continue
    for (let at: TreeItem | null = item; at; at = at.parent) matchKeys.add(at.key)
  }
  return matchKeys
}

/** The visible rows from top to bottom. Search results are always expanded. */
export function listVisibleRows(
  model: TreeModel,
  open: ReadonlySet<string>,
  matches: ReadonlySet<string> | null,
): readonly VisibleTreeRow[] {
  const rows: VisibleTreeRow[] = []
  const walk = (items: readonly TreeItem[], level: number): void => {
    const visibleItems = matches ? items.filter(({ key }) => matches.has(key)) : items
    for (const [at, item] of visibleItems.entries()) {
      const isOpen =
        item.children.length === 0 ? null : matches ? item.children.some(({ key }) => matches.has(key)) : open.has(item.key)
      rows.push({ item, level, open: isOpen, place: at + 1, of: visibleItems.length })
      if (isOpen) walk(item.children, level + 1)
    }
  }
  walk(model.roots, 1)
  return rows
}

/** Target position of a record: next to a sibling, or at the end of an owner. */
export type MoveTarget = { readonly before: TreeItem } | { readonly after: TreeItem } | { readonly into: TreeItem | null }

/** The siblings of the same kind and owner, including the item. */
export function listSiblings(model: TreeModel, item: TreeItem): readonly TreeItem[] {
  return (item.parent?.children ?? model.roots).filter((sibling) => sibling.node !== null && sibling.kind === item.kind)
}

/** The last position below an owner. */
function getEndTarget(owner: TreeItem | null, kind: WorkshopKind, model: TreeModel): MoveTarget {
  const last = (owner?.children ?? model.roots).findLast((candidate) => candidate.node !== null && candidate.kind === kind)
  return last ? { after: last } : { into: owner }
}

/** One step up or down. Beyond the first or last position, into the neighbouring owner. null if there is none. */
export function getStepTarget(model: TreeModel, item: TreeItem, up: boolean): MoveTarget | null {
  if (!item.kind.ordered || item.node === null) return null
  const siblings = listSiblings(model, item)
  const next = siblings[siblings.indexOf(item) + (up ? -1 : 1)]
  if (next) return up ? { before: next } : { after: next }
  const { parent } = item
  if (!parent?.node) return null
  const inOrder = filterByKind(model.roots, parent.kind)
  const owner = inOrder[inOrder.indexOf(parent) + (up ? -1 : 1)]
  if (!owner) return null
  const childItems = owner.children.filter((child) => child.kind === item.kind)
  const at = up ? childItems.at(-1) : childItems[0]
  return at ? (up ? { after: at } : { before: at }) : { into: owner }
}

/** The records of a kind from top to bottom. A single traversal, because each key press calls it. */
const filterByKind = (items: readonly TreeItem[], kind: WorkshopKind): readonly TreeItem[] =>
  items.flatMap((treeItem) => [
    ...(treeItem.kind === kind && treeItem.node !== null ? [treeItem] : []),
    ...filterByKind(treeItem.children, kind),
  ])

/** The target of a drop or paste at a row. null if the row can neither contain the record nor be its sibling. */
export function getDropTarget(model: TreeModel, entity: string, over: TreeItem, half: 'upper' | 'lower'): MoveTarget | null {
  if (over.node !== null && over.kind.entity === entity && over.kind.ordered)
    return half === 'upper' ? { before: over } : { after: over }
  const kind = getChildKinds(model, over).find((itemKind) => itemKind.entity === entity)
  return kind && over.node !== null ? getEndTarget(over, kind, model) : null
}

/** True if the first item is a descendant of the second. */
export function isDescendant(item: TreeItem, other: TreeItem): boolean {
  for (let at = item.parent; at; at = at.parent) if (at.key === other.key) return true
  return false
}

/** The records of an entity with their labels. null if the entity is not part of a product. */
export function listEntityChoices(
  { kinds }: TreeModel,
  entity: string,
): readonly { readonly id: number; readonly label: string }[] | null {
  const kind = kinds.find((itemKind) => itemKind.entity === entity)
  return kind ? kind.nodes.map(({ id, title }) => ({ id, label: title || `${kind.label} ${id}` })) : null
}

export type TreeAction =
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'in'
  | 'out'
  | 'open'
  | 'rename'
  | 'remove'
  | 'publish'
  | 'add-after'
  | 'add-inside'
  | 'move-up'
  | 'move-down'
  | 'copy'
  | 'cut'
  | 'paste'

const plainKeys: Readonly<Record<string, TreeAction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Enter: 'open',
  F2: 'rename',
  Delete: 'remove',
  ' ': 'publish',
  n: 'add-after',
  N: 'add-inside',
  Insert: 'add-after',
}
const altKeys: Readonly<Record<string, TreeAction>> = { ArrowUp: 'move-up', ArrowDown: 'move-down' }
const controlKeys: Readonly<Record<string, TreeAction>> = { c: 'copy', x: 'cut', v: 'paste' }

/** The action of a key, or null. The right arrow opens a level, in right-to-left layouts the left arrow. */
export function getTreeAction(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'key' | 'metaKey'>,
  rtl: boolean,
): TreeAction | null {
  if (altKey) return altKeys[key] ?? null
  if (ctrlKey || metaKey) return controlKeys[key.toLowerCase()] ?? null
  if (key === 'ArrowRight') return rtl ? 'out' : 'in'
  if (key === 'ArrowLeft') return rtl ? 'in' : 'out'
  return Object.hasOwn(plainKeys, key) ? plainKeys[key]! : null
}

/** The tree's entries in the keyboard help. */
export const listTreeKeys = (): readonly KeyHelpEntry[] => [
  { keys: ['↑', '↓', 'Home', 'End', 'Page ↑', 'Page ↓'], label: tWorkshop('keyWalk') },
  { keys: ['→', '←'], label: tWorkshop('keyFold') },
  { keys: ['Enter'], label: tWorkshop('keyOpen') },
  { keys: ['F2'], label: tWorkshop('rename') },
  { keys: ['N'], label: tWorkshop('keyAddAfter') },
  { keys: ['Shift + N'], label: tWorkshop('keyAddInside') },
  { keys: ['Alt + ↑'], label: tWorkshop('moveUp') },
  { keys: ['Alt + ↓'], label: tWorkshop('moveDown') },
  { keys: ['Space'], label: tWorkshop('keyPublish') },
  { keys: ['Ctrl + C', 'Ctrl + X', 'Ctrl + V'], label: tWorkshop('keyClipboard') },
  { keys: ['Delete'], label: tWorkshop('keyDelete') },
]

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

/** Part of the address: the form of a new record of an entity, below an owner. */
export const newRecordPrefix = 'new-'

interface NewRecordTarget {
  readonly entity: string
  /** Values known from its position. */
  readonly preset: Readonly<Record<string, unknown>>
}

/** null if the address means an existing record. */
export function parseNewRecordTarget({ kinds }: TreeModel, at: string): NewRecordTarget | null {
  const [, entity, owner] = at.startsWith(newRecordPrefix)
    ? (/^([a-z-]+)-(\d+)$/.exec(at.slice(newRecordPrefix.length)) ?? [])
    : []
  const kind = kinds.find((itemKind) => itemKind.entity === entity)
  return kind ? { entity: kind.entity, preset: { [kind.field]: Number(owner) } } : null
}
