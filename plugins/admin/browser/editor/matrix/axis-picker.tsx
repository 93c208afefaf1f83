// Selects the question or calculation of a table's axis, and shows its limits.
import type { ReactNode } from 'react'
import { formatNumber } from '../../wording/text.js'
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import type { AxisName, AxisSource, AxisReach } from './axis-source.js'

interface AxisPickerProps {
  readonly name: AxisName
  readonly offer: AxisSource
  readonly reach: AxisReach
  readonly product: EditorProduct
  readonly onPick: (code: string) => void
  readonly disabled: boolean
}

function describeLimits({ limits: { min, max }, unit }: AxisSource): string {
  const formatCoordinate = (value: number): string => (unit === '' ? formatNumber(value) : `${formatNumber(value)} ${unit}`)
  if (min !== null && max !== null) return tEditor('takesBetween', { min: formatCoordinate(min), max: formatCoordinate(max) })
  if (min !== null) return tEditor('takesFrom', { min: formatCoordinate(min) })
  return max === null ? '' : tEditor('takesTo', { max: formatCoordinate(max) })
}

export function AxisPicker({ name, offer, reach, product, onPick, disabled }: AxisPickerProps): ReactNode {
  const { questions, calculations } = product.vocabulary
  const own = product.place.owner
  const choices = [
    ...questions.map(({ id, title }) => ({ code: `question ${id}`, title })),
    ...calculations
      .filter(({ id }) => id !== own)
      .map((calculation) => ({ code: `calculation ${calculation.id}`, title: calculation.name })),
  ]
  const outside = reach.shares?.filter((share) => share === 0).length ?? 0
  const gaps = reach.gaps.map(([from, to]) => tEditor('gap', { from, to }))
  return (
    <div className="matrix-axis">
      <label>
        <span>{tEditor(name === 'row' ? 'rowsBy' : 'columnsBy')}</span>
        <select value={offer.code} disabled={disabled} onChange={(event) => onPick(event.target.value)}>
          <option value="">{tEditor('noAxis')}</option>
          {!choices.some(({ code }) => code === offer.code) && offer.code !== '' && (
            <option value={offer.code}>{offer.title}</option>
          )}
          {choices.map(({ code, title }) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p className="quiet-text">
        {[describeLimits(offer), ...gaps, outside > 0 ? tEditor('unreachable', { count: outside }) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
