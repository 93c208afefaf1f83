// The value of a condition: an answer, a boolean, a number, a date, a text, or empty.
import { type ReactNode, useId, useState } from 'react'
import { formatTypedNumber, parseNumber, type Scalar } from '#core/contract.js'
import { isOperator } from '#core/surface.js'
import { currentLanguage } from '../../wording/text.js'
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import { getSubjectKind, type RuleSubject } from './rule-subject.js'

interface ValueFieldProps {
  readonly left: RuleSubject
  readonly operator: unknown
  readonly value: unknown
  readonly product: EditorProduct
  readonly onChange: (value: Scalar | undefined) => void
  readonly disabled: boolean
}

const isoDayPattern = /^(?:\d{4}-\d{2}-\d{2})?$/

interface NumberFieldProps extends Pick<ValueFieldProps, 'value' | 'onChange' | 'disabled'> {
  readonly label: string
  readonly mayBeNothing: boolean
}

/** A typed number in the language of the account. An ambiguous number is no value, so the rule cannot be saved with it. */
function NumberField({ value, onChange, disabled, label, mayBeNothing }: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  const hint = useId()
  const language = currentLanguage.get()
  const parsed = parseNumber(typed ?? '', language)
  const readings = 'readings' in parsed ? parsed.readings.map((reading) => formatTypedNumber(reading, language)) : null
  const valueOf = (text: string): Scalar | undefined => {
    if (text.trim() === '') return mayBeNothing ? '' : undefined
    const number = parseNumber(text, language)
    if ('number' in number) return Number(number.number)
    return 'readings' in number ? undefined : text
  }
  const isTyped = typed !== null && valueOf(typed) === value
  const formatted = typeof value === 'number' ? formatTypedNumber(value, language) : value === undefined ? '' : String(value)
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={(isTyped && readings !== null) || undefined}
        aria-describedby={readings ? hint : undefined}
        inputMode="decimal"
        dir="ltr"
        placeholder={mayBeNothing ? tEditor('nothing') : ''}
        value={isTyped ? typed : formatted}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(valueOf(event.target.value))
        }}
      />
      {isTyped && readings && (
        <span className="wrong" id={hint} role="status">
          {tEditor('ambiguousNumber', { text: typed, first: readings[0]!, second: readings[1]! })}
        </span>
      )}
    </>
  )
}

export function ValueField({ left: subject, operator, value, product, onChange, disabled }: ValueFieldProps): ReactNode {
  const kind = getSubjectKind(subject, product)
  const mayBeNothing = isOperator(operator) && (operator === '==' || operator === '!=')
  const label = tEditor('value')
  if (kind === 'choice' || kind === 'boolean') {
    const answers =
      kind === 'boolean'
        ? [true, false].map((flag) => ({ value: String(flag), label: tEditor(flag ? 'yes' : 'no'), meant: flag as Scalar }))
        : (subject.kind === 'question' ? (product.questions.get(subject.id)?.answers ?? []) : []).map(({ id, title }) => ({
            value: String(id),
            label: title,
            meant: id as Scalar,
          }))
    const selected = value === undefined ? 'open' : String(value)
    const isListed = value === '' || answers.some((answer) => answer.value === selected)
    return (
      <select
        aria-label={label}
        value={selected}
        disabled={disabled}
        onChange={(event) => {
          const { value: chosen } = event.target
          const answer = answers.find((choice) => choice.value === chosen)
          onChange(chosen === '' ? '' : answer?.meant)
        }}
      >
        {!isListed && <option value={selected}>{value === undefined ? '…' : tEditor('unknown', { what: selected })}</option>}
        {answers.map((answer) => (
          <option key={answer.value} value={answer.value}>
            {answer.label}
          </option>
        ))}
        <option value="">{tEditor('nothing')}</option>
      </select>
    )
  }
  const text = value === undefined ? '' : String(value)
  const unit = subject.kind === 'question' && subject.field === 'selected' ? product.questions.get(subject.id)?.unit : ''
  const fullLabel = unit ? `${label} (${unit})` : label
  const isDay = kind === 'date' && isoDayPattern.test(text)
  return (
    <span className="rule-value">
      {kind === 'number' ? (
        <NumberField value={value} onChange={onChange} disabled={disabled} label={fullLabel} mayBeNothing={mayBeNothing} />
      ) : (
        <input
          aria-label={fullLabel}
          type={isDay ? 'date' : 'text'}
          dir="auto"
          placeholder={mayBeNothing ? tEditor('nothing') : ''}
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value === '' && !mayBeNothing ? undefined : event.target.value)}
        />
      )}
      {unit !== '' && <span className="quiet-text">{unit}</span>}
    </span>
  )
}
