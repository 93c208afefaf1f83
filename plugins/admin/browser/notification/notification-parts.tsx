// The parts of the admin for notifications, in one script that is loaded with the first of them.
import { queryOptions, useQuery, keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState, useEffect, useRef } from 'react'
import type { MissingNotifications, MailPreview, NotificationPreviewRequest, SentTest } from '../../api/screen-shape.js'
import { requestBody, ApiError, getErrorMessage } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { dashboardQuery, queryClient, refreshRecords } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { tEditor } from '../editor/editor-text.js'
import { csrfField } from '../../api/shape.js'
import { type AdminSessionReply } from '../../api/account-shape.js'
import { Dialog } from '../base/dialog.js'
import { getRootPath } from '../base/screen-location.js'
import type { FormValues } from '../form/form-values.js'
import { adoptNotificationStyle } from '../style/system.js'
import { MenuButton } from '../base/menu-button.js'
import type { ControlProps } from '../control/control-props.js'
import { useDebouncedValue } from '../editor/editor-product.js'
import { listPlaceholderGroups } from './placeholders.js'

const missingQuery = queryOptions({
  queryKey: ['missing-notifications'],
  staleTime: 0,
  queryFn: ({ signal }) => requestBody<MissingNotifications>('GET', 'notifications/missing', { signal }),
})

export function MissingNotificationsNotice(): ReactNode {
  const { data } = useQuery(missingQuery)
  const [isPending, setPending] = useState(false)
  const add = async (): Promise<void> => {
    if (isPending) return
    setPending(true)
    try {
      const { added } = await requestBody<{ readonly added: readonly string[] }>('POST', 'actions/add-default-notifications', {
        body: {},
      })
      showToast({ text: tEditor('mailAdded', { count: added.length }) })
      await Promise.all([
        refreshRecords('notification'),
        queryClient.invalidateQueries({ queryKey: missingQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ])
    } catch (error) {
      showErrorToast(error)
    } finally {
      setPending(false)
    }
  }
  if (!data || data.statuses.length === 0) return null
  return (
    <section className="card list-notice">
      <p>
        <strong>
          {data.hasNone ? tEditor('mailMissingAll') : tEditor('mailMissingSome', { names: data.statuses.join(', ') })}
        </strong>
      </p>
      <p className="quiet-text">{tEditor('mailAddLead')}</p>
      <button type="button" className="primary" aria-disabled={isPending} onClick={() => void add()}>
        <Icon name="plus" size={16} /> {tEditor('mailAdd')}
      </button>
    </section>
  )
}

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

adoptNotificationStyle()

/** Milliseconds after the last key until the check. */
const checkDelay = 350

/** Problems of the placeholders in a text. */
function useTemplateProblems(key: string, text: string): readonly string[] {
  const settled = useDebouncedValue(text, checkDelay)
  const enabled = /[{}]/.test(settled)
  const { data } = useQuery({
    queryKey: ['template-check', key, settled],
    enabled,
    queryFn: ({ signal }) =>
      requestBody<readonly string[]>('POST', 'notifications/check', { body: { texts: { [key]: settled } }, signal }),
  })
  return enabled && settled === text ? (data ?? []) : []
}

/** Remembers the cursor in a field with formatted text, which loses it when the menu opens. */
function useCursor(id: string) {
  const range = useRef<Range | null>(null)
  useEffect(() => {
    const remember = (): void => {
      const selection = getSelection()
      const editor = document.getElementById(id)
      if (selection && selection.rangeCount > 0 && editor?.contains(selection.anchorNode)) range.current = selection.getRangeAt(0)
    }
    document.addEventListener('selectionchange', remember)
    return () => document.removeEventListener('selectionchange', remember)
  }, [id])
  return range
}

interface TemplateControlProps extends ControlProps {
  /** The status that the notification is about. */
  readonly status: unknown
  /** The control of the text. */
  readonly children: ReactNode
}

export function TemplateControl(props: TemplateControlProps): ReactNode {
  const { id, field, value, label, disabled, invalid, status, children } = props
  const isHtml = field.hints['html'] === true
  const cursor = useCursor(id)
  const problems = useTemplateProblems(field.name, typeof value === 'string' ? value : '')
  const insert = (path: string): void => {
    const element = document.getElementById(id)
    element?.focus()
    if (element?.isContentEditable) {
      const selection = getSelection()
      selection?.selectAllChildren(element)
      selection?.collapseToEnd()
      if (cursor.current && element.contains(cursor.current.startContainer)) {
        selection?.removeAllRanges()
        selection?.addRange(cursor.current)
      }
    }
    // The only way to insert a text that keeps the browser's undo history.
    document.execCommand('insertText', false, `{{ ${path} }}`)
  }
  return (
    <div className={isHtml ? 'template-control' : 'template-control one-line'}>
      {children}
      {disabled !== true && (
        <MenuButton
          className="placeholder-menu"
          name={`${tEditor('mailInsert')}: ${label}`}
          label={
            <>
              <Icon name="plus" size={16} /> {tEditor('mailInsert')}
            </>
          }
          choices={listPlaceholderGroups(status, isHtml).flatMap(({ heading, placeholders }) => [
            { heading: tEditor(heading) },
            ...placeholders.map(([path, meaning]) => ({
              label: (
                <>
                  <span>{tEditor(meaning)}</span> <code>{path}</code>
                </>
              ),
              run: () => insert(path),
            })),
          ])}
        />
      )}
      <div className="template-problems" role="status">
        {/* After a refused save, the form shows the same messages. */}
        {invalid !== true && problems.length > 0 && (
          <ul className="wrong">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
