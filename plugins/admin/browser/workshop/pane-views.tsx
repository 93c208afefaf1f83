// The panes of the workshop: their head, their tabs, and the form of a record.
import { type KeyboardEvent, type ReactNode, useState, memo, useMemo } from 'react'
import { requestBody } from '../base/api.js'
import { showErrorToast } from '../base/toasts.js'
import { refreshProduct } from './tree-changes.js'
import { calculationEntity, rootEntity, type TreeItem, type TreeModel } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'
import { useQuery } from '@tanstack/react-query'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { RecordForm, type FormHost } from '../form/record-form.js'
import { recordQuery, entityShapeQuery } from '../base/queries.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { t } from '../wording/text.js'
import type { WorkshopTree } from '../../api/workshop/workshop-tree.js'
import { toRecordListPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { Link } from '../base/routing.js'

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

adoptFormStyle()

interface RecordPanelProps {
  readonly entity: string
  /** null for a new record. */
  readonly id: number | null
  readonly preset: Readonly<Record<string, unknown>>
  readonly session: AdminSessionReply
  readonly host: FormHost
}

const emptyPreset = {}

/** Renders again only for another record: moving through the tree by keys must not wait for a form of forty fields. */
export const RecordPanel = memo(function FormBeside({ entity, id, preset, session, host }: RecordPanelProps): ReactNode {
  const { data: shape, error } = useQuery(entityShapeQuery(entity))
  const { data: stored, error: missing, refetch } = useQuery({ ...recordQuery(entity, id ?? 0), enabled: id !== null })
  const start = useMemo(() => (id === null ? preset : emptyPreset), [id, preset])
  const failed = error ?? missing
  if (!shape || (id !== null && !stored)) return <ScreenPlaceholder error={failed} retry={() => void refetch()} />
  return <RecordForm shape={shape} first={stored ?? null} preset={start} session={session} host={host} />
})

const workshopParts = ['tree', 'form', 'live'] as const
export type WorkshopPart = (typeof workshopParts)[number]

interface WorkshopHeadProps {
  readonly product: WorkshopTree['product']
  readonly part: WorkshopPart
  readonly onPart: (part: WorkshopPart) => void
  /** True if the form shows the product itself. */
  readonly whole: boolean
  readonly onWhole: () => void
  readonly onCopy: () => void
  /** Opens the proof and the simulation. */
  readonly onCheck: () => void
  /** Opens the list "Ready to publish?". null: the account may not publish. */
  readonly onPublish: (() => void) | null
  /** The storefront's address. null if the service renders no storefront. */
  readonly shop: string | null
}

/** The header of the workshop: the product, the visible part on small windows, and actions on the whole product. */
export function WorkshopHead(props: WorkshopHeadProps): ReactNode {
  const { product, part, onPart, whole, onWhole, onCopy, onCheck, onPublish, shop } = props
  return (
    <header className="workshop-head">
      <div className="head-words">
        <nav aria-label={t('youAreHere')} className="crumbs">
          <Link to={toRecordListPath(rootEntity)}>{tWorkshop('products')}</Link>
        </nav>
        <h1>{product.title}</h1>
      </div>
      {!product.published && <span className="badge">{tWorkshop('unpublished')}</span>}
      <div className="workshop-parts" role="radiogroup" aria-label={tWorkshop('partsOfScreen')}>
        {workshopParts.map((partName) => (
          <button key={partName} type="button" role="radio" aria-checked={part === partName} onClick={() => onPart(partName)}>
            {tWorkshop(partName)}
          </button>
        ))}
      </div>
      <button type="button" aria-pressed={whole} onClick={onWhole}>
        {tWorkshop('productItself')}
      </button>
      {product.published && shop !== null && (
        <a href={`${shop}product/${product.id}`} className="button" target="_blank" rel="noopener">
          <Icon name="out" size={16} /> {t('inShop')}
        </a>
      )}
      {!product.published && onPublish && (
        <button type="button" className="primary" onClick={onPublish}>
          {tWorkshop('publishProduct')}
        </button>
      )}
      <button type="button" onClick={onCheck}>
        {tWorkshop('checkProduct')}
      </button>
      <button type="button" onClick={onCopy}>
        {tWorkshop('copyProduct')}
      </button>
    </header>
  )
}
