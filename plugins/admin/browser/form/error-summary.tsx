// Error summary above a form. It takes the focus, and each message links to its field.
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, getErrorMessage } from '../base/api-error.js'
import { t } from '../wording/text.js'

interface ErrorSummaryProps {
  readonly error: unknown
  /** The input key of an issue. null if the form has no such field. */
  readonly keyOf: (issue: ApiError['issues'][number]) => string | null
  readonly onOpen: (key: string) => void
}

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
