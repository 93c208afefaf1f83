// The table of a manually sorted list: rows are dragged by a handle, with mouse, touch or keys.
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.js'
import { t } from '../wording/text.js'
import { RecordGrid, type RecordGridProps, type RowFrameProps, getRowTitle } from './record-grid.js'

function DraggableRow({ id, title, chosen, children }: RowFrameProps): ReactNode {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  const translation = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined
  const className = [chosen && 'chosen', isDragging && 'dragged'].filter(Boolean).join(' ')
  return (
    <tr ref={setNodeRef} className={className} style={{ transform: translation, transition }}>
      <td className="handle-cell">
        <button
          type="button"
          className="handle"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('moveRow', { title })}
        >
          <Icon name="grip" size={16} />
        </button>
      </td>
      {children}
    </tr>
  )
}

interface OrderedGridProps extends RecordGridProps {
  /** Moves the record to the position of the other one. */
  readonly onMove: (id: number, to: number) => void
}

export function OrderedGrid({ onMove, ...props }: OrderedGridProps): ReactNode {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = props.rows.map((row) => Number(row['id']))
  const getTitle = (id: string | number): string =>
    getRowTitle(props.shape, props.rows.find((row) => row['id'] === id) ?? { id }, props.names)
  const placeOf = (id: string | number): number => ids.indexOf(Number(id)) + 1
  const end = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id))
  }
  const announcements = {
    onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => t('lifted', { title: getTitle(active.id) }),
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? t('movedTo', { title: getTitle(active.id), place: placeOf(over.id), count: ids.length }) : undefined,
    onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? t('dropped', { title: getTitle(active.id), place: placeOf(over.id) }) : undefined,
    onDragCancel: ({ active }: Pick<DragEndEvent, 'active'>) => t('moveCancelled', { title: getTitle(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('moveHelp') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <RecordGrid {...props} RowFrame={DraggableRow} />
      </SortableContext>
    </DndContext>
  )
}
