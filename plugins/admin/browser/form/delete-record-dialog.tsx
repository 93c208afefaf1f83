// Deletes a record after a confirmation that lists the records deleted with it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeleteReply, DryRun } from '../../api/shape.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { formatNumber, t } from '../wording/text.js'

/** Maximum number of listed records that prevent the delete. */
const maxBlockers = 10

interface DeleteRecordDialogProps {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly etag: string | null
  readonly onClose: () => void
  /** @param undo the undo token, if any */
  readonly onDeleted: (undo: string | null) => void
}

export function DeleteRecordDialog({ entity, id, title, etag, onClose, onDeleted }: DeleteRecordDialogProps): ReactNode {
  const address = `records/${entity}/${id}?contents=1`
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['dry-delete', entity, id],
    gcTime: 0,
    retry: false,
    queryFn: () => requestBody<DryRun>('DELETE', `${address}&dry_run=1`),
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { undo } = await requestBody<DeleteReply>('DELETE', address, { ifMatch: etag })
      onDeleted(undo)
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  const contents = would?.contents ?? []
  const blockers = would?.blockers ?? []
  const wrong = failure ?? error
  return (
    <Dialog title={t('deleteTitle', { title })} onClose={onClose}>
      <div role="status">
        {!would && !wrong && <p>{t('trying')}</p>}
        {would && blockers.length === 0 && (
          <>
            <p>{t(contents.length > 0 ? 'deleteAffects' : 'deleteAlone')}</p>
            {contents.length > 0 && (
              <ul className="delete-contents">
                {contents.map(({ entity: name, label, count }) => (
                  <li key={name}>
                    {formatNumber(count)} × {label}
                  </li>
                ))}
              </ul>
            )}
            {entity === 'currency' && <p>{t('deleteCurrency')}</p>}
            {contents.length > 0 && <p>{t(would.undoable === false ? 'deleteFinal' : 'deleteUndoable')}</p>}
          </>
        )}
        {blockers.length > 0 && (
          <>
            <p>{t('deleteBlocked')}</p>
            <ul>
              {blockers.slice(0, maxBlockers).map(({ entity: name, id: other, title: otherTitle, label }) => (
                <li key={`${name} ${other}`}>
                  {otherTitle && `${label}: `}
                  <Link to={toRecordPath(name, other)}>{otherTitle || label}</Link>
                </li>
              ))}
              {blockers.length > maxBlockers && <li>{t('andMore', { count: blockers.length - maxBlockers })}</li>}
            </ul>
          </>
        )}
        {wrong ? <p className="form-failure">{getErrorMessage(wrong)}</p> : null}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="danger" disabled={busy || !would || blockers.length > 0} onClick={() => void run()}>
          {t(contents.length > 0 ? 'deleteWithContents' : 'deleteNow')}
        </button>
      </footer>
    </Dialog>
  )
}
