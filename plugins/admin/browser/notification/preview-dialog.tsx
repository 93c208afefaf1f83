// Preview of an edited notification with sample data, as HTML in a sandboxed frame and as text, and a test to the signed-in account.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { csrfField, type AdminSessionReply } from '../../api/shape.js'
import type { MailPreview, NotificationPreviewRequest, SentTest } from '../../api/screen-shape.js'
import { ApiError, getErrorMessage, requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { getRootPath } from '../base/root-path.js'
import type { FormValues } from '../form/form-values.js'
import { adoptNotificationStyle } from '../style/notification.js'
import { tEditor } from '../editor/wording/editor-text.js'

adoptNotificationStyle()

const frameName = 'mail-preview-frame'

interface MailFrameProps {
  readonly title: string
  readonly request: NotificationPreviewRequest
  readonly csrf: string
}

/** A form posts the unsaved texts into the frame. The mail could not be shown otherwise: the styles of this page are restricted. */
function MailFrame({ title, request, csrf }: MailFrameProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <>
      <form ref={form} method="post" action={`${getRootPath()}notifications/preview`} target={frameName} hidden>
        <input type="hidden" name={csrfField} value={csrf} />
        <input type="hidden" name="request" value={JSON.stringify(request)} />
      </form>
      {/* The frame can run or load nothing except pictures of the shop: it is a sandbox, and its response headers forbid it too. */}
      <iframe className="mail-frame" name={frameName} sandbox="" title={title} />
    </>
  )
}

interface PreviewDialogProps {
  /** The current values of the form. */
  readonly values: FormValues
  readonly language: string
  readonly session: AdminSessionReply
  readonly onClose: () => void
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts of the form by key, such as `subject_en_GB`. */
const toTexts = (values: FormValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (/^(manager_)?(subject|body)/.test(key) ? [[key, toText(value)]] : [])),
  )

export function NotificationPreviewDialog({ values, language: first, session, onClose }: PreviewDialogProps): ReactNode {
  const [language, setLanguage] = useState(first)
  const [reader, setReader] = useState<NotificationPreviewRequest['reader']>(
    values['send_customer'] !== true && values['send_manager'] === true ? 'manager' : 'customer',
  )
  const [view, setView] = useState<'formatted' | 'text'>('formatted')
  const status = toText(values['status'])
  const request: NotificationPreviewRequest = {
    name: toText(values['name']),
    status,
    attachment: toText(values['attachment']),
    texts: toTexts(values),
    language,
    reader,
  }
  const { data, error } = useQuery({
    queryKey: ['notification-preview', request],
    enabled: status !== '',
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<MailPreview>('POST', 'notifications/preview', { body: request, signal }),
  })
  const [test, setTest] = useState<{ readonly to?: string; readonly error?: unknown; readonly isPending?: true }>({})
  const sendTest = async (): Promise<void> => {
    if (test.isPending) return
    setTest({ isPending: true })
    try {
      setTest({ to: (await requestBody<SentTest>('POST', 'notifications/test', { body: request })).to })
    } catch (failure) {
      setTest({ error: failure })
    }
  }
  const issues = error instanceof ApiError ? error.issues : []
  const choose = (change: () => void): void => {
    setTest({})
    change()
  }
  return (
    <Dialog title={tEditor('mailPreviewTitle')} onClose={onClose} wide>
      <div className="mail-preview">
        <p className="quiet-text">{tEditor('mailPreviewLead')}</p>
        <div className="mail-preview-choices">
          <label>
            {tEditor('mailLanguage')}
            <select value={language} onChange={(event) => choose(() => setLanguage(event.target.value))}>
              {session.languages.map(({ tag, label }) => (
                <option key={tag} value={tag}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            {tEditor('mailRecipient')}
            <select
              value={reader}
              onChange={(event) => choose(() => setReader(event.target.value === 'manager' ? 'manager' : 'customer'))}
            >
              <option value="customer">{tEditor('mailToCustomer')}</option>
              <option value="manager">{tEditor('mailToShop')}</option>
            </select>
          </label>
          <label>
            {tEditor('mailView')}
            <select value={view} onChange={(event) => setView(event.target.value === 'text' ? 'text' : 'formatted')}>
              <option value="formatted">{tEditor('mailFormatted')}</option>
              <option value="text">{tEditor('mailPlainText')}</option>
            </select>
          </label>
        </div>
        {status === '' && <p>{tEditor('mailChooseStatus')}</p>}
        {error && issues.length === 0 && <p className="form-failure">{getErrorMessage(error)}</p>}
        {issues.length > 0 && (
          <ul className="wrong" role="alert">
            {issues.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
        {data && !error && (
          <>
            <dl className="mail-preview-head">
              <dt>{tEditor('mailTo')}</dt>
              <dd>{data.to}</dd>
              <dt>{tEditor('mailSubject')}</dt>
              <dd>
                <strong dir="auto">{data.subject}</strong>
              </dd>
              {data.attachment !== null && (
                <>
                  <dt>{tEditor('mailAttached')}</dt>
                  <dd dir="auto">{data.attachment}</dd>
                </>
              )}
            </dl>
            {view === 'formatted' ? (
              <MailFrame key={`${language} ${reader}`} title={data.subject} request={request} csrf={session.csrf} />
            ) : (
              <pre className="mail-text" dir="auto" tabIndex={0}>
                {data.text}
              </pre>
            )}
            <footer>
              <p role="status" className={test.error === undefined ? undefined : 'form-failure'}>
                {test.error !== undefined && getErrorMessage(test.error)}
                {test.to !== undefined && tEditor('mailTestSent', { to: test.to })}
              </p>
              <button type="button" aria-disabled={test.isPending} onClick={() => void sendTest()}>
                <Icon name="out" size={16} /> {tEditor('mailSendTest')}
              </button>
            </footer>
          </>
        )}
      </div>
    </Dialog>
  )
}
