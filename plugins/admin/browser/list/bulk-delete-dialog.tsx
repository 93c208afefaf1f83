// Deletes many records after a confirmation with the number of deleted and refused records.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EntityShape } from '../../api/shape.js'
import { Dialog } from '../base/dialog.js'
import { getErrorMessage } from '../base/api.js'
import { showErrorToast } from '../base/toasts.js'
import { formatNumber, t } from '../wording/text.js'
import { sendBulkChange, type BulkTarget, showBulkResult, RefusedRecords } from './bulk-change.js'

export interface BulkDialogProps {
  readonly shape: EntityShape
  readonly target: BulkTarget
  readonly count: number
  readonly onClose: () => void
  readonly onDone: () => void
}

export function BulkDeleteDialog({ shape, target, count, onClose, onDone: onComplete }: BulkDialogProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['bulk-delete', shape.name, target],
    gcTime: 0,
    queryFn: () => sendBulkChange(shape.name, { ...target, delete: true, contents: true, dry_run: true }),
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await showBulkResult(shape, await sendBulkChange(shape.name, { ...target, delete: true, contents: true }))
      onComplete()
    } catch (failure) {
      setBusy(false)
      showErrorToast(failure)
    }
  }
  return (
    <Dialog title={t('deleteMany', { count })} onClose={onClose}>
      <div role="status">
        {error ? <p className="form-failure">{getErrorMessage(error)}</p> : null}
        {!would && !error && <p>{t('trying')}</p>}
        {would && <p>{t('wouldDelete', { count: would.deleted })}</p>}
        {would?.contents && would.contents.length > 0 && (
          <>
            <p>{t('deleteAffects')}</p>
            <ul className="delete-contents">
              {would.contents.map(({ entity, label, count: inside }) => (
                <li key={entity}>
                  {formatNumber(inside)} × {label}
                </li>
              ))}
            </ul>
          </>
        )}
        {would && <RefusedRecords refused={would.refused} />}
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
