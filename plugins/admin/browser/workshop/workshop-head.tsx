// The header of the workshop: the product, the visible part on small windows, and actions on the whole product.
import type { ReactNode } from 'react'
import type { WorkshopTree } from '../../api/workshop/shape.js'
import { toRecordListPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { Link } from '../base/routing.js'
import { t } from '../wording/text.js'
import { rootEntity } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

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
