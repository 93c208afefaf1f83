// Messages about failures: in place of a screen that has not loaded, and above a form that was refused.
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, getErrorMessage } from '../base/api.js'
import { homePath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { t } from '../wording/text.js'

interface FailureMessageProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
  /** True if the page contains nothing else. */
  readonly alone?: boolean
}

export function FailureMessage({ error, retry, alone }: FailureMessageProps): ReactNode {
  const missing = error instanceof ApiError && error.status === 404
  const body = (
    <div className="empty" role="alert">
      <h1>{missing ? t('notFound') : t('broken')}</h1>
      <p>{missing ? t('notFoundLead') : getErrorMessage(error)}</p>
      {missing && !alone && (
        <p>
          <Link to={homePath}>{t('home')}</Link>
        </p>
      )}
      {retry && (
        <button type="button" className="primary" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
  return alone ? <main className="door">{body}</main> : body
}

/** For an address without a screen. */
export function UnknownAddress(): ReactNode {
  return (
    <div className="empty">
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundLead')}</p>
      <Link to={homePath} className="button primary">
        {t('home')}
      </Link>
    </div>
  )
}

/** In place of a screen whose data is missing: the failure, or a notice that it loads. */
export function ScreenPlaceholder({ error, retry }: Pick<FailureMessageProps, 'error' | 'retry'>): ReactNode {
  return error ? <FailureMessage error={error} retry={retry} /> : <p className="loading">{t('loading')}</p>
}

interface ErrorSummaryProps {
  readonly error: unknown
  /** The input key of an issue. null if the form has no such field. */
  readonly keyOf: (issue: ApiError['issues'][number]) => string | null
  readonly onOpen: (key: string) => void
}

/** Error summary above a form. It takes the focus, and each message links to its field. */
export function ErrorSummary({ error, keyOf, onOpen }: ErrorSummaryProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const issues = error instanceof ApiError ? error.issues : []
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{issues.length > 0 ? t('notSaved') : getErrorMessage(error)}</h2>
      {issues.length > 0 && (
        <ul>
          {issues.map((issue, at) => {
            const key = keyOf(issue)
            return (
              <li key={at}>
                {key === null ? (
                  issue.message
                ) : (
                  <button type="button" className="link" onClick={() => onOpen(key)}>
                    {issue.message}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
