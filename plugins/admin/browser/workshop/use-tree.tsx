// State of the tree on screen: expanded rows, active row, inline inputs, and pending operations.
import { useCallback, useDeferredValue, useMemo, useState, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { WorkshopTree, WorkshopKind } from '../../api/workshop/workshop-shape.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { type ClipboardEntry, clipboardStore, setClipboard } from './clipboard.js'
import { tWorkshop } from './workshop-text.js'
import {
  type PasteTarget,
  findPasteTarget,
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
  type TreeAction,
} from './tree-model.js'
import type { AddPosition } from './tree.js'
import { addItem, moveItem, publishItem, renameItem } from './tree-changes.js'
import { t } from '../wording/text.js'

/** Adds records by title, one after the other: Enter adds one and continues, Escape ends. */
interface AddTarget {
  readonly kind: WorkshopKind
  readonly owner: TreeItem | null
  /** The record after which the new one goes. null for the end. */
  readonly after: TreeItem | null
}

interface AddRecordsInputProps {
  readonly model: TreeModel
  readonly adding: AddTarget
  /** Rejects if a title alone is not enough for the record. The form opens then. */
  readonly onAdd: (title: string) => Promise<void>
  readonly onEnd: () => void
}

export function AddRecordsInput({ model, adding: { kind, owner, after }, onAdd, onEnd }: AddRecordsInputProps): ReactNode {
  const [title, setTitle] = useState('')
  /** Titles that are not stored yet. The first one is being stored. */
  const [queue, setQueue] = useState<readonly string[]>([])
  /** Refused titles. They return to the field when it is empty. */
  const [refused, setRefused] = useState<readonly string[]>([])
  const isStoring = useRef(false)
  const place = after?.node
    ? tWorkshop('addAfter', { label: kind.label, title: after.node.title })
    : tWorkshop('addInside', { label: kind.label, title: owner?.node?.title ?? model.product.title })
  // Each title goes after the previous one, whose record is known with the next render.
  useEffect(() => {
    const [first] = queue
    if (first === undefined || isStoring.current) return
    isStoring.current = true
    onAdd(first)
      .catch((error: unknown) => {
        showErrorToast(error)
        setRefused((titles) => [...titles, first])
      })
      .finally(() => {
        isStoring.current = false
        setQueue((titles) => titles.slice(1))
      })
  }, [queue, onAdd])
  // Does not overwrite a title that is being typed.
  useEffect(() => {
    const [first] = refused
    if (first === undefined || title !== '') return
    setTitle(first)
    setRefused((titles) => titles.slice(1))
  }, [refused, title])
  const make = (): void => {
    const next = title.trim()
    if (next === '') return
    setQueue((titles) => [...titles, next])
    setTitle('')
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEnd()
    if (event.key === 'Enter') make()
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
  }
  return (
    <div className="add-strip">
      <label htmlFor="add-title">{place}</label>
      <div className="with-button">
        <input
          id="add-title"
          value={title}
          autoFocus
          autoComplete="off"
          aria-busy={queue.length > 0}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" className="primary" onClick={make}>
          {tWorkshop('add')}
        </button>
        <button type="button" className="icon-button" aria-label={t('close')} onClick={onEnd}>
          ×
        </button>
      </div>
      <p className="help">{tWorkshop('addHelp')}</p>
    </div>
  )
}

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
  const deferredSearch = useDeferredValue(search)
  const matches = useMemo(() => findMatchingItems(model, deferredSearch), [model, deferredSearch])
  const rows = useMemo(() => listVisibleRows(model, open, matches), [model, open, matches])
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
    (treeItem: TreeItem | null): void => {
      for (let at = treeItem; at; at = at.parent) toggle(at.key, true)
    },
    [toggle],
  )

  function goes(treeItem: TreeItem, target: MoveTarget): void {
    reveal('into' in target ? target.into : 'before' in target ? target.before.parent : target.after.parent)
    const reportMove = (): void => showToast({ text: tWorkshop('moved', { title: getItemTitle(treeItem) }) })
    act(treeItem, moveItem(model, treeItem, target).then(reportMove))
  }

  function begin(entity: string, position: AddPosition): void {
    const kind = model.kinds.find((itemKind) => itemKind.entity === entity)
    if (!kind) return
    const owner = position === 'top' ? null : position === 'inside' ? item : item?.parent?.node ? item.parent : null
    reveal(owner)
    toggle(toHeadingKey(entity), true)
    if (kind.needsForm) fresh(entity, getOwnerId(model, owner))
    else setAdding({ kind, owner, after: position === 'after' ? item : null })
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
    const clipboardItem = clipboardStore.get()
    const target = clipboardItem && findPasteTarget(model, item, clipboardItem)
    if (!clipboardItem || !target) return
    const own =
      clipboardItem.product === model.product.id && clipboardItem.cut
        ? model.byKey.get(toItemKey(clipboardItem.entity, clipboardItem.id))
        : undefined
    if (own) {
      if (own.key !== active) goes(own, target.place)
      setClipboard(null)
    } else setPasting({ ...target, clip: clipboardItem })
  }

  function keep(treeItem: TreeItem, cut: boolean): void {
    setClipboard({
      entity: treeItem.kind.entity,
      id: treeItem.node!.id,
      title: getItemTitle(treeItem),
      product: model.product.id,
      cut,
    })
    showToast({ text: tWorkshop(cut ? 'isCut' : 'isCopied', { title: getItemTitle(treeItem) }) })
  }

  const run: Partial<Record<TreeAction, (one: TreeItem) => void>> = {
    open: ({ key, node }) => (node === null ? toggle(key) : opened(key)),
    rename: (treeItem) => treeItem.kind.may.change && treeItem.kind.titleKeys.length > 0 && setRenaming(treeItem.key),
    publish: (treeItem) => treeItem.kind.may.change && act(treeItem, publishItem(model, treeItem)),
    remove: (treeItem) => treeItem.kind.may.delete && setRemoving(treeItem),
    copy: (treeItem) => keep(treeItem, false),
    cut: (treeItem) => treeItem.kind.may.delete && keep(treeItem, true),
    'add-after': (treeItem) => treeItem.kind.may.create && begin(treeItem.kind.entity, treeItem.kind.ordered ? 'after' : 'top'),
    'add-inside'(treeItem) {
      const kind = getChildKinds(model, treeItem).find(({ may }) => may.create)
      if (kind) begin(kind.entity, 'inside')
    },
    'move-up': (treeItem) => step(treeItem, true),
    'move-down': (treeItem) => step(treeItem, false),
  }

  function step(treeItem: TreeItem, up: boolean): void {
    const target = treeItem.kind.may.change ? getStepTarget(model, treeItem, up) : null
    if (target) goes(treeItem, target)
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
      const treeItem = model.byKey.get(key)
      if (treeItem?.node && title !== null && title !== treeItem.node.title) act(treeItem, renameItem(model, treeItem, title))
    },
  }
}
