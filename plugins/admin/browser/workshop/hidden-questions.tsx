// The questions that the configurator currently hides, each with the reason.
import { type ReactNode, useState } from 'react'
import { getErrorMessage } from '../base/api-error.js'
import { useStore } from '../base/store.js'
import type { PreviewBridge } from './preview-bridge.js'
import { toItemKey, type TreeModel } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

interface HiddenQuestionsProps {
  readonly model: TreeModel
  readonly bridge: PreviewBridge
}

/** Maximum number of listed questions. Further ones are counted. */
const maxListedQuestions = 100

export function HiddenQuestions({ model, bridge }: HiddenQuestionsProps): ReactNode {
  const applying = useStore(bridge.applying)
  const token = useStore(bridge.token)
  const [explanation, setExplanation] = useState<{
    readonly token: string
    readonly id: number
    readonly sentences: readonly string[]
  } | null>(null)
  const hidden = [...applying].flatMap(([id, applies]) => {
    const item = applies ? undefined : model.byKey.get(toItemKey('question', id))
    return item?.node ? [item.node] : []
  })
  if (hidden.length === 0) return null
  const why = async (id: number): Promise<void> => {
    const sentences = await bridge.explain(id).then(
      (reply) => reply?.sentences ?? [],
      (error: unknown) => [getErrorMessage(error)],
    )
    setExplanation({ token, id, sentences: sentences.length > 0 ? sentences : [tWorkshop('noReason')] })
  }
  return (
    <section className="live-hidden" aria-labelledby="live-hidden">
      <h2 id="live-hidden">{tWorkshop('hiddenNow', { count: hidden.length })}</h2>
      <ul>
        {hidden.slice(0, maxListedQuestions).map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>{' '}
            <button type="button" className="link" onClick={() => void why(id)}>
              {tWorkshop('why')}
              <span className="hidden"> {title}</span>
            </button>
            <div role="status">
              {explanation?.id === id &&
                explanation.token === token &&
                explanation.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
