// Selects the question or calculation of a table's axis, and shows its limits.
import type { ReactNode } from 'react'
import { number } from '../../wording/text.js'
import type { EditorProduct } from '../product.js'
import { say } from '../wording/say.js'
import type { AxisName, AxisOffer } from './axis.js'
import type { Reach } from './reach.js'

interface AxisPickerProps {
  readonly name: AxisName
  readonly offer: AxisOffer
  readonly reach: Reach
  readonly product: EditorProduct
  readonly onPick: (code: string) => void
  readonly disabled: boolean
}

function limitsInWords({ limits: { min, max }, unit }: AxisOffer): string {
  const spell = (value: number): string => (unit === '' ? number(value) : `${number(value)} ${unit}`)
  if (min !== null && max !== null) return say('takesBetween', { min: spell(min), max: spell(max) })
  if (min !== null) return say('takesFrom', { min: spell(min) })
  return max === null ? '' : say('takesTo', { max: spell(max) })
}

export function AxisPicker({ name, offer, reach, product, onPick, disabled }: AxisPickerProps): ReactNode {
  const { questions, calculations } = product.vocabulary
  const own = product.place.owner
  const choices = [
    ...questions.map(({ id, title }) => ({ code: `question ${id}`, title })),
    ...calculations.filter(({ id }) => id !== own).map((one) => ({ code: `calculation ${one.id}`, title: one.name })),
  ]
  const outside = reach.shares?.filter((share) => share === 0).length ?? 0
  const gaps = reach.gaps.map(([from, to]) => say('gap', { from, to }))
  return (
    <div className="matrix-axis">
      <label>
        <span>{say(name === 'row' ? 'rowsBy' : 'columnsBy')}</span>
        <select value={offer.code} disabled={disabled} onChange={(event) => onPick(event.target.value)}>
          <option value="">{say('noAxis')}</option>
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
        {[limitsInWords(offer), ...gaps, outside > 0 ? say('unreachable', { count: outside }) : ''].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
