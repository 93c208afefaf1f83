// Shared parts of the transfer screen: running an action with a busy state, and showing its errors.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { requestBody, ApiError, getErrorMessage } from '../base/api.js'
import { queryClient } from '../base/queries.js'
import en from '../../../../messages/admin-transfer.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

/** Texts of the transfer screen, loaded together with it. */
export const tTransfer = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-transfer.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-transfer.he.json', { with: { type: 'json' } }),
})

export const runTransferAction = <T,>(action: string, body: object): Promise<T> =>
  requestBody<T>('POST', `actions/${action}`, { body })

/** Refreshes all lists of products. */
export const refreshProducts = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'list' || queryKey[0] === 'choices' })

interface BusyState {
  readonly busy: boolean
  readonly failure: unknown
  run(work: () => Promise<void>): Promise<void>
}

/** Allows one action at a time. A second click during an action does nothing. */
export function useBusyState(): BusyState {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const under = useRef(false)
  return {
    busy,
    failure,
    async run(work) {
      if (under.current) return
      under.current = true
      setBusy(true)
      setFailure(null)
      try {
        await work()
      } catch (error) {
        setFailure(error)
      } finally {
        under.current = false
        setBusy(false)
      }
    },
  }
}

/** All messages of an error. It takes the focus, because it appears below the form. */
export function ActionErrors({ failure }: { readonly failure: unknown }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) box.current?.focus()
  }, [failure])
  const issues = failure instanceof ApiError ? failure.issues : []
  return (
    <div role="alert" ref={box} tabIndex={-1}>
      {failure !== null && issues.length < 2 && <p className="form-failure">{issues[0]?.message ?? getErrorMessage(failure)}</p>}
      {issues.length > 1 && (
        <ul className="summary">
          {issues.map(({ message }, at) => (
            <li key={at}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A heading with a list of findings or results. */
export function ResultList({ title, lines }: { readonly title: string; readonly lines: readonly ReactNode[] }): ReactNode {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** Properties of the parts of the transfer screen. */
export interface TransferPartProps {
  readonly mayWrite: boolean
  /** The text of a sheet from another part. */
  readonly given: string | null
  onSheet(text: string): void
}
