// In place of a screen that has not loaded: a failure with a retry button, or a notice that it loads.
import type { ReactNode } from 'react'
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

/** In place of a screen whose data is missing: the failure, or a notice that it loads. */
export function ScreenPlaceholder({ error, retry }: Pick<FailureMessageProps, 'error' | 'retry'>): ReactNode {
  return error ? <FailureMessage error={error} retry={retry} /> : <p className="loading">{t('loading')}</p>
}
