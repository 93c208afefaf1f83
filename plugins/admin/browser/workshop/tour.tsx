// Guided tour through a first product: each step has an explanation and a button, and ends when the product contains its result.
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../wording/text.js'
import { type TreeItem, type TreeModel, getOwnerId } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'

/** The actions of the steps in the workshop. */
export interface TourActions {
  /** Asks for titles of new records of the entity below the item. */
  add(entity: string, owner: TreeItem | null): void
  open(item: TreeItem): void
  look(): void
  publish(): void
}

interface TourStep {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly done: boolean
  readonly begin: () => void
}

const tourStorageKey = 'svc-admin-tour'

/** The remembered product of the tour, or that the tour is off. Private windows may remember nothing. */
function loadTourState(): string | null {
  try {
    return localStorage.getItem(tourStorageKey)
  } catch {
    return null
  }
}

function storeTourState(value: string): void {
  try {
    localStorage.setItem(tourStorageKey, value)
  } catch {
    // The tour is offered again next time.
  }
}

const listItems = (model: TreeModel, entity: string): readonly TreeItem[] =>
  [...model.byKey.values()].filter(({ kind, node }) => kind.entity === entity && node !== null)

function createTourSteps(model: TreeModel, looked: boolean, hand: TourActions): readonly TourStep[] {
  const [page] = listItems(model, 'page')
  const [question] = listItems(model, 'question')
  const answers = listItems(model, 'answer')
  const several = question !== undefined && answers.filter(({ node }) => node!.owner === getOwnerId(model, question)).length > 1
  const [answer] = answers
  return [
    {
      title: tWorkshop('tourPage'),
      text: tWorkshop('tourPageText'),
      button: tWorkshop('tourPageDo'),
      done: page !== undefined,
      begin: () => hand.add('page', null),
    },
    {
      title: tWorkshop('tourQuestion'),
      text: tWorkshop('tourQuestionText'),
      button: tWorkshop('tourQuestionDo'),
      done: question !== undefined,
      begin: () => page && hand.add('question', page),
    },
    {
      title: tWorkshop('tourAnswers'),
      text: tWorkshop('tourAnswersText'),
      button: tWorkshop('tourAnswersDo'),
      done: several || answers.length > 1,
      begin: () => question && hand.add('answer', question),
    },
    {
      title: tWorkshop('tourPrice'),
      text: tWorkshop('tourPriceText'),
      button: tWorkshop('tourPriceDo'),
      done: answers.some(({ node }) => (node!.price ?? 0) !== 0),
      begin: () => answer && hand.open(answer),
    },
    {
      title: tWorkshop('tourLook'),
      text: tWorkshop('tourLookText'),
      button: tWorkshop('tourLookDo'),
      done: looked || model.product.published,
      begin: () => hand.look(),
    },
    {
      title: tWorkshop('tourPublish'),
      text: tWorkshop('tourPublishText'),
      button: tWorkshop('tourPublishDo'),
      done: model.product.published,
      begin: () => hand.publish(),
    },
  ]
}

interface TourProps {
  readonly model: TreeModel
  readonly hand: TourActions
}

/** Starts for a product without questions, and continues until the product is published. */
export function Tour({ model, hand }: TourProps): ReactNode {
  const { id } = model.product
  const [running, setRunning] = useState(() => {
    const savedState = loadTourState()
    return savedState === String(id) || (savedState !== 'off' && listItems(model, 'question').length === 0)
  })
  const [looked, setLooked] = useState(false)
  const mayWrite = model.kinds.some(({ entity, may }) => entity === 'question' && may.create)
  useEffect(() => {
    if (running && mayWrite) storeTourState(String(id))
  }, [running, mayWrite, id])
  if (!running || !mayWrite) return null
  const end = (): void => {
    storeTourState('off')
    setRunning(false)
  }
  const look = (): void => {
    setLooked(true)
    hand.look()
  }
  const steps = createTourSteps(model, looked, { ...hand, look })
  const at = steps.findIndex(({ done: isComplete }) => !isComplete)
  const step = at < 0 ? null : steps[at]!
  return (
    <section className="tour" aria-label={tWorkshop('tour')}>
      <p className="quiet-text">{step ? tWorkshop('tourStep', { at: at + 1, of: steps.length }) : tWorkshop('tourOver')}</p>
      <div role="status">
        {step && <h2>{step.title}</h2>}
        <p>{step ? step.text : tWorkshop('tourOverText')}</p>
      </div>
      <div className="buttons">
        {step && (
          <button type="button" className="primary" onClick={step.begin}>
            {step.button}
          </button>
        )}
        <button type="button" className="quiet" onClick={end}>
          {step ? tWorkshop('tourEnd') : t('close')}
        </button>
      </div>
    </section>
  )
}
