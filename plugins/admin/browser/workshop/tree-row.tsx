// One row of the product tree: icon, title, type, and number of findings.
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, memo } from 'react'
import { MissingLanguages } from '../form/text-languages.js'
import { Icon } from '../base/icon.js'
import { formatHeading, formatNumber } from '../wording/text.js'
import type { VisibleTreeRow, MoveTarget } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'

export interface DropPosition {
  readonly key: string
  readonly where: 'before' | 'after' | 'into'
}

export const getDropSide = (target: MoveTarget): DropPosition['where'] =>
  'into' in target ? 'into' : 'before' in target ? 'before' : 'after'

export const toRowId = (key: string): string => `tree-${key}`

/** Pixels. All rows have the same height, so thousands of rows need no measuring. */
export const rowHeight = 34

export interface TreeRowActions {
  activate(key: string): void
  open(key: string): void
  toggle(key: string): void
  renamed(key: string, title: string | null): void
  drag(event: DragEvent, key: string): void
}

interface TreeRowProps {
  readonly row: VisibleTreeRow
  readonly at: number
  readonly id: string
  readonly active: boolean
  readonly chosen: boolean
  readonly renaming: boolean
  readonly drop: 'before' | 'after' | 'into' | null
  readonly movable: boolean
  /** Number of findings about it, or about collapsed rows below it. */
  readonly findings: number
  readonly hand: TreeRowActions
}

/** A title input in the row. Enter saves. Escape and leaving an empty field cancel. */
function TitleInput(props: {
  readonly value: string
  readonly label: string
  readonly onEnd: (title: string | null) => void
}): ReactNode {
  const { value, label } = props
  const hasClosed = useRef(false)
  const onEnd = (title: string): void => {
    // Removing the field triggers another blur event.
    if (hasClosed.current) return
    hasClosed.current = true
    props.onEnd(title.trim() || null)
  }
  const end = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation()
    if (event.key === 'Enter') onEnd(event.currentTarget.value)
    if (event.key === 'Escape') onEnd('')
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
  }
  return (
    <input
      className="tree-title-input"
      aria-label={label}
      defaultValue={value}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={end}
      onBlur={(event) => onEnd(event.currentTarget.value)}
    />
  )
}

function renderRowMarks({ item }: VisibleTreeRow, findings: number): ReactNode {
  const { node } = item
  return (
    <>
      {node?.note && <span className="tree-note">{node.note}</span>}
      {typeof node?.price === 'number' && <span className="tree-price">{formatNumber(node.price)}</span>}
      {node?.ruled && (
        <span className="tree-mark" title={tWorkshop('hasRule')}>
          <span aria-hidden="true">§</span>
          <span className="hidden">{tWorkshop('hasRule')}</span>
        </span>
      )}
      {node?.missing && <MissingLanguages tags={node.missing} />}
      {node?.published === false && <span className="tree-off">{tWorkshop('unpublished')}</span>}
      {findings > 0 && (
        <span className="tree-finding" title={tWorkshop('findingsHere', { count: findings })}>
          <span aria-hidden="true">{findings}</span>
          <span className="hidden">{tWorkshop('findingsHere', { count: findings })}</span>
        </span>
      )}
    </>
  )
}

export const TreeRow = memo(function TreeRow(props: TreeRowProps): ReactNode {
  const { row, at, id, active, chosen, renaming, drop, movable, findings, hand } = props
  const { item, level, open } = row
  const title = item.node ? item.node.title || `${formatHeading(item.kind.label)} ${item.node.id}` : item.kind.pluralLabel
  const className = ['tree-row', active && 'active', chosen && 'chosen', item.node === null && 'group', drop && `drop-${drop}`]
  const drag = (event: DragEvent): void => hand.drag(event, item.key)
  return (
    <div
      role="treeitem"
      id={id}
      aria-level={level}
      aria-expanded={open ?? undefined}
      aria-selected={chosen}
      aria-setsize={row.of}
      aria-posinset={row.place}
      className={className.filter(Boolean).join(' ')}
      data-key={item.key}
      style={{ transform: `translateY(${at * rowHeight}px)`, paddingInlineStart: `${0.4 + (level - 1) * 1.1}rem` }}
      draggable={movable && !renaming}
      onDragStart={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
      onDragEnd={drag}
      onClick={() => hand.open(item.key)}
    >
      <span
        className="tree-twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation()
          hand.activate(item.key)
          hand.toggle(item.key)
        }}
      >
        {open !== null && <Icon name={open ? 'down' : 'next'} size={14} />}
      </span>
      {renaming ? (
        <TitleInput
          value={item.node?.title ?? ''}
          label={tWorkshop('titleOf', { label: item.kind.label })}
          onEnd={(next) => hand.renamed(item.key, next)}
        />
      ) : (
        <span className="tree-title" title={title}>
          {title}
        </span>
      )}
      {item.node === null && <span className="tree-note">{formatNumber(item.children.length)}</span>}
      {!renaming && renderRowMarks(row, findings)}
    </div>
  )
})
