// Adds records by title, one after the other: Enter adds one and continues, Escape ends.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { WorkshopKind } from '../../api/workshop/shape.js'
import { showErrorToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import type { TreeItem, TreeModel } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

export interface AddTarget {
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
