// Deletes many records after a confirmation with the number of deleted and refused records.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EntityShape } from '../../transport/shape.js'
import { Dialog } from '../ground/dialog.js'
import { sentenceOf } from '../ground/problem.js'
import { tellFailure } from '../ground/toasts.js'
import { counted, t } from '../wording/text.js'
import { bulk, type Target, tellDone } from './bulk.js'
import { Refused } from './refused.js'

export interface BulkDialogProps {
  readonly shape: EntityShape
  readonly target: Target
  readonly count: number
  readonly onClose: () => void
  readonly onDone: () => void
}

export function BulkDelete({ shape, target, count, onClose, onDone }: BulkDialogProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['bulk-delete', shape.name, target],
    gcTime: 0,
    queryFn: () => bulk(shape.name, { ...target, delete: true, dry_run: true }),
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await tellDone(shape, await bulk(shape.name, { ...target, delete: true }))
      onDone()
    } catch (failure) {
      setBusy(false)
      tellFailure(failure)
    }
  }
  return (
    <Dialog title={counted('deleteMany', count)} onClose={onClose}>
      <div role="status">
        {error ? <p className="form-failure">{sentenceOf(error)}</p> : null}
        {!would && !error && <p>{t('trying')}</p>}
        {would && <p>{counted('wouldDelete', would.deleted)}</p>}
        {would && <Refused refused={would.refused} />}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="danger" disabled={busy || !would || would.deleted === 0} onClick={() => void run()}>
          {t('deleteNow')}
        </button>
      </footer>
    </Dialog>
  )
}
