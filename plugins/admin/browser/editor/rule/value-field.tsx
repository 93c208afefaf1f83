// What a condition compares with: one of the answers, yes or no, a number, a date or a text, or nothing at all.
import type { ReactNode } from 'react'
import { isOperator, type Scalar } from '#core/engine/question/value.js'
import type { EditorProduct } from '../product.js'
import { say } from '../wording/say.js'
import { kindOfLeft, type Left } from './left.js'

interface ValueFieldProps {
  readonly left: Left
  readonly operator: unknown
  readonly value: unknown
  readonly product: EditorProduct
  readonly onChange: (value: Scalar | undefined) => void
  readonly disabled: boolean
}

const isoDay = /^(?:\d{4}-\d{2}-\d{2})?$/

/** What a typed number is to the condition: nothing where nothing may be compared, and what cannot be read stays to be judged. */
function numberOf(text: string, mayBeNothing: boolean): Scalar | undefined {
  if (text.trim() === '') return mayBeNothing ? '' : undefined
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) ? value : text
}

export function ValueField({ left, operator, value, product, onChange, disabled }: ValueFieldProps): ReactNode {
  const kind = kindOfLeft(left, product)
  const mayBeNothing = isOperator(operator) && (operator === '==' || operator === '!=')
  const label = say('value')
  if (kind === 'choice' || kind === 'boolean') {
    const answers =
      kind === 'boolean'
        ? [true, false].map((one) => ({ value: String(one), label: say(one ? 'yes' : 'no'), meant: one as Scalar }))
        : (left.kind === 'question' ? (product.questions.get(left.id)?.answers ?? []) : []).map(({ id, title }) => ({
            value: String(id),
            label: title,
            meant: id as Scalar,
          }))
    const held = value === undefined ? 'open' : String(value)
    const isKnown = value === '' || answers.some((answer) => answer.value === held)
    return (
      <select
        aria-label={label}
        value={held}
        disabled={disabled}
        onChange={(event) => {
          const { value: chosen } = event.target
          const answer = answers.find((one) => one.value === chosen)
          onChange(chosen === '' ? '' : answer?.meant)
        }}
      >
        {!isKnown && <option value={held}>{value === undefined ? '…' : say('unknown', { what: held })}</option>}
        {answers.map((answer) => (
          <option key={answer.value} value={answer.value}>
            {answer.label}
          </option>
        ))}
        <option value="">{say('nothing')}</option>
      </select>
    )
  }
  const text = value === undefined ? '' : String(value)
  const unit = left.kind === 'question' && left.field === 'selected' ? product.questions.get(left.id)?.unit : ''
  const isDay = kind === 'date' && isoDay.test(text)
  return (
    <span className="rule-value">
      <input
        aria-label={unit ? `${label} (${unit})` : label}
        type={isDay ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        dir={kind === 'number' ? 'ltr' : 'auto'}
        placeholder={mayBeNothing ? say('nothing') : ''}
        value={text}
        disabled={disabled}
        onChange={(event) => {
          const typed = event.target.value
          if (kind === 'number') onChange(/[.,]$/.test(typed) ? typed : numberOf(typed, mayBeNothing))
          else onChange(typed === '' && !mayBeNothing ? undefined : typed)
        }}
      />
      {unit !== '' && <span className="quiet-text">{unit}</span>}
    </span>
  )
}
