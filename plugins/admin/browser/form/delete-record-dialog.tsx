// Deletes a record after a confirmation that lists the records deleted with it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeleteReply, DryRun } from '../../api/shape.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { formatNumber, t } from '../wording/text.js'

interface DeleteRecordDialogProps {
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly etag: string | null
  readonly onClose: () => void
  /** @param undo the undo token, if any */
  readonly onDeleted: (undo: string | null) => void
}

function CurrencyUse({ quotes, orders }: NonNullable<DryRun['currencyUse']>): ReactNode {
  return (
    <>
      <p>{t('deleteCurrency')}</p>
      {quotes + orders > 0 && <p>{t('deleteCurrencyUse', { quotes, orders })}</p>}
    </>
  )
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
            {would.currencyUse && <CurrencyUse {...would.currencyUse} />}
            {(contents.length > 0 || would.currencyUse) && (
              <p>{t(would.undoable === false ? 'deleteFinal' : 'deleteUndoable')}</p>
            )}
          </>
        )}
        {blockers.length > 0 && (
          <>
            <p>{would?.currencyUse ? t('deleteCurrencyCarts', { count: would.currencyUse.carts }) : t('deleteBlocked')}</p>
            <ul>
              {blockers.map(({ entity: name, id: other, title: otherTitle, label }) => (
                <li key={`${name} ${other}`}>
                  <Link to={toRecordPath(name, other)}>{otherTitle || label}</Link>
                </li>
              ))}
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
