// The product tree and its toolbar. Renders only visible rows; navigation, moving and renaming work by keyboard and mouse.
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../base/icon.js'
import { useKeyHelp } from '../base/shortcuts.js'
import { t } from '../wording/text.js'
import {
  getTreeAction,
  listTreeKeys,
  type TreeAction,
  type TreeItem,
  getDropTarget,
  type TreeModel,
  type VisibleTreeRow,
  type MoveTarget,
  findPasteTarget,
  getChildKinds,
  getStepTarget,
} from './tree-model.js'
import { clipboardStore } from './clipboard.js'
import { tWorkshop } from './workshop-text.js'
import { type MenuItem, MenuButton } from '../base/menu-button.js'
import { useStore } from '../base/store.js'
import { listPaneViews } from './pane-views.js'
import { type DropPosition, getDropSide, toRowId, rowHeight, type TreeRowActions, TreeRow } from './tree-row.js'

interface ProductTreeViewProps {
  readonly model: TreeModel
  readonly rows: readonly VisibleTreeRow[]
  readonly active: string | null
  readonly chosen: string | null
  readonly renaming: string | null
  readonly findings: ReadonlyMap<string, number>
  readonly onActive: (key: string) => void
  readonly onOpen: (key: string) => void
  readonly onToggle: (key: string, open?: boolean) => void
  readonly onRenamed: (key: string, title: string | null) => void
  readonly onMove: (item: TreeItem, target: MoveTarget) => void
  readonly onAction: (action: TreeAction) => void
}

/** Extra rows rendered above and below the visible ones. */
const overscanRows = 6

export function ProductTreeView(props: ProductTreeViewProps): ReactNode {
  const { model, rows, active, chosen, renaming, findings } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  const [drop, setDrop] = useState<DropPosition | null>(null)
  const dragged = useRef<TreeItem | null>(null)
  const at = rows.findIndex(({ item }) => item.key === active)
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {}
    const top = Math.floor(scrollTop / rowHeight)
    setView((before) => (before.top === top && before.height === clientHeight ? before : { top, height: clientHeight }))
  }
  useLayoutEffect(() => {
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  // Scrolls the active row into view.
  useLayoutEffect(() => {
    const treeElement = box.current
    if (at < 0 || !treeElement) return
    const from = at * rowHeight
    if (from < treeElement.scrollTop) treeElement.scrollTop = from
    else if (from + rowHeight > treeElement.scrollTop + treeElement.clientHeight)
      treeElement.scrollTop = from + rowHeight - treeElement.clientHeight
    look()
  }, [at, active])

  useKeyHelp(tWorkshop('tree'), listTreeKeys())
  const latest = useRef(props)
  latest.current = props
  const hand = useMemo<TreeRowActions>(() => {
    const over = (event: DragEvent, item: TreeItem): MoveTarget | null => {
      const mine = dragged.current
      if (!mine || mine === item) return null
      const { top } = event.currentTarget.getBoundingClientRect()
      return getDropTarget(latest.current.model, mine.kind.entity, item, event.clientY - top < rowHeight / 2 ? 'upper' : 'lower')
    }
    return {
      activate: (key) => latest.current.onActive(key),
      open(key) {
        latest.current.onActive(key)
        latest.current.onOpen(key)
        // An input in the row keeps the focus.
        if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true })
      },
      toggle: (key) => latest.current.onToggle(key),
      renamed(key, title) {
        latest.current.onRenamed(key, title)
        box.current?.focus({ preventScroll: true })
      },
      drag(event, key) {
        const item = latest.current.model.byKey.get(key)
        if (!item) return
        if (event.type === 'dragstart') {
          dragged.current = item
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', item.node?.title ?? '')
          return
        }
        if (event.type === 'dragend' || event.type === 'dragleave') setDrop(null)
        if (event.type === 'dragend') dragged.current = null
        const target = event.type === 'dragover' || event.type === 'drop' ? over(event, item) : null
        if (!target) return
        event.preventDefault()
        if (event.type === 'dragover') {
          const dropSide = item.kind === dragged.current?.kind ? getDropSide(target) : 'into'
          setDrop((before) => (before?.key === key && before.where === dropSide ? before : { key, where: dropSide }))
          return
        }
        setDrop(null)
        latest.current.onMove(dragged.current!, target)
      },
    }
  }, [])

  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const action = getTreeAction(event, rtl)
    if (!action) return
    event.preventDefault()
    const row = rows[at]
    const to = (next: number): void => {
      const targetRow = rows[Math.max(0, Math.min(rows.length - 1, next))]
      if (targetRow) props.onActive(targetRow.item.key)
    }
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    if (action === 'down') to(at + 1)
    else if (action === 'up') to(at < 0 ? 0 : at - 1)
    else if (action === 'first') to(0)
    else if (action === 'last') to(rows.length - 1)
    else if (action === 'page-down') to(at + page)
    else if (action === 'page-up') to(at - page)
    else if (action === 'in' && row) {
      if (row.open === false) props.onToggle(row.item.key, true)
      else if (row.open) to(at + 1)
    } else if (action === 'out' && row) {
      if (row.open) props.onToggle(row.item.key, false)
      else if (row.item.parent) props.onActive(row.item.parent.key)
    } else props.onAction(action)
  }

  const first = Math.max(0, view.top - overscanRows)
  const last = Math.min(rows.length, view.top + Math.ceil(view.height / rowHeight) + overscanRows)
  const inView = at >= first && at < last
  const visibleRows = rows.slice(first, last)
  return (
    <div
      className="tree"
      role="tree"
      aria-label={tWorkshop('treeOf', { product: model.product.title })}
      aria-activedescendant={inView && active !== null ? toRowId(active) : undefined}
      tabIndex={0}
      ref={box}
      onScroll={look}
      onKeyDown={press}
      onFocus={(event) => event.target === event.currentTarget && at < 0 && rows[0] && props.onActive(rows[0].item.key)}
    >
      <div className="tree-space" role="presentation" style={{ height: rows.length * rowHeight }}>
        {visibleRows.map((row, index) => {
          const { key } = row.item
          return (
            <TreeRow
              key={key}
              row={row}
              at={first + index}
              id={toRowId(key)}
              active={key === active}
              chosen={key === chosen}
              renaming={key === renaming}
              drop={drop?.key === key ? drop.where : null}
              movable={row.item.node !== null && row.item.kind.ordered && row.item.kind.may.change}
              findings={findings.get(key) ?? 0}
              hand={hand}
            />
          )
        })}
      </div>
    </div>
  )
}

/** After the active row, below it, or at the end of the product's direct children. */
export type AddPosition = 'after' | 'inside' | 'top'

interface TreeToolbarProps {
  readonly model: TreeModel
  readonly item: TreeItem | null
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onAction: (action: TreeAction) => void
  /** Starts adding a record of the entity. */
  readonly onAdd: (entity: string, where: AddPosition) => void
  /** Opens the grid of the question's answers, to paste a table. */
  readonly onMultiply: (question: TreeItem) => void
}

/** The actions of the active row as buttons, for people without a keyboard or without knowledge of the shortcuts. */
export function TreeToolbar({ model, item, search, onSearch, onAction, onAdd, onMultiply }: TreeToolbarProps): ReactNode {
  const clip = useStore(clipboardStore)
  const node = item?.node ?? null
  const may = item?.kind.may
  const titled = (item?.kind.titleKeys.length ?? 0) > 0
  const predecessor = item?.node && item.kind.ordered && item.kind.may.create ? { kind: item.kind, title: item.node.title } : null
  const below = (owner: TreeItem | null, position: AddPosition): readonly MenuItem[] =>
    getChildKinds(model, owner)
      .filter((kind) => kind.may.create && (position !== 'top' || !predecessor || kind !== predecessor.kind))
      .map((kind) => ({
        label: tWorkshop('addInside', { label: kind.label, title: owner?.node?.title ?? model.product.title }),
        run: () => onAdd(kind.entity, position),
      }))
  const additions: readonly MenuItem[] = [
    ...(predecessor
      ? [
          {
            label: tWorkshop('addAfter', { label: predecessor.kind.label, title: predecessor.title }),
            run: () => onAdd(predecessor.kind.entity, 'after'),
          },
        ]
      : []),
    ...(item === null || item.node === null ? [] : below(item, 'inside')),
    ...below(null, 'top'),
  ]
  const question = [item, item?.parent].find((candidate) => candidate?.node && candidate.kind.entity === 'question')
  const mayPaste = model.kinds.some(({ entity, may: allowed }) => entity === 'answer' && allowed.create && allowed.change)
  const paste = clip && findPasteTarget(model, item, clip)
  const more: readonly (MenuItem | null)[] = [
    node && may?.change && titled ? { label: tWorkshop('rename'), run: () => onAction('rename') } : null,
    node && may?.change && node.published !== null
      ? { label: tWorkshop(node.published ? 'unpublish' : 'publish'), run: () => onAction('publish') }
      : null,
    node ? { label: t('copy'), run: () => onAction('copy') } : null,
    node && may?.delete ? { label: tWorkshop('cut'), run: () => onAction('cut') } : null,
    paste ? { label: tWorkshop('pasteTitle', { title: clip.title }), run: () => onAction('paste') } : null,
    question && mayPaste && listPaneViews(model, question).includes('answers')
      ? { label: tWorkshop('multiply'), run: () => onMultiply(question) }
      : null,
    node && may?.delete ? { label: t('delete'), destructive: true, run: () => onAction('remove') } : null,
  ]
  const moves = (up: boolean): boolean => item !== null && may?.change === true && getStepTarget(model, item, up) !== null
  return (
    <div className="tree-bar">
      <div className="search-field">
        <Icon name="search" size={16} />
        <input
          type="search"
          value={search}
          placeholder={tWorkshop('searchTree')}
          aria-label={tWorkshop('searchTree')}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {additions.length > 0 && <MenuButton name={tWorkshop('add')} label={<Icon name="plus" />} choices={additions} />}
      <button
        type="button"
        className="icon-only"
        aria-label={tWorkshop('moveUp')}
        disabled={!moves(true)}
        onClick={() => onAction('move-up')}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="icon-only"
        aria-label={tWorkshop('moveDown')}
        disabled={!moves(false)}
        onClick={() => onAction('move-down')}
      >
        <Icon name="down" />
      </button>
      <MenuButton
        name={tWorkshop('doMore')}
        label={<Icon name="more" />}
        choices={more.filter((menuChoice) => menuChoice !== null)}
      />
    </div>
  )
}
