// Preview of a copy into a product: the new records, and the parts that cannot be copied.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import { Dialog } from '../base/dialog.js'
import { getErrorMessage } from '../base/api-error.js'
import { formatNumber, t } from '../wording/text.js'
import type { ClipboardEntry } from './clipboard.js'
import { copyRecordInto, removeRecord, previewRemoval } from './tree-changes.js'
import { tWorkshop } from './wording/workshop-text.js'

interface PasteDialogProps {
  readonly clip: ClipboardEntry
  /** The id of the new owner. Absent for a product, which has none. */
  readonly into: number | undefined
  readonly session: AdminSessionReply
  readonly onClose: () => void
  readonly onDone: (id: number) => Promise<void>
}

export function PasteDialog({ clip, into, session, onClose, onDone: onComplete }: PasteDialogProps): ReactNode {
  const code = session.account.scopes.includes('code:write')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['dry-copy', clip.entity, clip.id, into],
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const [copy, deletion] = await Promise.all([
        copyRecordInto(clip, into, { code, dry_run: true }),
        clip.cut ? previewRemoval(clip) : null,
      ])
      return { copy, gone: deletion }
    },
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { id } = await copyRecordInto(clip, into, { code })
      if (clip.cut) await removeRecord(clip)
      await onComplete(id)
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  const counts = (of: Readonly<Record<string, number>>): ReactNode => (
    <ul>
      {Object.entries(of).map(([name, count]) => (
        <li key={name}>
          {formatNumber(count)} × {name}
        </li>
      ))}
    </ul>
  )
  const wrong = failure ?? error
  const deletionCounts = would?.gone?.affected ?? {}
  return (
    <Dialog title={tWorkshop(clip.cut ? 'moveHere' : 'copyHere', { title: clip.title })} onClose={onClose}>
      <div role="status">
        {!would && !wrong && <p>{t('trying')}</p>}
        {would && (
          <>
            <p>{tWorkshop('wouldMake')}</p>
            {counts(would.copy.created)}
          </>
        )}
        {would && would.copy.left_out.length > 0 && (
          <>
            <p>{tWorkshop('leftOut')}</p>
            <ul>
              {would.copy.left_out.map(({ message }, at) => (
                <li key={at}>{message}</li>
              ))}
            </ul>
          </>
        )}
        {would?.gone && (
          <>
            <p>{tWorkshop('thenGone')}</p>
            {counts(deletionCounts)}
          </>
        )}
        {wrong ? <p className="form-failure">{getErrorMessage(wrong)}</p> : null}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="primary" disabled={busy || !would} onClick={() => void run()}>
          {tWorkshop(clip.cut ? 'moveNow' : 'copyNow')}
        </button>
      </footer>
    </Dialog>
  )
}
