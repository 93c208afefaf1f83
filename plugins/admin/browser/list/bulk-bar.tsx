// The actions for selected rows. Visible below the list while rows are selected.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { EntityShape } from '../../api/shape.js'
import { t } from '../wording/text.js'
import { toBulkTarget } from './bulk-change.js'
import type { ListState } from './list-state.js'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.js').then(({ BulkEditDialog }) => ({ default: BulkEditDialog })))
const BulkDeleteDialog = lazy(() =>
  import('./bulk-delete-dialog.js').then(({ BulkDeleteDialog }) => ({ default: BulkDeleteDialog })),
)

interface BulkBarProps {
  readonly shape: EntityShape
  readonly chosen: ReadonlySet<number>
  readonly total: number
  readonly pageIds: readonly number[]
  readonly state: ListState
  readonly fixed: Readonly<Record<string, string>>
  readonly onDone: () => void
}

export function BulkBar({ shape, chosen, total, pageIds, state, fixed, onDone: onComplete }: BulkBarProps): ReactNode {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  if (chosen.size === 0) {
    if (all) setAll(false)
    return null
  }
  const wholePage = pageIds.every((id) => chosen.has(id)) && total > pageIds.length
  const count = all ? total : chosen.size
  const target = toBulkTarget(chosen, all, state, fixed)
  const finish = (): void => {
    setOpen(null)
    setAll(false)
    onComplete()
  }
  const dialog = { shape, target, count, onClose: () => setOpen(null), onDone: finish }
  return (
    <div className="bulk-bar" role="region" aria-label={t('bulk')}>
      <strong>{t('chosen', { count })}</strong>
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
      <button type="button" className="quiet" onClick={onComplete}>
        {t('chooseNone')}
      </button>
      <Suspense>
        {open === 'edit' && <BulkEditDialog {...dialog} />}
        {open === 'delete' && <BulkDeleteDialog {...dialog} />}
      </Suspense>
    </div>
  )
}
