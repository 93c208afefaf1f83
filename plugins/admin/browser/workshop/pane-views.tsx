// The views of the pane for a calculation and a question: its content, its answers, and its own fields.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { requestBody } from '../base/api.js'
import { showErrorToast } from '../base/toasts.js'
import { refreshProduct } from './tree-changes.js'
import { calculationEntity, type TreeItem, type TreeModel } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

export type PaneView = 'content' | 'answers' | 'form'

const contentEntities = ['calculation-formula', 'calculation-matrix', 'calculation-code'] as const
type ContentEntity = (typeof contentEntities)[number]

const contentTexts = {
  'calculation-formula': ['contentFormula', 'contentFormulaHelp'],
  'calculation-matrix': ['contentMatrix', 'contentMatrixHelp'],
  'calculation-code': ['contentCode', 'contentCodeHelp'],
} as const satisfies Record<ContentEntity, readonly [string, string]>

const isContentEntity = (entity: string): entity is ContentEntity => entity in contentTexts

/** The views of a tree item, the default first. Empty if there is only its form. */
export function listPaneViews(model: TreeModel, item: TreeItem | null): readonly PaneView[] {
  if (!item?.node) return []
  if (item.kind.entity === calculationEntity) return ['content', 'form']
  const takesAnswers = item.kind.entity === 'question' && (item.node.takes?.includes('answer') ?? true)
  return takesAnswers && model.kinds.some(({ entity }) => entity === 'answer') ? ['form', 'answers'] : []
}

interface PaneTabsProps {
  readonly item: TreeItem
  readonly views: readonly PaneView[]
  readonly view: PaneView
  readonly onView: (view: PaneView) => void
}

export function PaneTabs({ item, views, view, onView }: PaneTabsProps): ReactNode {
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const right = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const step = { ArrowRight: right, ArrowLeft: -right }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (views.indexOf(view) + step + views.length) % views.length
    event.currentTarget.querySelectorAll('button')[next]?.focus()
    onView(views[next]!)
  }
  const body = item.body?.kind.entity ?? ''
  const labelOf = (name: PaneView): string => {
    if (name === 'content') return tWorkshop(isContentEntity(body) ? contentTexts[body][0] : 'content')
    if (name === 'answers') return tWorkshop('answersView', { count: item.children.length })
    return tWorkshop(item.kind.entity === calculationEntity ? 'calculationFields' : 'questionFields')
  }
  return (
    <div className="pane-views language-tabs" role="radiogroup" aria-label={tWorkshop('paneViews')} onKeyDown={walk}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={name === view}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
        >
          {labelOf(name)}
        </button>
      ))}
    </div>
  )
}

interface CalculationStartProps {
  readonly model: TreeModel
  readonly calculation: TreeItem
  /** Opens the form of the new content. */
  readonly onCreate: (entity: string) => void
}

/** Offers the three kinds of content of an empty calculation. */
export function CalculationStart({ model, calculation, onCreate }: CalculationStartProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const kinds = model.kinds.filter(({ owner, may }) => owner === calculationEntity && may.create)
  const { id, title, takes = [] } = calculation.node!
  const begin = async (entity: ContentEntity): Promise<void> => {
    setBusy(true)
    try {
      if (!takes.includes(entity)) {
        const type = entity.slice(calculationEntity.length + 1)
        await requestBody('PATCH', `records/${calculationEntity}/${id}`, { body: { type } })
        await refreshProduct(model.product.id, calculationEntity)
      }
      onCreate(entity)
    } catch (error) {
      showErrorToast(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="calculation-start" aria-labelledby="calculation-start">
      <h2 id="calculation-start">{title}</h2>
      <p>{tWorkshop('calculationEmpty')}</p>
      {contentEntities
        .filter((entity) => kinds.some((kind) => kind.entity === entity))
        .map((entity) => (
          <button
            key={entity}
            type="button"
            className="choice-card"
            aria-disabled={busy}
            onClick={() => void (busy || begin(entity))}
          >
            <strong>{tWorkshop(contentTexts[entity][0])}</strong>
            <span>{tWorkshop(contentTexts[entity][1])}</span>
          </button>
        ))}
    </section>
  )
}
