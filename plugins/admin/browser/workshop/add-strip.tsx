// New records by their titles, one after the other: Enter makes one and waits for the next, Escape ends it.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { WorkshopKind } from '../../transport/workshop/shape.js'
import { tellFailure } from '../ground/toasts.js'
import { t } from '../wording/text.js'
import type { Item, Model } from './tree-model.js'
import { w } from './wording/say.js'

export interface Adding {
  readonly kind: WorkshopKind
  readonly owner: Item | null
  /** The record behind which it goes; null for the end. */
  readonly after: Item | null
}

interface AddStripProps {
  readonly model: Model
  readonly adding: Adding
  /** The refusal of a record that a title alone does not make; its form is opened then. */
  readonly onAdd: (title: string) => Promise<void>
  readonly onEnd: () => void
}

export function AddStrip({ model, adding: { kind, owner, after }, onAdd, onEnd }: AddStripProps): ReactNode {
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const place = after?.node
    ? w('addAfter', { label: kind.label, title: after.node.title })
    : w('addInside', { label: kind.label, title: owner?.node?.title ?? model.product.title })
  const make = async (): Promise<void> => {
    if (title.trim() === '' || busy) return
    setBusy(true)
    try {
      await onAdd(title.trim())
      setTitle('')
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEnd()
    if (event.key === 'Enter') void make()
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
          readOnly={busy}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" className="primary" aria-disabled={busy} onClick={() => void make()}>
          {w('add')}
        </button>
        <button type="button" className="icon-button" aria-label={t('close')} onClick={onEnd}>
          ×
        </button>
      </div>
      <p className="help">{w('addHelp')}</p>
    </div>
  )
}
