// The questions that the configurator currently hides, each with the reason.
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../ground/problem.js'
import { useStore } from '../ground/store.js'
import type { Bridge } from './live-bridge.js'
import { keyOf, type Model } from './tree-model.js'
import { w, wCounted } from './wording/say.js'

interface HiddenListProps {
  readonly model: Model
  readonly bridge: Bridge
}

/** Maximum number of listed questions. Further ones are counted. */
const most = 100

export function HiddenList({ model, bridge }: HiddenListProps): ReactNode {
  const applying = useStore(bridge.applying)
  const token = useStore(bridge.token)
  const [told, setTold] = useState<{ readonly token: string; readonly id: number; readonly sentences: readonly string[] } | null>(
    null,
  )
  const hidden = [...applying].flatMap(([id, applies]) => {
    const item = applies ? undefined : model.byKey.get(keyOf('question', id))
    return item?.node ? [item.node] : []
  })
  if (hidden.length === 0) return null
  const why = async (id: number): Promise<void> => {
    const sentences = await bridge.explain(id).then(
      (told) => told?.sentences ?? [],
      (error: unknown) => [sentenceOf(error)],
    )
    setTold({ token, id, sentences: sentences.length > 0 ? sentences : [w('noReason')] })
  }
  return (
    <section className="live-hidden" aria-labelledby="live-hidden">
      <h2 id="live-hidden">{wCounted('hiddenNow', hidden.length)}</h2>
      <ul>
        {hidden.slice(0, most).map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>{' '}
            <button type="button" className="link" onClick={() => void why(id)}>
              {w('why')}
              <span className="hidden"> {title}</span>
            </button>
            <div role="status">
              {told?.id === id && told.token === token && told.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
