// The actions of the active row as buttons, for people without a keyboard or without knowledge of the shortcuts.
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.js'
import { type MenuItem, MenuButton } from '../base/menu-button.js'
import { useStore } from '../base/store.js'
import { t } from '../wording/text.js'
import { clipboardStore } from './clipboard.js'
import { listPaneViews } from './pane-views.js'
import { findPasteTarget, type TreeAction, getChildKinds, type TreeItem, type TreeModel, getStepTarget } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

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
