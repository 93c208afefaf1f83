// The product's tree as it is drawn and walked: what holds what, which rows are open, and where a record may go.
import type { WorkshopKind, WorkshopNode, WorkshopTree } from '../../transport/workshop/shape.js'

export const rootEntity = 'product'

export interface Item {
  readonly key: string
  readonly kind: WorkshopKind
  /** null for the heading above records that have no place of their own among the pages. */
  readonly node: WorkshopNode | null
  readonly parent: Item | null
  readonly children: readonly Item[]
}

export interface Model {
  readonly product: WorkshopTree['product']
  readonly kinds: readonly WorkshopKind[]
  readonly roots: readonly Item[]
  readonly byKey: ReadonlyMap<string, Item>
}

export interface Row {
  readonly item: Item
  readonly level: number
  /** null where nothing is below. */
  readonly open: boolean | null
  readonly place: number
  readonly of: number
}

export const keyOf = (entity: string, id: number): string => `${entity}-${id}`
/** Of the heading above all records of an entity that stand below one. */
export const headingKey = (entity: string): string => `all-${entity}`

/** The kinds whose records an item may hold. */
export function heldBy(model: Pick<Model, 'kinds'>, item: Item | null): readonly WorkshopKind[] {
  if (item && item.node === null) return [item.kind]
  const takes = item?.node?.takes
  return model.kinds.filter(
    ({ owner, entity }) => owner === (item ? item.kind.entity : rootEntity) && (takes === undefined || takes.includes(entity)),
  )
}

/** The record's owner as a write names it. */
export const ownerId = (model: Model, item: Item | null): number => item?.node?.id ?? model.product.id

/** The kind that the tree itself is made of: in an order, with something below. Others stand below a heading. */
function isTrunk(kind: WorkshopKind, kinds: readonly WorkshopKind[]): boolean {
  return kind.ordered && kinds.some(({ owner }) => owner === kind.entity)
}

export function modelOf({ product, kinds }: WorkshopTree): Model {
  const byKey = new Map<string, Item>()
  const byOwner = new Map<string, { kind: WorkshopKind; node: WorkshopNode }[]>()
  for (const kind of kinds) {
    for (const node of kind.nodes) {
      const owner = keyOf(kind.owner, node.owner)
      const held = byOwner.get(owner)
      if (held) held.push({ kind, node })
      else byOwner.set(owner, [{ kind, node }])
    }
  }
  const seat = (kind: WorkshopKind, node: WorkshopNode, parent: Item | null): Item => {
    const children: Item[] = []
    const item: Item = { key: keyOf(kind.entity, node.id), kind, node, parent, children }
    for (const below of byOwner.get(item.key) ?? []) children.push(seat(below.kind, below.node, item))
    byKey.set(item.key, item)
    return item
  }
  const own = kinds.filter(({ owner }) => owner === rootEntity)
  const roots = own
    .toSorted((a, b) => Number(isTrunk(b, kinds)) - Number(isTrunk(a, kinds)))
    .flatMap((kind): readonly Item[] => {
      if (isTrunk(kind, kinds)) return kind.nodes.map((node) => seat(kind, node, null))
      const children: Item[] = []
      const heading: Item = { key: headingKey(kind.entity), kind, node: null, parent: null, children }
      for (const node of kind.nodes) children.push(seat(kind, node, heading))
      byKey.set(heading.key, heading)
      return children.length > 0 || kind.may.create ? [heading] : []
    })
  return { product, kinds, roots, byKey }
}

/** The items whose titles hold the text, with all above them; null where nothing is looked for. */
export function matching(model: Model, text: string): ReadonlySet<string> | null {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return null
  const found = new Set<string>()
  for (const item of model.byKey.values()) {
    if (!item.node?.title.toLocaleLowerCase().includes(wanted)) continue
    for (let at: Item | null = item; at; at = at.parent) found.add(at.key)
  }
  return found
}

/** The rows that are seen, from the top. Whatever was looked for is open. */
export function rowsOf(model: Model, open: ReadonlySet<string>, found: ReadonlySet<string> | null): readonly Row[] {
  const rows: Row[] = []
  const walk = (items: readonly Item[], level: number): void => {
    const shown = found ? items.filter(({ key }) => found.has(key)) : items
    for (const [at, item] of shown.entries()) {
      const isOpen =
        item.children.length === 0 ? null : found ? item.children.some(({ key }) => found.has(key)) : open.has(item.key)
      rows.push({ item, level, open: isOpen, place: at + 1, of: shown.length })
      if (isOpen) walk(item.children, level + 1)
    }
  }
  walk(model.roots, 1)
  return rows
}

/** Where a record goes: beside a neighbour, or to the end of what an owner holds. */
export type Target = { readonly before: Item } | { readonly after: Item } | { readonly into: Item | null }

/** The neighbours of the same kind under the same owner, the item among them. */
export function siblings(model: Model, item: Item): readonly Item[] {
  return (item.parent?.children ?? model.roots).filter((one) => one.node !== null && one.kind === item.kind)
}

/** The last place below an owner. */
export function endOf(owner: Item | null, kind: WorkshopKind, model: Model): Target {
  const last = (owner?.children ?? model.roots).findLast((one) => one.node !== null && one.kind === kind)
  return last ? { after: last } : { into: owner }
}

/** One step up or down; beyond the first or last place into the neighbour of its owner. Null where there is nowhere to go. */
export function stepOf(model: Model, item: Item, up: boolean): Target | null {
  if (!item.kind.ordered || item.node === null) return null
  const beside = siblings(model, item)
  const next = beside[beside.indexOf(item) + (up ? -1 : 1)]
  if (next) return up ? { before: next } : { after: next }
  const { parent } = item
  if (!parent?.node) return null
  const inOrder = ofKind(model.roots, parent.kind)
  const owner = inOrder[inOrder.indexOf(parent) + (up ? -1 : 1)]
  if (!owner) return null
  const held = owner.children.filter((one) => one.kind === item.kind)
  const at = up ? held.at(-1) : held[0]
  return at ? (up ? { after: at } : { before: at }) : { into: owner }
}

/** The records of a kind as they are read from top to bottom; in one walk, as it is asked with each key. */
const ofKind = (items: readonly Item[], kind: WorkshopKind): readonly Item[] =>
  items.flatMap((one) => [...(one.kind === kind && one.node !== null ? [one] : []), ...ofKind(one.children, kind)])

/** Where what is dragged or pasted would go if it were let go at a row; null where the row can neither hold it nor stand beside it. */
export function landing(model: Model, entity: string, over: Item, half: 'upper' | 'lower'): Target | null {
  if (over.node !== null && over.kind.entity === entity && over.kind.ordered)
    return half === 'upper' ? { before: over } : { after: over }
  const kind = heldBy(model, over).find((one) => one.entity === entity)
  return kind && over.node !== null ? endOf(over, kind, model) : null
}

/** True where the first one stands somewhere below the second. */
export function isBelow(item: Item, other: Item): boolean {
  for (let at = item.parent; at; at = at.parent) if (at.key === other.key) return true
  return false
}

/** The records of an entity by what people call them; null for what is no part of a product. */
export function partsOf({ kinds }: Model, entity: string): readonly { readonly id: number; readonly label: string }[] | null {
  const kind = kinds.find((one) => one.entity === entity)
  return kind ? kind.nodes.map(({ id, title }) => ({ id, label: title || `${kind.label} ${id}` })) : null
}
