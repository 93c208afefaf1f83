// The actions for selected rows. Visible below the list while rows are selected.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { EntityShape } from '../../transport/shape.js'
import { counted, t } from '../wording/text.js'
import { targetOf } from './bulk.js'
import type { ListState } from './list-query.js'

const BulkEdit = lazy(() => import('./bulk-edit.js').then(({ BulkEdit }) => ({ default: BulkEdit })))
const BulkDelete = lazy(() => import('./bulk-delete.js').then(({ BulkDelete }) => ({ default: BulkDelete })))

interface BulkBarProps {
  readonly shape: EntityShape
  readonly chosen: ReadonlySet<number>
  readonly total: number
  readonly pageIds: readonly number[]
  readonly state: ListState
  readonly fixed: Readonly<Record<string, string>>
  readonly onDone: () => void
}

export function BulkBar({ shape, chosen, total, pageIds, state, fixed, onDone }: BulkBarProps): ReactNode {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  if (chosen.size === 0) {
    if (all) setAll(false)
    return null
  }
  const wholePage = pageIds.every((id) => chosen.has(id)) && total > pageIds.length
  const count = all ? total : chosen.size
  const target = targetOf(chosen, all, state, fixed)
  const done = (): void => {
    setOpen(null)
    setAll(false)
    onDone()
  }
  const dialog = { shape, target, count, onClose: () => setOpen(null), onDone: done }
  return (
    <div className="bulk-bar" role="region" aria-label={t('bulk')}>
      <strong>{counted('chosen', count)}</strong>
      {wholePage && !all && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {t('chooseAllOf', { total })}
        </button>
      )}
      <span className="space" />
      {shape.may.change && (
        <button type="button" onClick={() => setOpen('edit')}>
          {t('edit')}
        </button>
      )}
      {shape.may.delete && (
        <button type="button" className="danger" onClick={() => setOpen('delete')}>
          {t('delete')}
        </button>
      )}
      <button type="button" className="quiet" onClick={onDone}>
        {t('chooseNone')}
      </button>
      <Suspense>
        {open === 'edit' && <BulkEdit {...dialog} />}
        {open === 'delete' && <BulkDelete {...dialog} />}
      </Suspense>
    </div>
  )
}
