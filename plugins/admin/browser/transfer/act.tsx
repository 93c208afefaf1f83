// What the parts of the transfer screen share: calling an action while its button waits, and saying what was refused.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask } from '../ground/api.js'
import { Problem, sentenceOf } from '../ground/problem.js'
import { client } from '../ground/queries.js'

export const act = <T,>(action: string, body: object): Promise<T> => ask<T>('POST', `actions/${action}`, { body })

/** Whatever lists products asks again. */
export const productsChanged = (): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'list' || queryKey[0] === 'choices' })

export interface Doing {
  readonly busy: boolean
  readonly failure: unknown
  run(work: () => Promise<void>): Promise<void>
}

/** One thing at a time: a second press while the first is under way does nothing. */
export function useDoing(): Doing {
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

/** Every sentence of a refusal; it takes the focus, since what it is about stands above. */
export function Refused({ failure }: { readonly failure: unknown }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) box.current?.focus()
  }, [failure])
  const issues = failure instanceof Problem ? failure.issues : []
  return (
    <div role="alert" ref={box} tabIndex={-1}>
      {failure !== null && issues.length < 2 && <p className="form-failure">{issues[0]?.message ?? sentenceOf(failure)}</p>}
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

/** What was found, or what happened: a heading and its sentences. */
export function Told({ title, lines }: { readonly title: string; readonly lines: readonly ReactNode[] }): ReactNode {
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
