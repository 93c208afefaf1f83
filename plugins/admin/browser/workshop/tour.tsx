// Guided tour through a first product: each step has an explanation and a button, and ends when the product contains its result.
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../wording/text.js'
import { type Item, type Model, ownerId } from './tree-model.js'
import { w } from './wording/say.js'

/** The actions of the steps in the workshop. */
export interface TourHand {
  /** Asks for titles of new records of the entity below the item. */
  add(entity: string, owner: Item | null): void
  open(item: Item): void
  look(): void
  publish(): void
}

interface Step {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly done: boolean
  readonly begin: () => void
}

const key = 'svc-admin-tour'

/** The remembered product of the tour, or that the tour is off. Private windows may remember nothing. */
function remembered(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The tour is offered again next time.
  }
}

const itemsOf = (model: Model, entity: string): readonly Item[] =>
  [...model.byKey.values()].filter(({ kind, node }) => kind.entity === entity && node !== null)

function stepsOf(model: Model, looked: boolean, hand: TourHand): readonly Step[] {
  const [page] = itemsOf(model, 'page')
  const [question] = itemsOf(model, 'question')
  const answers = itemsOf(model, 'answer')
  const several = question !== undefined && answers.filter(({ node }) => node!.owner === ownerId(model, question)).length > 1
  const [answer] = answers
  return [
    {
      ...{ title: w('tourPage'), text: w('tourPageText'), button: w('tourPageDo') },
      done: page !== undefined,
      begin: () => hand.add('page', null),
    },
    {
      ...{ title: w('tourQuestion'), text: w('tourQuestionText'), button: w('tourQuestionDo') },
      done: question !== undefined,
      begin: () => page && hand.add('question', page),
    },
    {
      ...{ title: w('tourAnswers'), text: w('tourAnswersText'), button: w('tourAnswersDo') },
      done: several || answers.length > 1,
      begin: () => question && hand.add('answer', question),
    },
    {
      ...{ title: w('tourPrice'), text: w('tourPriceText'), button: w('tourPriceDo') },
      done: answers.some(({ node }) => (node!.price ?? 0) !== 0),
      begin: () => answer && hand.open(answer),
    },
    {
      ...{ title: w('tourLook'), text: w('tourLookText'), button: w('tourLookDo') },
      done: looked || model.product.published,
      begin: () => hand.look(),
    },
    {
      ...{ title: w('tourPublish'), text: w('tourPublishText'), button: w('tourPublishDo') },
      done: model.product.published,
      begin: () => hand.publish(),
    },
  ]
}

interface TourProps {
  readonly model: Model
  readonly hand: TourHand
}

/** Starts for a product without questions, and continues until the product is published. */
export function Tour({ model, hand }: TourProps): ReactNode {
  const { id } = model.product
  const [running, setRunning] = useState(() => {
    const known = remembered()
    return known === String(id) || (known !== 'off' && itemsOf(model, 'question').length === 0)
  })
  const [looked, setLooked] = useState(false)
  const mayWrite = model.kinds.some(({ entity, may }) => entity === 'question' && may.create)
  useEffect(() => {
    if (running && mayWrite) remember(String(id))
  }, [running, mayWrite, id])
  if (!running || !mayWrite) return null
  const end = (): void => {
    remember('off')
    setRunning(false)
  }
  const look = (): void => {
    setLooked(true)
    hand.look()
  }
  const steps = stepsOf(model, looked, { ...hand, look })
  const at = steps.findIndex(({ done }) => !done)
  const step = at < 0 ? null : steps[at]!
  return (
    <section className="tour" aria-label={w('tour')}>
      <p className="quiet-text">{step ? w('tourStep', { at: at + 1, of: steps.length }) : w('tourOver')}</p>
      <div role="status">
        {step && <h2>{step.title}</h2>}
        <p>{step ? step.text : w('tourOverText')}</p>
      </div>
      <div className="buttons">
        {step && (
          <button type="button" className="primary" onClick={step.begin}>
            {step.button}
          </button>
        )}
        <button type="button" className="quiet" onClick={end}>
          {step ? w('tourEnd') : t('close')}
        </button>
      </div>
    </section>
  )
}
