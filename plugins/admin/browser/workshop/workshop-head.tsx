// The header of the workshop: the product, the visible part on small windows, and actions on the whole product.
import type { ReactNode } from 'react'
import type { WorkshopTree } from '../../transport/workshop/shape.js'
import { listPath } from '../ground/address.js'
import { Icon } from '../ground/icon.js'
import { Link } from '../ground/routing.js'
import { t } from '../wording/text.js'
import { rootEntity } from './tree-model.js'
import { w } from './wording/say.js'

const parts = ['tree', 'form', 'live'] as const
export type Part = (typeof parts)[number]

interface WorkshopHeadProps {
  readonly product: WorkshopTree['product']
  readonly part: Part
  readonly onPart: (part: Part) => void
  /** True if the form shows the product itself. */
  readonly whole: boolean
  readonly onWhole: () => void
  readonly onCopy: () => void
  /** The storefront's address. null if the service renders no storefront. */
  readonly shop: string | null
}

export function WorkshopHead({ product, part, onPart, whole, onWhole, onCopy, shop }: WorkshopHeadProps): ReactNode {
  return (
    <header className="workshop-head">
      <div className="head-words">
        <nav aria-label={t('youAreHere')} className="crumbs">
          <Link to={listPath(rootEntity)}>{w('products')}</Link>
        </nav>
        <h1>{product.title}</h1>
      </div>
      {!product.published && <span className="badge">{w('unpublished')}</span>}
      <div className="workshop-parts" role="radiogroup" aria-label={w('partsOfScreen')}>
        {parts.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={part === one} onClick={() => onPart(one)}>
            {w(one)}
          </button>
        ))}
      </div>
      <button type="button" aria-pressed={whole} onClick={onWhole}>
        {w('productItself')}
      </button>
      {product.published && shop !== null && (
        <a href={`${shop}product/${product.id}`} className="button" target="_blank" rel="noopener">
          <Icon name="out" size={16} /> {t('inShop')}
        </a>
      )}
      <button type="button" onClick={onCopy}>
        {w('copyProduct')}
      </button>
    </header>
  )
}
