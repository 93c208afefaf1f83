// State of the tree on screen: expanded rows, active row, inline inputs, and pending operations.
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { WorkshopTree } from '../../transport/workshop/shape.js'
import { showToast, showErrorToast } from '../ground/toasts.js'
import type { AddTarget } from './add-records-input.js'
import { type ClipboardEntry, clipboardStore, setClipboard } from './clipboard.js'
import { type PasteTarget, findPasteTarget } from './paste-target.js'
import type { AddPosition } from './tree-toolbar.js'
import type { TreeAction } from './tree-keys.js'
import {
  toHeadingKey,
  getChildKinds,
  type TreeItem,
  toItemKey,
  findMatchingItems,
  type TreeModel,
  createTreeModel,
  getOwnerId,
  listVisibleRows,
  getStepTarget,
  type MoveTarget,
} from './tree-model.js'
import { addItem, moveItem, publishItem, renameItem } from './tree-changes.js'
import { tWorkshop } from './wording/workshop-text.js'

export interface PendingPaste extends PasteTarget {
  readonly clip: ClipboardEntry
}

const getItemTitle = ({ node, kind }: TreeItem): string => node?.title || `${kind.label} ${node?.id ?? ''}`

/** Initially, products with up to this number of rows are fully expanded. Larger ones show only the first level. */
const maxExpandedRows = 60

function getInitiallyOpenKeys(model: TreeModel, chosen: string | null): ReadonlySet<string> {
  const all = [...model.byKey.values()]
  const small = all.length <= maxExpandedRows
  const open = new Set(all.filter(({ node, parent }) => node !== null && (small || parent === null)).map(({ key }) => key))
  for (let at = model.byKey.get(chosen ?? '')?.parent; at; at = at.parent) open.add(at.key)
  return open
}

interface TreeHost {
  /** Opens the form of a row. */
  opened(key: string): void
  /** Opens the form of a new record that needs more than a title. */
  fresh(entity: string, owner: number): void
  /** Called after a row was changed in the tree. */
  changed(key: string): void
}

export function useTree(tree: WorkshopTree, chosen: string | null, { opened, fresh, changed }: TreeHost) {
  const model = useMemo(() => createTreeModel(tree), [tree])
  const [open, setOpen] = useState(() => getInitiallyOpenKeys(model, chosen))
  const [active, setActive] = useState<string | null>(chosen)
  const [search, setSearch] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const [adding, setAdding] = useState<AddTarget | null>(null)
  const [removing, setRemoving] = useState<TreeItem | null>(null)
  const [pasting, setPasting] = useState<PendingPaste | null>(null)
  const wanted = useDeferredValue(search)
  const found = useMemo(() => findMatchingItems(model, wanted), [model, wanted])
  const rows = useMemo(() => listVisibleRows(model, open, found), [model, open, found])
  const item = active === null ? null : (model.byKey.get(active) ?? null)

  const toggle = useCallback((key: string, to?: boolean): void => {
    setOpen((before) => {
      const next = new Set(before)
      if (to ?? !before.has(key)) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])

  function act({ key }: TreeItem, work: Promise<unknown>): void {
    work.then(() => changed(key), showErrorToast)
  }

  const reveal = useCallback(
    (one: TreeItem | null): void => {
      for (let at = one; at; at = at.parent) toggle(at.key, true)
    },
    [toggle],
  )

  function goes(one: TreeItem, target: MoveTarget): void {
    reveal('into' in target ? target.into : 'before' in target ? target.before.parent : target.after.parent)
    const said = (): void => showToast({ text: tWorkshop('moved', { title: getItemTitle(one) }) })
    act(one, moveItem(model, one, target).then(said))
  }

  function begin(entity: string, where: AddPosition): void {
    const kind = model.kinds.find((one) => one.entity === entity)
    if (!kind) return
    const owner = where === 'top' ? null : where === 'inside' ? item : item?.parent?.node ? item.parent : null
    reveal(owner)
    toggle(toHeadingKey(entity), true)
    if (kind.titleKeys.length === 0) fresh(entity, getOwnerId(model, owner))
    else setAdding({ kind, owner, after: where === 'after' ? item : null })
  }

  async function addTitled(title: string): Promise<void> {
    if (!adding) return
    const { kind, owner, after } = adding
    const id = await addItem(model, kind, owner, after, title)
    const key = toItemKey(kind.entity, id)
    setActive(key)
    opened(key)
    // The next new record goes after this one.
    if (after) setAdding({ ...adding, after: { ...after, key, node: { ...after.node!, id, title } } })
  }

  function paste(): void {
    const held = clipboardStore.get()
    const target = held && findPasteTarget(model, item, held)
    if (!held || !target) return
    const own = held.product === model.product.id && held.cut ? model.byKey.get(toItemKey(held.entity, held.id)) : undefined
    if (own) {
      if (own.key !== active) goes(own, target.place)
      setClipboard(null)
    } else setPasting({ ...target, clip: held })
  }

  function keep(one: TreeItem, cut: boolean): void {
    setClipboard({ entity: one.kind.entity, id: one.node!.id, title: getItemTitle(one), product: model.product.id, cut })
    showToast({ text: tWorkshop(cut ? 'isCut' : 'isCopied', { title: getItemTitle(one) }) })
  }

  const run: Partial<Record<TreeAction, (one: TreeItem) => void>> = {
    open: ({ key, node }) => (node === null ? toggle(key) : opened(key)),
    rename: (one) => one.kind.may.change && one.kind.titleKeys.length > 0 && setRenaming(one.key),
    publish: (one) => one.kind.may.change && act(one, publishItem(model, one)),
    remove: (one) => one.kind.may.delete && setRemoving(one),
    copy: (one) => keep(one, false),
    cut: (one) => one.kind.may.delete && keep(one, true),
    'add-after': (one) => one.kind.may.create && begin(one.kind.entity, one.kind.ordered ? 'after' : 'top'),
    'add-inside'(one) {
      const kind = getChildKinds(model, one).find(({ may }) => may.create)
      if (kind) begin(kind.entity, 'inside')
    },
    'move-up': (one) => step(one, true),
    'move-down': (one) => step(one, false),
  }

  function step(one: TreeItem, up: boolean): void {
    const target = one.kind.may.change ? getStepTarget(model, one, up) : null
    if (target) goes(one, target)
  }

  return {
    model,
    rows,
    item,
    active,
    setActive,
    search,
    setSearch,
    toggle,
    renaming,
    adding,
    setAdding,
    addTitled,
    begin,
    removing,
    setRemoving,
    pasting,
    setPasting,
    goes,
    reveal,
    act(action: TreeAction): void {
      if (action === 'paste') return paste()
      if (item?.node || (item && (action === 'open' || action === 'add-inside'))) run[action]?.(item)
    },
    renamed(key: string, title: string | null): void {
      setRenaming(null)
      const one = model.byKey.get(key)
      if (one?.node && title !== null && title !== one.node.title) act(one, renameItem(model, one, title))
    },
  }
}
