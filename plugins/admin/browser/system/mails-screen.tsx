// The mail queue: pending mails, their errors, a preview, and a retry button.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MailPreview, MailRow, ServerTest } from '../../api/screen-shape.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { getRootPath, type ScreenProps } from '../base/screen-location.js'
import { showToast } from '../base/toasts.js'
import { adoptSystemStyle } from '../style/system.js'
import { canWriteScreen, TableScreen } from '../table/table-screen.js'
import { formatTime, t } from '../wording/text.js'

adoptSystemStyle()

function MailPreviewDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => requestBody<MailPreview>('GET', `mails/${id}`, { signal }),
  })
  return (
    <Dialog title={data?.subject ?? t('preview')} onClose={onClose} wide>
      {error && <p className="form-failure">{getErrorMessage(error)}</p>}
      {data && <p className="quiet-text">{t('mailTo', { to: data.to })}</p>}
      {data?.attachment && <p className="quiet-text">{t('mailAttached', { file: data.attachment })}</p>}
      {/* A mail's HTML can run or load nothing except pictures of the shop: the frame is a sandbox, and its headers forbid it too. */}
      {data?.html && (
        <iframe className="mail-frame" sandbox="" title={data.subject} src={`${getRootPath()}api/mails/${id}/page`} />
      )}
      {data && !data.html && (
        <pre className="mail-text" tabIndex={0}>
          {data.text}
        </pre>
      )}
    </Dialog>
  )
}

function renderMailState({ attempts, next_attempt: next }: MailRow): ReactNode {
  if (next === null) return <span className="badge expired">{t('mailGivenUp')}</span>
  return attempts === 0 ? t('mailWaits') : t('mailAgain', { at: formatTime(next), count: attempts })
}

/** Sends a mail to the signed-in account through the mail server, and shows the server's reply. */
function ServerTestButton({ again }: { readonly again: () => void }): ReactNode {
  const test = useMutation({
    mutationFn: () => requestBody<ServerTest>('POST', 'mails/test', { body: {} }),
    onSettled: again,
  })
  const { data, error } = test
  return (
    <div className="connection-test">
      <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? t('mailServerTesting') : t('mailServerTest')}
      </button>
      <span role="status">
        {data?.failure === null && t('mailServerSent', { to: data.to })}
        {data?.failure === '' && t('mailServerWaits')}
        {data?.failure && <span className="wrong">{t('mailServerFailed', { reason: data.failure })}</span>}
        {error && <span className="wrong">{getErrorMessage(error)}</span>}
      </span>
    </div>
  )
}

export function MailsScreen(props: ScreenProps): ReactNode {
  const [previewId, setPreviewId] = useState<number | null>(null)
  const writes = canWriteScreen(props, 'mails')
  const reads = props.session.account.scopes.some((scope) => scope.startsWith('orders:'))
  const retry = async (id: number): Promise<void> => {
    await requestBody('POST', `mails/${id}/retry`)
    showToast({ text: t('mailRetried') })
  }
  return (
    <TableScreen<MailRow>
      title={t('mails')}
      lead={t('mailsLead')}
      begin={(again) => writes && <ServerTestButton again={again} />}
      queryKey={['mails']}
      load={(signal) => requestBody('GET', 'mails', { signal })}
      keyOf={({ id }) => id}
      head={{ label: t('subject'), cell: ({ subject }) => subject || '–' }}
      columns={[
        { label: t('recipient'), cell: ({ to }) => to },
        { label: t('when'), cell: ({ created }) => formatTime(created) },
        { label: t('state'), cell: renderMailState },
        { label: t('reason'), cell: ({ failure }) => <span title={failure}>{failure}</span> },
      ]}
      actions={({ id, subject }, run) => (
        <span className="row-buttons">
          {reads && subject !== '' && (
            <button type="button" aria-label={`${t('preview')}: ${subject}`} onClick={() => setPreviewId(id)}>
              {t('preview')}
            </button>
          )}
          {writes && (
            <button type="button" aria-label={`${t('sendAgain')}: ${subject}`} onClick={() => run(retry(id))}>
              {t('sendAgain')}
            </button>
          )}
        </span>
      )}
      empty={t('noMails')}
    >
      {() => previewId !== null && <MailPreviewDialog id={previewId} onClose={() => setPreviewId(null)} />}
    </TableScreen>
  )
}
